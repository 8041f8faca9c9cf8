import { useState } from 'react'
import { useStable } from './use-stable'

type Form<Values> = { values: Values; setValues: (values: Partial<Values>) => void }
type Filled<Values> = { [Name in keyof Values]?: { value: Values[Name]; mark: string } }

export type FilledFields<Values> = {
  /** Fills each part in which nothing else stands. '' or null: what filled it has nothing to say. */
  fill: (parts: readonly Partial<Values>[], mark: string) => void
  /** What marks a field as filled, until one changes it. */
  markOf: (name: keyof Values) => string | undefined
}

const isEmpty = (value: unknown) => value === '' || value === null

/**
 * Fields of a form that something else filled than the person who types in it, such as a CEP. Values that belong together are a part.
 * What was typed stays, and what was filled before gives way.
 */
export function useFilledFields<Values extends Record<string, unknown>>(form: Form<Values>): FilledFields<Values> {
  const [filled, setFilled] = useState<Filled<Values>>({})
  const isFilled = (name: keyof Values) => {
    const one = filled[name]
    return one !== undefined && !isEmpty(one.value) && form.values[name] === one.value
  }
  const fill = useStable((parts: readonly Partial<Values>[], mark: string) => {
    const mayBeFilled = (part: Partial<Values>) =>
      Object.keys(part).every((name) => {
        const value = form.values[name]
        return isEmpty(value) || value === part[name] || isFilled(name)
      })
    const changes = Object.assign({}, ...parts.filter(mayBeFilled)) as Partial<Values>
    // What stood there already by itself is nobody's but the person's.
    const isNew = (name: string) => isFilled(name) || form.values[name] !== changes[name]
    const added = Object.entries(changes)
      .filter(([name]) => isNew(name))
      .map(([name, value]) => [name, { value: value as unknown, mark }])
    setFilled({ ...filled, ...(Object.fromEntries(added) as Filled<Values>) })
    form.setValues(changes)
  })
  return { fill, markOf: (name) => (isFilled(name) ? filled[name]?.mark : undefined) }
}
