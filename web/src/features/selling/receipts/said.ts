import type { Receipt } from '@/api'
import { formatInteger, formatMoment } from '@/ui'
import { alertOf } from './estado-looks'
import { authoriserOf, otherAuthoriser } from './modelo'
import { texts } from './texts'

const { said } = texts

type About = Pick<Receipt, 'nota' | 'mensagem'> & { canGoOffline: boolean; waitedMs: number; now: number }

const SLOW_MS = 3_000
/** tpEmis of a receipt whose paper was given out before SEFAZ had it. */
const OFFLINE = 9
/** cStat without a judgement: none at all, the service or the SVC was out, or SEFAZ does not have it. */
const UNJUDGED = new Set([null, 108, 109, 114, 217])

const wasRefused = ({ cStat }: Receipt['nota']) => !UNJUDGED.has(cStat)

/**
 * What one reads about a receipt as it is, the most important sentence first; none of one that is simply authorised.
 * `next`: the number of the receipt in its place, where there is one.
 */
export function saidOf({ nota, mensagem, canGoOffline, waitedMs, now }: About, next: number | undefined): string[] {
  const numero = formatInteger(nota.numero)
  const by = authoriserOf(nota)
  const after = next === undefined ? undefined : formatInteger(next)
  const until = nota.prazo === null ? '' : said.until(formatMoment(nota.prazo))
  const other = otherAuthoriser(nota)
  const slow = other === null ? said.slow : said.other[other]
  switch (nota.estado) {
    case 'enviando':
      if (waitedMs < SLOW_MS) return [said.sending(nota)]
      return [said.sending(nota), canGoOffline ? slow : said.waits(by)]
    case 'indefinida':
      if (canGoOffline && other !== null) return [said.unanswered(by, numero), slow]
      return [after === undefined ? said.unanswered(by, numero) : said.unknown(by, numero, after)]
    case 'autorizada':
      return [alertOf(nota), mensagem].filter((sentence) => sentence !== null)
    case 'autorizada_sem_xml':
      return [said.withoutXml(by, numero)]
    case 'contingencia':
      return nota.prazo !== null && Date.parse(nota.prazo) < now ? [said.late] : [said.offline(until)]
    case 'rejeitada':
      return [mensagem ?? said.refused(by, numero), said.kept(numero)]
    case 'contingencia_rejeitada':
      return [...(mensagem === null ? [] : [mensagem]), said.offlineRefused(numero, until)]
    case 'abandonada':
      if (after === undefined) return [said.abandoned(numero)]
      return [wasRefused(nota) ? said.replaced(numero, after) : said.unsent(by, numero, after)]
    case 'inutilizada':
      return [said.voided(numero)]
    case 'ocupada':
      if (after === undefined) return [said.taken(numero)]
      return [nota.tpEmis === OFFLINE ? said.takenOffline(numero, after) : said.takenNext(numero, after)]
    case 'cancelada':
      return [said.cancelled[nota.operacao]]
    case 'cancelada_subst':
      return after === undefined ? [said.cancelled[nota.operacao]] : [said.substituted(after)]
    case 'denegada':
      return [mensagem ?? said.denied]
  }
}
