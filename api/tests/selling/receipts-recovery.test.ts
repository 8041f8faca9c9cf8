// What SEFAZ leaves unanswered comes to its end all the same. The server and the simulator wait a fiftieth of the time.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import * as helpers from '../helpers/receipts.ts'
import { authorisation, motivo, query, readyToSell } from '../helpers/receipts.ts'
import { until, ownServer } from '../helpers/server.ts'
import { ownSimulator } from '../helpers/simulator.ts'

const simulator = ownSimulator('--fast', '50')
const server = ownServer({ env: () => ({ ...simulator.env, BALCAO_TEST_TIME_SCALE: '0.02' }) })
let admin: Caller
let id = ''

beforeAll(async () => {
  admin = (await office(server)).admin
  id = (await newCompany(admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })).id
  await readyToSell(admin, id)
  const contingency = await api.getContingency(admin, id)
  const off = { modo: 'desligada', ativa: false }
  ;(await api.putContingency(admin, id, contingency.etag, off)).expect(200)
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

// A clock that was an hour ahead is put right: what it wrote lies in the future.
describe('what was reckoned by a clock that was put back since', () => {
  const run = (statement: string) => server.database.run(statement)
  const rows = <Row>(statement: string) => server.database.rows<Row>(statement)
  const bytes = (uuid: string) => server.database.id(uuid)
  const hour = '3600000000'
  const shift = (table: string, columns: string[], where: string) =>
    run(`update ${table} set ${columns.map((one) => `${one} = ${one} + ${hour}`).join(', ')} where ${where}`)
  const answers = (rid: string) =>
    rows<{ n: number }>(
      `select count(*) as n from sefaz_troca where nfce_id = ${bytes(rid)} and respondida_em is not null`,
    )[0]!.n
  const offline = async () => {
    await helpers.contingency(admin, id, true)
    const nota = await helpers.sell(admin, id)
    await helpers.contingency(admin, id, false, 'desligada')
    return nota
  }

  test('an offline receipt is sent after a start with the right clock', async () => {
    await simulator.behave({ service: authorisation, fault: 'drop' }, { service: query, fault: 'drop' })
    const nota = await offline()
    await until('SEFAZ has not answered', () => answers(nota.id) > 0)
    await server.kill()
    shift('sefaz_troca', ['anunciada_em', 'respondida_em'], `nfce_id = ${bytes(nota.id)}`)
    shift('nfce', ['conferir_em'], `id = ${bytes(nota.id)}`)
    shift('tarefas', ['run_at'], `estado = 'pendente'`)
    await simulator.behave()
    await server.start()
    await reaches(nota.id, 'autorizada')
  })

  // Two servers share the database, and one of them has the wrong clock.
  test('a call that ended in the future is asked for now, whatever its job waits for', async () => {
    await simulator.behave({ service: authorisation, fault: 'drop' }, { service: query, fault: 'silence' })
    const nota = await helpers.sell(admin, id)
    await until('SEFAZ has not answered', () => answers(nota.id) > 0)
    const waiting = `chave = 'nfce:${nota.id}' and estado = 'pendente'`
    await until('its next query waits for that', () => {
      shift('tarefas', ['run_at'], waiting)
      return rows(`select 1 from tarefas where ${waiting} and run_at > ${Date.now()}000`).length
    })
    shift('sefaz_troca', ['respondida_em'], `nfce_id = ${bytes(nota.id)} and respondida_em is not null`)
    await simulator.behave()
    await reaches(nota.id, 'autorizada')
  })

  test('a company that SEFAZ shuts out for an hour is not shut out for two', async () => {
    await simulator.behave({ service: authorisation, cStat: 656 })
    const nota = await helpers.sell(admin, id)
    await until('it is shut out', () => rows(`select 1 from sefaz_bloqueio where ate is not null`).length)
    await simulator.behave()
    run(`update contingencia set lenta_desde = ${Date.now()}000 + ${hour}`)
    shift('sefaz_bloqueio', ['ate', 'created_at'], 'ate is not null')
    shift('sefaz_troca', ['anunciada_em', 'respondida_em'], `nfce_id = ${bytes(nota.id)}`)
    const ends = () => rows<{ ate: number }>('select ate from sefaz_bloqueio where ate is not null')[0]!.ate / 1000
    await until('its end is near', () => ends() < Date.now() + 3_600_000 / 50 + 5_000)
    expect(rows(`select 1 from contingencia where lenta_desde > ${Date.now()}000`)).toEqual([])
    run('delete from sefaz_bloqueio')
    run('update contingencia set lenta_desde = null')
    helpers.wake(server.database, `nfce:${nota.id}`)
    await reaches(nota.id, 'autorizada')
  })
})
