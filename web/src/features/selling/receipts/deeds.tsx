import { IconCode, IconExternalLink, IconPrinter, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { ReceiptSummary } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { printInBrowser, printReceipt } from '@/features/registry/stations'
import { confirm, tellDownload, toast } from '@/ui'
import type { BulkAction, RowAction } from '@/ui'
import { downloadXml } from './document-queries'
import { hasPaper } from './estado'
import { otherAuthoriser } from './modelo'
import {
  abandonReceipt,
  cancelReceipt,
  checkReceipt,
  goOffline,
  refreshReceipts,
  retryReceipt,
  showPaper,
} from './queries'
import { texts } from './texts'

/** Another paper than the station's, or one copy alone. */
export type OtherPrint = { papel: '58' | 'a4' } | { via: 'estabelecimento' }

export type ReceiptDeeds = ReturnType<typeof receiptDeeds>

export function useReceiptDeeds(companyId: string): ReceiptDeeds {
  const navigate = useNavigate()
  return receiptDeeds({ companyId, queryClient: useQueryClient(), navigate: async (to) => navigate(to) })
}

type On = { companyId: string; queryClient: QueryClient; navigate: (to: string) => Promise<void> }
type Named = Pick<ReceiptSummary, 'id' | 'modelo' | 'numero' | 'estado'>

/** What one may do with a receipt. Every deed says how it went, and reads anew what it may have changed. */
export function receiptDeeds({ companyId, queryClient, navigate }: On) {
  /** True: it went well. */
  const attempt = async (failed: string, deed: () => Promise<void>): Promise<boolean> => {
    try {
      await deed()
      return true
    } catch (error) {
      toast.failed(failed, error)
      return false
    } finally {
      await refreshReceipts(queryClient)
    }
  }
  const open = (id: string) => navigate(ofCompany(paths.receipts.one(id), companyId))

  const show = async (nota: Named) => {
    try {
      if (!(await showPaper(companyId, nota))) toast.error(texts.tabBlocked, texts.tabBlockedText)
    } catch (error) {
      toast.failed(texts.printFailed, error)
    }
  }
  const printOne = (nota: Named, other?: OtherPrint): Promise<string | null> => {
    if (!other) return printReceipt(queryClient, companyId, nota)
    if ('via' in other) return printReceipt(queryClient, companyId, nota, other.via)
    return printInBrowser(companyId, nota.id, 'consumidor', other.papel).then((ok) => (ok ? null : texts.noPrinting))
  }

  /** Prints these in turn, up to the first that does not come out; true: all did. */
  const printAll = async (notas: readonly Named[], other?: OtherPrint): Promise<boolean> => {
    for (const nota of notas) {
      try {
        const why = await printOne(nota, other)
        if (why === null) continue
        const action = { label: texts.showPaper, onClick: () => void show(nota) }
        toast.error(texts.unprinted(nota), why, { action, duration: Infinity })
      } catch (error) {
        toast.failed(texts.unprinted(nota), error)
      }
      return false
    }
    return true
  }

  const print = async (nota: Named, other?: OtherPrint): Promise<boolean> => {
    const isDone = await printAll([nota], other)
    await refreshReceipts(queryClient)
    return isDone
  }

  const printMany = async (notas: readonly Named[]): Promise<boolean> => {
    const printable = notas.filter(hasPaper)
    if (printable.length < notas.length) {
      toast.error(texts.notPrintable, texts.notPrintableText(notas.length - printable.length))
      return false
    }
    const isDone = await printAll(printable)
    await refreshReceipts(queryClient)
    return isDone
  }

  const xml = ({ id }: Named) => tellDownload(() => downloadXml(companyId, id))

  const retry = async (nota: Named): Promise<void> => {
    let made: ReceiptSummary | undefined
    await attempt(texts.retryFailed, async () => {
      made = await retryReceipt(companyId, nota.id)
    })
    if (!made) return
    if (made.id !== nota.id) {
      toast.success(texts.retriedOffline, texts.retriedOfflineText(nota.numero, made.numero))
      await open(made.id)
    } else if (nota.estado === 'contingencia_rejeitada') {
      const again = { title: texts.corrected, text: texts.correctedText, confirmLabel: texts.reprint }
      if (await confirm(again)) await print(made)
    } else {
      toast.success(texts.retried, texts.retriedText(made))
    }
  }

  /** Into contingency: an NFC-e offline, an NF-e to the other authoriser. */
  const offline = async (nota: Named & Pick<ReceiptSummary, 'tpEmis'>): Promise<void> => {
    const other = otherAuthoriser(nota)
    await attempt(other === null ? texts.offlineFailed : texts.otherFailed, async () => {
      const made = await goOffline(companyId, nota.id)
      if (other === null) toast.success(texts.wentOffline, texts.wentOfflineText(made.numero))
      else toast.success(texts.wentToOther[other], texts.wentToOtherText(nota.numero, made.numero))
      await open(made.id)
    })
  }

  const check = (nota: Named) =>
    attempt(texts.checkFailed, async () => {
      await checkReceipt(companyId, nota.id)
      toast.info(texts.checking, texts.one(nota))
    })

  const cancel = (nota: Named, motivo: string) =>
    attempt(texts.cancelFailed, async () => {
      await cancelReceipt(companyId, nota.id, motivo)
      toast.info(texts.cancelling, texts.one(nota))
    })

  const abandon = ({ id, numero }: Named, motivo: string) =>
    attempt(texts.abandonFailed, async () => {
      await abandonReceipt(companyId, id, motivo)
      toast.success(texts.abandoned, texts.abandonedText(numero))
    })

  /** Of a row: what needs nothing but the row. */
  const ofRow = (nota: ReceiptSummary, mayRetry = false): RowAction[] => [
    ...(hasPaper(nota)
      ? [{ id: 'print', label: texts.actions.print, icon: IconPrinter, isInRow: true, run: () => void print(nota) }]
      : []),
    {
      id: 'edit',
      label: texts.numbers.open,
      icon: IconExternalLink,
      to: ofCompany(paths.receipts.one(nota.id), companyId),
    },
    ...(mayRetry ? [{ id: 'retry', label: texts.actions.retry, icon: IconRefresh, run: () => void retry(nota) }] : []),
    ...(nota.estado === 'autorizada_sem_xml'
      ? []
      : [{ id: 'xml', label: texts.actions.xml, icon: IconCode, run: () => void xml(nota) }]),
  ]

  const ofSelection = (notas: readonly ReceiptSummary[]): BulkAction[] => [
    {
      id: 'print',
      label: texts.actions.printMany(notas.length),
      icon: IconPrinter,
      run: () => printMany(notas),
    },
  ]

  return { print, show, xml, retry, offline, check, cancel, abandon, ofRow, ofSelection }
}
