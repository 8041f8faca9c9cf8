import { IconCertificate, IconPencil, IconServerBolt } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { pinTabCompany, useActiveCompany, useMay } from '@/api'
import type { Company } from '@/api'
import { paths } from '@/app/paths'
import { useRemoveExampleShop } from '@/features/registry/example-shop'
import { formatDate, recordChanges } from '@/ui'
import type { BulkAction, RowAction } from '@/ui'
import { deleteCompany, refreshCompanies, setCompanyActive } from './queries'
import { texts } from './texts'

export type CompanyTask = { kind: 'certificate' | 'sefaz'; company: Company }

type Kind = 'activate' | 'deactivate' | 'delete'

/** What one may do with one company, and with many. `onTask` opens the dialogs of what belongs to it. */
export function useCompanyActions(onTask: (task: CompanyTask) => void) {
  const mayRemove = useMay()('DELETE /api/companies/{id}')
  const active = useActiveCompany()
  const queryClient = useQueryClient()
  const removeExample = useRemoveExampleShop()

  const run = async (kind: Kind, companies: readonly Company[]) => {
    if (kind === 'delete') await Promise.all(companies.map(({ id }) => deleteCompany(id)))
    else await setAllActive(companies, kind === 'activate')
    // The session chooses another.
    if (kind === 'delete' && companies.some(({ id }) => id === active?.id)) pinTabCompany(null)
    return { deactivated: [] }
  }

  const { explainKept, rowActions, bulkActions } = recordChanges<Company, Kind>({
    words: texts.changes,
    cannotDelete: texts.cannotDelete,
    nameOf: ({ razao_social }) => razao_social,
    kindsFor: ({ ativo }) => (mayRemove ? [ativo === 'S' ? 'deactivate' : 'activate', 'delete'] : []),
    run,
    refresh: () => refreshCompanies(queryClient),
  })

  /** One that has used a receipt's number stays: said instead of asking. The made-up one goes with all it has. */
  const changesOf = (company: Company): RowAction[] => {
    const { primeiro_numero_em: since, ativo, exemplo } = company
    if (!since && exemplo === 'N') return rowActions(company)
    const explain = () => void explainKept(company, texts.whyKept(formatDate(since ?? ''), ativo === 'S'))
    const run = exemplo === 'S' ? () => void removeExample() : explain
    return rowActions(company).map((action) => (action.id === 'delete' ? { ...action, run } : action))
  }

  const ofRow = (company: Company): RowAction[] => [
    {
      id: 'edit',
      label: texts.actions.edit,
      icon: IconPencil,
      isInRow: true,
      to: paths.companies.edit(company.id),
    },
    {
      id: 'certificate',
      label: texts.actions.certificate,
      icon: IconCertificate,
      isInRow: true,
      run: () => onTask({ kind: 'certificate', company }),
    },
    {
      id: 'sefaz',
      label: texts.actions.sefaz,
      icon: IconServerBolt,
      isInRow: true,
      run: () => onTask({ kind: 'sefaz', company }),
    },
    ...changesOf(company),
  ]

  const ofSelection = (companies: readonly Company[]): BulkAction[] =>
    bulkActions(companies, ['activate', 'deactivate'])

  return { ofRow, ofSelection }
}

/** Each by itself; fails with how many could not be changed. */
async function setAllActive(companies: readonly Company[], isActive: boolean): Promise<void> {
  const results = await Promise.allSettled(companies.map(({ id }) => setCompanyActive(id, isActive)))
  const failures = results.filter((result) => result.status === 'rejected')
  const [first] = failures
  if (!first) return
  const reason = first.reason as Error
  throw companies.length === 1
    ? reason
    : new Error(texts.changeFailedPartly(failures.length, companies.length, reason.message))
}
