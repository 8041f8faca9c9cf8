// One run from the opening of the shop to the evidence for the checker.
import { join } from 'node:path'
import { pause, until } from '../api/tests/helpers/server.ts'
import { BrowserClerk, openBrowser } from './browser-clerk.ts'
import { Cashier } from './cashier.ts'
import { settle, type Unsettled, voidUnused } from './closing.ts'
import { calledOf, type Evidence, type Pedido, readDatabase, readJournals, type There } from './evidence.ts'
import { Dice } from './dice.ts'
import { Journal } from './journal.ts'
import { World } from './world.ts'

const cashiers = 8
/** Of them, so many sell with the screens of the program; the others talk to the server as these do. */
const browsers = 2
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

/** Of a hundred sales, so many at least at each of them: a page waits some seconds before it tries a dead server again. */
const least_by_browser = 1.5
type Clerk = Pick<Cashier, 'serve' | 'closeTill'>

/** SEFAZ is away until that clerk has sent some NF-e to the SVC. What it had judged of them is found out when it is back, with
 * the SVC still on, and after it is off. */
async function outage(world: World, clerk: Cashier, sales: number): Promise<void> {
  await world.sefazGoesAway()
  for (let sent = 0; sent < sales / 30; sent += 1) await clerk.sellBySvc()
  await world.sefazComesBack()
  for (let served = 0; served < 2; served += 1) await clerk.serve()
  await world.switchSvc('desligada')
}

async function sell(world: World, byWire: Cashier[], inBrowsers: Clerk[], { sales, disasters, seed }: RunOptions): Promise<void> {
  const dice = new Dice(seed, 200)
  let begun = 0
  const serve = async (clerk: Clerk, least: number) => {
    for (let served = 0; begun < sales || served < least; served += 1) {
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
  const least = Math.ceil((sales * least_by_browser) / 100)
  const [first, ...others] = byWire as [Cashier, ...Cashier[]]
  const meanwhile = async () => {
    await until('some have bought', () => begun >= sales / 6, 600_000)
    await outage(world, first, sales)
    await serve(first, 0)
  }
  await Promise.all([
    ...others.map((clerk) => serve(clerk, 0)),
    ...inBrowsers.map((clerk) => serve(clerk, least)),
    meanwhile(),
  ])
}

async function ledger({ simulator }: World): Promise<There> {
  return {
    pedidos: (await simulator.ledger<Pedido>('pedidos')).map(calledOf),
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
  const byWire = clerksOf(world, journals, options.seed)
  const drawers = byWire.splice(0, browsers)
  const browser = await openBrowser()
  let left: Unsettled[]
  try {
    const inBrowsers = await Promise.all(
      drawers.map((drawer, at) => BrowserClerk.open(browser, world, at, journals[at]!, drawer, options.seed)),
    )
    await world.beginToDie()
    await sell(world, byWire, inBrowsers, options)
    took('sold')
    await world.recover()
    for (const clerk of inBrowsers) await clerk.finish()
    left = await settle(world, options.settle_ms)
    took('settled')
    if (left.length === 0) left.push(...(await voidUnused(world, options.settle_ms)))
    took('voided')
    await byWire[0]!.sendARemessaAway()
    for (const clerk of byWire) await clerk.takeSomeBack()
    if (left.length === 0) left.push(...(await settle(world, options.settle_ms)))
    for (const clerk of [...inBrowsers, ...byWire]) await clerk.closeTill()
  } finally {
    await browser.close()
    for (const journal of journals) journal.close()
  }
  return { world, evidence: await evidenceOf(world, journals), left, times }
}
