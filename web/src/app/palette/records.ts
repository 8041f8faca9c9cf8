import { fold } from '@/ui'
import type { FindRecords, FoundRecord, PaletteGroup, PaletteItem, RowAction } from '@/ui'
import type { Place } from '../places'
import { texts } from '../texts'
import { symbol } from './symbol'

/** Of each kind. More than these, and one types on. */
const SHOWN = 3

type On = Parameters<FindRecords>[1] & { places: readonly Place[] }
type Found = { place: Place; records: FoundRecord[] }

/**
 * Records of the active company that a text finds, the exact ones first with what can be done with them. 'imprimir 201' finds
 * what 201 finds, and offers the printing. A kind that cannot be read is left out; the others still serve.
 */
export async function findRecords(text: string, { places, ...on }: On): Promise<PaletteGroup[]> {
  const deed = deedIn(text)
  const [named, todo] = await Promise.all([
    findAll(text, places, on),
    deed === null ? [] : findAll(deed.rest, places, on),
  ])
  const doing = todo
    .flatMap(({ place, records }) => records.map((record) => ({ place, record })))
    .toSorted((a, b) => nearness(a.record, deed?.rest) - nearness(b.record, deed?.rest))
    .flatMap(({ place, record }) =>
      record.actions
        .filter(({ label }) => fold(label).startsWith(deed?.verb ?? ''))
        .map((action) => itemOf(action, record, place)),
    )
  const exact = named.map(({ place, records }) => ({
    label: place.records?.exact ?? '',
    isExact: true,
    items: records.filter(({ isExact }) => isExact).flatMap((record) => withActions(record, place)),
  }))
  const others = named.map(({ place, records }) => ({
    label: place.title,
    items: records
      .filter(({ isExact }) => !isExact)
      .slice(0, SHOWN)
      .map((record) => recordItem(record, place)),
  }))
  return [{ label: texts.doIt, isExact: true, items: doing.slice(0, 2 * SHOWN) }, ...exact, ...others]
}

async function findAll(text: string, places: readonly Place[], on: Parameters<FindRecords>[1]): Promise<Found[]> {
  const kinds = places.filter(({ records }) => records)
  const found = await Promise.allSettled(
    kinds.map(async (place) => {
      const find = await place.records?.load()
      return { place, records: (await find?.default(text, on)) ?? [] }
    }),
  )
  return found.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

/** 0: called just so; 1: its code or document is; 2: it is found by it. */
const nearness = ({ name, isExact }: FoundRecord, text: string | undefined) =>
  fold(name) === text ? 0 : isExact ? 1 : 2

/** What one wants done and with what: 'transf 201' is transforming, with 201. Null: the text only names something. */
export function deedIn(text: string): { verb: string; rest: string } | null {
  const [first = '', ...others] = fold(text.trim()).split(/\s+/)
  const isVerb = first.length >= 3 && texts.verbs.some((verb) => verb.startsWith(first))
  const rest = others
    .join(' ')
    .replace(/^(o|a|os|as|orcamento|pedido|produto|pessoa) /, '')
    .replace(/ em( pedido)?$/, '')
  return isVerb && rest ? { verb: first, rest } : null
}

function recordItem({ id, label, detail, to }: FoundRecord, place: Place): PaletteItem {
  return { id: `found-${id}`, label, detail, icon: symbol(place.icon), to }
}

/** The record, and below it what can be done with it short of deleting: that one asks for by its name. */
function withActions(record: FoundRecord, place: Place): PaletteItem[] {
  const actions = record.actions.filter(
    ({ to, isDanger }) => !isDanger && !(to !== undefined && record.to.startsWith(to)),
  )
  return [
    recordItem(record, place),
    ...actions.map((action) => ({ ...itemOf(action, record, place), isIndented: true })),
  ]
}

function itemOf({ id, label, labelOf, icon, to, run }: RowAction, record: FoundRecord, place: Place): PaletteItem {
  return {
    id: `${place.path}-${record.id}-${id}`,
    label: labelOf?.(record.name) ?? `${label} ${record.name}`,
    icon: symbol(icon),
    ...(to === undefined ? { run } : { to }),
  }
}
