// The SEFAZ simulator, started as an operator would.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { binary } from './binary.ts'
import { exchange, type Received } from './http.ts'
import { freePort, ownServer, until } from './server.ts'

/** What a service does until told otherwise (sefaz/README.md). */
export interface Behaviour {
  service: string
  authoriser?: 'nfce' | 'nfe' | 'svc-an' | 'svc-rs'
  cStat?: number
  xMotivo?: string
  delay_ms?: number
  fault?: Fault
  when?: 'before' | 'after'
  judged_after_ms?: number
  times?: number
  CNPJ?: string
  bare_query?: boolean
  alerts?: string[]
}

export type Fault =
  | 'none'
  | 'drop'
  | 'silence'
  | 'garbage'
  | 'html'
  | 'soap_fault'
  | 'huge'
  | 'error'
  | 'half'
  | 'doubled'
  | 'foreign'
  | 'other_key'
  | 'wrong_digest'
  | 'asynchronous'
  | 'late'
  | 'kill_judged'
  | 'kill_stored'
  | 'kill_half'

const folder = '/simulador/'

export class Simulator {
  readonly folder: string
  /** Added to its environment. */
  ownEnv: Record<string, string> = {}
  port = 0
  controlPort = 0
  private written = ''
  private readonly logFile: string | undefined
  private process: ChildProcess | undefined
  private ended: Promise<number | null> | undefined

  /** `logFile` gets what it writes; such a simulator outlives the process that started it. */
  constructor(folder = mkdtempSync(join(tmpdir(), 'balcao-simulador-')), logFile?: string) {
    this.folder = folder
    this.logFile = logFile
  }

  get output(): string {
    return this.logFile ? readFileSync(this.logFile, 'utf8') : this.written
  }
  get pid(): number {
    return this.process!.pid!
  }

  get url() {
    return `https://127.0.0.1:${this.port}`
  }
  /** What a server must know of it. */
  get env(): Record<string, string> {
    return {
      BALCAO_SIMULATOR_URL: this.url,
      BALCAO_SIMULATOR_CONTROL_URL: `http://127.0.0.1:${this.controlPort}`,
      BALCAO_SIMULATOR_DATA: this.folder,
    }
  }

  async choosePort(): Promise<void> {
    this.port = await freePort()
    // Not the system's choice: after a stop an outgoing connection could have that one.
    do this.controlPort = await freePort()
    while (this.controlPort === this.port)
  }

  /** Starts and waits until it listens; again on the same ports after a stop. */
  async start(...options: string[]): Promise<void> {
    if (this.port === 0) await this.choosePort()
    this.written = ''
    const args = [
      'sefaz-simulator',
      '--port',
      String(this.port),
      '--control-port',
      String(this.controlPort),
      '--data',
      this.folder,
      ...options,
    ]
    const log = this.logFile ? openSync(this.logFile, 'a') : 'pipe'
    const child = spawn(binary, args, { env: { ...process.env, ...this.ownEnv }, stdio: ['ignore', log, log] })
    if (this.logFile) child.unref()
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.written += text))
    this.process = child
    let end: number | string | null | undefined
    this.ended = new Promise((done, failed) => {
      child.on('error', failed)
      child.on('close', (code, signal) => {
        end = code ?? signal
        done(code)
      })
    })
    await until('the simulator listens', () => end !== undefined || this.output.includes(this.url), 30_000)
    if (end !== undefined) throw new Error(`the simulator ended at start with ${end}:\n${this.output}`)
    this.controlPort = Number(/http:\/\/127\.0\.0\.1:(\d+)\//.exec(this.output)![1])
  }

  control(method: string, json?: unknown): Promise<Received> {
    const body =
      json === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }
    return exchange(this.controlPort, { method, path: `${folder}comportamento`, ...body })
  }
  /** All rows of one list of its ledger: pedidos, documentos, eventos, inutilizacoes or lotes. */
  async ledger<Row extends { seq: number }>(list: string): Promise<Row[]> {
    const rows: Row[] = []
    for (;;) {
      const path = `${folder}${list}?depois=${rows.at(-1)?.seq ?? 0}`
      const answer = await exchange(this.controlPort, { method: 'GET', path })
      expect(answer.status, path).toBe(200)
      const more = JSON.parse(answer.bytes.toString('utf8')) as Row[]
      if (more.length === 0) return rows
      rows.push(...more)
    }
  }
  async behave(...behaviours: Behaviour[]): Promise<void> {
    expect((await this.control('DELETE')).status).toBe(200)
    for (const behaviour of behaviours) {
      const answer = await this.control('PUT', behaviour)
      expect(answer.status, answer.bytes.toString('utf8')).toBe(200)
    }
  }

  /** Tells it what SEFAZ's registry has of a company. */
  async register(CNPJ: string, ...inscricoes: Record<string, unknown>[]): Promise<void> {
    const answer = await exchange(this.controlPort, {
      method: 'PUT',
      path: `${folder}empresas/${CNPJ}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ inscricoes }),
    })
    expect(answer.status, answer.bytes.toString('utf8')).toBe(200)
  }

  /** Whether receipts without the IBS and CBS that the law wants are refused (1115). */
  async demandIbsCbs(ibscbs: boolean): Promise<void> {
    const answer = await exchange(this.controlPort, {
      method: 'PUT',
      path: `${folder}exigencias`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ibscbs }),
    })
    expect(answer.status, answer.bytes.toString('utf8')).toBe(200)
  }

  /** Whether the SVC stands in for São Paulo. */
  async switchSvc(estado: 'ligada' | 'saindo' | 'desligada'): Promise<void> {
    const answer = await exchange(this.controlPort, {
      method: 'PUT',
      path: `${folder}svc/SP`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ estado }),
    })
    expect(answer.status, answer.bytes.toString('utf8')).toBe(200)
  }

  /** When it has ended, however that came. */
  async whenEnded(): Promise<void> {
    await this.ended
  }
  /** SIGKILL. */
  async kill(): Promise<void> {
    this.process?.kill('SIGKILL')
    await this.ended
    this.process = undefined
  }

  /** Stops as an operator would. A leak or an unclean end fails the test. */
  async stop(): Promise<void> {
    if (!this.process) return
    this.process.kill('SIGTERM')
    this.process = undefined
    const code = await this.ended
    expect(this.output).not.toMatch(/AddressSanitizer|LeakSanitizer|runtime error:/)
    expect(code, this.output).toBe(0)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A simulator of its own for a file. A server that knows it comes after it: `ownServer({ env: () => simulator.env })`. */
export function ownSimulator(...options: string[]): Simulator {
  const simulator = new Simulator()
  beforeAll(() => simulator.start(...options))
  afterAll(async () => {
    await simulator.stop()
    simulator.remove()
  })
  return simulator
}

/** Server and simulator wait a fifth of the time: as little as leaves a busy machine the second in which SEFAZ counts as fast. */
export const quickServer = { BALCAO_TEST_TIME_SCALE: '0.2' }
export const quickSimulator = ['--fast', '5']

/**
 * A simulator and a server that knows it, both of the file's own and quick. `more`: environment that needs the simulator to run.
 * After each test the simulator behaves again.
 */
export function ownCounter(more: (simulator: Simulator) => Record<string, string> = () => ({})) {
  const simulator = ownSimulator(...quickSimulator)
  const server = ownServer({ env: () => ({ ...simulator.env, ...quickServer, ...more(simulator) }) })
  afterEach(() => simulator.behave())
  return { simulator, server }
}
