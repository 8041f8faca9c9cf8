// docs/permissions.md is the one table of who may call what; here it is held against the running server.
import { beforeAll, describe, expect, test } from 'vitest'
import { account, newCompany, office, operadorOf } from '../helpers/builders.ts'
import { newBudget } from '../helpers/budgets.ts'
import { Caller, type CallOptions, type Who } from '../helpers/caller.ts'
import { type Operation, requestTypeOf, routes } from '../helpers/contract.ts'
import { password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { value } from '../helpers/fiscal-tables-endpoints.ts'
import { png } from '../helpers/images.ts'
import { csv, readPeople, readProducts } from '../helpers/imports.ts'
import { newFilter } from '../helpers/saved-filters-endpoints.ts'
import { newPerson } from '../helpers/people.ts'
import { type Permission, permissions, whos } from '../helpers/permissions.ts'
import { newProduct } from '../helpers/products.ts'
import { authorisedNfe, registeredLetter } from '../helpers/nfe.ts'
import { newDraft } from '../helpers/sales.ts'
import { authorised, monthOf, readyToSell } from '../helpers/receipts.ts'
import { goods } from '../helpers/returns-endpoints.ts'
import { sharedServer } from '../helpers/shared.ts'

const words = ['yes', '401', '403', '404']

test('the table has one line for each operation of the contract, and no other', () => {
  const inContract = Object.entries(routes).map(([operation, { method, path }]) => `${operation} ${method} ${path}`)
  expect(permissions.map(({ operation, request }) => `${operation} ${request}`).sort()).toEqual(inContract.sort())
})

test('the table knows no other words, and what is public there is public in the contract', () => {
  for (const { operation, gives } of permissions) {
    for (const who of whos) expect(words, `${operation}, ${who}`).toContain(gives[who])
    expect([operation, gives.nobody !== '401']).toEqual([operation, routes[operation]!.isPublic])
  }
})

const server = sharedServer()
let admin: Caller
let callers: Record<Who, Caller>
/** Values of the path's parameters: records of the caller's own company, and of one that the caller has no part in. */
let own: Record<string, string>
let foreign: Record<string, string>
/** The same as `own`, with a sale and a till of the operador's. */
let ofOperador: Record<string, string>
/** An NF-e that the operador sold, and its letter of correction. */
let corrected: { rid: string; lid: string }
let person = ''
let peopleImport = ''

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  const unlinked = await account(server, 'unlinked')
  callers = {
    nobody: new Caller(server, 'nobody'),
    unlinked: unlinked.caller,
    foreign: made.user.as('foreign'),
    operador: (await operadorOf(server, made.own.id)).caller,
    user: made.user,
    admin,
  }
  person = (await newPerson(admin)).id
  peopleImport = (
    await readPeople(
      admin,
      csv([
        ['CPF', 'Nome'],
        ['52998224725', 'Maria'],
      ]),
    )
  ).id
  const records = async ({ id }: { id: string }): Promise<Record<string, string>> => {
    ;(await api.putCompanyLogo(admin, id, 'documents', png(), 'image/png')).expect(200)
    const logo = (await api.putCompanyLogo(admin, id, 'system', png(), 'image/png')).expect(200).logo_sistema_url!
    const [, userId, fileName] = /company_logos\/([^/]+)\/([^/]+)$/.exec(logo)!
    return {
      id,
      pid: (await newProduct(admin, id)).id,
      ...(await deliveryOf(id)),
      iid: (
        await readProducts(
          admin,
          id,
          csv([
            ['Código', 'Descrição'],
            ['1', 'Laje'],
          ]),
        )
      ).id,
      vid: (await newDraft(admin, id)).venda.id,
      rid: await receiptOf(id),
      ...(await returnOf(id)),
      ...(await tillOf(id)),
      fid: (await api.createTaxProfile(admin, id, { nome: 'Revenda', valores: {} })).expect(201).id,
      mid: (await monthOf(admin, id)).id,
      xid: (await api.exported(admin, id, { relatorio: 'vendas', formato: 'csv' })).id,
      n: '1',
      kind: 'documents',
      chave: 'credenciamento',
      uf: 'SC',
      table: 'cfop',
      arquivo: 'cfop.csv',
      mudanca: (await api.setFiscalValue(admin, value())).expect(201).mudancas[0]!.id,
      cep: '01001000',
      cnpj: '11222333000181',
      uid: unlinked.id,
      userId: userId!,
      fileName: fileName!,
    }
  }
  // Before the company has a station: then it sells at open tills only.
  await readyToSell(admin, made.own.id)
  const sold = await authorised(callers.operador, made.own.id, admin)
  const nfe = await authorisedNfe(callers.operador, made.own.id, admin)
  corrected = { rid: nfe.id, lid: await registeredLetter(admin, made.own.id, nfe.id) }
  own = await records(made.own)
  ofOperador = { ...own, rid: sold.id, ...(await tillOf(own.id!, callers.operador)) }
  foreign = await records(await newCompany(admin))
})

/** A station with its till. */
async function tillOf(id: string, by = admin) {
  const eid = (await api.createStation(admin, id, { nome: `Caixa de ${by.who}`, impressora: {} })).expect(201).id
  const cid = (await api.openCashSession(by, id, { estacao_id: eid, fundo: '10.00' })).expect(201).id
  const out = { tipo: 'sangria', valor: '1.00', motivo: 'Cofre' }
  return { eid, cid, seq: String((await api.moveCash(by, id, cid, out)).expect(201).seq) }
}

/** Goods that came back for credit, of a receipt of their own. */
async function returnOf(id: string) {
  const made = (await api.returnGoods(admin, id, goods(await receiptOf(id)))).expect(201)
  return { did: made.devolucao.id, codigo: made.credito!.codigo }
}

/** An order of which something left. */
async function deliveryOf(id: string) {
  const itens = [{ composicao_id: (await newProduct(admin, id)).id, quantidade: '5', valor_venda: '10.00' }]
  const order = await newBudget(admin, id, person, { tipo: 'Pedido', itens })
  const left = { itens: [{ item_id: order.itens[0]!.id, quantidade: '1' }] }
  return { bid: order.id, entrega: (await api.deliverGoods(admin, id, order.id, left)).expect(201).id }
}

async function receiptOf(id: string): Promise<string> {
  await readyToSell(admin, id)
  return (await authorised(admin, id)).id
}

/** A session of the caller's account elsewhere. */
async function otherSession(as: Caller, email: string) {
  const before = new Set((await api.listOwnSessions(as)).expect(200).items.map(({ id }) => id))
  ;(await api.signIn(new Caller(server), { email, password })).expect(200)
  return (await api.listOwnSessions(as)).expect(200).items.find(({ id }) => !before.has(id))!.id
}

async function call(operation: Operation, as: Caller) {
  if (operation === 'streamEvents' && as.cookie) {
    ;(await streamEvents(as)).close()
    return 200
  }
  const { path, method } = routes[operation]!
  // A company's connection is tested once in a while only: the admin, who may everywhere, tests another one's.
  const isElsewhere = as.who === 'foreign' || (as.who === 'admin' && operation === 'testSefazConnection')
  const params: Record<string, string> = { ...(isElsewhere ? foreign : as.who === 'operador' ? ofOperador : own) }
  if (path.startsWith('/api/people')) Object.assign(params, { pid: person, iid: peopleImport })
  if (path.includes('{lid}')) Object.assign(params, corrected)
  if (path.includes('{sid}')) params.sid = own.id!
  if (path.includes('{sid}') && as.cookie)
    params.sid = await otherSession(as, (await api.getSession(as)).expect(200).user.email)
  if (path.includes('{sfid}')) params.sfid = as.cookie ? (await newFilter(as)).id : own.id!
  const options: CallOptions = { params }
  const type = requestTypeOf(operation)
  if (type === 'application/json') options.json = operation === 'setActiveCompany' ? { company_id: params.id } : {}
  else if (type) Object.assign(options, { raw: 'x', contentType: type })
  else if (method === 'POST') options.json = {}
  // Without If-Match nothing is replaced or deleted: the access check comes first.
  return (await as.call(operation, options)).status
}

/** `yes` in the table: the route did it, or would have with another body or an If-Match. */
const isAnswerOfTheRoute = (status: number) => status < 300 || [400, 409, 422, 428].includes(status)

// Who signed out calls nothing more.
const isLast = ({ operation }: Permission) => operation === 'signOut'
const ordered = [...permissions.filter((each) => !isLast(each)), ...permissions.filter(isLast)]

test('the session tells what its person is refused, as operador and as gerente', async () => {
  const recusado = async (who: Who) => (await api.getSession(callers[who])).expect(200).recusado
  const refusedTo = (who: Who) =>
    permissions
      .filter(({ gives }) => gives[who] === '403')
      .map(({ request }) => request)
      .sort()
  expect((await recusado('operador')).operador.toSorted()).toEqual(refusedTo('operador'))
  expect((await recusado('user')).gerente.toSorted()).toEqual(refusedTo('user'))
  expect(await recusado('admin')).toEqual({ operador: [], gerente: [] })
})

describe.each(ordered)('$operation', ({ operation, gives }) => {
  test.each(whos)('%s', async (who) => {
    const status = await call(operation, callers[who])
    if (gives[who] === 'yes') expect(status, 'done, or refused for what was sent only').toSatisfy(isAnswerOfTheRoute)
    else expect(String(status)).toBe(gives[who])
  })
})
