import {
  IconAlertTriangleFilled,
  IconBan,
  IconCircleCheckFilled,
  IconCircleX,
  IconClock,
  IconCloudOff,
  IconSend,
  IconSlash,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { ReceiptSummary } from '@/api'
import { formatMoment } from '@/ui'
import type { Tone } from '@/ui'
import type { Estado } from './estado'
import { texts } from './texts'

type Look = { word: string; tone: Tone; icon: Icon }

const SENDING: Look = { word: 'Enviando', tone: 'blue', icon: IconSend }
const AUTHORISED: Look = { word: 'Autorizada', tone: 'green', icon: IconCircleCheckFilled }
const REFUSED: Look = { word: 'Rejeitada', tone: 'red', icon: IconAlertTriangleFilled }
const CANCELLED: Look = { word: 'Cancelada', tone: 'grey', icon: IconCircleX }

/** How a state is shown; the words are those of the list's tabs. */
export const LOOKS: Record<Estado, Look> = {
  enviando: SENDING,
  indefinida: { word: 'Conferindo', tone: 'blue', icon: IconSend },
  rejeitada: REFUSED,
  contingencia_rejeitada: REFUSED,
  autorizada: AUTHORISED,
  autorizada_sem_xml: AUTHORISED,
  contingencia: { word: 'Contingência', tone: 'plum', icon: IconCloudOff },
  cancelada: CANCELLED,
  cancelada_subst: CANCELLED,
  abandonada: { word: 'Inutilizar', tone: 'amber', icon: IconClock },
  inutilizada: { word: 'Inutilizada', tone: 'grey', icon: IconSlash },
  ocupada: { word: 'Ocupada', tone: 'grey', icon: IconBan },
  denegada: { word: 'Denegada', tone: 'red', icon: IconBan },
}

type Phrased = Pick<ReceiptSummary, 'estado' | 'cStat' | 'prazo' | 'substitui' | 'substituida_por'>

/** cStat: SEFAZ authorised it, and has something to say. */
const WITH_ALERT = 120

/** The alert of an authorised receipt in a sentence. */
export function alertOf({ cStat, alertas }: Pick<ReceiptSummary, 'cStat' | 'alertas'>): string | null {
  if (cStat !== WITH_ALERT) return null
  return texts.withAlert(alertas.map(({ xMsg }) => xMsg))
}

/** What there is to know beside the word, in a few words; '' where that says all. `numberOf` a receipt, where it is known. */
export function phraseOf(nota: Phrased, numberOf: (id: string) => string | undefined, now: number): string {
  const { estado, prazo, substitui, substituida_por } = nota
  const replaced = substituida_por === null ? undefined : numberOf(substituida_por)
  switch (estado) {
    case 'indefinida':
      return replaced === undefined ? texts.phrases.unanswered : texts.phrases.replacedBy(replaced)
    case 'contingencia': {
      const before = substitui === null ? undefined : numberOf(substitui)
      if (prazo !== null && Date.parse(prazo) < now) return texts.phrases.late
      if (before !== undefined) return texts.phrases.insteadOf(before)
      return prazo === null ? '' : texts.phrases.sentUntil(formatMoment(prazo))
    }
    case 'contingencia_rejeitada':
      return prazo === null ? '' : texts.phrases.correctUntil(formatMoment(prazo))
    case 'autorizada_sem_xml':
      return texts.phrases.withoutXml
    case 'cancelada_subst':
      return replaced === undefined ? texts.phrases.substituted : texts.phrases.replacedBy(replaced)
    case 'abandonada':
    case 'ocupada':
      return replaced === undefined ? '' : texts.phrases.replacedBy(replaced)
    case 'autorizada':
      return nota.cStat === WITH_ALERT ? texts.phrases.withAlert : ''
    case 'enviando':
    case 'rejeitada':
    case 'cancelada':
    case 'inutilizada':
    case 'denegada':
      return ''
  }
}
