import type { FieldSpec } from './use-record-form'

export type Side = 'mine' | 'theirs'

export type Difference = {
  field: string
  label: string
  mine: string
  theirs: string
  /** Mine where I changed the field, theirs where only they did. */
  proposed: Side
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')

function shown(value: unknown, { show }: FieldSpec): string {
  const text = show ? show(value) : typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return text || '(vazio)'
}

/** Fields in which what is typed and what was saved meanwhile differ. `base` is what both started from. */
export function differences<Values extends Record<string, unknown>>(
  fields: Readonly<Record<string, FieldSpec>>,
  versions: { base: Values; mine: Values; theirs: Values },
): Difference[] {
  const { base, mine, theirs } = versions
  return Object.entries(fields)
    .filter(([field]) => !same(mine[field], theirs[field]))
    .map(([field, spec]) => ({
      field,
      label: spec.label,
      mine: shown(mine[field], spec),
      theirs: shown(theirs[field], spec),
      proposed: same(mine[field], base[field]) ? 'theirs' : 'mine',
    }))
}

/** What is typed, with their value in the fields where theirs was chosen. */
export function merged<Values extends Record<string, unknown>>(
  mine: Values,
  theirs: Values,
  chosen: Readonly<Record<string, Side>>,
): Values {
  const result: Record<string, unknown> = { ...mine }
  for (const [field, side] of Object.entries(chosen)) if (side === 'theirs') result[field] = theirs[field]
  return result as Values
}
