import { useQuery } from '@tanstack/react-query'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { fold } from '../format/text'
import { useDebounced } from '../use-debounced'

export type PickerItem = {
  /** What the field's value becomes. */
  id: string
  /** First line, and what stands in the field once it is chosen. */
  label: string
  /** Second line: description, document, place. */
  detail?: string
  /** What one types to mean exactly this one; default the label. */
  code?: string
  /** The first six digits of its code mean it too, where it is the only one that begins so. */
  isNamedBySix?: boolean
}

export type PickerSearch<Item extends PickerItem, Key extends QueryKey> = (
  text: string,
) => UseQueryOptions<Item[], Error, Item[], Key>

type Options<Item extends PickerItem, Key extends QueryKey> = {
  value: string | null
  valueLabel: string | undefined
  search: PickerSearch<Item, Key>
  allowText: boolean
  isOpen: boolean
  onChange: (value: string, item: Item | null) => void
  /** The list has done its work. */
  onDone: () => void
}

const DELAY_MS = 200

const plain = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')

/** So many digits of a code mean the only one that begins so. */
const DIGITS_OF_ONE = 6

/** The one item that the text names: exactly, punctuation and accents aside, or by the first six digits of its code. */
export function exactItem<Item extends PickerItem>(items: readonly Item[], text: string): Item | undefined {
  const wanted = plain(text)
  if (wanted === '') return undefined
  const codeOf = (item: Item) => plain(item.code ?? item.label)
  const same = items.filter((item) => codeOf(item) === wanted)
  if (same.length === 1) return same[0]
  if (same.length > 1 || !/^\d+$/.test(wanted) || wanted.length < DIGITS_OF_ONE) return undefined
  const begun = items.filter((item) => item.isNamedBySix && codeOf(item).startsWith(wanted))
  return begun.length === 1 ? begun[0] : undefined
}

/** What a picker's field holds, and which items answer to it. */
export function usePicker<Item extends PickerItem, Key extends QueryKey>(options: Options<Item, Key>) {
  const { value, allowText, isOpen, onChange, onDone } = options
  const current = value ?? ''
  // What is typed and not yet an item; null while the field shows its value.
  const [typed, setTyped] = useState<string | null>(null)
  const [chosen, setChosen] = useState<PickerItem | null>(null)
  // What to do as soon as there is an answer to what is typed.
  const [pending, setPending] = useState<'first' | 'exact' | null>(null)
  const [lastValue, setLastValue] = useState(current)
  // Replaced from outside: what was typed was about the value before.
  if (current !== lastValue) {
    setLastValue(current)
    setTyped(null)
    setPending(null)
  }

  const wanted = (typed ?? '').trim()
  const settled = useDebounced(wanted, DELAY_MS)
  const { data, error, isFetching, refetch } = useQuery({
    ...options.search(settled),
    enabled: isOpen || pending !== null || typed !== null,
  })
  const isAnswer = settled === wanted && data !== undefined
  const items = isAnswer ? data : []
  const isFailed = settled === wanted && error !== null && data === undefined

  const choose = (item: Item) => {
    setChosen(item)
    setTyped(null)
    setPending(null)
    setLastValue(item.id)
    onDone()
    if (item.id !== current) onChange(item.id, item)
  }
  const clear = () => {
    setTyped(null)
    setPending(null)
    setLastValue('')
    if (current !== '') onChange('', null)
  }
  const type = (text: string) => {
    setTyped(text)
    setPending(null)
    if (!allowText) return
    setLastValue(text)
    onChange(text, null)
  }
  /** Chooses now, or as soon as the answer is there. */
  const decide = (how: 'first' | 'exact') => {
    if (!isAnswer) {
      setPending(how)
      return
    }
    setPending(null)
    const item = exactItem(items, wanted) ?? (how === 'first' ? items[0] : undefined)
    if (item) choose(item)
    else if (allowText) setTyped(null)
  }
  const leave = () => {
    onDone()
    if (typed === null) return
    if (wanted === '') clear()
    else if (!allowText && typed === shown) setTyped(null)
    else decide('exact')
  }

  const decideLatest = useEffectEvent(decide)
  useEffect(() => {
    // The answer comes from outside, and what it decides is told to the caller: not to be done while rendering.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    if (isAnswer && pending !== null) decideLatest(pending)
  }, [isAnswer, pending])

  const shown = current === '' ? '' : current === chosen?.id ? chosen.label : (options.valueLabel ?? current)
  return {
    text: typed ?? shown,
    /** What is typed is no item (yet), and may not stand for itself. */
    isUnresolved: typed !== null && typed.trim() !== '' && typed !== shown && !allowText,
    /** One left the field and waits for an answer. */
    isPending: pending !== null && !isFailed,
    wanted,
    items,
    isAnswer,
    isSearching: !isAnswer && !isFailed && (isFetching || settled !== wanted),
    problem: isFailed ? error.message : null,
    error: isFailed ? error : null,
    retry: () => void refetch(),
    type,
    choose,
    clear,
    decide,
    leave,
    /** Back to the value. */
    revert: () => {
      setTyped(null)
      setPending(null)
    },
    isTyped: typed !== null,
  }
}
