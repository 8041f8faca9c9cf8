import { useCallback, useMemo, useRef, useState } from 'react'

type Errors = Readonly<Record<string, string>>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Whether two pieces of plain data have the same content. What is one and the same is not looked into. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => isSame(a[name], b[name]))
}

/** At `nome`, or at `itens.2.valor`. An item that is gone has no field any more. */
function withValue<Values extends Record<string, unknown>>(values: Values, path: string, value: unknown): Values {
  const [name = '', index, field = ''] = path.split('.')
  if (index === undefined) return Object.is(values[name], value) ? values : { ...values, [name]: value }
  const items = values[name] as readonly Record<string, unknown>[]
  const item = items[Number(index)]
  if (!item || Object.is(item[field], value)) return values
  return { ...values, [name]: items.with(Number(index), { ...item, [field]: value }) }
}

/** Errors of a list after the item at `at` has been put in (1) or taken out (-1). */
function movedErrors(errors: Errors, list: string, at: number, by: 1 | -1): Errors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([path, error]) => {
      const [name, place, ...rest] = path.split('.')
      const index = Number(place)
      if (name !== list || place === undefined || index < at) return [[path, error]]
      if (by < 0 && index === at) return []
      return [[[name, index + by, ...rest].join('.'), error]]
    }),
  )
}

/**
 * The values of a form and what is wrong with them, by path. Nothing in them is ever changed in place, and what did not change
 * stays the very same object: a long list's items are compared by identity at each key. What is done here stays the same from one
 * rendering to the next and knows what was done since the last one.
 */
export function useValues<Values extends Record<string, unknown>>(initialValues: Values) {
  const [values, setValues] = useState(initialValues)
  const [errors, setErrors] = useState<Errors>({})
  const [base, setBase] = useState(initialValues)
  const newest = useRef(initialValues)
  const isDirty = useMemo(() => !isSame(values, base), [values, base])

  const keep = useCallback((next: Values) => {
    newest.current = next
    setValues(next)
  }, [])
  /** Its error was about the value before. */
  const set = useCallback(
    (path: string, value: unknown) => {
      setErrors((all) => {
        if (!(path in all)) return all
        return Object.fromEntries(Object.entries(all).filter(([each]) => each !== path))
      })
      keep(withValue(newest.current, path, value))
    },
    [keep],
  )
  const replaceList = useCallback(
    (list: string, at: number, by: 1 | -1, change: (items: readonly unknown[]) => unknown) => {
      setErrors((all) => movedErrors(all, list, at, by))
      keep({ ...newest.current, [list]: change(newest.current[list] as readonly unknown[]) })
    },
    [keep],
  )

  return {
    values,
    errors,
    /** What the values are compared with. */
    base,
    isDirty,
    set,
    /** No error is left. */
    merge: useCallback(
      (changes: Partial<Values>) => {
        setErrors({})
        keep({ ...newest.current, ...changes })
      },
      [keep],
    ),
    setErrors: useCallback(
      // A form may name a field as having none.
      (all: Readonly<Record<string, string | undefined>>) =>
        setErrors(Object.fromEntries(Object.entries(all).flatMap(([path, error]) => (error ? [[path, error]] : [])))),
      [],
    ),
    setBase,
    insert: useCallback(
      (list: string, item: unknown, at?: number) => {
        const place = at ?? (newest.current[list] as readonly unknown[]).length
        replaceList(list, place, 1, (items) => items.toSpliced(place, 0, item))
      },
      [replaceList],
    ),
    remove: useCallback(
      (list: string, index: number) => replaceList(list, index, -1, (items) => items.toSpliced(index, 1)),
      [replaceList],
    ),
  }
}
