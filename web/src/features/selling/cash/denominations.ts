import { decimal } from '@/ui'

export type Denomination = { id: string; value: string; label: string }

const of = (value: string, label: string): Denomination => ({ id: value, value, label: `R$ ${label}` })

/** What Brazil has, the largest first. */
export const NOTES: readonly Denomination[] = [
  of('200.00', '200'),
  of('100.00', '100'),
  of('50.00', '50'),
  of('20.00', '20'),
  of('10.00', '10'),
  of('5.00', '5'),
  of('2.00', '2'),
]
export const COINS: readonly Denomination[] = [
  of('1.00', '1'),
  of('0.50', '0,50'),
  of('0.25', '0,25'),
  of('0.10', '0,10'),
  of('0.05', '0,05'),
]

/** How many there are of each, by its id, as it was typed. */
export type Pieces = Readonly<Record<string, string>>

const COUNT = /^\d{1,6}$/

/** Whether that many pieces can be counted. Nothing typed is none. */
export const isCount = (typed: string): boolean => typed.trim() === '' || COUNT.test(typed.trim())

const countOf = (typed = ''): string => (COUNT.test(typed.trim()) ? typed.trim() : '0')

/** What the pieces of one denomination are worth. */
export const worthOf = ({ id, value }: Denomination, pieces: Pieces): string =>
  decimal.multiply([value, countOf(pieces[id])], 2)

export const cashOf = (pieces: Pieces): string => decimal.sum([...NOTES, ...COINS].map((one) => worthOf(one, pieces)))

/** How many pieces there are of these. */
export const piecesOf = (all: readonly Denomination[], pieces: Pieces): number =>
  all.reduce((sum, { id }) => sum + Number(countOf(pieces[id])), 0)
