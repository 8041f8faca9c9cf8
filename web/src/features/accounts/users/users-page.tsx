import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { User } from '@/api'
import { USER_PARAM, userPath } from '@/app/paths'
import { DataTable, EmptyState, FilterSelect, Page, PageHeader, useRecordList, useShown } from '@/ui'
import { WithLoadedUser } from './loaded-user'
import { countUsers, listRoles, listUsers, SORTS, TABS } from './queries'
import type { UserFilter } from './queries'
import { texts } from './texts'
import { COLUMNS, nameOf, phoneRow } from './user-columns'
import { UserCompaniesDialog } from './user-companies-dialog'
import { EditUserDialog, NewUserDialog, PasswordDialog, PermissionsDialog } from './user-dialogs'
import { useUserActions } from './use-user-actions'
import type { UserTask } from './use-user-actions'
import { ViewUserDialog } from './view-user-dialog'

const roleOf = ({ funcao }: Readonly<Record<'funcao', string>>) => funcao.slice(0, 60)

export default function UsersPage() {
  const [isCreating, setCreating] = useState(false)
  const [task, setTask] = useState<UserTask | null>(null)
  const [params, setParams] = useSearchParams()
  const { list, table } = useRecordList({
    name: 'usuarios',
    texts,
    defaultSort: 'full_name',
    sortable: SORTS,
    tabs: TABS,
    filters: { funcao: 'text' },
    read: ({ search, tab = 'ativos', filters, sort, page }) =>
      listUsers({ search, tab, role: roleOf(filters), sort: sort as UserFilter['sort'], page }),
    counts: ({ search, filters }) => countUsers({ search, role: roleOf(filters) }),
  })
  const { data: roles = [] } = useQuery(listRoles)
  const viewAddress = ({ id }: User) => userPath(id, params)
  const closeView = () =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete(USER_PARAM)
      return next
    })
  const actions = useUserActions(setTask, viewAddress)
  const create = () => setCreating(true)

  return (
    <Page>
      <PageHeader
        title={texts.title}
        actions={[{ id: 'new', label: texts.newUser, icon: IconPlus, isMain: true, shortcut: 'N', run: create }]}
      />
      <DataTable
        {...table}
        columns={COLUMNS}
        rowName={nameOf}
        rowTo={viewAddress}
        phoneRow={phoneRow}
        actions={actions}
        actionsWidth="236px"
        filters={
          <FilterSelect
            list={list}
            name="funcao"
            label={texts.columns.role}
            all={texts.allRoles}
            choices={roles.map((name) => ({ value: name, label: name }))}
          />
        }
        empty={<EmptyState icon={IconUsersGroup} title={texts.emptyTitle} text={texts.emptyText} />}
      />
      <Creating
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(user) => {
          setCreating(false)
          setTask({ kind: 'companies', user })
        }}
      />
      <Task task={task} onClose={() => setTask(null)} />
      <Viewed id={params.get(USER_PARAM)} onClose={closeView} />
    </Page>
  )
}

function Creating({ isOpen, ...rest }: { isOpen: boolean; onClose: () => void; onCreated: (user: User) => void }) {
  const { round } = useShown(isOpen || null)
  return <NewUserDialog key={round} opened={isOpen} {...rest} />
}

function Task({ task, onClose }: { task: UserTask | null; onClose: () => void }) {
  const { shown, round, isOpen } = useShown(task)
  if (!shown) return null
  const { kind, user } = shown
  const rest = { opened: isOpen, onClose }
  if (kind === 'companies') return <UserCompaniesDialog key={round} user={user} {...rest} />
  if (kind === 'password') return <PasswordDialog key={round} user={user} {...rest} />
  const Form = kind === 'edit' ? EditUserDialog : PermissionsDialog
  return (
    <WithLoadedUser key={round} id={user.id} title={texts.actions[kind]} {...rest}>
      {(loaded) => <Form loaded={loaded} {...rest} />}
    </WithLoadedUser>
  )
}

function Viewed({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { shown, round, isOpen } = useShown(id)
  if (!shown) return null
  return (
    <WithLoadedUser key={round} id={shown} title={texts.viewTitle} opened={isOpen} onClose={onClose}>
      {({ user }) => <ViewUserDialog opened={isOpen} user={user} onClose={onClose} />}
    </WithLoadedUser>
  )
}
