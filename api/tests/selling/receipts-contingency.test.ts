// Contingency that begins and ends by itself: no connection, SEFAZ out of service, SEFAZ slow.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import * as helpers from '../helpers/receipts.ts'
import { authorisation, readyToSell, wake } from '../helpers/receipts.ts'
import { until, ownServer } from '../helpers/server.ts'
import { ownSimulator } from '../helpers/simulator.ts'

// Not quick: whether SEFAZ is slow is measured here.
const simulator = ownSimulator()
const server = ownServer({ env: () => simulator.env })
let admin: Caller
let id = ''

beforeAll(async () => {
  admin = (await office(server)).admin
  id = (await newCompany(admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })).id
  await readyToSell(admin, id)
})
afterEach(() => simulator.behave())

const sell = () => helpers.sell(admin, id)
const reaches = (rid: string, estado: string, patience = 90_000) => helpers.reaches(admin, id, rid, estado, patience)
const now = async () => (await api.getContingency(admin, id)).expect(200).agora
/** An exchange may take five seconds, and a status answer has to follow it. */
const patience_ms = 40_000
const becomes = (causa: string | undefined, patience = patience_ms) =>
  until(`contingency is ${causa ?? 'off'}`, async () => ((await now())?.causa ?? undefined) === causa, patience)

test('a machine without a connection sells offline, and sends when it is back', async () => {
  await helpers.authorised(admin, id)
  await simulator.stop()
  const first = await sell()
  const second = await sell()
  expect([first.tpEmis, second.tpEmis]).toEqual([1, 1])
  await becomes('sem_internet')
  const third = await sell()
  expect(third).toMatchObject({ tpEmis: 9, estado: 'contingencia' })
  await simulator.start()
  await becomes(undefined)
  for (const { id: rid, numero } of [third, first, second]) {
    const { nota } = await reaches(rid, 'autorizada')
    expect(nota.numero).toBe(numero)
  }
  expect((await sell()).tpEmis).toBe(1)
}, 200_000)

test('SEFAZ out of service: sales go offline, one shows that it is back, and all are sent', async () => {
  // Its status service says so too: a single good answer would end it at once.
  await simulator.behave({ service: authorisation, cStat: 108 }, { service: 'NFeStatusServico4', cStat: 108 })
  const first = await sell()
  const second = await sell()
  await becomes('fora')
  const third = await sell()
  expect(third.tpEmis).toBe(9)
  await simulator.behave()
  wake(server.database, 'sefaz_status')
  await becomes(undefined)
  for (const { id: rid } of [third, first, second]) await reaches(rid, 'autorizada')
  expect((await sell()).tpEmis).toBe(1)
}, 200_000)

test('SEFAZ that keeps clerks waiting: sales go offline until an answer is fast enough', async () => {
  await simulator.behave({ service: authorisation, delay_ms: 5_500 })
  const slow = [await sell(), await sell()]
  await becomes('lenta')
  for (const { id: rid } of slow) await reaches(rid, 'autorizada')
  const third = await sell()
  expect(third.tpEmis).toBe(9)
  await simulator.behave()
  // One receipt a minute shows whether it still is, and not before two minutes have passed.
  expect((await api.getReceipt(admin, id, third.id)).expect(200).nota.estado).toBe('contingencia')
  const { database } = server
  database.run('update contingencia set lenta_desde = lenta_desde - 120000000 where lenta_desde is not null')
  database.run('update sefaz_troca set anunciada_em = anunciada_em - 120000000')
  wake(database, 'transmitir')
  await reaches(third.id, 'autorizada')
  await becomes(undefined)
  expect((await sell()).tpEmis).toBe(1)
}, 200_000)

test('SEFAZ that was slow, and nobody sells: its status ends it', async () => {
  await simulator.behave({ service: authorisation, delay_ms: 5_500 })
  await Promise.all([sell(), sell()])
  await becomes('lenta')
  await simulator.behave()
  server.database.run('update contingencia set lenta_desde = lenta_desde - 120000000 where lenta_desde is not null')
  await until(
    'the job waits',
    () => {
      wake(server.database, 'transmitir')
      return now().then((cause) => !cause)
    },
    patience_ms,
  )
  expect((await sell()).tpEmis).toBe(1)
}, 100_000)
