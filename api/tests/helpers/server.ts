// The real program with its own data, port and database.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, TestRunner } from 'vitest'
import { binary } from './binary.ts'
import { newDatabase } from './cluster.ts'
import { Database } from './database.ts'
import { exchange } from './http.ts'
import { statementsFile } from './statements.ts'

const root = resolve(import.meta.dirname, '../../..')
export const engine = process.env.BALCAO_TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

/** The same for every server, since some share a database or open each other's backups. Empty: a file in the data folder. */
export const secretKey = Buffer.alloc(32, 'balcao').toString('base64')

export interface Ended {
  code: number | null
  signal: string | null
  stdout: string
  stderr: string
}

export interface ServerOptions {
  /** A function where it names what has to start first; read at each start. */
  env?: Record<string, string> | (() => Record<string, string>)
  /** A folder that exists; the server does not remove it. Default: a new one. */
  dataDir?: string
  /** PostgreSQL cluster to use instead of the one shared by all test files. */
  cluster?: string
  /** Gets what it writes; such a server outlives the process that started it. */
  logFile?: string
}

export class Server {
  readonly dataDir: string
  readonly databaseUrl: string
  readonly database: Database
  port = 0
  private output = ''
  private readonly options: ServerOptions
  private ownEnv: Record<string, string> | undefined
  private process: ChildProcess | undefined
  private ended: Promise<Ended> | undefined

  constructor(options: ServerOptions = {}) {
    this.options = options
    this.dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'balcao-api-'))
    this.databaseUrl =
      engine === 'postgres' ? newDatabase(options.cluster) : `sqlite:${join(this.dataDir, 'balcao.db')}`
    this.database = new Database(this.databaseUrl)
  }

  get env(): Record<string, string> {
    const { env } = this.options
    this.ownEnv ??= typeof env === 'function' ? env() : (env ?? {})
    return {
      PATH: process.env.PATH ?? '',
      ...sanitizerOptions(),
      BALCAO_LISTEN: '127.0.0.1',
      BALCAO_PORT: String(this.port),
      BALCAO_DATA_DIR: this.dataDir,
      BALCAO_DATABASE_URL: this.databaseUrl,
      BALCAO_WEB_DIR: join(root, 'api/tests/results/web'),
      BALCAO_TRUSTED_PROXIES: '127.0.0.1',
      BALCAO_SECRET_KEY: secretKey,
      BALCAO_SIMULATOR_URL: 'off', // a process of its own for each server, which few tests need
      BALCAO_TEST_PASSWORDS: 'quick',
      BALCAO_TEST_STATEMENTS: statementsFile(engine),
      ...this.ownEnv,
    }
  }

  /** All of standard error, of every start. */
  get log(): string {
    return this.options.logFile ? readFileSync(this.options.logFile, 'utf8') : this.output
  }

  /** How much of its time it waits (BALCAO_TEST_TIME_SCALE). */
  get timeScale(): number {
    return Number(this.env.BALCAO_TEST_TIME_SCALE ?? 1)
  }

  /** The lines of the log that are JSON, each as an object. */
  get logLines(): Record<string, unknown>[] {
    return this.log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
  }

  get pid(): number {
    return this.process!.pid!
  }

  /** Starts and waits until the server is ready. */
  async start(): Promise<void> {
    if (this.port === 0) this.port = await freePort()
    this.ownEnv = undefined
    const { logFile } = this.options
    const child = spawn(binary, ['serve'], {
      env: this.env,
      stdio: logFile ? ['ignore', 'ignore', openSync(logFile, 'a')] : ['ignore', 'pipe', 'pipe'],
    })
    if (logFile) child.unref()
    this.process = child
    this.ended = outcome(child, (text) => (this.output += text))
    let ended: Ended | undefined
    void this.ended.then((result) => (ended = result))
    const deadline = Date.now() + 30_000
    while (!(await this.isReady())) {
      if (ended) throw new Error(`the server ended at start with ${ended.code ?? ended.signal}:\n${ended.stderr}`)
      if (Date.now() > deadline) throw new Error(`the server is not ready after 30 s:\n${this.log}`)
      await pause(20)
    }
  }

  async isReady(): Promise<boolean> {
    try {
      return (await exchange(this.port, { method: 'GET', path: '/readyz' })).status === 200
    } catch {
      return false // nobody listens yet
    }
  }

  /** SIGTERM, and what became of it. */
  async end(): Promise<Ended> {
    this.process!.kill('SIGTERM')
    return this.whenEnded()
  }

  whenEnded(): Promise<Ended> {
    return this.ended!
  }

  /** Stops as an operator would. A leak or an unclean end fails the test. */
  async stop(): Promise<void> {
    if (!this.process) return
    const ended = await this.end()
    this.process = undefined
    expect(this.log).not.toMatch(/AddressSanitizer|LeakSanitizer|runtime error:/)
    expect(ended.code, this.log.slice(-4000)).toBe(0)
  }

  /** SIGKILL: no chance to finish anything. */
  async kill(): Promise<void> {
    this.process?.kill('SIGKILL')
    await this.ended
    this.process = undefined
  }

  /** Runs `balcao ARGS…` with this server's configuration. */
  command(args: string[], input = ''): Promise<Ended> {
    return runCommand(args, this.env, input)
  }

  remove(): void {
    if (!this.options.dataDir) rmSync(this.dataDir, { recursive: true, force: true })
  }
}

/**
 * A server of its own for a file whose tests stop it, need an environment of their own, or count or change what belongs to the
 * whole installation. All others use `sharedServer`.
 */
export function ownServer(options: ServerOptions = {}): Server {
  const server = new Server(options)
  beforeAll(() => server.start())
  afterAll(async () => {
    await server.stop()
    server.remove()
  })
  return server
}

/** Runs `balcao ARGS…` to its end. */
export async function runCommand(args: string[], env: Record<string, string>, input = ''): Promise<Ended> {
  const child = spawn(binary, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  // One that should have ended does not outlive its test.
  if (TestRunner.getCurrentTest()) onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.on('error', () => undefined) // a program that ends before it read everything says so by its exit code
  child.stdin.end(input)
  const ended = await outcome(child)
  expect(ended.stderr).not.toMatch(/AddressSanitizer|LeakSanitizer|runtime error:/)
  return ended
}

function outcome(child: ChildProcess, onError: (text: string) => void = () => undefined): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    onError(text)
  })
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code, signal) => done({ code, signal, stdout, stderr }))
  })
}

const sanitizerOptions = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(ASAN|UBSAN|LSAN)_/.test(name))) as Record<
    string,
    string
  >

export const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** Waits until `read` gives something true. */
export async function until<T>(
  what: string,
  read: () => T | Promise<T>,
  milliseconds = 10_000,
): Promise<Exclude<NonNullable<T>, false>> {
  const deadline = Date.now() + milliseconds
  for (;;) {
    const value = await read()
    if (value) return value as Exclude<NonNullable<T>, false>
    if (Date.now() > deadline) throw new Error(`waited ${milliseconds} ms in vain: ${what}`)
    await pause(20)
  }
}

/**
 * A port where nothing listens. Below those that the system gives to outgoing connections, since one of these could take it
 * before the server does, and the tests would then speak with a stranger.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}
