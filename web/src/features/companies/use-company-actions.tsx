import {
  IconCertificate,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconServerBolt,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { pinTabCompany, useActiveCompany, useIsAdmin } from '@/api'
import type { Company } from '@/api'
import { confirm, formatDate, toast } from '@/ui'
import type { BulkAction, RowAction } from '@/ui'
import { deleteCompany, refreshCompanies, setCompanyActive } from './queries'
import { texts } from './texts'

export type CompanyTask = { kind: 'certificate' | 'sefaz'; company: Company }

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What one may do with one company, and with many. `onTask` opens the dialogs of what belongs to it. */
export function useCompanyActions(onTask: (task: CompanyTask) => void) {
  const isAdmin = useIsAdmin()
  const active = useActiveCompany()
  const queryClient = useQueryClient()

  /** Says how it went, after success with the way back, and returns whether all were changed. */
  const setActive = async (companies: readonly Company[], isActive: boolean, canUndo = true) => {
    const results = await Promise.allSettled(companies.map(({ id }) => setCompanyActive(id, isActive)))
    const failures = results.filter((result) => result.status === 'rejected')
    await refreshCompanies(queryClient)
    const [first] = failures
    if (first) {
      const detail = messageOf(first.reason)
      const isOnly = companies.length === 1
      toast.error(
        texts.changeFailed,
        isOnly ? detail : texts.changeFailedPartly(failures.length, companies.length, detail),
      )
      return false
    }
    const undo = { label: texts.undo, onClick: () => void setActive(companies, !isActive, false) }
    const title = isActive ? texts.reactivated(companies.length) : texts.deactivated(companies.length)
    toast.success(title, undefined, canUndo ? { action: undo } : {})
    return true
  }

  const deactivate = async (companies: readonly Company[]) => {
    const [only] = companies.length === 1 ? companies : []
    const isSure = await confirm({
      title: only ? texts.deactivateTitle : texts.deactivateManyTitle,
      text: (
        <>
          <p>
            {only ? (
              <>
                {texts.deactivateQuestion} <strong>{only.razao_social}</strong>?
              </>
            ) : (
              texts.deactivateManyQuestion(companies.length)
            )}
          </p>
          <p>{texts.deactivateText}</p>
        </>
      ),
      confirmLabel: texts.deactivateConfirm(companies.length),
    })
    return isSure && setActive(companies, false)
  }

  const explainWhyNot = async (company: Company, since: string) => {
    const date = formatDate(since)
    const isActive = company.ativo === 'S'
    const wantsDeactivation = await confirm({
      title: texts.cannotDeleteTitle,
      text: (
        <p>
          <strong>{company.razao_social}</strong>{' '}
          {isActive ? texts.cannotDelete(date) : texts.cannotDeleteInactive(date)}
        </p>
      ),
      confirmLabel: isActive ? texts.deactivateConfirm(1) : texts.understood,
    })
    if (wantsDeactivation && isActive) await setActive([company], false)
  }

  const remove = async (company: Company) => {
    if (company.primeiro_numero_em) return explainWhyNot(company, company.primeiro_numero_em)
    const isSure = await confirm({
      title: texts.deleteTitle,
      text: (
        <>
          <p>
            {texts.deleteQuestion} <strong>{company.razao_social}</strong>?
          </p>
          <p>{texts.deleteText}</p>
        </>
      ),
      confirmLabel: texts.deleteConfirm,
      isDanger: true,
      typeToConfirm: texts.deleteWord,
    })
    if (!isSure) return
    try {
      await deleteCompany(company.id)
      if (company.id === active?.id) pinTabCompany(null) // the session chooses another
      toast.success(texts.deleted)
    } catch (error) {
      toast.error(texts.deleteFailed, messageOf(error))
    }
    await refreshCompanies(queryClient)
  }

  const ofRow = (company: Company): RowAction[] => [
    {
      id: 'edit',
      label: texts.actions.edit,
      icon: IconPencil,
      isInRow: true,
      to: `/app/companies/${company.id}/edit`,
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
    ...(isAdmin ? adminActions(company) : []),
  ]

  const adminActions = (company: Company): RowAction[] => [
    company.ativo === 'S'
      ? {
          id: 'deactivate',
          label: texts.actions.deactivate,
          icon: IconPlayerPause,
          run: () => void deactivate([company]),
        }
      : {
          id: 'reactivate',
          label: texts.actions.reactivate,
          icon: IconPlayerPlay,
          run: () => void setActive([company], true),
        },
    {
      id: 'delete',
      label: texts.actions.delete,
      icon: IconTrash,
      isInRow: true,
      isDanger: true,
      run: () => void remove(company),
    },
  ]

  const ofSelection = (companies: readonly Company[]): BulkAction[] => {
    const active = companies.filter(({ ativo }) => ativo === 'S')
    const inactive = companies.filter(({ ativo }) => ativo === 'N')
    return [
      ...(active.length
        ? [{ id: 'deactivate', label: texts.deactivateMany(active.length), run: () => deactivate(active) }]
        : []),
      ...(inactive.length
        ? [{ id: 'reactivate', label: texts.reactivateMany(inactive.length), run: () => setActive(inactive, true) }]
        : []),
    ]
  }

  return { ofRow, ofSelection }
}
