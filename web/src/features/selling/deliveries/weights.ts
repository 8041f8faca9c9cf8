import { decimal, formatDecimal } from '@/ui'
import { isSome } from './left'

/** Kilograms of one of each item, by the item's id; items without a weight are missing. */
export type UnitWeights = ReadonlyMap<string, string>

type Part = { item_id: string; quantidade: string }

/** '2.483,875 kg, sem contar 1 item sem peso'; null when nothing of it has a weight. */
export function weightOf(parts: readonly Part[], weights: UnitWeights): string | null {
  const loaded = parts.filter(({ quantidade }) => isSome(quantidade))
  const known = loaded.flatMap(({ item_id, quantidade }) => {
    const one = weights.get(item_id)
    return one === undefined ? [] : [decimal.multiply([quantidade, one], 3)]
  })
  if (known.length === 0) return null
  const sum = `${formatDecimal(decimal.sum(known, 3), 0)} kg`
  const unknown = loaded.length - known.length
  return unknown === 0 ? sum : `${sum}, sem contar ${unknown} ${unknown === 1 ? 'item' : 'itens'} sem peso`
}
