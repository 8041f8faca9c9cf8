import type { Receipt } from '@/api'
import {
  alertOf,
  authoriserOf,
  goesOffline,
  isOnItsWay,
  modeloName,
  otherAuthoriser,
} from '@/features/selling/receipts'
import { decimal, formatInteger, formatMoney } from '@/ui'
import type { Tone } from '@/ui'
import type { SentSale } from './sent'

/** What can be done from a card. */
export type CardAct = 'print' | 'print_both' | 'offline' | 'svc' | 'sefaz' | 'product' | 'retry' | 'abandon' | 'next'

export type CardWords = {
  tone: Tone
  badge: string
  /** The sentences, the most important one first. */
  text: string[]
  /** Given back to the customer; null: nothing. */
  change?: string | null
  acts: CardAct[]
}

export type Circumstances = {
  /** Seconds since the sale was sent. */
  elapsed: number
  /** After so many the sale goes offline. */
  offlineAfter: number
  /** `automatica`: it goes by itself; `perguntar`: the clerk says; `desligada`: never. */
  mode: 'automatica' | 'perguntar' | 'desligada'
  /** What the receipt says about itself, as far as it is known. */
  receipt: Receipt | null
  /** The one whose place it took. */
  previous: Receipt | null
  /** Our own server does not answer now. */
  isServerAway: boolean
  /** How an instant is written: '21/11 15:42'. */
  when: (instant: string) => string
}

const SLOW_S = 3
/** tpEmis of an offline receipt. */
const OFFLINE = 9
/** cStat: the number was voided. */
const NUMBER_VOIDED = 206
/** cStat: the service is out, so nothing was judged. */
const SERVICE_AWAY = new Set([108, 109, 114])

const ASK_OTHER = {
  svc: 'A SEFAZ não respondeu. Emitir pela SVC, a SEFAZ de reserva?',
  sefaz: 'A SVC não respondeu. Emitir de novo pela SEFAZ?',
}

/** Whether the wait of this sale is over and it may go offline. */
export function mayGoOffline({ nota }: SentSale, { elapsed, offlineAfter, mode }: Circumstances): boolean {
  return isOnItsWay(nota) && goesOffline(nota) && mode !== 'desligada' && elapsed >= offlineAfter
}

function onItsWay(sent: SentSale, now: Circumstances): CardWords {
  const { nota } = sent
  const number = formatInteger(nota.numero)
  const text = [`Emitindo ${modeloName(nota)} ${number}…`]
  const other = now.elapsed >= now.offlineAfter && !now.isServerAway ? otherAuthoriser(nota) : null
  if (now.isServerAway)
    text.push('Sem ligação com o servidor. A nota está guardada nele; o resultado aparece quando a ligação voltar.')
  else if (other !== null) text.push(ASK_OTHER[other])
  else if (mayGoOffline(sent, now) && now.mode === 'perguntar')
    text.push('A SEFAZ não respondeu. Emitir em contingência?')
  else if (now.elapsed >= SLOW_S && now.mode === 'automatica' && goesOffline(nota))
    text.push(`A SEFAZ está demorando. Se passar de ${now.offlineAfter} segundos, emitimos em contingência.`)
  else if (now.elapsed >= SLOW_S) text.push(`A ${authoriserOf(nota)} está demorando.`)
  const asks = mayGoOffline(sent, now) && now.mode === 'perguntar'
  return { tone: 'blue', badge: 'Enviando', text, acts: asks ? ['offline'] : other === null ? [] : [other] }
}

const changeOf = (troco: string) => (decimal.compare(troco, '0') > 0 ? formatMoney(troco) : null)

/** What became of the number before, where another one took its place. */
function replaced(number: string, { nota }: Receipt): string {
  const before = formatInteger(nota.numero)
  if (nota.estado === 'ocupada' || nota.cStat === NUMBER_VOIDED)
    return nota.tpEmis === OFFLINE
      ? `O número ${before} já era usado por outro sistema. A venda saiu como ${number}: imprima de novo e avise o cliente.`
      : `O número ${before} já era usado por outro sistema. A venda saiu como ${number}.`
  if (nota.estado === 'abandonada' && nota.cStat !== null && !SERVICE_AWAY.has(nota.cStat))
    return `A ${before} foi recusada e será inutilizada; a venda saiu como ${number}, em contingência.`
  if (nota.estado === 'abandonada')
    return `A ${before} não chegou à ${authoriserOf(nota)} e será inutilizada sozinha; a venda saiu como ${number}.`
  return `Não sabemos se a ${authoriserOf(nota)} recebeu a ${before}. A venda foi refeita como ${number}; a ${before} será cancelada ou inutilizada sozinha.`
}

/** What the clerk reads about a sent sale, and what can be done. Sentences: issuing, section 6. */
export function cardWords(sent: SentSale, now: Circumstances): CardWords {
  const { nota, troco } = sent
  const number = formatInteger(nota.numero)
  const before = now.previous && now.previous.nota.id === nota.substitui ? [replaced(number, now.previous)] : []
  const reason = now.receipt?.nota.id === nota.id ? now.receipt.mensagem : null
  const until = nota.prazo === null ? '' : ` até ${now.when(nota.prazo)}`
  const can = (acao: Receipt['acoes'][number]['acao']) => now.receipt?.acoes.some((one) => one.acao === acao) ?? false

  switch (nota.estado) {
    case 'enviando':
    case 'indefinida':
      return onItsWay(sent, now)
    case 'autorizada':
      return {
        ...{ tone: 'green', badge: 'Autorizada', acts: ['next', 'print'] },
        change: changeOf(troco),
        text: [alertOf(nota), reason, ...before].filter((sentence) => sentence !== null),
      }
    case 'autorizada_sem_xml':
      return {
        ...{ tone: 'green', badge: 'Autorizada', acts: ['next'] },
        text: [
          `A ${authoriserOf(nota)} autorizou a nota ${number}, mas o Balcão não tem o arquivo dela. A venda vale; o gerente foi avisado.`,
        ],
      }
    case 'contingencia': {
      const offline = `Emitida em contingência. Imprima as duas vias e entregue uma ao cliente. Será enviada sozinha${until}.`
      if (sent.isCorrected)
        return {
          ...{ tone: 'plum', badge: 'Contingência', acts: ['print_both', 'next'] },
          text: ['A nota foi corrigida e o QR Code mudou. Reimprimir?'],
        }
      return {
        ...{ tone: 'plum', badge: 'Contingência', acts: ['print_both', 'next'] },
        change: changeOf(troco),
        text: [offline, ...before],
      }
    }
    case 'rejeitada':
      return {
        ...{ tone: 'red', badge: 'Rejeitada' },
        text: [
          reason ?? `A ${authoriserOf(nota)} recusou a nota ${number}.`,
          `O número ${number} continua reservado para esta venda.`,
        ],
        acts: ['product', ...(can('issue') ? ['retry' as const] : []), ...(can('abandon') ? ['abandon' as const] : [])],
      }
    case 'contingencia_rejeitada':
      return {
        ...{ tone: 'red', badge: 'Rejeitada' },
        text: [
          `A SEFAZ recusou a nota ${number}, já entregue ao cliente. Corrija ${now.receipt?.campo || 'o cadastro'} e envie${until}.`,
          ...(reason === null ? [] : [reason]),
        ],
        acts: ['product', ...(can('issue') ? ['retry' as const] : [])],
      }
    case 'abandonada':
    case 'inutilizada':
    case 'ocupada':
    case 'cancelada':
    case 'cancelada_subst':
    case 'denegada':
      return {
        ...{ tone: 'grey', badge: BADGES[nota.estado] },
        text: [`A nota ${number} não vale mais. Veja em Notas o que houve com ela.`],
        acts: ['next'],
      }
  }
}

const BADGES = {
  abandonada: 'Inutilizar',
  inutilizada: 'Inutilizada',
  ocupada: 'Ocupada',
  cancelada: 'Cancelada',
  cancelada_subst: 'Cancelada',
  denegada: 'Denegada',
} as const
