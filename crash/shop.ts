// One run from the opening of the shop to the evidence for the checker.
import { join } from 'node:path'
import { pause } from '../api/tests/helpers/server.ts'
import { Cashier } from './cashier.ts'
import { settle, type Unsettled, voidUnused } from './closing.ts'
import { type Evidence, readDatabase, readJournals, type There } from './evidence.ts'
import { Dice } from './dice.ts'
import { Journal } from './journal.ts'
import { World } from './world.ts'

const cashiers = 8
/** Between two customers of a cashier where there are disasters, at most: SEFAZ is to be back between two of them. */
const longest_pause_ms = 1_000

export interface Run {
  world: World
  evidence: Evidence
  /** What had not come to rest in time. */
  left: Unsettled[]
  /** How long each part took. */
  times: string[]
}

export interface RunOptions {
  seed: number
  sales: number
  /** Also what takes long to recover from: a full disk, a restarted database, a company that SEFAZ shuts out, a clock that
   * is set wrong. */
  disasters: boolean
  /** How long everything may take to come to rest. */
  settle_ms: number
}

async function sell(world: World, clerks: Cashier[], { sales, disasters, seed }: RunOptions): Promise<void> {
  const dice = new Dice(seed, 200)
  let begun = 0
  const serve = async (clerk: Cashier) => {
    while (begun < sales) {
      begun += 1
      const mine = begun
      const each = (number: number) => mine % number === 0
      if (each(2)) await world.misbehave()
      if (each(40)) await world.killSimulator()
      if (each(25)) world.killServer()
      if (each(10)) world.cutConnection()
      if (disasters && each(Math.ceil(sales / 4))) await world.fillDisk()
      if (disasters && mine === Math.ceil(sales / 3)) world.restartDatabase()
      if (disasters && mine === Math.ceil(sales / 2)) await world.overuse()
      if (disasters && mine === Math.ceil(sales / 5)) await world.turnClock('+1h')
      if (disasters && mine === Math.ceil(sales * 0.7)) await world.turnClock('-1h')
      if (disasters) await pause(dice.below(longest_pause_ms))
      await clerk.serve()
    }
  }
  await Promise.all(clerks.map(serve))
}

async function ledger({ simulator }: World): Promise<There> {
  return {
    pedidos: await simulator.ledger('pedidos'),
    documentos: await simulator.ledger('documentos'),
    eventos: await simulator.ledger('eventos'),
    inutilizacoes: await simulator.ledger('inutilizacoes'),
  }
}

const journalsOf = (world: World) =>
  Array.from({ length: cashiers }, (_, at) => new Journal(join(world.folder, `caixa-${at}.jsonl`)))
const clerksOf = (world: World, journals: Journal[], seed: number) =>
  journals.map((journal, number) => new Cashier(world, number, journal, seed))

async function evidenceOf(world: World, journals: Journal[]): Promise<Evidence> {
  return {
    here: readDatabase(world.database),
    there: await ledger(world),
    journals: readJournals(journals.map(({ file }) => file)),
    clocksTurned: [...world.counts.keys()].some((name) => name.startsWith('clock')),
  }
}

/** What happens to a shop that is well otherwise, once and on purpose. */
export type Scene = (world: World, clerks: Cashier[]) => Promise<void>

/** Plays one scene and lets all come to rest. The world is still open, and the caller's to close. */
export async function play(world: World, scene: Scene, settle_ms: number): Promise<Omit<Run, 'times'>> {
  const journals = journalsOf(world)
  await world.open(cashiers)
  try {
    await scene(world, clerksOf(world, journals, 1))
  } finally {
    for (const journal of journals) journal.close()
  }
  await world.simulator.behave()
  const left = await settle(world, settle_ms)
  return { world, left, evidence: await evidenceOf(world, journals) }
}

/** Sells while everything dies, then lets all come to rest. The world is still open, and the caller's to close. */
export async function trade(world: World, options: RunOptions): Promise<Run> {
  const times: string[] = []
  let began = Date.now()
  const took = (what: string) => {
    times.push(`${what} in ${Math.round((Date.now() - began) / 1000)} s`)
    began = Date.now()
  }
  const journals = journalsOf(world)
  await world.open(cashiers)
  took('opened')
  await world.beginToDie()
  const clerks = clerksOf(world, journals, options.seed)
  try {
    await sell(world, clerks, options)
  } finally {
    for (const journal of journals) journal.close()
  }
  took('sold')
  await world.recover()
  const left = await settle(world, options.settle_ms)
  took('settled')
  if (left.length === 0) left.push(...(await voidUnused(world, options.settle_ms)))
  took('voided')
  for (const clerk of clerks) await clerk.closeTill()
  return { world, evidence: await evidenceOf(world, journals), left, times }
}
