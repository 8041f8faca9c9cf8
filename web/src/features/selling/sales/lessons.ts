import type { ReceiptSummary } from '@/api'
import { isOnItsWay } from '@/features/selling/receipts'
import { NFE } from './sale'
import type { SentSale } from './sent'
import type { NextAnswer } from './training'

/** The guided sales of practice, in their order, and what the simulator does with the receipt of each. */
export const LESSONS = [
  { key: 'cash', answer: 'normal' },
  { key: 'cpf', answer: 'normal' },
  { key: 'refused', answer: 'recusa' },
  { key: 'offline', answer: 'silencio' },
  { key: 'cancel', answer: 'normal' },
  { key: 'builder', answer: 'normal' },
] as const satisfies readonly { key: string; answer: NextAnswer }[]

export type LessonKey = (typeof LESSONS)[number]['key']

/** How far somebody has come. */
export type Progress = {
  /** Place in LESSONS; behind the last: all are done. */
  lesson: number
  /** The sale that was sent for it. */
  sale: string | null
  /** Its receipt was refused once. */
  wasRefused: boolean
  /** Sales that are not its own: of the lessons before, and those in which something else was done. */
  past: readonly string[]
}

export const BEGINNING: Progress = { lesson: 0, sale: null, wasRefused: false, past: [] }

/** What is to be done next. `done`: nothing, the lesson is over; `again`: the sale was another one than it is about. */
export type Step = 'items' | 'cpf' | 'company' | 'pay' | 'issue' | 'wait' | 'retry' | 'cancel' | 'done' | 'again'

/** The open sale, as far as the steps depend on it. */
export type Basket = { items: number; cpf: string | null; isNfe: boolean; isPaid: boolean }

export const lessonOf = ({ lesson }: Progress): (typeof LESSONS)[number] | undefined => LESSONS[lesson]

/** The first sale that is sent in a lesson is its own. */
export function withSent(progress: Progress, sent: readonly SentSale[]): Progress {
  if (progress.sale !== null || !lessonOf(progress)) return progress
  const first = sent.find(({ id }) => !progress.past.includes(id))
  return first ? { ...progress, sale: first.id } : progress
}

/** What the sale's receipt says by now. */
export function withNota(progress: Progress, nota: ReceiptSummary): Progress {
  return nota.estado === 'rejeitada' && !progress.wasRefused ? { ...progress, wasRefused: true } : progress
}

const startOver = ({ past, sale }: Progress): Pick<Progress, 'sale' | 'wasRefused' | 'past'> => ({
  ...{ sale: null, wasRefused: false },
  past: sale === null ? past : [...past, sale],
})

export const repeated = (progress: Progress): Progress => ({ ...progress, ...startOver(progress) })
export const advanced = (progress: Progress): Progress => ({
  ...startOver(progress),
  lesson: progress.lesson + 1,
})

/** `nota`: of the lesson's sale; null before its answer is known. */
export function stepOf(progress: Progress, basket: Basket, nota: ReceiptSummary | null): Step {
  const lesson = lessonOf(progress)
  if (!lesson) return 'done'
  if (progress.sale === null) return basketStep(lesson.key, basket)
  if (!nota || isOnItsWay(nota)) return 'wait'
  return sentStep(lesson.key, progress, nota)
}

function basketStep(lesson: LessonKey, { items, cpf, isNfe, isPaid }: Basket): Step {
  if (items === 0) return 'items'
  if (lesson === 'cpf' && cpf === null) return 'cpf'
  if (lesson === 'builder' && !isNfe) return 'company'
  return isPaid ? 'issue' : 'pay'
}

function sentStep(lesson: LessonKey, { wasRefused }: Progress, nota: ReceiptSummary): Step {
  const { estado } = nota
  if (estado === 'rejeitada') return 'retry'
  const isAuthorised = estado === 'autorizada' || estado === 'autorizada_sem_xml'
  const isOffline = nota.tpEmis === 9 && (isAuthorised || estado === 'contingencia')
  switch (lesson) {
    case 'cash':
      return isAuthorised || isOffline ? 'done' : 'again'
    case 'cpf':
      return (isAuthorised || isOffline) && nota.documento !== null ? 'done' : 'again'
    case 'refused':
      return isAuthorised && wasRefused ? 'done' : 'again'
    case 'offline':
      return isOffline ? 'done' : 'again'
    case 'cancel':
      if (estado === 'cancelada') return 'done'
      return isAuthorised ? 'cancel' : 'again'
    case 'builder':
      return isAuthorised && nota.modelo === NFE ? 'done' : 'again'
  }
}
