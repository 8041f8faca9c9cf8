import type { Person, PersonInput } from '@/api'
import { formatCep, formatCpfCnpj, formatPhone } from '@/ui'
import type { FieldSpec } from '@/ui'
import { texts } from './texts'

export type PersonType = '1' | '2'

/** The form's content: texts without punctuation, null where nothing is chosen. */
export type PersonValues = {
  pessoa_tipo: PersonType
  cpf_cnpj: string
  razao_social: string
  nome_fantasia: string
  insc_estadual: string
  telefone: string
  email: string
  contato: string
  cep: string
  logradouro: string
  numero: string
  complemento: string
  bairro: string
  uf: string | null
  /** IBGE code. */
  municipio: string
  pais: string
  observacao: string
  ativo: boolean
}

export const NEW_PERSON: PersonValues = {
  pessoa_tipo: '1',
  cpf_cnpj: '',
  razao_social: '',
  nome_fantasia: '',
  insc_estadual: '',
  telefone: '',
  email: '',
  contato: '',
  cep: '',
  logradouro: '',
  numero: '',
  complemento: '',
  bairro: '',
  uf: null,
  municipio: '',
  pais: 'Brasil',
  observacao: '',
  ativo: true,
}

const shownWith = (format: (plain: string) => string) => (value: unknown) => format(value as string)

/** Labels follow the type. */
export function specsFor(type: PersonType): Record<keyof PersonValues, FieldSpec> {
  const { fields } = texts
  return {
    pessoa_tipo: { label: fields.pessoa_tipo, required: true, show: (value) => texts.types[Number(value)] ?? '' },
    cpf_cnpj: { label: fields.cpf_cnpj[type], required: true, show: shownWith(formatCpfCnpj) },
    razao_social: { label: fields.razao_social[type], required: true },
    nome_fantasia: { label: fields.nome_fantasia[type] },
    insc_estadual: { label: fields.insc_estadual },
    telefone: { label: fields.telefone, show: shownWith(formatPhone) },
    email: { label: fields.email },
    contato: { label: fields.contato },
    cep: { label: fields.cep, show: shownWith(formatCep) },
    logradouro: { label: fields.logradouro },
    numero: { label: fields.numero },
    complemento: { label: fields.complemento },
    bairro: { label: fields.bairro },
    uf: { label: fields.uf },
    municipio: { label: fields.municipio },
    pais: { label: fields.pais },
    observacao: { label: fields.observacao },
    ativo: { label: fields.ativo, show: (value) => (value ? texts.active : texts.inactive) },
  }
}

export function valuesOf(person: Person): PersonValues {
  return {
    pessoa_tipo: person.pessoa_tipo === 2 ? '2' : '1',
    cpf_cnpj: person.cpf_cnpj,
    razao_social: person.razao_social,
    nome_fantasia: person.nome_fantasia ?? '',
    insc_estadual: person.insc_estadual ?? '',
    telefone: person.telefone ?? '',
    email: person.email ?? '',
    contato: person.contato ?? '',
    cep: person.cep ?? '',
    logradouro: person.logradouro ?? '',
    numero: person.numero ?? '',
    complemento: person.complemento ?? '',
    bairro: person.bairro ?? '',
    uf: person.uf,
    municipio: person.municipio ?? '',
    pais: person.pais,
    observacao: person.observacao ?? '',
    ativo: person.ativo === 'S',
  }
}

/** A state registration stays in the form when the type changes, but only a legal person has one. */
export function bodyOf(values: PersonValues): PersonInput {
  const { pessoa_tipo, insc_estadual, uf, municipio, pais, ativo, ...rest } = values
  const { cpf_cnpj, razao_social, ...optional } = rest
  const orNull = Object.fromEntries(Object.entries(optional).map(([name, value]) => [name, value || null]))
  return {
    ...orNull,
    cpf_cnpj,
    razao_social,
    pessoa_tipo: Number(pessoa_tipo),
    insc_estadual: pessoa_tipo === '2' ? insc_estadual || null : null,
    uf: uf as PersonInput['uf'],
    municipio: municipio || null,
    pais: pais || undefined,
    ativo: ativo ? 'S' : 'N',
  }
}
