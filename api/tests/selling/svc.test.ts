// SVC: while SEFAZ does not answer, an NF-e goes to the authoriser that stands in for it, with the next number; what the one
// before became is found out, and nothing stays valid twice.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { newShop } from '../helpers/homologation-shop.ts'
import { homologationEnv, saoPaulo } from '../helpers/homologation.ts'
import { saleToBuilder } from '../helpers/nfe.ts'
import * as receipts from '../helpers/receipts.ts'
import { authorisation, motivo, query, waitAsAClerk } from '../helpers/receipts.ts'
import type { Issued } from '../helpers/sales.ts'
import { ownCounter, quickServer, quickSimulator, type Behaviour } from '../helpers/simulator.ts'

type Nota = Schemas['ReceiptSummary']

const { simulator, server } = ownCounter((sefaz) => homologationEnv(sefaz, sefaz.folder, saoPaulo(sefaz)))
let admin: Caller
let id = ''

beforeAll(async () => {
  admin = (await office(server)).admin
  id = (await newShop(simulator, admin)).id
  const before = await api.getSaleSettings(admin, id)
  const patience = { ...before.expect(200), contingencia_apos_s: 5 }
  ;(await api.putSaleSettings(admin, id, before.etag, patience)).expect(200)
})
afterEach(async () => {
  await simulator.behave()
  await simulator.switchSvc('desligada')
  server.database.run('delete from sefaz_status')
})

/** SEFAZ of the UF is away: its requests are lost. */
const lost = (service: string, when: 'before' | 'after'): Behaviour => ({
  ...{ service, authoriser: 'nfe', fault: 'drop', when },
})
const away = (when: 'before' | 'after') =>
  simulator.behave(lost(authorisation, when), lost(query, 'before'), lost('NFeStatusServico4', 'before'))
const sell = async () => {
  const { nota } = (await api.postSale(admin, id, await saleToBuilder(admin, id))).expect(201) as Issued
  return nota!
}
/** An NF-e that SEFAZ does not answer, for longer than a clerk waits. */
const hanging = async (when: 'before' | 'after' = 'before') => {
  await away(when)
  const nota = await sell()
  await waitAsAClerk(admin)
  return nota
}
const otherWay = (nota: Pick<Nota, 'id'>) => api.issueReceiptOffline(admin, id, nota.id)
const moved = async (nota: Nota) => (await otherWay(nota)).expect(201) as Nota
/** How often an authoriser was asked whether it works. */
const questions = async () =>
  (await simulator.ledger<{ seq: number; servico: string }>('pedidos')).filter(({ servico }) =>
    servico.endsWith('NFeStatusServico4'),
  ).length
const betweenQuestions = 180_000 * Number(quickServer.BALCAO_TEST_TIME_SCALE)
/** The time in which SEFAZ takes no second question has passed. */
const letTimePass = () =>
  server.database.run(`update sefaz_status set perguntado_em = perguntado_em - ${betweenQuestions * 1000}`)
const reaches = async ({ id: rid }: Pick<Nota, 'id'>, estado: string) =>
  (await receipts.reaches(admin, id, rid, estado, 60_000)).nota

/** SEFAZ answers again, and is asked for what it was sent: by itself that may take a minute more. */
const askAgain = async ({ id: rid }: Nota) => {
  await simulator.behave()
  await api.checkReceipt(admin, id, rid)
}

/** What SEFAZ and the SVC registered of it. */
const eventsOf = async ({ chave }: Nota) =>
  (await simulator.ledger<{ seq: number; chNFe: string; tpEvento: string }>('eventos'))
    .filter(({ chNFe }) => chNFe === chave)
    .map(({ tpEvento }) => tpEvento)

describe('an NF-e that SEFAZ does not answer', () => {
  test('is issued by the SVC with the next number, and the first is never sent again', async () => {
    await simulator.switchSvc('ligada')
    const first = await hanging()
    const second = await moved(first)
    expect(second).toMatchObject({ tpEmis: 6, numero: first.numero + 1, substitui: first.id })
    const nota = await reaches(second, 'autorizada')
    expect(nota.chave.slice(34, 35)).toBe('6')
    const xml = (await api.getReceiptXml(admin, id, nota.id)).text
    expect(xml).toMatch(/<tpEmis>6<\/tpEmis>.*<dhCont>.*<\/dhCont><xJust>SEFAZ sem resposta desde/)
    const pdf = await api.getReceiptDanfe(admin, id, nota.id, { papel: 'a4' })
    expect(pdf.status).toBe(200)
    // SEFAZ is asked for a quarter of an hour whether it has the first after all.
    await simulator.behave()
    const { nota: before } = (await api.getReceipt(admin, id, first.id)).expect(200) as Schemas['Receipt']
    expect(before).toMatchObject({ estado: 'indefinida', substituida_por: second.id })
    expect((await otherWay(first)).expect(200)).toMatchObject({ id: second.id })
  }, 120_000)

  test('that SEFAZ had authorised after all is cancelled there, and the sale stands by the other', async () => {
    await simulator.switchSvc('ligada')
    const first = await hanging('after')
    const second = await moved(first)
    await reaches(second, 'autorizada')
    await askAgain(first)
    await reaches(first, 'cancelada')
    expect(await eventsOf(first)).toEqual(['110111'])
    expect((await reaches(second, 'autorizada')).estado).toBe('autorizada')
    expect((await api.getSale(admin, id, second.venda_id)).expect(200)).toMatchObject({ venda: { estado: 'emitida' } })
  }, 120_000)

  test('stays where it is while the SVC is off, and no number is spent', async () => {
    const first = await hanging()
    const refused = (await otherWay(first)).problem(409, 'acao_indisponivel')
    expect(refused.detail).toMatch(
      /^A SVC-AN não está atendendo: às \d\d:\d\d ela respondeu 114 \(.*\)\. .* Tente de novo a partir das \d\d:\d\d; a nota continua/,
    )
    await simulator.behave()
    await reaches(first, 'autorizada')
    expect((await sell()).numero).toBe(first.numero + 1)
  }, 120_000)

  test('is not asked for at the SVC again before SEFAZ takes another question', async () => {
    const first = await hanging()
    const before = await questions()
    const refused = (await otherWay(first)).problem(409, 'acao_indisponivel')
    await simulator.switchSvc('ligada')
    expect((await otherWay(first)).problem(409, 'acao_indisponivel').detail).toBe(refused.detail)
    expect(await questions()).toBe(before + 1)
    letTimePass()
    expect(await moved(first)).toMatchObject({ tpEmis: 6, numero: first.numero + 1 })
    expect(await questions()).toBe(before + 2)
  }, 120_000)

  test('goes to the SVC by the answer that another one was given', async () => {
    await simulator.switchSvc('ligada')
    const [first, second] = [await hanging(), await hanging()]
    const before = await questions()
    await moved(first)
    expect(await moved(second)).toMatchObject({ tpEmis: 6 })
    expect(await questions()).toBe(before + 1)
  }, 120_000)

  test('is asked for once by two clerks at once', async () => {
    await simulator.switchSvc('ligada')
    const notas = [await hanging(), await hanging()]
    const before = await questions()
    await simulator.behave(lost(authorisation, 'before'), lost(query, 'before'), {
      ...{ service: 'NFeStatusServico4', authoriser: 'svc-an', delay_ms: 500 },
    })
    const answers = await Promise.all(notas.map(otherWay))
    expect(answers.map(({ status }) => status)).toContain(201)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer.problem(409, 'acao_indisponivel').detail).toContain('A SVC-AN está sendo perguntada agora')
    expect(await questions()).toBe(before + 1)
  }, 120_000)

  test('is tried again at once where nothing reached the SVC', async () => {
    await simulator.switchSvc('ligada')
    const first = await hanging()
    const before = await questions()
    await simulator.kill()
    const refused = (await otherWay(first)).problem(409, 'acao_indisponivel')
    expect(refused.detail).toContain('Não foi possível falar com a SVC-AN')
    await simulator.start(...quickSimulator)
    await away('before')
    await simulator.switchSvc('ligada')
    expect(await moved(first)).toMatchObject({ tpEmis: 6 })
    expect(await questions()).toBe(before + 1)
  }, 120_000)

  test('goes back to SEFAZ when the SVC does not answer it', async () => {
    await simulator.switchSvc('ligada')
    const first = await hanging()
    await simulator.behave(
      ...[lost(authorisation, 'before'), lost(query, 'before')],
      ...[authorisation, query].map((service) => ({ ...lost(service, 'before'), authoriser: 'svc-an' as const })),
    )
    const second = await moved(first)
    await waitAsAClerk(admin)
    await simulator.behave(lost(authorisation, 'before'), lost(query, 'before'))
    const third = await moved(second)
    expect(third).toMatchObject({ tpEmis: 1, numero: second.numero + 1, substitui: second.id })
    // That the SVC said it works counts no longer: it did not answer the second.
    const before = await questions()
    await waitAsAClerk(admin)
    expect((await otherWay(third)).problem(409, 'acao_indisponivel').detail).toContain('não respondeu a uma nota')
    expect(await questions()).toBe(before)
    await simulator.switchSvc('desligada')
    await simulator.behave()
    await reaches(third, 'autorizada')
    for (const { id: rid } of [first, second])
      expect((await api.getReceipt(admin, id, rid)).expect(200)).toMatchObject({ nota: { estado: 'indefinida' } })
  }, 180_000)
})

describe('what the SVC authorised', () => {
  const bySvc = async () => {
    await simulator.switchSvc('ligada')
    const first = await hanging('after')
    const nota = await reaches(await moved(first), 'autorizada')
    await askAgain(first)
    await reaches(first, 'cancelada')
    return nota
  }
  const cancel = async (nota: Nota) => (await api.cancelReceipt(admin, id, nota.id, motivo)).expect(202)
  const told = async (nota: Nota) => {
    const { linha_do_tempo } = (await api.getReceipt(admin, id, nota.id)).expect(200) as Required<Schemas['Receipt']>
    return linha_do_tempo.map(({ texto }) => texto)
  }
  test('is cancelled there while it stands in, and its story says so', async () => {
    const nota = await bySvc()
    await cancel(nota)
    await reaches(nota, 'cancelada')
    const story = await told(nota)
    expect(story).toContainEqual(expect.stringMatching(/^Enviada à SVC-AN: 100 /))
    expect(story).toContainEqual(expect.stringMatching(/^Cancelamento enviado à SVC-AN: /))
    expect(story.join()).not.toContain('à SEFAZ')
  }, 120_000)
  test('and at SEFAZ once it is off', async () => {
    const nota = await bySvc()
    await simulator.switchSvc('desligada')
    await cancel(nota)
    await reaches(nota, 'cancelada')
    expect(await eventsOf(nota)).toEqual(['110111'])
    expect((await told(nota)).filter((texto) => texto.startsWith('Cancelamento enviado'))).toEqual([
      expect.stringContaining('à SVC-AN: 114 '),
      expect.stringContaining('à SEFAZ: '),
    ])
  }, 120_000)
})
