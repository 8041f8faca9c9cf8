import { toast } from '../toast/toast-store'

export type BulkKind = 'delete' | 'restore' | 'activate' | 'deactivate'

type Options = {
  /** Changes all or none, and says which were deactivated instead of deleted, being in use. */
  change: (kind: BulkKind, ids: string[]) => Promise<{ deactivated: readonly string[] }>
  /** Reads the lists anew. */
  refresh: () => Promise<unknown>
  words: {
    /** How many were changed: 'Produto excluído!'. */
    done: Readonly<Record<BulkKind, (count: number) => string>>
    /** Title when it fails: 'Erro ao excluir'. */
    failed: Readonly<Record<BulkKind, string>>
    /** Title when all were deactivated instead of deleted. */
    deactivatedInstead: (count: number) => string
    /** Why some were. */
    inUse: (count: number) => string
    undo: string
  }
}

const OPPOSITE = { delete: 'restore', restore: 'delete', activate: 'deactivate', deactivate: 'activate' } as const

/** Does the same to several records, says how it went with the way back, and resolves to whether it was done. */
export function useBulkChange({ change, refresh, words }: Options) {
  const run = async (kind: BulkKind, ids: string[], canUndo = true): Promise<boolean> => {
    try {
      const { deactivated } = await change(kind, ids)
      const changed = ids.filter((id) => !deactivated.includes(id))
      const kept = deactivated.length
      if (changed.length === 0) toast.info(words.deactivatedInstead(kept), words.inUse(kept))
      else {
        const undo = { label: words.undo, onClick: () => void run(OPPOSITE[kind], changed, false) }
        const note = kept > 0 ? words.inUse(kept) : undefined
        toast.success(words.done[kind](changed.length), note, canUndo ? { action: undo } : {})
      }
      return true
    } catch (error) {
      toast.error(words.failed[kind], error instanceof Error ? error.message : String(error))
      return false
    } finally {
      await refresh()
    }
  }
  return run
}
