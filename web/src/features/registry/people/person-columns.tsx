import { IconBuilding, IconCircleCheckFilled, IconCircleX, IconHelpCircle, IconUser } from '@tabler/icons-react'
import type { Person } from '@/api'
import { formatCpfCnpj, formatDateTime, formatPhone, StatusBadge } from '@/ui'
import type { Column, PhoneRow } from '@/ui'
import classes from './people-page.module.css'
import { texts } from './texts'

const ICONS: Record<number, typeof IconUser> = { 1: IconUser, 2: IconBuilding }

export function typeNameOf({ pessoa_tipo }: Person): string {
  return texts.types[pessoa_tipo] ?? texts.unknownType
}

function typeOf(person: Person) {
  const Icon = ICONS[person.pessoa_tipo] ?? IconHelpCircle
  return (
    <span className={classes.type}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      {typeNameOf(person)}
    </span>
  )
}

const cityOf = ({ municipio_nome, uf }: Person) => [municipio_nome, uf].filter(Boolean).join('/')

function statusOf({ ativo }: Person) {
  return ativo === 'S' ? (
    <StatusBadge tone="green" icon={IconCircleCheckFilled}>
      {texts.active}
    </StatusBadge>
  ) : (
    <StatusBadge tone="grey" icon={IconCircleX}>
      {texts.inactive}
    </StatusBadge>
  )
}

export const COLUMNS: Column<Person>[] = [
  { id: 'pessoa_tipo', title: texts.columns.tipo, width: '160px', leaves: 1, cell: typeOf },
  {
    id: 'razao_social',
    title: texts.columns.nome,
    sort: 'razao_social',
    isName: true,
    cell: (person) => person.razao_social,
  },
  {
    id: 'cpf_cnpj',
    title: texts.columns.documento,
    sort: 'cpf_cnpj',
    width: '180px',
    cell: ({ cpf_cnpj }) => formatCpfCnpj(cpf_cnpj),
  },
  { id: 'cidade', title: texts.columns.cidade, sort: 'cidade', width: '220px', leaves: 2, cell: cityOf },
  {
    id: 'nome_fantasia',
    title: texts.columns.nome_fantasia,
    isOptional: true,
    width: '180px',
    cell: (person) => person.nome_fantasia,
  },
  {
    id: 'telefone',
    title: texts.columns.telefone,
    isOptional: true,
    width: '150px',
    cell: ({ telefone }) => formatPhone(telefone ?? ''),
  },
  { id: 'email', title: texts.columns.email, isOptional: true, width: '220px', cell: (person) => person.email },
  { id: 'ativo', title: texts.columns.ativo, isOptional: true, width: '110px', cell: statusOf },
  {
    id: 'created_at',
    title: texts.columns.created_at,
    sort: 'created_at',
    isOptional: true,
    width: '150px',
    cell: ({ created_at }) => formatDateTime(created_at),
  },
  {
    id: 'updated_at',
    title: texts.columns.updated_at,
    isOptional: true,
    width: '150px',
    cell: ({ updated_at }) => formatDateTime(updated_at),
  },
]

export function phoneRow(person: Person): PhoneRow {
  const details = [typeNameOf(person), formatCpfCnpj(person.cpf_cnpj), cityOf(person)]
  return { title: person.razao_social, detail: details.filter(Boolean).join(' · ') }
}
