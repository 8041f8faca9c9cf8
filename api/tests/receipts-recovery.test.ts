// What SEFAZ leaves unanswered comes to its end all the same. The server and the simulator wait a fiftieth of the time.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newCompany, office } from './helpers/builders.ts'
import type { Caller } from './helpers/caller.ts'
import * as api from './helpers/endpoints.ts'
import * as helpers from './helpers/receipts.ts'
import { motivo, readyToSell } from './helpers/receipts.ts'
import { Server, until } from './helpers/server.ts'
import { Simulator } from './helpers/simulator.ts'

const simulator = new Simulator()
let server: Server
let admin: Caller
let id = ''

beforeAll(async () => {
  await simulator.start('--fast', '50')
  server = new Server({ env: { ...simulator.env, BALCAO_TEST_TIME_SCALE: '0.02' } })
  await server.start()
  admin = (await office(server)).admin
  id = (await newCompany(admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })).id
  await readyToSell(admin, id)
  const contingency = await api.getContingency(admin, id)
  const off = { modo: 'desligada', ativa: false }
  ;(await api.putContingency(admin, id, contingency.etag, off)).expect(200)
})
afterAll(async () => {
  await server.stop()
  server.remove()
  await simulator.stop()
  simulator.remove()
})
afterEach(() => simulator.behave())

const reaches = (rid: string, estado: string) => helpers.reaches(admin, id, rid, estado)

test.each(['before', 'after'] as const)('a cancellation that is lost twice, %s it is judged', async (when) => {
  const nota = await helpers.authorised(admin, id)
  await simulator.behave({ service: 'NFeRecepcaoEvento4', fault: 'drop', when, times: 2 })
  ;(await api.cancelReceipt(admin, id, nota.id, motivo)).expect(202)
  await reaches(nota.id, 'cancelada')
})

test('numbers of a nota that SEFAZ was asked for before are voided', async () => {
  const nota = await helpers.rejected(simulator, admin, id)
  ;(await api.checkReceipt(admin, id, nota.id)).expect(202)
  await until('SEFAZ has answered', async () => {
    const { linha_do_tempo } = (await api.getReceipt(admin, id, nota.id)).expect(200)
    return JSON.stringify(linha_do_tempo).includes('217')
  })
  ;(await api.abandonReceipt(admin, id, nota.id, motivo)).expect(202)
  const range = { ambiente: 'simulador', serie: nota.serie, ini: nota.numero, fim: nota.numero, motivo }
  ;(await api.voidNumbers(admin, id, range)).expect(202)
  await reaches(nota.id, 'inutilizada')
  expect((await simulator.ledger('inutilizacoes')).length).toBe(1)
})
