// One simulator and one server that knows it for all files of a worker that keep to companies and accounts of their own. The
// first file that asks starts them; they are stopped, and looked at once more, after the whole run (stopShared).
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll } from 'vitest'
import { account } from './builders.ts'
import { engine, Server } from './server.ts'
import { quickServer, quickSimulator, Simulator } from './simulator.ts'

const notes = join(process.env.BALCAO_TEST_SHARED!, `${engine}-${process.pid}`)
let simulator: Simulator | undefined
let server: Server | undefined

function note(what: string, pid: number, folder: string): void {
  writeFileSync(`${notes}-${what}.json`, JSON.stringify({ pid, folder, log: `${notes}-${what}.log` }))
}

function make() {
  mkdirSync(process.env.BALCAO_TEST_SHARED!, { recursive: true })
  const made = (simulator ??= new Simulator(undefined, `${notes}-simulator.log`))
  server ??= new Server({ env: () => ({ ...made.env, ...quickServer }), logFile: `${notes}-server.log` })
  return { simulator: made, server }
}

/** Does nothing when both run already. */
async function start(): Promise<void> {
  const { simulator, server } = make()
  if (server.port !== 0) return
  await simulator.start(...quickSimulator)
  note('simulator', simulator.pid, simulator.folder)
  await server.start()
  note('server', server.pid, server.dataDir)
  await account(server) // the first account is admin, whoever it is
}

/** The server of this worker. What other files left there is there: companies, people, users, log entries. */
export function sharedServer(): Server {
  beforeAll(start)
  return make().server
}

/** The simulator that the shared server knows. After each test it behaves again. */
export function sharedSimulator(): Simulator {
  beforeAll(start)
  afterEach(() => make().simulator.behave())
  return make().simulator
}
