// Imports as jobs: killed, stopped or cancelled at any moment, each row goes in once or not at all.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { applyProducts, csv, type Import, readProducts, settledProducts, undoProducts } from '../helpers/imports.ts'
import { newProduct } from '../helpers/products.ts'
import { Server, until } from '../helpers/server.ts'

const ROWS = 4000
const SLICE = 500 // rows_in_a_step
const file = csv([
  ['Código', 'Descrição', 'Preço'],
  ...Array.from({ length: ROWS }, (_, at) => [`C${at}`, `Laje ${at}`, `${at},25`]),
])

let server: Server
let admin: Caller
let company = ''

beforeEach(async () => {
  server = new Server()
  await server.start()
  admin = (await office(server)).admin
  company = (await newCompany(admin)).id
})
afterEach(async () => {
  await server.stop()
  server.remove()
})

const stored = () =>
  server.database.rows<{ rows: number; codes: number }>(
    `select count(*) as rows, count(distinct prod_cProd) as codes from produtos where id_emit = ${server.database.id(company)}`,
  )[0]!
const total = async () => (await api.listProducts(admin, company)).expect(200).total
const stateOf = async (iid: string) => (await api.getProductsImport(admin, company, iid)).expect(200) as Import
const jobs = () =>
  server.database.rows<{ tipo: string; estado: string }>(
    "select tipo, estado from tarefas where tipo like 'importacao%' order by tipo",
  )
/** What the log says of an import, without the file's name, and how it went. */
const logged = (action: string) =>
  auditRows(server.database, `action_type = '${action}'`).map(({ description, resultado }) => [
    description.replace(/ \S+$/, ''),
    resultado,
  ])
/** The lease of a process that was killed, run out: waiting for it would take half a minute. */
const runOut = () => server.database.run("update tarefas set run_at = 0, lease_until = 0 where estado = 'executando'")

async function startAgain() {
  await server.kill()
  runOut()
  await server.start()
}

describe('killed with SIGKILL', () => {
  test.each([0, 1, 2, 3])('while it reads (moment %i), it is read once', async (moment) => {
    const { id: iid } = (await api.importProducts(admin, company, file)).expect(202)
    await until('some of it read', async () => {
      const { done, state } = await stateOf(iid)
      return done >= moment * 800 || state !== 'lendo'
    })
    await startAgain()
    expect(await settledProducts(admin, company, iid)).toMatchObject({
      state: 'pronta',
      done: ROWS,
      total: ROWS,
      rows_new: ROWS,
      rows_bad: 0,
    })
    expect((await api.listProductsImportRows(admin, company, iid)).expect(200).total).toBe(ROWS)
    expect(server.database.rows('select count(*) as kept from importacao_linhas')).toEqual([{ kept: ROWS }])
    expect(stored().rows).toBe(0)
  })

  test.each([0, 60, 250, 600])('while it applies (after %i ms), each row goes in once', async (after) => {
    const read = await readProducts(admin, company, file)
    ;(await api.applyProductsImport(admin, company, read.id)).expect(202)
    await new Promise((done) => setTimeout(done, after))
    await startAgain()
    expect(await settledProducts(admin, company, read.id)).toMatchObject({
      state: 'aplicada',
      done: ROWS,
      rows_new: ROWS,
    })
    expect(stored()).toEqual({ rows: ROWS, codes: ROWS })
    expect(await total()).toBe(ROWS)
    expect(logged('import_apply')).toEqual([
      ['Começou a importar a planilha', 'processing'],
      ['Importou a planilha', 'success'],
    ])
    expect(jobs()).toEqual([
      { tipo: 'importacao_aplicar', estado: 'concluida' },
      { tipo: 'importacao_ler', estado: 'concluida' },
    ])
  })
})

test('stopped while it applies, it goes on after the next start', async () => {
  const read = await readProducts(admin, company, file)
  ;(await api.applyProductsImport(admin, company, read.id)).expect(202)
  await server.stop()
  await server.start()
  expect(await settledProducts(admin, company, read.id)).toMatchObject({
    state: 'aplicada',
    done: ROWS,
  })
  expect(stored()).toEqual({ rows: ROWS, codes: ROWS })
})

test('cancelled while it reads, nothing is left of it', async () => {
  const { id: iid } = (await api.importProducts(admin, company, file)).expect(202)
  ;(await api.cancelProductsImport(admin, company, iid)).expect(204)
  await until('the job to end', () => jobs().every(({ estado }) => estado !== 'executando' && estado !== 'pendente'))
  expect(await stateOf(iid)).toMatchObject({ state: 'cancelada' })
  expect(server.database.rows('select count(*) as kept from importacao_linhas')).toEqual([{ kept: 0 }])
  expect(server.database.rows('select count(*) as kept from importacoes where arquivo is not null')).toEqual([
    { kept: 0 },
  ])
})

test('cancelled while it applies, it stops after the slice in hand, and what went in can be undone', async () => {
  const read = await readProducts(admin, company, file)
  ;(await api.applyProductsImport(admin, company, read.id)).expect(202)
  await until('a first slice', async () => (await stateOf(read.id)).written_new > 0)
  // A slice that takes longer than a request waits for its turn answers 503, with which clients ask again.
  let answer = await api.cancelProductsImport(admin, company, read.id)
  while (answer.status === 503) answer = await api.cancelProductsImport(admin, company, read.id)
  const found = await settledProducts(admin, company, read.id)
  // All of it may have gone in by then.
  expect([answer.status, found.state]).toEqual(answer.status === 204 ? [204, 'cancelada'] : [422, 'aplicada'])
  expect(found.written_new).toBeLessThanOrEqual(ROWS)
  expect(found.written_new % SLICE).toBe(0)
  expect([stored().rows, await total(), found.done]).toEqual([found.written_new, found.written_new, found.written_new])

  expect(await undoProducts(admin, company, read.id)).toMatchObject({
    state: 'desfeita',
    undone: found.written_new,
    kept: 0,
  })
  expect(await total()).toBe(0)
})

test('killed while it is undone, each record goes back once', async () => {
  const read = await readProducts(admin, company, file)
  await applyProducts(admin, company, read.id)
  ;(await api.undoProductsImport(admin, company, read.id)).expect(202)
  await until('some of it undone', async () => (await stateOf(read.id)).undone > 0)
  await startAgain()
  expect(await settledProducts(admin, company, read.id)).toMatchObject({ state: 'desfeita', undone: ROWS, kept: 0 })
  expect(await total()).toBe(0)
  expect((await api.countProducts(admin, company, { situacao: 'lixeira' })).expect(200).total).toBe(ROWS)
  expect(logged('import_undo')).toEqual([
    ['Começou a desfazer a importação da planilha', 'processing'],
    ['Desfez a importação da planilha', 'success'],
  ])
})

test('while fifty thousand rows go in, others save without waiting for them', async () => {
  const rows = Array.from({ length: 50_000 }, (_, at) => [`G${at}`, `Bloco ${at}`, '1,00'])
  const read = await readProducts(admin, company, csv([['Código', 'Descrição', 'Preço'], ...rows]))
  ;(await api.applyProductsImport(admin, company, read.id)).expect(202)
  let saved = 0
  for (let state = 'aplicando'; state === 'aplicando'; { state } = await stateOf(read.id)) {
    await newProduct(admin, company) // 201, not 503
    saved += 1
  }
  expect(await settledProducts(admin, company, read.id)).toMatchObject({ state: 'aplicada', written_new: 50_000 })
  expect(saved).toBeGreaterThan(3)
  expect(await total()).toBe(50_000 + saved)
}, 240_000)

test('progress is seen while it reads', async () => {
  const { id: iid } = (await api.importProducts(admin, company, file)).expect(202)
  const seen: Import[] = []
  // Asked without a pause: the rows of one step take longer than an answer.
  do seen.push(await stateOf(iid))
  while (seen.at(-1)!.state === 'lendo')
  const done = seen.map((found) => found.done)
  expect(done).toEqual(done.toSorted((a, b) => a - b))
  expect(done.at(-1)).toBe(ROWS)
  const halfway = seen.filter((found) => found.state === 'lendo' && found.done > 0 && found.done < ROWS)
  expect(halfway).not.toEqual([])
  for (const found of halfway) expect([found.total, found.rows_new]).toEqual([ROWS, found.done])
  expect(await applyProducts(admin, company, iid)).toMatchObject({
    state: 'aplicada',
  })
})
