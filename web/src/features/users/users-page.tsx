import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useIsAdmin } from '@/api'
import type { User } from '@/api'
import {
  AccessDenied,
  Button,
  DataTable,
  EmptyState,
  FilterSelect,
  Page,
  PageHeader,
  useListState,
  useProblemToast,
  useShown,
} from '@/ui'
import { WithLoadedUser } from './loaded-user'
import { countUsers, listRoles, listUsers, SORTS, TABS } from './queries'
import type { Tab, UserFilter } from './queries'
import { texts } from './texts'
import { COLUMNS, nameOf, phoneRow } from './user-columns'
import { UserCompaniesDialog } from './user-companies-dialog'
import { EditUserDialog, NewUserDialog, PasswordDialog, PermissionsDialog } from './user-dialogs'
import { useUserActions } from './use-user-actions'
import type { UserTask } from './use-user-actions'
import { ViewUserDialog } from './view-user-dialog'

/** In the address: whose data are shown over the list. */
const VIEWED = 'usuario'

export default function UsersPage() {
  const isAdmin = useIsAdmin()
  if (isAdmin) return <UserList />
  return (
    <Page>
      <PageHeader title={texts.title} />
      <AccessDenied />
    </Page>
  )
}

function UserList() {
  const [isCreating, setCreating] = useState(false)
  const [task, setTask] = useState<UserTask | null>(null)
  const [params, setParams] = useSearchParams()
  const list = useListState({ defaultSort: 'full_name', sortable: SORTS, tabs: TABS, filters: { funcao: 'text' } })
  const filter: UserFilter = {
    search: list.search,
    tab: list.tab ?? 'ativos',
    role: list.filters.funcao.slice(0, 60),
    sort: list.sort as UserFilter['sort'],
    page: list.page,
  }
  const { data, error, isPlaceholderData, refetch } = useQuery(listUsers(filter))
  const { data: roles = [] } = useQuery(listRoles)
  const counts: Record<Tab, number | undefined> = {
    ativos: useQuery(countUsers('ativos')).data,
    inativos: useQuery(countUsers('inativos')).data,
    todos: useQuery(countUsers('todos')).data,
  }
  const viewAddress = ({ id }: User) => {
    const next = new URLSearchParams(params)
    next.set(VIEWED, id)
    return `/app/users?${next.toString()}`
  }
  const closeView = () =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete(VIEWED)
      return next
    })
  const actions = useUserActions(setTask, viewAddress)
  useProblemToast(texts.loadListFailed, error)
  const create = () => setCreating(true)

  return (
    <Page>
      <PageHeader
        title={texts.title}
        actions={
          <Button icon={IconPlus} shortcut="N" onClick={create}>
            {texts.newUser}
          </Button>
        }
      />
      <DataTable
        name="usuarios"
        label={texts.title}
        list={list}
        page={data}
        isStale={isPlaceholderData}
        problem={
          error ? { title: texts.loadListFailed, message: error.message, onRetry: () => void refetch() } : undefined
        }
        columns={COLUMNS}
        rowId={({ id }) => id}
        rowName={nameOf}
        rowTo={viewAddress}
        phoneRow={phoneRow}
        actions={actions}
        actionsWidth="236px"
        tabs={TABS.map((id) => ({ id, label: texts.tabs[id], count: counts[id] }))}
        searchLabel={texts.search}
        filters={
          <FilterSelect
            list={list}
            name="funcao"
            label={texts.columns.role}
            all={texts.allRoles}
            choices={roles.map((name) => ({ value: name, label: name }))}
          />
        }
        onNew={{ label: texts.newUser, run: create }}
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
      <Viewed id={params.get(VIEWED)} onClose={closeView} />
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
