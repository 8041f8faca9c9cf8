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
  serie_nfe: string
  numero_inicial_nfe: string
  csc_id: string
  csc: string
}

/** What differs from one environment to the other. */
export type OfEnvironment = Pick<
  SefazValues,
  'serie' | 'numero_inicial' | 'serie_nfe' | 'numero_inicial_nfe' | 'csc_id' | 'csc'
>

export const NFCE = 65
export const NFE = 55
type Modelo = EnvironmentSettings['series'][number]['modelo']

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
  serie_nfe: { label: texts.fields.serie_nfe, required: true },
  numero_inicial_nfe: { label: texts.fields.numero_inicial_nfe, required: true },
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
    serie_nfe: String(settings.serie_nfe),
    numero_inicial_nfe: String(settings.numero_inicial_nfe),
    csc_id: settings.csc_id ?? '',
    csc: settings.csc_mascara ?? '',
  }
}

/** The settings as a form shows them; `shown` is the environment it is about, by default the one in use. */
export function valuesOf(settings: SefazSettings, shown: Environment = settings.ambiente): SefazValues {
  return { ambiente: settings.ambiente, destino: settings.destino, ...ofEnvironment(settings[shown]) }
}

/** What is known of a series; undefined when it has no number of its own yet. */
export function seriesOf(settings: EnvironmentSettings, modelo: Modelo, serie: string) {
  return /^\d+$/.test(serie)
    ? settings.series.find((each) => each.modelo === modelo && each.serie === Number(serie))
    : undefined
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
    proximo_lido: seriesOf(known[ambiente], NFCE, serie)?.numero_inicial ?? null,
    ...nfeSeriesOf(values, known[ambiente]),
    csc: csc === kept || csc === '' ? null : csc,
    csc_id,
  }
}

/** Only what was changed: saving alone begins no series of NF-e. */
function nfeSeriesOf({ serie_nfe, numero_inicial_nfe }: SefazValues, known: EnvironmentSettings) {
  if (serie_nfe === String(known.serie_nfe) && numero_inicial_nfe === String(known.numero_inicial_nfe)) return {}
  return {
    serie_nfe: numberOf(serie_nfe),
    numero_inicial_nfe: numberOf(numero_inicial_nfe),
    proximo_lido_nfe: seriesOf(known, NFE, serie_nfe)?.numero_inicial ?? null,
  }
}

/** What is empty is left out, so that the server names it as missing. */
function numberOf(text: string): number {
  return (text === '' ? undefined : Number(text)) as number
}
