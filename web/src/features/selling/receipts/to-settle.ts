import { useQuery } from '@tanstack/react-query'
import { receiptsPath } from '@/app/paths'
import { formatMoment, useNow } from '@/ui'
import { countRejected, oldestOffline } from './queries'
import { texts } from './texts'

export type ToSettleItem = {
  id: string
  tom: 'aviso' | 'erro'
  titulo: string
  texto: string
  to: string
  label: string
}

/** An offline receipt with less time than this left presses: a day's time limit has four hours to go. */
const PRESSING_MS = 4 * 3_600_000
const MINUTE_MS = 60_000

/** What of the company's receipts somebody has to look after: those refused, and those that still wait to be sent. */
export function useReceiptsToSettle(companyId: string): ToSettleItem[] {
  const { data: rejected = 0 } = useQuery(countRejected(companyId))
  const { data: offline } = useQuery(oldestOffline(companyId))
  const now = useNow(MINUTE_MS)
  const items: ToSettleItem[] = []
  if (rejected > 0) {
    items.push({
      ...{ id: 'rejeitadas', tom: 'erro', titulo: texts.settle.rejected(rejected), texto: texts.settle.rejectedText },
      ...{ to: receiptsPath(companyId, 'rejeitadas'), label: texts.settle.see },
    })
  }
  if (offline && offline.waiting > 0) {
    const left = offline.prazo === null ? Infinity : Date.parse(offline.prazo) - now
    const { waitingText, lateText, noDeadline } = texts.settle
    items.push({
      ...{
        id: 'contingencia',
        tom: left < PRESSING_MS ? 'erro' : 'aviso',
        titulo: texts.settle.waiting(offline.waiting),
      },
      texto: offline.prazo === null ? noDeadline : left < 0 ? lateText : waitingText(formatMoment(offline.prazo)),
      ...{ to: receiptsPath(companyId, 'contingencia'), label: texts.settle.see },
    })
  }
  return items
}
