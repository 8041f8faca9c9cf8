import { IconBuilding, IconEye, IconKey, IconPassword, IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { User } from '@/api'
import { recordChanges } from '@/ui'
import type { RowAction } from '@/ui'
import { changeUser, refreshUsers } from './queries'
import { texts } from './texts'
import { nameOf } from './user-columns'

export type UserTask = { kind: 'companies' | 'permissions' | 'edit' | 'password'; user: User }

/** What one may do with a user. `onTask` opens the dialogs; `viewAddress` is where looking at one leads. */
export function useUserActions(onTask: (task: UserTask) => void, viewAddress: (user: User) => string) {
  const queryClient = useQueryClient()
  const { rowActions } = recordChanges({
    words: texts.changes,
    nameOf: (user: User) => `${nameOf(user)} (${user.email})`,
    // Nobody changes their own role or state, and one's own password is changed in the account.
    kindsFor: ({ active, is_self }) => (is_self ? [] : [active === 'S' ? 'deactivate' : 'activate', 'delete']),
    run: async (kind, users) => {
      await Promise.all(users.map(({ id }) => changeUser(kind, id)))
      return { deactivated: [] }
    },
    refresh: () => refreshUsers(queryClient),
  })

  return (user: User): RowAction[] => {
    const task = (kind: UserTask['kind']) => () => onTask({ kind, user })
    const actions: (RowAction | false)[] = [
      { id: 'view', label: texts.actions.view, icon: IconEye, isInRow: true, to: viewAddress(user) },
      { id: 'companies', label: texts.actions.companies, icon: IconBuilding, isInRow: true, run: task('companies') },
      !user.is_self && {
        id: 'permissions',
        label: texts.actions.permissions,
        icon: IconKey,
        isInRow: true,
        run: task('permissions'),
      },
      { id: 'edit', label: texts.actions.edit, icon: IconPencil, isInRow: true, run: task('edit') },
      !user.is_self && { id: 'password', label: texts.actions.password, icon: IconPassword, run: task('password') },
      ...rowActions(user),
    ]
    return actions.filter((action) => action !== false)
  }
}
