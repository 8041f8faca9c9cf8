// `balcao sefaz-simulator` beside the server of a story.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { binary } from './helpers.ts'

/** What a service is told to do; what is not named is as usual. `*` is all services. */
type Behaviour = {
  service: string
  authoriser?: 'nfce' | 'nfe' | 'svc-an' | 'svc-rs'
  cStat?: number
  xMotivo?: string
  delay_ms?: number
  fault?: 'drop' | 'silence' | 'garbage' | 'half' | 'error' | 'wrong_digest'
  when?: 'before' | 'after'
  times?: number
}

export class Simulator {
  readonly folder = mkdtempSync(join(tmpdir(), 'balcao-simulador-'))
  private process: ChildProcess | undefined
  private told = ''

  /** What a server must know of it. */
  get environment() {
    return {
      BALCAO_SIMULATOR_URL: this.url,
      BALCAO_SIMULATOR_CONTROL_URL: this.address(/http:\/\/127\.0\.0\.1:\d+/),
      BALCAO_SIMULATOR_DATA: this.folder,
    }
  }

  /** Address of the services, for BALCAO_SIMULATOR_URL. */
  get url() {
    return this.address(/https:\/\/127\.0\.0\.1:\d+/)
  }

  async start() {
    // Again on its ports after an end, whose address the server has.
    const [port, control] = this.told ? [new URL(this.url).port, new URL(this.control('')).port] : ['0', '0']
    this.told = ''
    const args = ['sefaz-simulator', '--port', port, '--control-port', control, '--data', this.folder]
    this.process = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [this.process.stdout!, this.process.stderr!]) stream.on('data', (text) => (this.told += text))
    await expect.poll(() => this.told, { timeout: 60_000, intervals: [20] }).toContain('Simulador da SEFAZ em')
  }

  /** Everything else is as usual again. */
  async behave(...behaviours: Behaviour[]) {
    expect((await fetch(this.control('comportamento'), { method: 'DELETE' })).status).toBe(200)
    for (const behaviour of behaviours) await this.tell('comportamento', behaviour)
  }

  /** Whether the SVC stands in for São Paulo. */
  async switchSvc(estado: 'ligada' | 'desligada') {
    await this.tell('svc/SP', { estado })
  }

  /** What SEFAZ's registry has of a company. */
  async register(cnpj: string, ...inscricoes: Record<string, unknown>[]) {
    await this.tell(`empresas/${cnpj}`, { inscricoes })
  }

  private async tell(what: string, json: object) {
    const answer = await fetch(this.control(what), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
    expect(answer.status, await answer.text()).toBe(200)
  }
  private control = (what: string) => `${this.address(/http:\/\/127\.0\.0\.1:\d+/)}/simulador/${what}`

  /** From now on nobody listens there. */
  async end() {
    if (!this.process) return
    const ended = new Promise((done) => this.process!.once('exit', done))
    this.process.kill('SIGKILL')
    await ended
    this.process = undefined
  }

  async stop() {
    await this.end()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private address(pattern: RegExp): string {
    const found = pattern.exec(this.told)?.[0]
    if (!found) throw new Error(`the simulator did not say its address: ${this.told}`)
    return found
  }
}
