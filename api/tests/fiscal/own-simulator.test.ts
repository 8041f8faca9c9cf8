// The simulator that a server runs by itself, so that people can practise on any installation.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCompany, office } from '../helpers/builders.ts'
import { Caller as Anybody, type Caller } from '../helpers/caller.ts'
import { email, password } from '../helpers/data.ts'
import { getReceipt, getSefazSettings, postSale, signUp } from '../helpers/endpoints.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { Server, until } from '../helpers/server.ts'

const own = { BALCAO_SIMULATOR_URL: '' }
const server = new Server({ env: own })
let admin: Caller
let id = ''

beforeAll(async () => {
  await server.start()
  admin = (await office(server)).admin
  // Nothing of SEFAZ is set up: who practises needs none of it.
  id = (await newCompany(admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })).id
})
afterAll(async () => {
  await server.stop()
  server.remove()
})

/** Processes whose parent is the server. */
const children = (of: Server) =>
  execFileSync('ps', ['--no-headers', '-o', 'pid', '--ppid', String(of.pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number)
const started = (of: Server) => of.logLines.filter(({ event }) => event === 'simulator_started')
const address = (of: Server) => readFileSync(join(of.dataDir, 'simulador', 'endereco'), 'utf8').split('\n')[0]
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function practise(as = admin, company = id): Promise<string> {
  const product = await sellable(as, company)
  const { nota } = (await postSale(as, company, sale(product, { treino: true }))).expect(201) as Issued
  return (
    await until(
      'the practised receipt is authorised',
      async () => {
        const receipt = (await getReceipt(as, company, nota!.id)).expect(200)
        return receipt.nota.estado === 'autorizada' && receipt.nota
      },
      30_000,
    )
  ).ambiente
}

test('whoever starts a server can practise at once, with nothing else set up', async () => {
  expect((await getSefazSettings(admin, id)).expect(200).simulador_disponivel).toBe(true)
  expect(await practise()).toBe('simulador')
})

test('one that dies is started anew, and remembers', async () => {
  const [pid] = children(server)
  const before = started(server).length
  process.kill(pid!, 'SIGKILL')
  await until('another one has started', () => started(server).length > before)
  expect(children(server)).not.toContain(pid)
  expect(await practise()).toBe('simulador')
})

test('it ends with its server, however that ends', async () => {
  const [stopped] = children(server)
  await server.stop()
  expect(isAlive(stopped!)).toBe(false)
  await server.start()
  await until('its simulator has started', () => children(server).some((pid) => pid > 0))
  const [killed] = children(server)
  await server.kill()
  await until('the simulator has ended', () => !isAlive(killed!))
  await server.start()
  expect(await practise()).toBe('simulador')
})

test('of two servers on one data folder the second uses the first one’s, and runs its own afterwards', async () => {
  // On PostgreSQL they are of one installation; one SQLite file takes one server, so the second has its own in the same folder.
  const { isPostgres } = server.database
  const url = isPostgres ? server.databaseUrl : `sqlite:${join(server.dataDir, 'segundo.db')}`
  const second = new Server({ env: { ...own, BALCAO_DATABASE_URL: url }, dataDir: server.dataDir })
  await until('the first one has a simulator', () => started(server).length > 0 && address(server))
  const first = address(server)
  await second.start()
  try {
    const other = new Anybody(second, 'admin', admin.cookie)
    let shop = id
    if (!isPostgres) {
      ;(await signUp(other, { email: email(), password })).expect(201)
      shop = (await newCompany(other, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })).id
    }
    expect(await practise(other, shop)).toBe('simulador')
    expect(started(second)).toEqual([])
    await server.stop()
    await until('the second has a simulator of its own', () => started(second).length > 0)
    expect(address(second)).not.toBe(first)
    expect(await practise(other, shop)).toBe('simulador')
  } finally {
    await second.stop()
  }
  await server.start()
})

test('an installation without one says so', async () => {
  const without = new Server({ env: { BALCAO_SIMULATOR_URL: 'off' } })
  await without.start()
  try {
    const other = (await office(without)).admin
    const company = await newCompany(other)
    expect((await getSefazSettings(other, company.id)).expect(200).simulador_disponivel).toBe(false)
    const product = await sellable(other, company.id)
    const refused = (await postSale(other, company.id, sale(product, { treino: true }))).problem(
      422,
      'emissao_bloqueada',
    )
    expect(refused.detail).toBe('Esta instalação não tem o simulador da SEFAZ.')
  } finally {
    await without.stop()
    without.remove()
  }
})
