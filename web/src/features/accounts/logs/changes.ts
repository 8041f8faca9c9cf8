import { formatDateTime, formatDay, formatDecimal, formatInteger } from '@/ui'
import { FIELDS } from './fields'
import { texts } from './texts'

/** A field that has been changed, with readable values. */
export type FieldChange = { field: string; before: string; after: string }
/** Anything else the log keeps about an action. */
export type Fact = { name: string; value: string }

export type LogDetails = { changes: FieldChange[]; facts: Fact[] }

/** `{"prod_xProd": ["Laje H8", "Laje H12"], "csc": "alterado", "ids": […]}` as people read it. */
export function readDetails(details: Readonly<Record<string, unknown>> | null): LogDetails {
  const read: LogDetails = { changes: [], facts: [] }
  for (const [name, value] of Object.entries(details ?? {})) {
    const field = FIELDS[name] ?? name
    if (isPair(name, value)) read.changes.push({ field, before: shown(value[0]), after: shown(value[1]) })
    else if (value === texts.secret) read.changes.push({ field, before: '', after: texts.secret })
    else read.facts.push({ name: field, value: shown(value) })
  }
  return read
}

/** Names of members that list records rather than a value before and after. */
const LISTS = new Set(['ids', 'desativados'])

function isPair(name: string, value: unknown): value is readonly [unknown, unknown] {
  return Array.isArray(value) && value.length === 2 && !LISTS.has(name)
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.nothing
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') return formatInteger(value)
  if (Array.isArray(value)) return texts.count(value.length)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (value === 'S') return texts.yes
  if (value === 'N') return texts.no
  if (/^-?\d+\.\d+$/.test(value)) return formatDecimal(value)
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatDateTime(value)
  return formatDay(value)
}
