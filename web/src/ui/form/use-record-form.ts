import { useCallback, useId, useRef, useState } from 'react'
import { useValues } from './use-values'

/** How a field of a list's items is called. */
export type ItemFieldSpec = { label: string; required?: boolean }

export type FieldSpec = {
  label: string
  required?: boolean
  /** How a value is shown where two versions are compared. Default: as it is. */
  show?: (value: unknown) => string
  /** Of a list: what one of its items is called ('Item'), and its items' fields by name. */
  item?: { label: string; fields: Readonly<Record<string, ItemFieldSpec>> }
  /** Never kept in the browser, such as a password. */
  isSecret?: boolean
}

type Options<Values, Name extends string> = {
  initialValues: Values
  /** The record's version as the server named it (ETag); undefined for a new record. */
  version?: string
  fields: Readonly<Record<Name, FieldSpec>>
}

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never
type ListName<Values> = { [N in keyof Values & string]: Values[N] extends readonly object[] ? N : never }[keyof Values &
  string]

/**
 * What is typed into a record's form, which fields the server refused, and the version it all started from.
 * `Values` is plain data: compared by content, so that typing something back is no change. A list's items are plain objects;
 * their fields are `itens.2.valor` in errors and ids.
 */
export function useRecordForm<Values extends Record<string, unknown>>(options: Options<Values, keyof Values & string>) {
  type Name = keyof Values & string
  const { fields } = options
  const form = useValues(options.initialValues)
  const [version, setVersion] = useState(options.version)
  const formId = useId()
  const idOf = (path: string) => `${formId}-${path}`
  const problems = useRef(new Map<string, string>())
  const reportProblem = useCallback((id: string, problem: string | null) => {
    if (problem === null) problems.current.delete(id)
    else problems.current.set(id, problem)
  }, [])
  const [setters] = useState(() => settersOf(form.set))
  const specs = fields as Readonly<Record<string, FieldSpec>>

  const bind = (path: string, { label, required = false }: ItemFieldSpec) => ({
    id: idOf(path),
    label,
    required,
    error: form.errors[path],
  })

  return {
    values: form.values,
    errors: form.errors,
    isDirty: form.isDirty,
    /** The values that were loaded or last saved. */
    base: form.base,
    version,
    fields: specs,
    /** The id of a field's control in the page. */
    idOf,
    /**
     * Everything a control of ui needs: `<TextInput {...form.field('razao_social')} />`. `onChange` is the same each time, so
     * that a control whose value and error stay as they were is not rendered anew.
     */
    field: <N extends Name>(name: N) => ({
      ...bind(name, fields[name]),
      value: form.values[name],
      onChange: setters.value(name) as (value: Values[N]) => void,
    }),
    /** The same for controls that report events. */
    textField: (name: Name) => ({
      ...bind(name, fields[name]),
      value: form.values[name] as string,
      onChange: setters.text(name),
    }),
    /** The same for a field of an item: `<MoneyInput {...form.itemField('itens', 2, 'valor')} />`. */
    itemField: <L extends ListName<Values>, K extends keyof ItemOf<Values[L]> & string>(
      list: L,
      index: number,
      name: K,
    ) => {
      const path = `${list}.${index}.${name}`
      const item = (form.values[list] as readonly unknown[])[index] as ItemOf<Values[L]>
      return {
        ...bind(path, fields[list].item?.fields[name] ?? { label: name }),
        value: item[name],
        onChange: setters.value(path) as (value: ItemOf<Values[L]>[K]) => void,
      }
    },
    /** Adds an item, at the end unless `at` says where. */
    insertItem: <L extends ListName<Values>>(list: L, item: ItemOf<Values[L]>, at?: number) =>
      form.insert(list, item, at),
    /** Errors of the items behind it move along. */
    removeItem: (list: ListName<Values>, index: number) => form.remove(list, index),
    /** Takes all errors away. */
    setValues: form.merge,
    setErrors: form.setErrors,
    /** For the form around the fields: where they tell what they cannot read. */
    reportProblem,
    /** What the fields in the page hold and cannot read, by path. Until it is empty nothing may be saved. */
    unreadable: (): Record<string, string> =>
      Object.fromEntries(
        [...problems.current]
          .filter(([id]) => id.startsWith(idOf('')))
          .map(([id, problem]) => [id.slice(idOf('').length), problem]),
      ),
    /** What the server holds now is the new start; what is typed stays. */
    rebase: (values: Values, newVersion: string | undefined) => {
      form.setBase(values)
      setVersion(newVersion)
    },
    /** What the server holds now is shown, and nothing is typed any more. */
    restart: (values: Values, newVersion: string | undefined) => {
      form.merge(values)
      form.setBase(values)
      setVersion(newVersion)
    },
  }
}

type TextEvent = { currentTarget: { value: string } }

/** One setter per path, made when it is first asked for. */
function settersOf(set: (path: string, value: unknown) => void) {
  const values = new Map<string, (value: unknown) => void>()
  const texts = new Map<string, (event: TextEvent) => void>()
  return {
    value: (path: string) => made(values, path, () => (value: unknown) => set(path, value)),
    text: (path: string) => made(texts, path, () => (event: TextEvent) => set(path, event.currentTarget.value)),
  }
}

function made<Made>(all: Map<string, Made>, key: string, make: () => Made): Made {
  const known = all.get(key)
  if (known) return known
  const value = make()
  all.set(key, value)
  return value
}

export type RecordFormState<Values extends Record<string, unknown>> = ReturnType<typeof useRecordForm<Values>>

/** What the field of a path is called: 'CNPJ', or 'Item 3, CFOP' inside a list. */
export function labelOf(fields: Readonly<Record<string, FieldSpec>>, path: string): string | undefined {
  const [list = '', index, name = ''] = path.split('.')
  const spec = fields[list]
  if (index === undefined || !spec?.item) return fields[path]?.label
  const place = `${spec.item.label} ${Number(index) + 1}`
  const label = spec.item.fields[name]?.label
  return label ? `${place}, ${label}` : place
}
