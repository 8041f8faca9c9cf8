import type { EnvironmentSettings, SefazSettings, SefazSettingsInput } from '@/api'
import type { FieldSpec } from '@/ui'
import type { Environment } from './queries'
import { texts } from './texts'

/** The form's content, of one environment. `csc` is the mask while the kept one stays. */
export type SefazValues = {
  ambiente: Environment
  destino: SefazSettings['destino']
  serie: string
  numero_inicial: string
  csc_id: string
  csc: string
}

/** What differs from one environment to the other. */
export type OfEnvironment = Pick<SefazValues, 'serie' | 'numero_inicial' | 'csc_id' | 'csc'>

const MASKED = /[^0-9A-Za-z]/

export const FIELDS: Record<keyof SefazValues, FieldSpec> = {
  ambiente: {
    label: texts.fields.ambiente,
    required: true,
    show: (value) => texts.environments[value as Environment],
  },
  destino: { label: texts.fields.destino, show: (value) => texts.destinations[value as SefazSettings['destino']] },
  serie: { label: texts.fields.serie, required: true },
  numero_inicial: { label: texts.fields.numero_inicial, required: true },
  csc_id: { label: texts.fields.csc_id, required: true },
  csc: {
    label: texts.fields.csc,
    required: true,
    isSecret: true,
    show: (value) => (MASKED.test(value as string) || value === '' ? (value as string) : texts.newCsc),
  },
}

export function ofEnvironment(settings: EnvironmentSettings): OfEnvironment {
  return {
    serie: String(settings.serie),
    numero_inicial: String(settings.numero_inicial),
    csc_id: settings.csc_id ?? '',
    csc: settings.csc_mascara ?? '',
  }
}

/** The settings as a form shows them; `shown` is the environment it is about, by default the one in use. */
export function valuesOf(settings: SefazSettings, shown: Environment = settings.ambiente): SefazValues {
  return { ambiente: settings.ambiente, destino: settings.destino, ...ofEnvironment(settings[shown]) }
}

/** What is known of a series; undefined when it has no number of its own yet. */
export function seriesOf(settings: EnvironmentSettings, serie: string) {
  return /^\d+$/.test(serie) ? settings.series.find((each) => each.serie === Number(serie)) : undefined
}

/** `known` is what the form shows numbers from: they change only while they are still what was seen. */
export function bodyOf(values: SefazValues, known: SefazSettings): SefazSettingsInput {
  const { ambiente, destino, serie, numero_inicial, csc_id, csc } = values
  const kept = known[ambiente].csc_mascara
  return {
    ambiente,
    destino: ambiente === 'homologacao' ? destino : null,
    serie: numberOf(serie),
    numero_inicial: numberOf(numero_inicial),
    proximo_lido: seriesOf(known[ambiente], serie)?.numero_inicial ?? null,
    csc: csc === kept || csc === '' ? null : csc,
    csc_id,
  }
}

/** What is empty is left out, so that the server names it as missing. */
function numberOf(text: string): number {
  return (text === '' ? undefined : Number(text)) as number
}
