import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiProblem } from '@/api'
import type { Person } from '@/api'
import { confirm, recordBulkActions, restoreAction, stateActions, toast, useBulkChange } from '@/ui'
import type { BulkAction, RowAction } from '@/ui'
import { editAddress } from './addresses'
import { changePeople, deletePerson, refreshPeople, restorePerson } from './queries'
import { texts } from './texts'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What one may do with one person, and with many. */
export function usePersonActions() {
  const queryClient = useQueryClient()
  const change = useBulkChange({
    change: changePeople,
    refresh: () => refreshPeople(queryClient),
    words: texts.changes,
  })

  const removeMany = async (people: readonly Person[]) => {
    const isSure = await confirm({
      title: texts.deleteManyTitle,
      text: (
        <>
          <p>{texts.deleteManyQuestion(people.length)}</p>
          <p>{texts.deleteManyText}</p>
        </>
      ),
      confirmLabel: texts.deleteConfirm(people.length),
      isDanger: true,
    })
    return isSure && change('delete', idsOf(people))
  }

  /** Somebody with budgets stays, and can be deactivated. */
  const explainWhyNot = async (person: Person, reason: string) => {
    const isActive = person.ativo === 'S'
    const wantsDeactivation = await confirm({
      title: texts.cannotDeleteTitle,
      text: (
        <>
          <p>
            <strong>{person.razao_social}</strong>
          </p>
          <p>{reason}</p>
        </>
      ),
      confirmLabel: isActive ? texts.deactivateConfirm : texts.understood,
    })
    if (wantsDeactivation && isActive) await change('deactivate', [person.id])
  }

  const remove = async (person: Person) => {
    const isSure = await confirm({
      title: texts.deleteTitle,
      text: (
        <>
          <p>
            {texts.deleteQuestion} <strong>{person.razao_social}</strong>?
          </p>
          <p>{texts.deleteText}</p>
        </>
      ),
      confirmLabel: texts.deleteConfirm(1),
      isDanger: true,
    })
    if (!isSure) return
    try {
      await deletePerson(person.id)
      const undo = { label: texts.changes.undo, onClick: () => void restore(person) }
      toast.success(texts.changes.done.delete(1), person.razao_social, { action: undo })
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 422) await explainWhyNot(person, error.message)
      else toast.error(texts.changes.failed.delete, messageOf(error))
    }
    await refreshPeople(queryClient)
  }

  const restore = async (person: Person): Promise<boolean> => {
    try {
      await restorePerson(person.id)
      toast.success(texts.changes.done.restore(1), person.razao_social)
      return true
    } catch (error) {
      toast.error(texts.changes.failed.restore, messageOf(error))
      return false
    } finally {
      await refreshPeople(queryClient)
    }
  }

  const ofRow = (person: Person): RowAction[] => {
    if (person.deleted_at !== null) return [restoreAction(texts.actions, () => void restore(person))]
    return [
      { id: 'edit', label: texts.actions.edit, icon: IconPencil, isInRow: true, to: editAddress(person.id) },
      ...stateActions(person.ativo === 'S', texts.actions, {
        change: (kind) => void change(kind, [person.id]),
        remove: () => void remove(person),
      }),
    ]
  }

  const ofSelection = (people: readonly Person[]): BulkAction[] =>
    recordBulkActions(people, {
      isDeleted: ({ deleted_at }) => deleted_at !== null,
      isActive: ({ ativo }) => ativo === 'S',
      words: texts.many,
      change,
      remove: removeMany,
    })

  return { ofRow, ofSelection, restore }
}

const idsOf = (people: readonly Person[]) => people.map(({ id }) => id)
