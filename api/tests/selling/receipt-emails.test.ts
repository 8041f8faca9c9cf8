// Receipts by e-mail: to whom, with what, once for each click, and what becomes of it while the mail server is away or refuses.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditRowsAbout } from '../helpers/audit.ts'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { newShop } from '../helpers/homologation-shop.ts'
import { homologationEnv, saoPaulo } from '../helpers/homologation.ts'
import { decoded, mailPassword, MailServer } from '../helpers/mail.ts'
import { newPerson } from '../helpers/people.ts'
import * as receipts from '../helpers/receipts.ts'
import { motivo, wake } from '../helpers/receipts.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { until } from '../helpers/server.ts'
import { sharedServer } from '../helpers/shared.ts'
import { ownCounter } from '../helpers/simulator.ts'

type Email = Schemas['ReceiptEmails']['items'][number]

const post = new MailServer()
beforeAll(() => post.start())
afterAll(() => post.stop())
const { simulator, server } = ownCounter((sefaz) => ({
  ...homologationEnv(sefaz, sefaz.folder, saoPaulo(sefaz)),
  ...post.env,
}))
let admin: Caller
let operador: Caller
let id = ''
let sent = 0

const newOperador = async () => {
  const clerk = await account(server, 'user')
  server.database.link(clerk.id, id, 'operador')
  return clerk.caller
}
beforeAll(async () => {
  admin = (await office(server)).admin
  id = (await newShop(simulator, admin)).id
  ;(await api.markReadiness(admin, id, 'credenciamento_nfe', { marcado: true })).expect(200)
  operador = await newOperador()
})
afterEach(() => {
  post.refusal = ''
})

const address = () => `compras${(sent += 1)}@construtora.example`
const authorised = (as = operador) => receipts.authorised(as, id, admin)
const emails = async (rid: string, as = operador) => (await api.listReceiptEmails(as, id, rid)).expect(200)
const send = async (rid: string, para: string, as = operador) =>
  (await api.sendReceiptEmail(as, id, rid, para)).expect(202).items
/** Waits until none is on its way; all of them, the newest first. */
async function settled(rid: string): Promise<Email[]> {
  let items: Email[] = []
  const isDone = async () => (items = (await emails(rid)).items).every(({ estado }) => estado !== 'enviando')
  await until('the e-mails are settled', isDone, 30_000)
  return items
}
const waits = (rid: string) =>
  until('the mail server was missed', async () => (await emails(rid)).items.some(({ texto }) => texto !== null))
const lineOf = async (rid: string) =>
  (await api.getReceipt(operador, id, rid))
    .expect(200)
    .linha_do_tempo.filter(({ tipo }) => tipo === 'email')
    .map(({ texto }) => texto)
const noticesOf = async (rid: string) =>
  (await api.listNotifications(admin)).expect(200).items.filter(({ alvo_id }) => alvo_id === rid)

describe('an authorised receipt', () => {
  test('goes to each address with its XML and its DANFE, and says so', async () => {
    const nota = await authorised()
    const [first, second] = [address(), address()]
    expect(await emails(nota.id)).toEqual({ disponivel: true, sugestao: null, telefone: null, items: [] })
    const asked = await send(nota.id, ` ${first.toUpperCase()}; ${second}, ${first}`)
    expect(asked.map(({ para }) => para).toSorted()).toEqual([first, second].toSorted())
    const items = await settled(nota.id)
    for (const item of items)
      expect(item).toMatchObject({ estado: 'enviado', texto: null, automatico: false, fim_em: expect.any(String) })
    const xml = (await api.getReceiptXml(operador, id, nota.id)).text
    const { razao_social, nome_fantasia } = (await api.getCompany(admin, id)).expect(200)
    for (const para of [first, second]) {
      const [mail, ...others] = post.to(para)
      expect(others).toEqual([])
      expect(mail!.to).toEqual([para])
      expect(decoded(mail!.headers['from']!)).toContain(nome_fantasia ?? razao_social)
      expect(decoded(mail!.headers['subject']!)).toMatch(/^\[Sem valor fiscal\] NFC-e [\d.]+ de .*R\$\s82,00$/)
      expect(mail!.headers['message-id']).toContain(items.find((item) => item.para === para)!.id)
      expect(mail!.text).toContain(nota.chave.match(/.{4}/g)!.join(' '))
      expect(mail!.attachments.map(({ name, type }) => [name, type])).toEqual([
        [`${nota.chave}-nfe.xml`, 'application/xml'],
        [`${nota.chave}.pdf`, 'application/pdf'],
      ])
      expect(Buffer.from(mail!.attachments[0]!.content, 'latin1').toString()).toBe(xml)
      expect(mail!.attachments[1]!.content).toMatch(/^%PDF-/)
    }
    const lines = [first, second].map((para) => `Enviada por e-mail para ${para}`)
    expect((await lineOf(nota.id)).toSorted()).toEqual(lines.toSorted())
    expect(auditRowsAbout(server.database, 'nfce_email', first)).toHaveLength(1)
    expect(server.log).not.toContain(first)
    expect(server.log).not.toContain(mailPassword)
  })
  test('asked for twice is sent once, and later again', async () => {
    const nota = await authorised()
    const para = address()
    await post.stop()
    const headers = { 'idempotency-key': 'receipt-email-asked-for-twice' }
    const ask = () => api.sendReceiptEmail(operador, id, nota.id, para, { headers })
    const [first] = (await ask()).expect(202).items
    expect((await ask()).expect(202).items.map(({ id: one }) => one)).toEqual([first!.id])
    expect((await send(nota.id, para)).map(({ id: one }) => one)).toEqual([first!.id])
    await waits(nota.id)
    await post.start()
    wake(server.database, 'email:')
    expect(await settled(nota.id)).toMatchObject([{ estado: 'enviado' }])
    expect(post.to(para)).toHaveLength(1)
    await send(nota.id, para)
    expect(await settled(nota.id)).toMatchObject([{ estado: 'enviado' }, { estado: 'enviado' }])
    expect(post.to(para)).toHaveLength(2)
  })
  test('waits for a mail server that is away, also while the server itself is killed', async () => {
    const nota = await authorised()
    const para = address()
    await post.stop()
    await send(nota.id, para)
    await waits(nota.id)
    const [item] = (await emails(nota.id)).items
    expect(item!.texto).toMatch(/^O servidor de e-mail não respondeu\. O Balcão tenta de novo às \d\d:\d\d\.$/)
    expect(await lineOf(nota.id)).toEqual([`A enviar por e-mail para ${para}`])
    await server.kill()
    await post.start()
    await server.start()
    wake(server.database, 'email:')
    expect(await settled(nota.id)).toMatchObject([{ estado: 'enviado', texto: null }])
    expect(post.to(para)).toHaveLength(1)
  })
  test('is given up after a day with a notice, which ends once it went out', async () => {
    const nota = await authorised()
    const para = address()
    await post.stop()
    await send(nota.id, para)
    await waits(nota.id)
    server.database.run(
      `update nfce_email set created_at = created_at - 86400000000 where nfce_id = ${server.database.id(nota.id)}`,
    )
    wake(server.database, 'email:')
    const [item] = await settled(nota.id)
    const texto = 'O servidor de e-mail não aceitou a mensagem durante um dia. Tente de novo.'
    expect(item).toMatchObject({ estado: 'falhou', texto })
    expect(await lineOf(nota.id)).toEqual([`E-mail para ${para} falhou: ${texto}`])
    expect(await noticesOf(nota.id)).toMatchObject([
      { tipo: 'nota_alerta', tom: 'aviso', titulo: 'E-mail não enviado' },
    ])
    await post.start()
    await send(nota.id, para)
    expect(await settled(nota.id)).toMatchObject([{ estado: 'enviado' }, { estado: 'falhou' }])
    expect(await noticesOf(nota.id)).toEqual([])
  })
  test('is not tried again where the address is refused', async () => {
    const nota = await authorised()
    post.refusal = '550 5.1.1 no such mailbox'
    const asked = post.asked
    await send(nota.id, address())
    const [item] = await settled(nota.id)
    expect(item).toMatchObject({ estado: 'falhou', texto: expect.stringContaining('(resposta 550)') })
    expect(post.asked).toBe(asked + 1)
  })
})

test('what is not authorised, or was cancelled, is not sent', async () => {
  const wrong = await receipts.rejected(simulator, admin, id)
  const refused = async (rid: string) =>
    (await api.sendReceiptEmail(admin, id, rid, address())).problem(409, 'acao_indisponivel').detail
  expect(await refused(wrong.id)).toBe('Só uma nota autorizada é enviada por e-mail.')
  const nota = await authorised()
  const para = address()
  await post.stop()
  await send(nota.id, para)
  await waits(nota.id)
  ;(await api.cancelReceipt(admin, id, nota.id, motivo)).expect(202)
  await receipts.reaches(admin, id, nota.id, 'cancelada')
  expect(await refused(nota.id)).toBe('Esta nota foi cancelada e não é mais enviada por e-mail.')
  await post.start()
  wake(server.database, 'email:')
  expect(await settled(nota.id)).toMatchObject([{ estado: 'falhou', texto: expect.stringContaining('foi cancelada') }])
  expect(post.to(para)).toEqual([])
})

test.each([
  ['', 'Preencha este campo.'],
  [' ; ,', 'Digite o e-mail de quem recebe.'],
  ['construtora', 'Digite um e-mail completo, como nome@empresa.com.br.'],
  ['a@b.example; construtora', 'construtora: Digite um e-mail completo, como nome@empresa.com.br.'],
  ['a@b.cc b@b.cc c@b.cc d@b.cc e@b.cc f@b.cc', 'Digite no máximo 5 endereços de cada vez.'],
])('an address is checked: %j', async (typed, sentence) => {
  const nota = await authorised()
  expect((await api.sendReceiptEmail(operador, id, nota.id, typed)).fields()).toEqual({ para: sentence })
})

test('nobody writes to the world with the address of the shop', async () => {
  const clerk = await newOperador()
  const nota = await authorised(clerk)
  await post.stop()
  for (let at = 0; at < 6; at += 1) await send(nota.id, Array.from({ length: 5 }, address).join(','), clerk)
  const { detail } = (await api.sendReceiptEmail(clerk, id, nota.id, address())).problem(429, 'limited')
  expect(detail).toMatch(/^Cada pessoa envia no máximo 30 e-mails de notas em uma hora, e você já enviou 30\./)
  await send(nota.id, address(), admin)
  await post.start()
})

describe('on authorisation', () => {
  const sold = async (clientOverrides: object, saleOverrides: object = {}, company = id) => {
    const client = await newPerson(admin, {
      ...{ pessoa_tipo: 2, razao_social: 'Construtora Horizonte Ltda', logradouro: 'Avenida Brasil', numero: '100' },
      ...{ bairro: 'Centro', municipio: '3509502', cep: '13010000', telefone: '19999990000', ...clientOverrides },
    })
    const product = await sellable(admin, company, { prod_CFOP: '5101' })
    const form = sale(product, {
      cliente_id: client.id,
      pagamentos: [{ tPag: '15', valor: '82.00' }],
      ...saleOverrides,
    })
    const { nota } = (await api.postSale(company === id ? operador : admin, company, form)).expect(201) as Issued
    return (await receipts.reaches(admin, company, nota!.id, 'autorizada')).nota
  }
  const set = async (nfe_por_email: string, company = id) => {
    const before = await api.getSaleSettings(admin, company)
    ;(await api.putSaleSettings(admin, company, before.etag, { ...before.expect(200), nfe_por_email })).expect(200)
  }
  afterEach(() => set('N'))

  test('an NF-e goes to its client where the company wants it, once', async () => {
    const email = address()
    await set('S')
    const nota = await sold({ email })
    expect(await settled(nota.id)).toMatchObject([{ para: email, estado: 'enviado', automatico: true }])
    expect(await emails(nota.id)).toMatchObject({ sugestao: email, telefone: '19999990000' })
    const [mail, ...others] = post.to(email)
    expect(others).toEqual([])
    expect(decoded(mail!.headers['subject']!)).toContain('NF-e ')
    expect(mail!.attachments[1]!.content).toMatch(/^%PDF-/)
    expect(auditRowsAbout(server.database, 'nfce_email', email)).toMatchObject([
      { user_id: expect.toSatisfy((id) => !id) },
    ])
  })
  test('nothing goes unless it is wanted, and to nobody without address', async () => {
    const email = address()
    const notas = [await sold({ email })]
    await set('S')
    notas.push(await sold({}))
    for (const nota of notas) expect((await emails(nota.id, admin)).items).toEqual([])
    expect(post.to(email)).toEqual([])
  })
  test('nothing goes of what is practised', async () => {
    const email = address()
    const beginner = (await newShop(simulator, admin)).id
    ;(await api.markReadiness(admin, beginner, 'credenciamento_nfe', { marcado: true })).expect(200)
    await set('S', beginner)
    const nota = await sold({ email }, { treino: true }, beginner)
    expect((await api.listReceiptEmails(admin, beginner, nota.id)).expect(200).items).toEqual([])
    expect(post.to(email)).toEqual([])
  })
})

describe('an installation without e-mail', () => {
  const other = sharedServer()
  test('says who can change that', async () => {
    const { admin: boss } = await office(other)
    const shop = (await newCompany(boss)).id
    await receipts.readyToSell(boss, shop)
    const nota = await receipts.authorised(boss, shop)
    expect((await api.listReceiptEmails(boss, shop, nota.id)).expect(200).disponivel).toBe(false)
    const { detail } = (await api.sendReceiptEmail(boss, shop, nota.id, address())).problem(422, 'invalid')
    expect(detail).toMatch(/^Este Balcão não envia e-mails\. Peça a quem cuida do servidor/)
  })
})
