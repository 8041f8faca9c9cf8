import {
  IconCheck,
  IconCircleX,
  IconMail,
  IconPrinter,
  IconSearch,
  IconSend,
  IconShoppingCart,
  IconX,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { Receipt } from '@/api'
import { formatDate, formatTimeOfDay, Timeline } from '@/ui'
import type { TimelineEntry } from '@/ui'
import classes from './receipt-page.module.css'
import { isRefused } from './estado'
import { texts } from './texts'

type Happening = Receipt['linha_do_tempo'][number]

const ICONS: Record<Happening['tipo'], Icon> = {
  emissao: IconShoppingCart,
  envio: IconSend,
  consulta: IconSearch,
  evento: IconCircleX,
  impressao: IconPrinter,
  email: IconMail,
}

/** `resposta em 1,1 s`, `resposta em 90 ms` */
const took = (ms: number) =>
  ms < 1000
    ? `resposta em ${ms} ms`
    : `resposta em ${(ms / 1000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} s`

/** What happened, newest first; the answer that decided is marked. */
export function entriesOf({ nota, linha_do_tempo }: Pick<Receipt, 'nota' | 'linha_do_tempo'>): TimelineEntry[] {
  const isAnswer = ({ tipo, texto }: Happening) =>
    (tipo === 'envio' || tipo === 'consulta') && nota.cStat !== null && texto.includes(`: ${nota.cStat} `)
  const decided = nota.nProt !== null || isRefused(nota) ? linha_do_tempo.findLastIndex(isAnswer) : -1
  const today = formatDate(new Date().toISOString())
  return linha_do_tempo
    .map((happening, at): TimelineEntry => {
      const { em, tipo, texto, quem, ms } = happening
      const day = formatDate(em)
      const tone = at !== decided ? undefined : isRefused(nota) ? ('red' as const) : ('green' as const)
      return {
        id: `${at}`,
        icon: tone === 'green' ? IconCheck : tone === 'red' ? IconX : ICONS[tipo],
        ...(tone && { tone }),
        title: texto,
        detail: [`${day === today ? '' : `${day} `}${formatTimeOfDay(em)}`, quem, ms === null ? null : took(ms)]
          .filter(Boolean)
          .join(' · '),
      }
    })
    .toReversed()
}

export function ReceiptTimeline({ receipt }: { receipt: Receipt }) {
  return (
    <section className={classes.card}>
      <h2>{texts.page.timeline}</h2>
      <Timeline label={texts.page.timeline} entries={entriesOf(receipt)} />
    </section>
  )
}
