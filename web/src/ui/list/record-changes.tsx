import { IconArrowBackUp, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { confirm } from '../dialog/confirm-store'
import { formatInteger } from '../format/text'
import { toast } from '../toast/toast-store'
import type { BulkAction, RowAction } from './types'

export type ChangeKind = 'restore' | 'activate' | 'deactivate' | 'delete'

type Counted = (count: number) => string

/** What is asked before a change; none: it is made at once. */
type ChangeQuestion = {
  title: Counted
  /** Before the name of the one record, which ends the question: 'Tem certeza que deseja excluir o produto'. */
  one: string
  many?: Counted
  /** What it leads to. */
  text: Counted
  confirm: Counted
  isDanger?: boolean
  /** For what cannot be undone. */
  typeToConfirm?: string
}

export type ChangeWords = {
  /** 'Excluir'; of a selection 'Excluir 3'. */
  label: string
  ask?: ChangeQuestion
  /** 'Produto excluído!' */
  done: Counted
  /** Title when it fails: 'Erro ao excluir'. */
  failed: string
}

/** Of records that are deactivated instead of deleted while others need them. */
type InUseWords = {
  /** Title when all were. */
  title: Counted
  /** Why they were; `names` of them. */
  text: (names: readonly string[]) => string
}

type CannotDeleteWords = {
  title: string
  /** On the button of what can be done instead, and of the one that only closes. */
  deactivate: string
  understood: string
}

type Options<R, Kind extends ChangeKind> = {
  words: Readonly<Record<Kind, ChangeWords>>
  inUse?: InUseWords
  cannotDelete?: CannotDeleteWords
  nameOf: (record: R) => string
  /** What may be done with a record as it is now. */
  kindsFor: (record: R) => readonly Kind[]
  /** Changes all or none, and says which were deactivated instead of deleted. */
  run: (kind: Kind, records: readonly R[]) => Promise<{ deactivated: readonly string[] }>
  /** Why a record cannot be deleted, of an error that says so. */
  whyKept?: (error: unknown) => string | undefined
  /** Reads anew what shows the records. */
  refresh: () => Promise<unknown>
}

const ICONS = {
  restore: IconArrowBackUp,
  activate: IconPlayerPlay,
  deactivate: IconPlayerPause,
  delete: IconTrash,
}
const KINDS = Object.keys(ICONS) as ChangeKind[]
const OPPOSITE: Record<ChangeKind, ChangeKind> = {
  restore: 'delete',
  activate: 'deactivate',
  deactivate: 'activate',
  delete: 'restore',
}

/**
 * Deleting, restoring, activating and deactivating, of one record and of many: asks where the words say so, says how it
 * went, offers the way back where there is one, and reads the lists anew.
 */
export function recordChanges<R extends { id: string }, Kind extends ChangeKind>(options: Options<R, Kind>) {
  const { words, nameOf, kindsFor } = options
  const wordsOf = (kind: ChangeKind): ChangeWords | undefined =>
    (words as Partial<Record<ChangeKind, ChangeWords>>)[kind]

  const perform = async (kind: Kind, records: readonly R[], canUndo: boolean): Promise<boolean> => {
    try {
      const { deactivated } = await options.run(kind, records)
      const kept = records.filter(({ id }) => deactivated.includes(id))
      const changed = records.filter(({ id }) => !deactivated.includes(id))
      tell(kind, changed, kept, canUndo)
      return true
    } catch (error) {
      const reason = options.whyKept?.(error)
      if (records[0] && reason !== undefined) await explainKept(records[0], reason)
      else toast.failed(words[kind].failed, error)
      return false
    } finally {
      await options.refresh()
    }
  }

  const tell = (kind: Kind, changed: readonly R[], kept: readonly R[], canUndo: boolean) => {
    const whyKept = kept.length > 0 ? options.inUse?.text(kept.map(nameOf)) : undefined
    if (changed.length === 0 && options.inUse) {
      toast.info(options.inUse.title(kept.length), whyKept)
      return
    }
    const back = OPPOSITE[kind]
    const action =
      canUndo && wordsOf(back)
        ? { action: { label: 'Desfazer', onClick: () => void perform(back as Kind, changed, false) } }
        : {}
    const name = changed.length === 1 && changed[0] ? nameOf(changed[0]) : undefined
    toast.success(words[kind].done(changed.length), whyKept ?? name, action)
  }

  /** Says why a record cannot be deleted, and offers to deactivate it instead where it is active. */
  const explainKept = async (record: R, reason: string): Promise<void> => {
    const { cannotDelete } = options
    if (!cannotDelete) throw new Error('nothing to say about records that cannot be deleted')
    const other = kindsFor(record).find((kind) => kind === 'deactivate')
    const isWanted = await confirm({
      title: cannotDelete.title,
      text: (
        <>
          <p>
            <strong>{nameOf(record)}</strong>
          </p>
          <p>{reason}</p>
        </>
      ),
      confirmLabel: other ? cannotDelete.deactivate : cannotDelete.understood,
    })
    if (isWanted && other) await perform(other, [record], true)
  }

  /** Resolves to whether it was done. */
  const change = async (kind: Kind, records: readonly R[]): Promise<boolean> => {
    const { ask } = words[kind]
    return (!ask || (await asked(ask, records.map(nameOf)))) && perform(kind, records, true)
  }

  const rowActions = (record: R): RowAction[] =>
    kindsFor(record).map((kind) => ({
      id: kind,
      label: words[kind].label,
      icon: ICONS[kind],
      isInRow: kind === 'delete' || kind === 'restore',
      isDanger: kind === 'delete',
      run: () => void change(kind, [record]),
    }))

  /** Whatever fits at least one of the selected records; of these kinds only, where not all are for many. */
  const bulkActions = (selected: readonly R[], kinds: readonly ChangeKind[] = KINDS): BulkAction[] =>
    kinds.flatMap((kind) => {
      const fitting = selected.filter((record) => (kindsFor(record) as readonly ChangeKind[]).includes(kind))
      const label = `${wordsOf(kind)?.label ?? ''} ${formatInteger(fitting.length)}`
      return fitting.length > 0
        ? [{ id: kind, label, icon: ICONS[kind], run: () => change(kind as Kind, fitting) }]
        : []
    })

  return { change, explainKept, rowActions, bulkActions }
}

function asked({ title, one, many, text, confirm: label, ...how }: ChangeQuestion, names: readonly string[]) {
  const count = names.length
  return confirm({
    title: title(count),
    text: (
      <>
        <p>
          {count === 1 || !many ? (
            <>
              {one} <strong>{names[0]}</strong>?
            </>
          ) : (
            many(count)
          )}
        </p>
        <p>{text(count)}</p>
      </>
    ),
    confirmLabel: label(count),
    ...how,
  })
}
