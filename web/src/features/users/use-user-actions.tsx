import {
  IconBuilding,
  IconEye,
  IconKey,
  IconPassword,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { User } from '@/api'
import { confirm, toast } from '@/ui'
import type { RowAction } from '@/ui'
import { deleteUser, refreshUsers, setUserActive } from './queries'
import { texts } from './texts'
import { nameOf } from './user-columns'

export type UserTask = { kind: 'companies' | 'permissions' | 'edit' | 'password'; user: User }

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What one may do with a user. `onTask` opens the dialogs; `viewAddress` is where looking at one leads. */
export function useUserActions(onTask: (task: UserTask) => void, viewAddress: (user: User) => string) {
  const queryClient = useQueryClient()

  const setActive = async (user: User, isActive: boolean, canUndo = true) => {
    try {
      await setUserActive(user.id, isActive)
      const undo = { label: texts.undo, onClick: () => void setActive(user, !isActive, false) }
      toast.success(isActive ? texts.reactivated : texts.deactivated, undefined, canUndo ? { action: undo } : {})
    } catch (error) {
      toast.error(texts.changeFailed, messageOf(error))
    }
    await refreshUsers(queryClient)
  }

  const deactivate = async (user: User) => {
    const isSure = await confirm({
      title: texts.deactivateTitle,
      text: <Asked question={texts.deactivateQuestion} user={user} consequence={texts.deactivateText} />,
      confirmLabel: texts.deactivateConfirm,
    })
    if (isSure) await setActive(user, false)
  }

  const remove = async (user: User) => {
    const isSure = await confirm({
      title: texts.deleteTitle,
      text: <Asked question={texts.deleteQuestion} user={user} consequence={texts.deleteText} />,
      confirmLabel: texts.deleteConfirm,
      isDanger: true,
      typeToConfirm: texts.deleteWord,
    })
    if (!isSure) return
    try {
      await deleteUser(user.id)
      toast.success(texts.deleted)
    } catch (error) {
      toast.error(texts.deleteFailed, messageOf(error))
    }
    await refreshUsers(queryClient)
  }

  return (user: User): RowAction[] => {
    const task = (kind: UserTask['kind']) => () => onTask({ kind, user })
    const actions: (RowAction & { isOthersOnly?: boolean })[] = [
      { id: 'view', label: texts.actions.view, icon: IconEye, isInRow: true, to: viewAddress(user) },
      {
        id: 'companies',
        label: texts.actions.companies,
        icon: IconBuilding,
        isInRow: true,
        run: task('companies'),
      },
      // Nobody changes their own role or state, and one's own password is changed in the account.
      {
        id: 'permissions',
        label: texts.actions.permissions,
        icon: IconKey,
        isInRow: true,
        isOthersOnly: true,
        run: task('permissions'),
      },
      { id: 'edit', label: texts.actions.edit, icon: IconPencil, isInRow: true, run: task('edit') },
      {
        id: 'password',
        label: texts.actions.password,
        icon: IconPassword,
        isOthersOnly: true,
        run: task('password'),
      },
      user.active === 'S'
        ? {
            id: 'deactivate',
            label: texts.actions.deactivate,
            icon: IconPlayerPause,
            isOthersOnly: true,
            run: () => void deactivate(user),
          }
        : {
            id: 'reactivate',
            label: texts.actions.reactivate,
            icon: IconPlayerPlay,
            isOthersOnly: true,
            run: () => void setActive(user, true),
          },
      {
        id: 'delete',
        label: texts.actions.delete,
        icon: IconTrash,
        isInRow: true,
        isDanger: true,
        isOthersOnly: true,
        run: () => void remove(user),
      },
    ]
    return actions.filter(({ isOthersOnly }) => !isOthersOnly || !user.is_self)
  }
}

function Asked({ question, user, consequence }: { question: string; user: User; consequence: string }) {
  return (
    <>
      <p>
        {question} <strong>{nameOf(user)}</strong> ({user.email})?
      </p>
      <p>{consequence}</p>
    </>
  )
}
