import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Kbd } from '../basics/kbd'
import { fold } from '../format/text'
import { useHotkeys } from '../hotkeys/hotkeys'
import { useDebounced } from '../use-debounced'
import { useReturnFocus } from '../use-return-focus'
import classes from './palette.module.css'

export type PaletteItem = {
  id: string
  label: string
  /** Grey, at the right: document, place, price. */
  detail?: string
  /** 18 px icon, or a CompanyTile. */
  icon?: ReactNode
  /** Key that does the same elsewhere. */
  shortcut?: string
  /** Other words it is found by. */
  keywords?: string
  /** Address, or what else to do. Only an address can be opened in another tab. */
  to?: string
  run?: () => void
}

export type PaletteGroup = { label: string; items: readonly PaletteItem[] }

type Props = {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  /** Always at hand, narrowed here by what is typed. */
  groups: readonly PaletteGroup[]
  /** Finds records on the server. Called a moment after the last key; a newer call aborts the older. */
  search?: (text: string, signal: AbortSignal) => Promise<readonly PaletteGroup[]>
  /** Goes to an address within the page. */
  onNavigate: (to: string) => void
  /** Whose records are searched, said in the foot. */
  scope?: string
  placeholder?: string
  nothingFound: (text: string) => string
}

const SEARCH_DELAY_MS = 150

function narrowed(groups: readonly PaletteGroup[], text: string): PaletteGroup[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const matches = (item: PaletteItem) => {
    const content = fold(`${item.label} ${item.keywords ?? ''}`)
    return words.every((word) => content.includes(word))
  }
  return groups.map((group) => ({ ...group, items: group.items.filter(matches) })).filter(({ items }) => items.length)
}

/** Ctrl+K: go anywhere, find a record, start an action. Opens from inside fields too; Escape gives the focus back. */
export function Palette(props: Props) {
  const { isOpen, onOpen, onClose } = props
  useHotkeys([{ key: 'Ctrl+K', label: 'Buscar ou ir para…', run: onOpen }])
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={640}
      radius="lg"
      yOffset={110}
      padding={0}
      returnFocus={false}
      transitionProps={{ duration: 0 }} // there before the next key is typed
      classNames={{ content: classes.content, overlay: classes.overlay, inner: classes.inner, body: classes.body }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Buscar ou ir para">
        <Modal.Body>
          <PaletteBody {...props} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function PaletteBody({ onClose, groups, search, onNavigate, scope, placeholder, nothingFound }: Props) {
  const [text, setText] = useState('')
  const { found, isSearching } = useSearch(text.trim(), search)
  const [pointed, setPointed] = useState<string | null>(null)
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  useReturnFocus(true, input)

  const shown = [...narrowed(groups, text), ...found.filter(({ items }) => items.length)]
  const items = shown.flatMap((group) => group.items)
  const at = Math.max(
    items.findIndex(({ id }) => id === pointed),
    0,
  )
  const current = items[at]

  const open = (item: PaletteItem | undefined, inNewTab: boolean) => {
    if (!item) return
    if (inNewTab && item.to) {
      window.open(item.to, '_blank', 'noopener')
      return
    }
    onClose()
    if (item.to) onNavigate(item.to)
    item.run?.()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setPointed(items.at((at + step) % items.length)?.id ?? null)
    else if (event.key === 'Enter') open(current, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className={classes.search}>
        <IconSearch size={18} stroke={1.75} aria-hidden="true" />
        <input
          ref={input}
          data-autofocus
          className={classes.input}
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={current && `${listId}-${current.id}`}
          aria-label="Buscar ou ir para"
          placeholder={placeholder ?? 'Buscar ou ir para…'}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setPointed(null)
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd>Esc</Kbd>
      </div>
      <div id={listId} className={classes.list} role="listbox" aria-label="Resultados" tabIndex={-1}>
        {shown.map((group) => (
          <div key={group.label} role="group" aria-label={group.label}>
            <div className={classes.group} aria-hidden="true">
              {group.label}
            </div>
            {group.items.map((item) => (
              <Option
                key={item.id}
                id={`${listId}-${item.id}`}
                item={item}
                isCurrent={item === current}
                onPoint={() => setPointed(item.id)}
                onOpen={(inNewTab) => open(item, inNewTab)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={classes.note} role="status">
        {items.length === 0 && (isSearching ? 'Buscando…' : nothingFound(text.trim()))}
      </p>
      <div className={classes.foot}>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> escolher
        </span>
        <span>
          <Kbd>Enter</Kbd> abrir
        </span>
        <span>
          <Kbd>Ctrl Enter</Kbd> outra aba
        </span>
        {scope && <span className={classes.scope}>{scope}</span>}
      </div>
    </>
  )
}

type OptionProps = {
  id: string
  item: PaletteItem
  isCurrent: boolean
  onPoint: () => void
  onOpen: (inNewTab: boolean) => void
}

function Option({ id, item: { label, detail, icon, shortcut }, isCurrent, onPoint, onOpen }: OptionProps) {
  return (
    // The field keeps the focus and has the keys; this is only where the pointer acts.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      className={classes.option}
      ref={(element) => {
        if (isCurrent) element?.scrollIntoView({ block: 'nearest' })
      }}
      onPointerMove={onPoint}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
    >
      <span className={classes.icon}>{icon}</span>
      <span className={classes.label}>{label}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
      <span aria-hidden="true">{isCurrent ? <Kbd>Enter</Kbd> : shortcut && <Kbd>{shortcut}</Kbd>}</span>
    </div>
  )
}

/** What the server finds for the text. Earlier results stay until the next ones are there. */
function useSearch(text: string, search: Props['search']) {
  const [state, setState] = useState<{ text: string; found: readonly PaletteGroup[] }>({ text: '', found: [] })
  const settled = useDebounced(text, SEARCH_DELAY_MS)
  const isSettled = settled === text
  useEffect(() => {
    if (!search || !isSettled || !text) return
    const abort = new AbortController()
    search(text, abort.signal).then(
      (found) => abort.signal.aborted || setState({ text, found }),
      // The menu and the actions still serve; a search that failed finds nothing.
      () => abort.signal.aborted || setState({ text, found: [] }),
    )
    return () => abort.abort()
  }, [text, isSettled, search])
  return { found: text ? state.found : [], isSearching: Boolean(search) && text !== '' && state.text !== text }
}
