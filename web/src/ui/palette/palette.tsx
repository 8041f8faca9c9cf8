import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Kbd } from '../basics/kbd'
import { Window } from '../dialog/window'
import { fold } from '../format/text'
import { useStable } from '../form/use-stable'
import { useDebounced } from '../use-debounced'
import classes from './palette.module.css'
import type { PaletteGroup, PaletteItem } from './types'

type Props = {
  isOpen: boolean
  onClose: () => void
  /** What stands in it when it opens. */
  initialText?: string
  /** Enter was pressed after it: opens what fits as soon as that is known. */
  isEntered?: boolean
  /** What is at hand now, narrowed here by what is typed; asked while it is open. */
  groups: () => readonly PaletteGroup[]
  /** Finds records on the server. Called a moment after the last key; a newer call aborts the older. */
  search?: (text: string, signal: AbortSignal) => Promise<readonly PaletteGroup[]>
  /** Goes to an address within the page. */
  onNavigate: (to: string) => void
  /** Whose records are searched, said in the foot. */
  scope?: string
  nothingFound: (text: string) => string
}

const SEARCH_DELAY_MS = 150

/** How well a label fits what is typed: 0 is it, 1 begins with it, 2 has a word that does, 3 has it otherwise. */
function rank(label: string, text: string): number {
  const content = fold(label)
  if (content === text) return 0
  if (content.startsWith(text)) return 1
  return content.includes(` ${text}`) ? 2 : 3
}

/** What fits the text, the better before the worse; without a text all that is listed. */
function narrowed(groups: readonly PaletteGroup[], typed: string): PaletteGroup[] {
  const text = fold(typed).trim()
  if (text === '') {
    return groups
      .map((group) => ({ ...group, items: group.items.filter(({ isOnlyFound }) => !isOnlyFound) }))
      .filter(({ items }) => items.length)
  }
  // A number means a record, not how many an action is about.
  if (/^\d+$/.test(text)) return []
  const words = text.split(/\s+/)
  const matches = (item: PaletteItem) => {
    const content = fold(`${item.label} ${item.keywords ?? ''}`)
    return words.every((word) => content.includes(word))
  }
  const best = ({ items }: PaletteGroup) => Math.min(...items.map(({ label }) => rank(label, text)))
  return groups
    .filter(({ isIdle }) => !isIdle)
    .map((group) => ({
      ...group,
      items: group.items.filter(matches).toSorted((a, b) => rank(a.label, text) - rank(b.label, text)),
    }))
    .filter(({ items }) => items.length)
    .toSorted((a, b) => best(a) - best(b))
}

/** Go anywhere, find a record, start an action. Escape gives the focus back. */
export function Palette(props: Props) {
  const { isOpen, onClose } = props
  return (
    <Window
      isOpen={isOpen}
      onClose={onClose}
      label="Buscar ou ir para"
      place={classes.place}
      box={classes.box}
      width={640}
    >
      <PaletteBody {...props} />
    </Window>
  )
}

function PaletteBody(props: Props) {
  const { onClose, initialText = '', isEntered = false, groups, search, onNavigate, scope, nothingFound } = props
  const [text, setText] = useState(initialText)
  const { found, isSearching } = useSearch(text.trim(), search)
  const [pointed, setPointed] = useState<string | null>(null)
  const listId = useId()

  const here = found.filter(({ items }) => items.length)
  const shown = [
    ...here.filter(({ isExact }) => isExact),
    ...narrowed(groups(), text),
    ...here.filter(({ isExact }) => !isExact),
  ]
  const items = shown.flatMap((group) => group.items)
  const at = Math.max(
    items.findIndex(({ id }) => id === pointed),
    0,
  )
  const current = items[at]

  // A number or code may be exactly some record's, which then comes first: Enter waits for the answer.
  const [isAwaited, setAwaited] = useState(isEntered)
  const mustWait = isSearching && pointed === null && (current === undefined || /\d/.test(text))

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

  const openAwaited = useStable(() => open(current, false))
  useEffect(() => {
    if (isAwaited && !mustWait) openAwaited()
  }, [isAwaited, mustWait, openAwaited])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setPointed(items.at((at + step) % items.length)?.id ?? null)
    else if (event.key === 'Enter' && mustWait) setAwaited(true)
    else if (event.key === 'Enter') open(current, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className={classes.search}>
        <IconSearch size={18} stroke={1.75} aria-hidden="true" />
        <input
          data-autofocus
          className={classes.input}
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={current && `${listId}-${current.id}`}
          aria-label="Buscar ou ir para"
          placeholder="Buscar, ir para ou fazer…"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setPointed(null)
            setAwaited(false)
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

function Option({ id, item, isCurrent, onPoint, onOpen }: OptionProps) {
  const { label, detail, icon, shortcut, isIndented } = item
  return (
    // The field keeps the focus and has the keys; this is only where the pointer acts.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      className={classes.option}
      data-indented={isIndented || undefined}
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
