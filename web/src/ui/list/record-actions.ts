import { IconArrowBackUp, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { BulkAction, RowAction } from './types'
import type { BulkKind } from './use-bulk-change'

type Options<R> = {
  isDeleted: (record: R) => boolean
  isActive: (record: R) => boolean
  /** Labels with the number: 'Excluir 3 produtos'. */
  words: Readonly<Record<BulkKind, (count: number) => string>>
  change: (kind: BulkKind, ids: string[]) => Promise<boolean>
  /** Asks first. */
  remove: (records: readonly R[]) => Promise<boolean>
}

/** What one may do with selected records that can be active or not, and in the bin: whatever fits at least one of them. */
export function recordBulkActions<R extends { id: string }>(
  selected: readonly R[],
  { isDeleted, isActive, words, change, remove }: Options<R>,
): BulkAction[] {
  const deleted = selected.filter(isDeleted)
  const listed = selected.filter((record) => !isDeleted(record))
  const active = listed.filter(isActive)
  const inactive = listed.filter((record) => !isActive(record))
  const some = (
    id: BulkKind,
    of: readonly R[],
    run = () =>
      change(
        id,
        of.map((record) => record.id),
      ),
  ): BulkAction[] => (of.length ? [{ id, label: words[id](of.length), icon: ICONS[id], run }] : [])
  return [
    ...some('restore', deleted),
    ...some('activate', inactive),
    ...some('deactivate', active),
    ...some('delete', listed, () => remove(listed)),
  ]
}

type StateWords = Readonly<Record<BulkKind, string>>

export const restoreAction = (words: StateWords, run: () => void): RowAction => ({
  id: 'restore',
  label: words.restore,
  icon: ICONS.restore,
  isInRow: true,
  run,
})

/** Activating or deactivating one record, and deleting it. */
export function stateActions(
  isActive: boolean,
  words: StateWords,
  run: { change: (kind: 'activate' | 'deactivate') => void; remove: () => void },
): RowAction[] {
  const kind = isActive ? 'deactivate' : 'activate'
  return [
    { id: 'activate', label: words[kind], icon: ICONS[kind], run: () => run.change(kind) },
    { id: 'delete', label: words.delete, icon: ICONS.delete, isInRow: true, isDanger: true, run: run.remove },
  ]
}

const ICONS = {
  restore: IconArrowBackUp,
  activate: IconPlayerPlay,
  deactivate: IconPlayerPause,
  delete: IconTrash,
}
