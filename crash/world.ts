// A shop that sells in homologação while everything around it dies: the simulator, one server on SQLite or two on
// PostgreSQL, all started anew as soon as they are dead, with another way to die.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { item, newBudget } from '../api/tests/helpers/budgets.ts'
import { account, newCompany } from '../api/tests/helpers/builders.ts'
import type { Caller } from '../api/tests/helpers/caller.ts'
import { certificateOfAuthority } from '../api/tests/helpers/certificates.ts'
import { restartCluster } from '../api/tests/helpers/cluster.ts'
import * as api from '../api/tests/helpers/endpoints.ts'
import { homologationEnv, saoPaulo } from '../api/tests/helpers/homologation.ts'
import { newBuilder } from '../api/tests/helpers/nfe.ts'
import { newPerson } from '../api/tests/helpers/people.ts'
import type { Product } from '../api/tests/helpers/products.ts'
import { sellable } from '../api/tests/helpers/sales.ts'
import { settings } from '../api/tests/helpers/sefaz-settings.ts'
import { engine, pause, Server, until } from '../api/tests/helpers/server.ts'
import { Simulator } from '../api/tests/helpers/simulator.ts'
import { Dice } from './dice.ts'
import { Cycle, deathCycle, faultCycle, nameOf, type Point, pointCycle, pointsOf } from './faults.ts'
import { fast, patience_s, scale } from './times.ts'

/** Some of what is sent meanwhile is judged. */
const outage = [
  { service: 'NFeAutorizacao4', authoriser: 'nfe', fault: 'drop', when: 'before' },
  { service: 'NFeAutorizacao4', authoriser: 'nfe', fault: 'drop', when: 'after', probability: 0.5, seed: 1 },
  { service: 'NFeConsultaProtocolo4', authoriser: 'nfe', fault: 'drop', when: 'before' },
  { service: 'NFeStatusServico4', authoriser: 'nfe', fault: 'drop', when: 'before' },
]

const POINTS_ARMED = 4
const ORDERS = 12
const ORDERED = '20.0000'

const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
const fakeTime = `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`

/** The built application: that of the API tests is there only after they ran. */
export const webDir = process.env.BALCAO_WEB_DIR ?? join(import.meta.dirname, '../web/dist')

export class MortalServer extends Server {
  /** BALCAO_TEST_CRASH of the next start. */
  crash = ''
  /** Holds by how much the clock on its wall is wrong, for libfaketime; none: it is right. */
  clock = ''
  override get env(): Record<string, string> {
    return {
      ...super.env,
      ...(this.crash ? { BALCAO_TEST_CRASH: this.crash } : {}),
      ...(this.clock
        ? {
            LD_PRELOAD: fakeTime,
            FAKETIME_TIMESTAMP_FILE: this.clock,
            FAKETIME_CACHE_DURATION: '1',
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
            FAKETIME_DISABLE_SHM: '1',
          }
        : {}),
    }
  }
}

export interface WorldOptions {
  seed: number
  /** BALCAO_TEST_WITHOUT: the protection that is taken away. */
  without?: string
  /** The clocks of the servers can be turned. */
  clocks?: boolean
}

export class World {
  readonly folder = mkdtempSync(join(tmpdir(), 'balcao-crash-'))
  readonly simulator = new Simulator()
  readonly servers: MortalServer[] = []
  readonly cashiers: Caller[] = []
  readonly products: Product[] = []
  /** A client with a CNPJ, whose sales are documented by NF-e. */
  builder = ''
  /** Of one item each; every other one is the builder's. */
  readonly orders: string[] = []
  /** Codes that customers hold, and what they were given for; whoever pays with one may find it used up. */
  readonly credits: { codigo: string; valor: number }[] = []
  /** One for each cashier. */
  readonly stations: string[] = []
  /** What happened how often: deaths by crash point, faults by name. */
  readonly counts = new Map<string, number>()
  company = { id: '', cnpj: '' }
  admin!: Caller
  /** The services of the NF-e do not answer; the SVC stands in for them. */
  isSefazAway = false
  private readonly dice: Dice
  private readonly faults: Cycle<ReturnType<ReturnType<typeof faultCycle>['next']>>
  private readonly deaths: ReturnType<typeof deathCycle>
  private readonly points: ReturnType<typeof pointCycle>
  private readonly without: string
  private readonly clocks: boolean
  private mortal = false
  private database_away_until = 0
  private watches: Promise<void>[] = []

  constructor({ seed, without = '', clocks = false }: WorldOptions) {
    this.without = without
    this.clocks = clocks
    this.dice = new Dice(seed)
    this.faults = faultCycle(new Dice(seed, 101))
    this.deaths = deathCycle(new Dice(seed, 102))
    this.points = pointCycle(engine, new Dice(seed, 103))
  }

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }

  /** Everything runs and is ready to sell; nothing dies yet. */
  async open(cashiers: number): Promise<void> {
    await this.simulator.start('--fast', String(fast))
    const env: Record<string, string> = {
      ...homologationEnv(this.simulator, this.folder, saoPaulo(this.simulator)),
      BALCAO_TEST_TIME_SCALE: String(scale),
      BALCAO_TEST_STATEMENTS: '',
      BALCAO_TEST_WITHOUT: this.without,
      BALCAO_WEB_DIR: webDir,
    }
    const first = new MortalServer({ env })
    this.servers.push(first)
    if (engine === 'postgres')
      this.servers.push(new MortalServer({ env: { ...env, BALCAO_DATABASE_URL: first.databaseUrl } }))
    for (const [at, server] of this.servers.entries()) {
      if (this.clocks) {
        server.clock = join(this.folder, `relogio-${at}`)
        writeFileSync(server.clock, '+0\n')
      }
      await server.start()
    }

    const admin = await account(first, 'admin')
    this.admin = admin.caller
    const company = await newCompany(this.admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })
    this.company = { id: company.id, cnpj: company.cnpj }
    const form = settings({ ambiente: 'homologacao', destino: 'sefaz' })
    const etag = (await api.getSefazSettings(this.admin, company.id)).etag
    ;(await api.putSefazSettings(this.admin, company.id, etag, form)).expect(200)
    const pfx = certificateOfAuthority(this.simulator.folder, company.cnpj, 'senha')
    const upload = { file_name: 'empresa.pfx', file_base64: pfx.toString('base64'), password: 'senha' }
    ;(await api.putCertificate(this.admin, company.id, '"0"', upload)).expect(200)
    const sale = await api.getSaleSettings(this.admin, company.id)
    const wanted = { ...sale.expect(200), contingencia_apos_s: patience_s, imprimir_sempre: 'N' as const } // Chromium has no printer
    ;(await api.putSaleSettings(this.admin, company.id, sale.etag, wanted)).expect(200)
    ;(await api.markReadiness(this.admin, company.id, 'credenciamento_nfe', { marcado: true })).expect(200)
    for (let i = 0; i < 3; i += 1) this.products.push(await sellable(this.admin, company.id, { prod_CFOP: '5101' }))
    this.builder = (await newBuilder(this.admin)).id
    const client = (await newPerson(this.admin)).id
    for (let i = 0; i < ORDERS; i += 1) {
      const itens = [item(this.products[i % this.products.length]!.id, ORDERED)]
      const of = i % 2 === 0 ? client : this.builder
      this.orders.push((await newBudget(this.admin, company.id, of, { tipo: 'Pedido', itens })).id)
    }
    for (let i = 0; i < cashiers; i += 1) {
      const clerk = await account(first, 'user')
      first.database.link(clerk.id, company.id)
      this.cashiers.push(clerk.caller)
      const station = { nome: `Caixa ${i + 1}`, impressora: {} }
      this.stations.push((await api.createStation(this.admin, company.id, station)).expect(201).id)
    }
  }

  get database() {
    return this.servers[0]!.database
  }

  /** From now on servers and simulator die, and are started again. */
  async beginToDie(): Promise<void> {
    this.mortal = true
    for (const server of this.servers) {
      server.crash = this.nextCrash()
      await server.stop()
      await this.isStarted(server)
      this.watches.push(this.keepAlive(server))
    }
    this.watches.push(this.keepSimulatorAlive())
  }

  /** All is well again: nothing dies, nothing misbehaves. */
  async recover(): Promise<void> {
    this.mortal = false
    for (const server of this.servers) await server.kill()
    await this.simulator.kill()
    await Promise.all(this.watches)
    this.watches = []
    await this.simulator.start('--fast', String(fast))
    for (const server of this.servers) {
      server.crash = ''
      await server.start()
    }
  }

  /** The first server ends at its next coming by there. */
  dieAt(point: string): Promise<void> {
    return this.arm(`${point}:1:1`)
  }
  /** Whoever comes by there in the first server waits until `goOn` is called. */
  async holdAt(point: string): Promise<{ reached: () => Promise<void>; goOn: () => void }> {
    const file = join(this.folder, `para-${point}`)
    writeFileSync(file, '')
    await this.arm(`${point}:hold:${file}`)
    const [{ log }] = this.servers as [MortalServer]
    const isReached = () => this.servers[0]!.log.slice(log.length).includes(`crash_point ${point}`)
    return {
      reached: async () => void (await until(`somebody comes by ${point}`, isReached)),
      goOn: () => rmSync(file),
    }
  }
  private async arm(crash: string): Promise<void> {
    const [server] = this.servers as [MortalServer]
    await server.kill()
    server.crash = crash
    await server.start()
  }
  async startAgain(server: Server): Promise<void> {
    await server.whenEnded()
    ;(server as MortalServer).crash = ''
    await server.start()
  }

  /** One more thing goes wrong at SEFAZ. */
  async misbehave(): Promise<void> {
    const rule = this.faults.next()
    if (await this.tell(rule)) this.count(nameOf(rule))
  }
  /** The simulator dies at its next request for an authorisation. */
  async killSimulator(): Promise<void> {
    const rule = this.deaths.next()
    if (await this.tell(rule)) this.count(nameOf(rule))
  }
  /** The services of the NF-e answer nothing more. What they have got already they may have judged. */
  async sefazGoesAway(): Promise<void> {
    this.isSefazAway = true
    for (const rule of outage) await this.tellUntilHeard(rule)
    await this.switchSvc('ligada')
    this.count('SEFAZ away')
  }
  async sefazComesBack(): Promise<void> {
    this.isSefazAway = false
    for (const { service, authoriser } of outage) await this.tellUntilHeard({ service, authoriser, fault: 'none' })
    this.count('SEFAZ back')
  }
  async switchSvc(estado: 'ligada' | 'desligada'): Promise<void> {
    await this.untilHeard(() => this.simulator.switchSvc(estado))
    this.count(`SVC ${estado}`)
  }

  /** The server dies now, and comes back to die elsewhere. */
  killServer(): void {
    this.count('SIGKILL')
    try {
      process.kill(this.dice.pick(this.servers).pid, 'SIGKILL')
    } catch (error) {
      if (!/ESRCH/.test(String(error))) throw error // it is dead already
    }
  }
  /** One connection of the servers is cut off. */
  cutConnection(): void {
    if (engine !== 'postgres') return
    this.count('pg_terminate_backend')
    // It may be that of a server that is just starting, which then ends with a sentence.
    this.database_away_until = Math.max(this.database_away_until, Date.now() + 5_000)
    this.database.rows(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() order by random() limit 1`)
  }

  /** The disk of a server is full for a while. */
  async fillDisk(): Promise<void> {
    if (engine !== 'sqlite') return
    const limit = (size: string) => {
      try {
        execFileSync('prlimit', ['--pid', String(this.servers[0]!.pid), `--fsize=${size}`], { stdio: 'pipe' })
      } catch (error) {
        if (!/No such process/.test(String(error))) throw error // it died, and comes back without a limit
      }
    }
    this.count('disk full')
    limit('4096')
    await pause(1_500)
    limit('unlimited')
  }
  /** The database is stopped and started, as an operator would. */
  restartDatabase(): void {
    if (engine !== 'postgres') return
    this.count('database restarted')
    this.database_away_until = Date.now() + 20_000
    restartCluster(process.env.BALCAO_TEST_CLUSTER!)
  }
  /** Somebody sets the clock of a server wrong, and right again. */
  async turnClock(by: '+1h' | '-1h'): Promise<void> {
    if (!this.clocks) return
    this.count(`clock ${by}`)
    const { clock } = this.dice.pick(this.servers)
    writeFileSync(clock, `${by}\n`)
    await pause(4_000)
    writeFileSync(clock, '+0\n')
  }
  /** SEFAZ says that the company uses its service too much. */
  async overuse(): Promise<void> {
    if (await this.tell({ service: 'NFeAutorizacao4', cStat: 656 })) this.count('656')
  }

  async close(): Promise<void> {
    this.mortal = false
    try {
      for (const server of this.servers) await server.stop()
      await this.simulator.stop()
    } finally {
      for (const server of this.servers) await server.kill()
      await this.simulator.kill()
      const folders = [this.folder, this.simulator.folder, ...this.servers.map(({ dataDir }) => dataDir)]
      if (process.env.CRASH_KEEP) console.log(`kept: ${folders.join(' ')}`)
      else for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    }
  }

  private tell(rule: object): Promise<boolean> {
    return this.isHeard(() => this.put({ ...rule, times: 1 }))
  }
  private tellUntilHeard(rule: object): Promise<void> {
    return this.untilHeard(() => this.put(rule))
  }
  private async put(rule: object): Promise<void> {
    const answer = await this.simulator.control('PUT', rule)
    if (answer.status !== 200) throw new Error(`a fault was refused: ${answer.bytes.toString('utf8')}`)
  }
  /** False: the simulator is dead. */
  private async isHeard(say: () => Promise<void>): Promise<boolean> {
    try {
      await say()
      return true
    } catch (error) {
      if (/ECONN|socket hang up/.test(String(error))) return false
      throw error
    }
  }
  private async untilHeard(say: () => Promise<void>): Promise<void> {
    await until('the simulator hears', () => this.isHeard(say), 60_000)
  }

  /**
   * Some places at once, so that one of them is reached soon. The one where the fewest died is among them: those that are often
   * reached would let no server live to see it.
   */
  private nextCrash(): string {
    const deaths = ([name]: Point) => this.counts.get(name) ?? 0
    const fewest = this.dice.shuffled(pointsOf(engine)).toSorted((a, b) => deaths(a) - deaths(b))[0]!
    const armed = new Set([fewest, ...Array.from({ length: POINTS_ARMED - 1 }, () => this.points.next())])
    return [...armed]
      .map(([name, probability]) => `${name}:${probability}:${1 + this.dice.below(1_000_000)}`)
      .join(',')
  }

  private async keepAlive(server: MortalServer): Promise<void> {
    for (;;) {
      const { signal, stderr } = await server.whenEnded()
      if (!this.mortal) return
      if (signal !== 'SIGKILL') throw new Error(`the server ended by itself:\n${stderr.slice(-4000)}`)
      // One that was shot from outside names no point.
      const point = /^crash_point (\S+)$/m.exec(stderr)?.[1]
      if (point) this.count(point)
      server.crash = this.nextCrash()
      while (this.mortal && !(await this.isStarted(server))) await pause(200)
    }
  }

  /** It may die again while it starts, or not find its database then. */
  private async isStarted(server: MortalServer): Promise<boolean> {
    try {
      await server.start()
      return true
    } catch (error) {
      if (String(error).includes('SIGKILL')) return true // which its watch will see
      if (Date.now() < this.database_away_until) return false
      throw error
    }
  }

  private async keepSimulatorAlive(): Promise<void> {
    for (;;) {
      await this.simulator.whenEnded()
      await pause(100)
      if (!this.mortal) return
      try {
        await this.simulator.start('--fast', String(fast))
      } catch (error) {
        if (!String(error).includes('SIGKILL')) throw error // shot while it started: the next round sees it
      }
      // It remembers that the SVC is on, and nothing of how it was to behave.
      if (this.isSefazAway) for (const rule of outage) await this.isHeard(() => this.put(rule))
    }
  }
}
