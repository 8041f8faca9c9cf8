import type { Company, CompanyColor, CompanyInput, Uf } from '@/api'
import { formatCep, formatCnpj, formatPhone } from '@/ui'
import type { FieldSpec } from '@/ui'
import { texts } from './texts'

/** The form's content: texts without punctuation, null where nothing is chosen. */
export type CompanyValues = {
  razao_social: string
  nome_fantasia: string
  cnpj: string
  inscricao_estadual: string
  telefone: string
  crt: string
  cep: string
  logradouro: string
  numero: string
  complemento: string
  bairro: string
  uf: string | null
  municipio: string
  codigo_municipio: string
  cor: CompanyColor | null
  fuso_horario: string | null
  ativo: boolean
}

export const NEW_COMPANY: CompanyValues = {
  razao_social: '',
  nome_fantasia: '',
  cnpj: '',
  inscricao_estadual: '',
  telefone: '',
  crt: '1',
  cep: '',
  logradouro: '',
  numero: '',
  complemento: '',
  bairro: '',
  uf: null,
  municipio: '',
  codigo_municipio: '',
  cor: null,
  fuso_horario: null,
  ativo: true,
}

const shownWith = (format: (plain: string) => string) => (value: unknown) => format(value as string)

export const FIELDS: Record<keyof CompanyValues, FieldSpec> = {
  razao_social: { label: texts.fields.razao_social, required: true },
  nome_fantasia: { label: texts.fields.nome_fantasia },
  cnpj: { label: texts.fields.cnpj, required: true, show: shownWith(formatCnpj) },
  inscricao_estadual: { label: texts.fields.inscricao_estadual, required: true },
  crt: { label: texts.fields.crt, required: true, show: (value) => texts.crt[Number(value)] ?? '' },
  telefone: { label: texts.fields.telefone, show: shownWith(formatPhone) },
  cep: { label: texts.fields.cep, required: true, show: shownWith(formatCep) },
  logradouro: { label: texts.fields.logradouro, required: true },
  numero: { label: texts.fields.numero, required: true },
  complemento: { label: texts.fields.complemento },
  bairro: { label: texts.fields.bairro, required: true },
  uf: { label: texts.fields.uf, required: true },
  municipio: { label: texts.fields.municipio, required: true },
  codigo_municipio: { label: texts.fields.codigo_municipio, required: true },
  cor: { label: texts.fields.cor },
  fuso_horario: { label: texts.fields.fuso_horario },
  ativo: { label: texts.fields.ativo, show: (value) => (value ? texts.active : texts.inactive) },
}

export function valuesOf(company: Company): CompanyValues {
  return {
    razao_social: company.razao_social,
    nome_fantasia: company.nome_fantasia ?? '',
    cnpj: company.cnpj,
    inscricao_estadual: company.inscricao_estadual,
    telefone: company.telefone ?? '',
    crt: String(company.crt),
    cep: company.cep,
    logradouro: company.logradouro,
    numero: company.numero,
    complemento: company.complemento ?? '',
    bairro: company.bairro,
    uf: company.uf,
    municipio: company.municipio,
    codigo_municipio: company.codigo_municipio,
    cor: company.cor,
    fuso_horario: company.fuso_horario,
    ativo: company.ativo === 'S',
  }
}

/** What is not chosen is left out, so that the server names it as missing or puts its default. */
export function bodyOf(values: CompanyValues): CompanyInput {
  const { crt, uf, cor, fuso_horario, ativo, ...texts } = values
  return {
    ...texts,
    crt: Number(crt),
    // The server refuses a company without UF, at that field.
    uf: (uf ?? undefined) as Uf,
    cor: cor ?? undefined,
    fuso_horario: fuso_horario ?? undefined,
    ativo: ativo ? 'S' : 'N',
  }
}
