// What SEFAZ is made to do wrong, once each time, and the places where the server ends.
import type { Behaviour } from '../api/tests/helpers/simulator.ts'
import type { Dice } from './dice.ts'

const authorisation = 'NFeAutorizacao4'
const query = 'NFeConsultaProtocolo4'
const event = 'NFeRecepcaoEvento4'
const voiding = 'NFeInutilizacao4'

type Rule = Omit<Behaviour, 'times'>

/** Faults of one request each. `half`, `doubled`, `foreign` and `other_key` are judged first by themselves. */
const rules: readonly Rule[] = [
  { service: authorisation, fault: 'drop', when: 'before' },
  { service: authorisation, fault: 'drop', when: 'after' },
  { service: authorisation, fault: 'drop', when: 'after' },
  { service: authorisation, fault: 'silence', when: 'after' },
  { service: authorisation, fault: 'silence', when: 'before' },
  { service: authorisation, fault: 'late', judged_after_ms: 60_000 },
  { service: authorisation, fault: 'late', judged_after_ms: 300_000 },
  { service: authorisation, fault: 'asynchronous', judged_after_ms: 20_000 },
  { service: authorisation, fault: 'half' },
  { service: authorisation, fault: 'doubled' },
  { service: authorisation, fault: 'foreign' },
  { service: authorisation, fault: 'other_key' },
  { service: authorisation, fault: 'garbage', when: 'after' },
  { service: authorisation, fault: 'html', when: 'after' },
  { service: authorisation, fault: 'soap_fault', when: 'before' },
  { service: authorisation, fault: 'error', when: 'after' },
  { service: authorisation, cStat: 108 },
  { service: authorisation, cStat: 109 },
  { service: authorisation, cStat: 999, when: 'after' },
  { service: authorisation, cStat: 778 },
  { service: authorisation, cStat: 778 },
  { service: authorisation, delay_ms: 45_000, when: 'after' },
  { service: query, fault: 'drop', when: 'before' },
  { service: query, fault: 'error', when: 'after' },
  { service: query, fault: 'half' },
  { service: query, bare_query: true },
  { service: event, fault: 'drop', when: 'before' },
  { service: event, fault: 'drop', when: 'after' },
  { service: event, fault: 'half' },
  { service: voiding, fault: 'drop', when: 'before' },
  { service: voiding, fault: 'drop', when: 'after' },
]
const deaths: readonly Rule[] = [
  { service: authorisation, fault: 'kill_judged', when: 'after' },
  { service: authorisation, fault: 'kill_stored', when: 'after' },
  { service: authorisation, fault: 'kill_half', when: 'after' },
]

/** The name under which a fault is counted. */
export const nameOf = ({ service, fault, cStat, when }: Rule) =>
  [service, fault ?? cStat ?? 'variant', ...(when ? [when] : [])].join(' ')

export const faultNames: readonly string[] = [...new Set(rules.map(nameOf))]

/** Goes through them all in an order of its own, again and again. */
export class Cycle<T> {
  private left: T[] = []
  private readonly all: readonly T[]
  private readonly dice: Dice
  constructor(all: readonly T[], dice: Dice) {
    this.all = all
    this.dice = dice
  }
  next(): T {
    if (this.left.length === 0) this.left = this.dice.shuffled(this.all)
    return this.left.pop()!
  }
}
export const faultCycle = (dice: Dice) => new Cycle(rules, dice)
export const deathCycle = (dice: Dice) => new Cycle(deaths, dice)

export type Point = readonly [name: string, probability: number]
/** Where the server ends (platform/base/crash_point.hpp), and how likely that is each time it comes by. */
const points: readonly Point[] = [
  ['issue.before_commit', 0.15],
  ['issue.after_commit', 0.15],
  ['issue.before_mark', 0.15],
  ['send.before_socket', 0.15],
  ['send.after_bytes', 0.15],
  ['send.answer_read', 0.15],
  ['answer.before_commit', 0.15],
  ['answer.after_commit', 0.15],
  ['batch.before_commit', 0.05],
  ['queue.claimed', 0.1],
  ['queue.postponed', 0.1],
  ['contingency.after_commit', 0.5],
  ['resend.planned', 0.5],
  ['query.answered', 0.5],
  ['event.after_commit', 1],
  ['event.answer_read', 1],
  ['cash.after_commit', 0.3],
]
export const pointsOf = (engine: string) =>
  points.filter(([name]) => engine === 'sqlite' || name !== 'batch.before_commit')
export const pointCycle = (engine: string, dice: Dice) => new Cycle(pointsOf(engine), dice)
/** Those that a run comes by while it sells. */
export const pointNames = (engine: string) => pointsOf(engine).map(([name]) => name)
/** Only voiding comes by there, which the manager begins when the selling is over. */
export const voidingPoints: readonly string[] = ['void.after_commit', 'void.answer_read']
