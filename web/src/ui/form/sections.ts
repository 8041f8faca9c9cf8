import { IconForms } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ScreenAction } from '../actions/types'
import type { FieldSpec } from './use-record-form'

export type FormSection = {
  id: string
  title: string
  /** What a closed section tells about its content. */
  summary?: string
  /** Names of its fields in the order they are seen. Errors at `itens.2.cfop` belong to the section with `itens`. */
  fields: readonly string[]
  /** Why it does not apply ('Não se aplica ao Simples Nacional'): then it starts folded and lacks nothing. */
  notApplicable?: string | undefined
  /** Open at first; default: every section of a new record, the first of an old one. */
  startsOpen?: boolean
  /** One of several that are folded as a rule: they stand together as the rows of one card. */
  isRow?: boolean
  /** At the right of its title, in place of how complete it is: where its values come from. */
  mark?: string
  /** Beside its title: a state, or a button that adds something to it. */
  action?: ReactNode
  content: ReactNode
}

type Form = {
  values: Record<string, unknown>
  errors: Readonly<Record<string, string>>
  fields: Readonly<Record<string, FieldSpec>>
}

export type SectionState =
  { kind: 'errors'; count: number } | { kind: 'missing'; count: number } | { kind: 'optional' | 'complete' | 'off' }

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined

function owns(section: FormSection, path: string): boolean {
  return section.fields.some((field) => path === field || path.startsWith(`${field}.`))
}

export function sectionOf(sections: readonly FormSection[], path: string): FormSection | undefined {
  return sections.find((section) => owns(section, path))
}

/** Paths of the bad fields in the order one meets them; those of no section come last. */
export function orderedErrors(sections: readonly FormSection[], errors: Readonly<Record<string, string>>): string[] {
  const order = sections.flatMap((section) => section.fields)
  const rank = (path: string) => {
    const at = order.findIndex((field) => path === field || path.startsWith(`${field}.`))
    return at < 0 ? order.length : at
  }
  return Object.keys(errors)
    .filter((path) => errors[path])
    .toSorted((a, b) => rank(a) - rank(b))
}

export function stateOf(section: FormSection, { values, errors, fields }: Form): SectionState {
  const bad = Object.keys(errors).filter((path) => errors[path] && owns(section, path))
  if (bad.length) return { kind: 'errors', count: bad.length }
  if (section.notApplicable) return { kind: 'off' }
  const required = section.fields.filter((field) => fields[field]?.required)
  const missing = required.filter((field) => isEmpty(values[field]))
  if (missing.length) return { kind: 'missing', count: missing.length }
  if (!required.length && section.fields.every((field) => isEmpty(values[field]))) return { kind: 'optional' }
  return { kind: 'complete' }
}

/** The way to each field, for Ctrl+K: 'Valor unitário', in 'Dados Gerais'. */
export function fieldActions(
  sections: readonly FormSection[],
  specs: Readonly<Record<string, FieldSpec>>,
  jumpTo: (path: string) => void,
): ScreenAction[] {
  return sections.flatMap((section) =>
    section.fields.flatMap((field) => {
      const label = specs[field]?.label
      if (label === undefined || specs[field]?.item) return []
      const run = () => jumpTo(field)
      return [{ id: `field-${field}`, label, detail: section.title, icon: IconForms, isOnlyFound: true, run }]
    }),
  )
}

export function stateText(state: SectionState): string {
  switch (state.kind) {
    case 'errors':
      return state.count === 1 ? '1 erro' : `${state.count} erros`
    case 'missing':
      return state.count === 1 ? 'Falta 1 campo' : `Faltam ${state.count} campos`
    case 'optional':
      return 'Opcional'
    case 'off':
      return 'Não se aplica'
    case 'complete':
      return 'Completo'
  }
}
