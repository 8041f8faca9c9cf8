import type { User } from '@/api'
import { formatAgo, formatDateTime } from '@/ui'
import type { Column, PhoneRow } from '@/ui'
import { ActiveBadge, RoleBadge } from './role-badge'
import { texts } from './texts'

export const nameOf = ({ full_name }: Pick<User, 'full_name'>) => full_name || texts.noName

export const COLUMNS: Column<User>[] = [
  {
    id: 'full_name',
    title: texts.columns.full_name,
    sort: 'full_name',
    isName: true,
    cell: (user) => (user.is_self ? `${nameOf(user)} (${texts.you})` : nameOf(user)),
  },
  { id: 'email', title: texts.columns.email, sort: 'email', leaves: 1, cell: ({ email }) => email },
  {
    id: 'role',
    title: texts.columns.role,
    sort: 'role',
    width: '120px',
    cell: ({ role }) => <RoleBadge role={role} />,
  },
  {
    id: 'active',
    title: texts.columns.active,
    width: '110px',
    cell: ({ active }) => <ActiveBadge active={active} />,
  },
  {
    id: 'default_company',
    title: texts.columns.default_company,
    isOptional: true,
    cell: ({ default_company }) => default_company?.razao_social ?? texts.noDefault,
  },
  {
    id: 'last_sign_in_at',
    title: texts.columns.last_sign_in_at,
    sort: 'last_sign_in_at',
    isOptional: true,
    width: '160px',
    cell: ({ last_sign_in_at }) => (last_sign_in_at ? formatAgo(last_sign_in_at) : texts.never),
  },
  {
    id: 'created_at',
    title: texts.columns.created_at,
    sort: 'created_at',
    isOptional: true,
    width: '150px',
    cell: ({ created_at }) => formatDateTime(created_at),
  },
]

export function phoneRow(user: User): PhoneRow {
  return {
    title: nameOf(user),
    detail: user.email,
    aside: user.active === 'S' ? <RoleBadge role={user.role} /> : <ActiveBadge active={user.active} />,
  }
}
