// What people may still change of a refused sale, who may cancel, and what they see of numbers and payments.
import { beforeAll, describe, expect, test } from 'vitest'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { newPerson } from '../helpers/people.ts'
import * as helpers from '../helpers/receipts.ts'
import { authorisation, motivo, readyToSell } from '../helpers/receipts.ts'
import { sharedServer, sharedSimulator } from '../helpers/shared.ts'

type Nota = Schemas['ReceiptSummary']
type Numbers = Required<Schemas['Numbers']>

const server = sharedServer()
const simulator = sharedSimulator()
let admin: Caller
let operador: Caller
let id = ''

beforeAll(async () => {
  admin = (await office(server)).admin
  id = (await newCompany(admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })).id
  const made = await account(server, 'user')
  server.database.link(made.id, id)
  server.database.run(`update emitente_users set papel = 'operador' where user_id = ${server.database.id(made.id)}`)
  operador = made.caller
  await readyToSell(admin, id)
})

async function refused(overrides: Record<string, unknown> = {}): Promise<Nota> {
  await simulator.behave({ service: authorisation, cStat: 778, times: 1 })
  const nota = await helpers.sell(operador, id, overrides, admin)
  return (await helpers.reaches(operador, id, nota.id, 'rejeitada')).nota
}
const reaches = (rid: string, estado: string) => helpers.reaches(operador, id, rid, estado)
const retry = (rid: string, corrections?: object) => api.retryReceipt(operador, id, rid, corrections)
const xml = async (rid: string) => (await api.getReceiptXml(operador, id, rid)).expect(200) as unknown as string

describe('a refused sale is sent again', () => {
  test('with another consumer, and with none', async () => {
    const { id: rid } = await refused({ cpf: '52998224725', nome: 'Ana Souza' })
    ;(await retry(rid, { cpf: '111.444.777-35', nome: null })).expect(202)
    const { nota, venda } = await reaches(rid, 'autorizada')
    expect([nota.documento, nota.nome, venda!.cpf]).toEqual(['11144477735', null, '11144477735'])
    expect(await xml(rid)).toContain('<CPF>11144477735</CPF>')
    const { id: other } = await refused({ cpf: '52998224725' })
    ;(await retry(other, { cpf: null })).expect(202)
    expect((await reaches(other, 'autorizada')).nota.documento).toBeNull()
  })
  test('to a client of the records, whose name and CPF it takes', async () => {
    const client = await newPerson(admin, { cpf_cnpj: '52998224725', razao_social: 'Ana Souza' })
    const { id: rid } = await refused({ cpf: '11144477735', nome: 'Outra Pessoa' })
    ;(await retry(rid, { cliente_id: client.id })).expect(202)
    const { nota, venda } = await reaches(rid, 'autorizada')
    expect([nota.documento, nota.nome, venda!.cliente_id]).toEqual(['52998224725', 'Ana Souza', client.id])
    expect(await xml(rid)).toContain('<CPF>52998224725</CPF>')
  })
  test('with the data of its card', async () => {
    const pagamentos = [{ tPag: '03', valor: '82.00', tBand: '01', cAut: 'ERRADO' }]
    const { id: rid } = await refused({ pagamentos })
    const card = { ordem: 0, credenciadora: '11.222.333/0001-81', tBand: '02', cAut: 'AUT123' }
    ;(await retry(rid, { pagamentos: [card] })).expect(202)
    const { venda } = await reaches(rid, 'autorizada')
    expect(venda!.pagamentos).toMatchObject([
      { tPag: '03', valor: '82.00', tpIntegra: 2, credenciadora: '11222333000181', tBand: '02', cAut: 'AUT123' },
    ])
    expect(await xml(rid)).toContain('<cAut>AUT123</cAut>')
  })
  test.each([
    [{ cpf: '12345678900' }, 'cpf'],
    [{ cpf: '11.222.333/0001-81' }, 'cpf'],
    [{ cliente_id: crypto.randomUUID() }, 'cliente_id'],
    [{ total: '1.00' }, 'total'],
    [{ itens: [] }, 'itens'],
    [{ entrega: {} }, 'entrega'],
    [{ pagamentos: [{ ordem: 5, cAut: 'A' }] }, 'pagamentos.0.ordem'],
    [{ pagamentos: [{ ordem: 0, valor: '1.00' }] }, 'pagamentos.0.valor'],
  ])('but not with %j', async (corrections, field) => {
    const { id: rid } = await refused()
    expect(Object.keys((await retry(rid, corrections)).fields())).toContain(field)
    const { nota, venda } = (await api.getReceipt(operador, id, rid)).expect(200)
    expect([nota.estado, venda!.version]).toEqual(['rejeitada', 1])
  })
})

describe('cancelling', () => {
  const letOperadores = async (operador_cancela: 'S' | 'N') => {
    const before = await api.getSaleSettings(admin, id)
    ;(await api.putSaleSettings(admin, id, before.etag, { ...before.expect(200), operador_cancela })).expect(200)
  }
  test('is a gerente’s, or an operador’s where the settings say so', async () => {
    const { id: rid } = await helpers.authorised(operador, id, admin)
    const may = async () =>
      (await api.getReceipt(operador, id, rid)).expect(200).acoes.some(({ acao }) => acao === 'cancel')
    await letOperadores('N')
    expect(await may()).toBe(false)
    ;(await api.cancelReceipt(operador, id, rid, motivo)).problem(403, 'forbidden')
    await letOperadores('S')
    expect(await may()).toBe(true)
    ;(await api.cancelReceipt(operador, id, rid, motivo)).expect(202)
    await reaches(rid, 'cancelada')
  })
})

describe('the list', () => {
  test('is searched by how was paid', async () => {
    const nota = await helpers.sell(operador, id, { pagamentos: [{ tPag: '17', valor: '82.00' }] }, admin)
    await reaches(nota.id, 'autorizada')
    const page = (await api.listReceipts(operador, id, { tPag: '17' })).expect(200) as { items: Nota[] }
    expect(page.items.map(({ id: rid }) => rid)).toEqual([nota.id])
    expect((await api.countReceipts(operador, id, { tPag: '17' })).expect(200)).toMatchObject({ total: 1 })
    ;(await api.listReceipts(operador, id, { tPag: 'pix' })).problem(422, 'invalid')
  })
  test.each([
    ['todas', /./],
    ['autorizadas', /^autorizada/],
    ['rejeitadas', /rejeitada$/],
    ['canceladas', /^cancelada/],
    ['numeros', /^(abandonada|inutilizada|ocupada|denegada)$/],
  ] as const)(
    'of %s has exactly those, counted and summed as its rows say, the newest first',
    async (situacao, estados) => {
      const { id: valid } = await helpers.authorised(operador, id, admin)
      ;(await api.cancelReceipt(admin, id, valid, motivo)).expect(202)
      await reaches(valid, 'cancelada')
      await refused()
      ;(await api.abandonReceipt(admin, id, (await refused()).id, motivo)).expect(202)
      const listed = async (wanted: string) =>
        ((await api.listReceipts(admin, id, { situacao: wanted, page_size: 100 })).expect(200) as { items: Nota[] })
          .items
      const items = await listed(situacao)
      expect(items).toEqual((await listed('todas')).filter(({ estado }) => estados.test(estado)))
      const cents = (of: RegExp) =>
        items.filter(({ estado }) => of.test(estado)).reduce((sum, { vNF }) => sum + Number(vNF.replace('.', '')), 0)
      const sums = (await api.countReceipts(admin, id, { situacao })).expect(200)
      expect(sums).toMatchObject({
        total: items.length,
        autorizado: (cents(/^autorizada/) / 100).toFixed(2),
        cancelado: (cents(/^cancelada/) / 100).toFixed(2),
      })
      expect(sums.abas![situacao]).toEqual({ total: items.length, total_exact: true })
      expect(items.length).toBeGreaterThan(0)
      const moments = items.map(({ dhEmi }) => dhEmi)
      expect(moments).toEqual(moments.toSorted().reverse())
    },
  )
})

describe('an operador', () => {
  test('is told of the own sales, and of no sums', async () => {
    const own = await helpers.authorised(operador, id, admin)
    const other = await helpers.authorised(admin, id)
    const { items } = (await api.listReceipts(operador, id, { page_size: 100 })).expect(200) as { items: Nota[] }
    const ids = items.map((one) => one.id)
    expect([ids.includes(own.id), ids.includes(other.id)]).toEqual([true, false])
    expect(Object.keys((await api.countReceipts(operador, id)).expect(200)).sort()).toEqual(['abas', 'total'])
    for (const read of [api.getReceipt, api.getReceiptXml, api.getReceiptDanfe, api.listReceiptPrints])
      (await read(operador, id, other.id)).problem(404, 'not_found')
    ;(await api.checkReceipt(operador, id, other.id)).problem(404, 'not_found')
    ;(await api.cancelReceipt(operador, id, other.id, motivo)).problem(404, 'not_found')
    const read = (await api.getReceipt(admin, id, other.id)).expect(200)
    expect(read.nota.estado).toBe('autorizada')
    ;(await api.getSale(operador, id, read.nota.venda_id)).problem(404, 'not_found')
  })
})

describe('the numbers', () => {
  const numbers = async () => (await api.getNumbers(admin, id)).expect(200) as Numbers
  test('of a series: the last ones, what waits and until when, and the share of contingency', async () => {
    const given = await refused()
    ;(await api.abandonReceipt(admin, id, given.id, motivo)).expect(202)
    await helpers.contingency(admin, id, true)
    const offline = await helpers.sell(operador, id, {}, admin)
    await helpers.contingency(admin, id, false)
    await reaches(offline.id, 'autorizada')
    const { series, estados, pendentes, contingencia_mes } = await numbers()
    const [one] = series
    expect(one!.lacuna).toBeNull()
    expect(one!.ultimos.slice(0, 2)).toEqual([
      { numero: offline.numero, estado: 'autorizada', nfce_id: offline.id },
      { numero: given.numero, estado: 'abandonada', nfce_id: given.id },
    ])
    const pending = pendentes.find(({ nfce_id }) => nfce_id === given.id)!
    expect(pending).toMatchObject({ serie: 1, numero: given.numero, estado: 'abandonada' })
    expect(new Date(new Date(pending.prazo!).getTime() - 3 * 3_600_000 - 1).getUTCDate()).toBe(10)
    expect(contingencia_mes).toEqual({ quantidade: 1, total: one!.proximo - 1 })
    const sum = estados.reduce((total, { quantidade }) => total + quantidade, 0)
    expect(sum).toBe(one!.proximo - 1)
    const authorised = (await api.countReceipts(admin, id, { situacao: 'autorizadas' })).expect(200).total
    expect(estados.find(({ estado }) => estado === 'autorizada')!.quantidade).toBe(authorised)
  })
  test('without a record show as a gap', async () => {
    const { database } = server
    const set = (step: string) =>
      database.run(`update nfce_numeracao set proximo = proximo ${step} where emitente_id = ${database.id(id)}`)
    const { proximo } = (await numbers()).series[0]!
    set('+ 2')
    const [gap] = (await numbers()).series
    expect(gap!.lacuna).toEqual({ ini: proximo, fim: proximo + 1 })
    expect(gap!.ultimos[0]).toEqual({ numero: proximo + 1, estado: 'sem_registro', nfce_id: null })
    set('- 2')
  })
  test('are refused for an environment that does not exist', async () => {
    ;(await api.getNumbers(admin, id, { ambiente: 'teste' })).problem(422, 'invalid')
  })
})
