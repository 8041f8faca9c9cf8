import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem, useMay } from '@/api'
import type { May, Person } from '@/api'
import { paths } from '@/app/paths'
import { recordChanges } from '@/ui'
import type { RowAction } from '@/ui'
import { changePeople, refreshPeople } from './queries'
import { texts } from './texts'

export function usePersonActions() {
  return personActions(useQueryClient(), useMay())
}

/** What one may do with one person, and with many. */
export function personActions(queryClient: QueryClient, may: May) {
  const mayRemove = may('POST /api/people/bulk')
  const { change, rowActions, bulkActions } = recordChanges({
    words: texts.changes,
    inUse: texts.inUse,
    cannotDelete: texts.cannotDelete,
    nameOf: ({ razao_social }: Person) => razao_social,
    kindsFor: ({ deleted_at, ativo }) =>
      !mayRemove ? [] : deleted_at !== null ? ['restore'] : [ativo === 'S' ? 'deactivate' : 'activate', 'delete'],
    run: changePeople,
    // Somebody with budgets stays.
    whyKept: (error) => (error instanceof ApiProblem && error.status === 422 ? error.message : undefined),
    refresh: () => refreshPeople(queryClient),
  })

  const ofRow = (person: Person): RowAction[] => {
    const changes = rowActions(person)
    if (person.deleted_at !== null) return changes
    const to = paths.people.edit(person.id)
    return [{ id: 'edit', label: texts.edit, icon: IconPencil, isInRow: true, to }, ...changes]
  }

  return { ofRow, ofSelection: bulkActions, change }
}
