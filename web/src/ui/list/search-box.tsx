import { IconSearch, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { Kbd } from '../basics/kbd'
import { useHotkeys } from '../hotkeys/hotkeys'
import { TextInput } from '../inputs/text-inputs'
import { useTypedText } from '../use-typed-text'
import classes from './list.module.css'

type Props = {
  /** What is searched, e.g. 'Buscar por razão social ou CNPJ'. Placeholder and accessible name. */
  label: string
  value: string
  onSearch: (text: string) => void
  /** ↓ and Enter, once what is typed has been searched for. */
  onDown?: () => void
  onEnter?: () => void
}

const DELAY_MS = 100

/** Searches a moment after the last key; `/` comes here, Escape empties it. */
export function SearchBox({ label, value, onSearch, onDown, onEnter }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useTypedText({ value, delayMs: DELAY_MS, parse: (typed) => typed.trim(), onChange: onSearch })
  useHotkeys([{ key: '/', label: 'Ir para a busca', run: () => input.current?.focus() }])

  const clear = () => {
    setText('')
    onSearch('')
  }
  return (
    <div className={classes.search}>
      <TextInput
        ref={input}
        label={label}
        isLabelHidden
        aria-keyshortcuts="/"
        role="searchbox"
        placeholder={label}
        value={text}
        maxLength={200}
        icon={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
        aside={
          text ? (
            <button type="button" className={classes.clear} aria-label="Limpar busca" onClick={clear}>
              <IconX size={16} stroke={1.75} aria-hidden="true" />
            </button>
          ) : (
            <Kbd>/</Kbd>
          )
        }
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            if (text) clear()
            else input.current?.blur()
          } else if (event.key === 'ArrowDown') {
            event.preventDefault()
            onDown?.()
          } else if (event.key === 'Enter') {
            event.preventDefault()
            if (text.trim() === value) onEnter?.()
          }
        }}
      />
    </div>
  )
}
