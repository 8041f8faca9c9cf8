import { IconBarcode } from '@tabler/icons-react'
import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { Kbd } from '../basics/kbd'
import { useFieldProblem } from '../form/field-problems'
import { FoundList } from './found-list'
import classes from './scan-field.module.css'
import { ScanRun } from './scan-run'
import { useFound } from './use-found'
import type { FindRows, FoundRow } from './use-found'

export type ScanHandle = {
  /** As if it had been typed, and its list asked for. */
  find: (text: string) => void
}

type Props<Row extends FoundRow, Key extends QueryKey> = {
  id?: string
  label: string
  placeholder: string
  /** Key that leads here, printed in the field. */
  shortcut?: string
  find: FindRows<Row, Key>
  /** What of the text is searched; default all of it. */
  wordsOf?: (text: string) => string
  /** One of the list was chosen for what was typed. */
  onPick: (row: Row, typed: string) => void
  /**
   * A code, sent off with Enter without waiting for the list; `isRead`: by a reader. A sentence: it was none, and stays in the
   * field. Without this, codes wait for the list too.
   */
  onEnter?: (text: string, isRead: boolean) => string | null
  /** Keys while the field is empty, Enter included; true: taken. */
  onEmptyKey?: (key: string) => boolean
  /** As high as other fields. */
  isLow?: boolean
  error?: string | undefined
  /** Below the field on a wide screen: what can be typed. */
  hint?: ReactNode
  ref?: Ref<HTMLInputElement>
  handle?: Ref<ScanHandle>
}

const PICK = 'Escolha um da lista, ou apague o que digitou.'

/** So that no name without a digit goes as a code, whatever Caps Lock says. */
const canBeCode = (words: string) => /\d/.test(words) && !/\s/.test(words)

/**
 * Where a reader types and a person too. A code goes off with Enter at once and leaves the field empty for the next; a name is
 * chosen from the list that opens while one types. Enter never decides between several: it marks the first.
 */
export function ScanField<Row extends FoundRow, Key extends QueryKey>(props: Props<Row, Key>) {
  const { label, shortcut, find, wordsOf = plain, onPick, onEnter, onEmptyKey, hint, ref } = props
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  /** Enter was pressed before the list was there. */
  const [isAwaited, setAwaited] = useState(false)
  const ownId = useId()
  const id = props.id ?? ownId
  const run = useRef(new ScanRun())
  const words = wordsOf(text).trim()
  const found = useFound(find, words, isAwaited)
  const { rows, isAnswer } = found
  const said = props.error ?? problem ?? (isAwaited ? found.problem?.message : null) ?? null
  useFieldProblem(id, words === '' ? null : PICK)
  const isShown = isOpen && rows.length > 0
  const isNothing = isOpen && isAnswer && rows.length === 0
  const optionId = (at: number) => `${id}-${at}`

  const change = (next: string) => {
    setText(next)
    setProblem(null)
    setOpen(next !== '')
    setAwaited(false)
  }
  const pick = (row: Row) => {
    change('')
    onPick(row, text)
  }
  /** Only the one that is meant for certain is picked; of several the first is marked. */
  const decide = () => {
    setAwaited(false)
    const meant = rows.find(({ isExact }) => isExact) ?? (rows.length === 1 ? rows[0] : undefined)
    setOpen(true)
    if (meant) pick(meant)
    else found.markAt(0)
  }
  const decideLatest = useEffectEvent(decide)
  useEffect(() => {
    // The answer comes from outside, and what it decides is told to the caller: not to be done while rendering.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    if (isAwaited && isAnswer) decideLatest()
  }, [isAwaited, isAnswer])
  useImperativeHandle(props.handle, () => ({
    find: (wanted) => {
      change(wanted)
      setAwaited(true)
    },
  }))

  const enter = (typed: string, isRead: boolean) => {
    // The field's own text, since a reader is faster than a new rendering.
    const isCurrent = typed === text
    if (isCurrent && isShown && found.marked) {
      pick(found.marked)
      return
    }
    const typedWords = wordsOf(typed).trim()
    const isUnknown = !isCurrent || !isAnswer
    const isCode =
      isRead ||
      isUnknown ||
      /^\d*$/.test(typedWords) ||
      rows.some(({ isExact }) => isExact) ||
      (rows.length === 0 && canBeCode(typedWords))
    if (onEnter && isCode) {
      const refused = onEnter(typed, isRead)
      if (refused === null) change('')
      else setProblem(refused)
    } else if (isUnknown) setAwaited(typedWords !== '')
    else decide()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = run.current.press(event.nativeEvent)
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const typed = event.currentTarget.value
    const { key } = event
    if (typed === '') {
      if (onEmptyKey?.(key)) event.preventDefault()
      return
    }
    if (key === 'Enter') enter(typed, step === 'read')
    else if (key === 'Escape') {
      if (isShown) setOpen(false)
      else change('')
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!isOpen) setOpen(true)
      else if (isShown) found.step(key === 'ArrowDown' ? 1 : -1)
    } else if (key === 'Tab' && !event.shiftKey && isShown && found.marked) pick(found.marked)
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.root} data-low={props.isLow || undefined}>
      <div className={classes.field} data-problem={said !== null || undefined}>
        <IconBarcode size={props.isLow ? 18 : 26} stroke={1.5} className={classes.icon} aria-hidden="true" />
        <input
          ref={ref}
          id={id}
          className={classes.input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? `${id}-list` : undefined}
          aria-activedescendant={isShown && found.marked ? optionId(found.at) : undefined}
          aria-invalid={said !== null}
          aria-describedby={said === null ? undefined : `${id}-problem`}
          aria-keyshortcuts={shortcut}
          placeholder={props.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          // A window around it stays open while Escape is about the list.
          data-mantine-stop-propagation={isShown || undefined}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={press}
          onBlur={() => setOpen(false)}
        />
        {shortcut && <Kbd>{shortcut}</Kbd>}
      </div>
      {(isShown || isNothing) && (
        <div className={classes.found}>
          {isShown ? (
            <FoundList id={`${id}-list`} label={label} rows={rows} at={found.at} optionId={optionId} onPick={pick} />
          ) : (
            <p className={classes.nothing}>Nada encontrado com “{words}”</p>
          )}
        </div>
      )}
      <span role="status" className={classes.onlyRead}>
        {isNothing ? `Nada encontrado com “${words}”` : isShown ? countOf(rows.length) : ''}
      </span>
      {said === null ? (
        hint && <div className={classes.hint}>{hint}</div>
      ) : (
        <p id={`${id}-problem`} className={classes.problem} role="alert">
          {said}
        </p>
      )}
    </div>
  )
}

const plain = (text: string) => text
const countOf = (count: number) =>
  `${count === 1 ? '1 encontrado' : `${count} encontrados`}. Seta para baixo marca, Enter escolhe.`
