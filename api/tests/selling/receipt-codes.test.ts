// Return codes from SEFAZ's answer to what the clerk reads and may do: one of each class, since what each single code means and
// leads to is proved by tests of the fiscal library and of the judgement.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import * as helpers from '../helpers/receipts.ts'
import { authorisation, readyToSell } from '../helpers/receipts.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { sharedServer, sharedSimulator } from '../helpers/shared.ts'

interface Explained {
  cStat: number
  classe: string
  campo: string
  frase: string
}
const table: Explained[] = readFileSync(
  join(import.meta.dirname, '../../../reference-data/nfce-explicacoes.csv'),
  'utf8',
)
  .split(/\r?\n(?=\d)/)
  .slice(1)
  .map((line) => /^(\d+),([^,]*),([^,]*),"?([^]*?)"?\s*$/.exec(line)!)
  .map(([, cStat, classe, campo, frase]) => ({
    cStat: Number(cStat),
    classe: classe!,
    campo: campo!,
    frase: frase!.replaceAll('""', '"'),
  }))
const of = (...classes: string[]) => table.filter(({ classe }) => classes.includes(classe))
/** The first of each class, and of those that name a field. */
const firsts = (all: Explained[]) => [
  ...new Map(all.toReversed().map((one) => [`${one.classe} ${one.campo !== ''}`, one])).values(),
]

const refused = of('dados', 'prazo', 'esquema', 'assinatura')
const blocking = of('qrcode', 'certificado', 'emitente')
const denied = of('denegada')
const passing = of('temporario', 'duplicidade', 'consultar', 'inexistente', 'relogio').filter(
  ({ cStat }) => cStat !== 539,
)
// 539, 206 and 656: receipts-settling.test.ts.
const elsewhere = table.filter(({ cStat }) => [539, 206, 656].includes(cStat))
/** Never a refusal of a receipt: what SEFAZ did, or of other services (256 and 563 answer a request to void). */
const results = of('autorizada', 'cancelada', 'evento', 'inutilizada', 'processando', 'envelope', 'servico').concat(
  table.filter(({ cStat }) => cStat === 256 || cStat === 563),
)

const server = sharedServer()
const simulator = sharedSimulator()
let admin: Caller
let clerk: Caller
let id = ''
let product: Awaited<ReturnType<typeof sellable>>

const place = { codigo_municipio: '3509502', inscricao_estadual: '110042490114' }

beforeAll(async () => {
  admin = (await office(server)).admin
  id = (await newCompany(admin, place)).id
  const made = await account(server, 'user')
  server.database.link(made.id, id)
  clerk = made.caller
  await readyToSell(admin, id)
  product = await sellable(admin, id)
})

const post = (as = clerk) => api.postSale(as, id, sale(product))
/** A sale whose first transmission is answered so. */
async function answered(cStat: number) {
  await simulator.behave({ service: authorisation, cStat, times: 1 })
  return ((await post()).expect(201) as Issued).nota!
}
const reaches = (rid: string, estado: string) => helpers.reaches(clerk, id, rid, estado, 40_000)
const actions = ({ acoes }: Required<Schemas['Receipt']>) => acoes.map(({ acao }) => acao)

test('each of them belongs to one of these kinds', () => {
  const known = [refused, blocking, denied, passing, elsewhere, results].flat()
  expect(known.map(({ cStat }) => cStat).sort()).toEqual(table.map(({ cStat }) => cStat).sort())
  expect(table.length).toBeGreaterThan(200)
})

describe('refuses the receipt, which can be corrected, sent again or given up', () => {
  test.each(firsts(refused))('$cStat ($classe)', async ({ cStat, campo, frase }) => {
    const { id: rid } = await answered(cStat)
    const receipt = await reaches(rid, 'rejeitada')
    expect(receipt).toMatchObject({ mensagem: frase, campo, nota: { cStat } })
    expect(actions(receipt)).toEqual(['issue', 'check', 'abandon'])
    expect(receipt.venda!.estado).toBe('emitida')
  })
})

describe('refuses the company, whose next sales take no number until it is put right or an administrator tries', () => {
  test.each(firsts(blocking))('$cStat ($classe)', async ({ cStat, campo, frase }) => {
    const { id: rid } = await answered(cStat)
    const receipt = await reaches(rid, 'rejeitada')
    expect(receipt).toMatchObject({ mensagem: frase, campo, nota: { cStat } })
    expect((await post()).problem(422, 'emissao_bloqueada').detail).toContain(frase)
    expect((await api.retryReceipt(clerk, id, rid)).problem(422, 'emissao_bloqueada').detail).toContain(frase)
    ;(await api.retryReceipt(admin, id, rid)).expect(202)
    await reaches(rid, 'autorizada')
    const next = ((await post()).expect(201) as Issued).nota!
    await reaches(next.id, 'autorizada')
  })
})

describe('denies the receipt for good, and the company what follows', () => {
  test.each(firsts(denied))('$cStat', async ({ cStat, frase }) => {
    const other = (await newCompany(admin, place)).id
    await readyToSell(admin, other)
    await simulator.behave({ service: authorisation, cStat, times: 1 })
    const { id: rid } = await helpers.sell(admin, other)
    const receipt = await helpers.reaches(admin, other, rid, 'denegada')
    expect(receipt).toMatchObject({ mensagem: frase, nota: { cStat } })
    expect(actions(receipt)).toEqual([])
    const goods = await sellable(admin, other)
    expect((await api.postSale(admin, other, sale(goods))).problem(422, 'emissao_bloqueada').detail).toContain(frase)
  })
})

describe('settles by itself, with the same number', () => {
  test.each(firsts(passing))('$cStat ($classe)', async ({ cStat }) => {
    const { id: rid, numero } = await answered(cStat)
    const { nota, linha_do_tempo } = await reaches(rid, 'autorizada')
    expect(nota.numero).toBe(numero)
    expect(linha_do_tempo.map(({ texto }) => texto).join('\n')).toContain(String(cStat))
  })
})

test('authorises with alert, which the receipt, the list and the bell say', async () => {
  const alerts = ['CNPJ do destinatário irregular', 'Segundo alerta']
  await simulator.behave({ service: authorisation, alerts, times: 1 })
  const { id: rid } = ((await post()).expect(201) as Issued).nota!
  const { nota } = await reaches(rid, 'autorizada')
  expect(nota).toMatchObject({ cStat: 120, alertas: alerts.map((xMsg) => ({ cMsg: '172', xMsg })) })
  const plain = await helpers.authorised(admin, id)
  expect([plain.cStat, plain.alertas]).toEqual([100, []])
  const listed = (await api.listReceipts(admin, id, { situacao: 'com_alerta' })).expect(200)
  expect(listed.items.map(({ id: each }) => each)).toEqual([rid])
  const counts = (await api.countReceipts(admin, id, { situacao: 'com_alerta' })).expect(200)
  expect([counts.total, counts.abas.com_alerta.total, counts.autorizado]).toEqual([1, 1, nota.vNF])
  const told = (await api.listNotifications(admin)).expect(200).items.filter(({ alvo_id }) => alvo_id === rid)
  expect(told).toMatchObject([
    { tipo: 'nota_alerta', tom: 'aviso', texto: expect.stringContaining(`Autorizada com alerta: ${alerts[0]}`) },
  ])
})
