import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiProblem } from '@/api'
import type { IssuedSale, ProductLookup, ReceiptSummary, SaleInput } from '@/api'
import { Desk } from './desk'
import type { DeskServer } from './desk'
import { emptySale } from './sale'
import { readSales } from './storage'
import { cash, found, issued, product } from './testing'

const rafael = { id: 'u1', name: 'Rafael Prado' }
const COMPANY = 'c1'

const refuse = (status: number, code: ApiProblem['code'], more: object = {}) =>
  new ApiProblem({ status, code, title: 'Recusado', detail: 'Assim não.', ...more })
const away = () => refuse(0, 'unreachable')

/** A server whose answers a test gives one by one. */
function fakeServer() {
  const asked: { code: string; answer: (found: ProductLookup | ApiProblem) => void }[] = []
  const bodies: SaleInput[] = []
  const answers: (IssuedSale | ApiProblem)[] = []
  /** Sent to be seen, and whether the browser shows it. */
  const seen: SaleInput[] = []
  const views: (boolean | ApiProblem)[] = []
  const server: DeskServer = {
    lookup: (code) =>
      new Promise((resolve, reject) =>
        asked.push({ code, answer: (one) => (one instanceof Error ? reject(one) : resolve(one)) }),
      ),
    credit: () => Promise.reject(new Error('no credit is asked for')),
    send: (body) => {
      bodies.push(structuredClone(body))
      const answer = answers.shift() ?? issued(body)
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
    preview: (body) => {
      seen.push(structuredClone(body))
      const view = views.shift() ?? true
      return view instanceof Error ? Promise.reject(view) : Promise.resolve(view)
    },
  }
  return { asked, bodies, answers, seen, views, server }
}

const desks: (() => void)[] = []
function openDesk(server: DeskServer, owner = rafael) {
  const told: unknown[] = []
  const desk = new Desk(
    COMPANY,
    owner,
    server,
    () => 'e1',
    (what) => told.push(what),
  )
  const stop = desk.start()
  desks.push(stop)
  return { desk, stop, told, now: () => desk.snapshot() }
}
const names = (desk: Desk) => desk.snapshot().sale.itens.map(({ codigo }) => codigo)
const settle = () => vi.advanceTimersByTimeAsync(0)

/** A sale of one item, paid in cash. */
async function fill(fake: ReturnType<typeof fakeServer>, desk: Desk) {
  desk.scan('LJ')
  await settle()
  fake.asked.at(-1)?.answer(found('LJ'))
  await settle()
  desk.edit((sale) => ({ ...sale, pagamentos: [cash('100.00')] }))
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const stop of desks.splice(0)) stop()
  vi.useRealTimers()
})

describe('the queue of scans', () => {
  it('takes thirty codes at once and looks them up in their order', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    const codes = Array.from({ length: 30 }, (_, index) => `P${index}`)
    for (const code of codes) expect(desk.scan(code)).toBeNull()
    expect(now().sale.scans).toHaveLength(30)
    for (const code of codes) {
      await settle()
      expect(fake.asked.at(-1)?.code).toBe(code)
      fake.asked.at(-1)?.answer(found(code))
    }
    await settle()
    expect(names(desk)).toEqual(codes)
    expect(now().sale.scans).toEqual([])
  })

  it('goes on behind a code that nobody knows, which stays until it is settled', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    desk.scan('2*areia')
    desk.scan('B')
    await settle()
    fake.asked[0]?.answer(refuse(404, 'not_found', { detail: 'Nenhum produto.', suggestions: [product('AR')] }))
    await settle()
    fake.asked[1]?.answer(found('B'))
    await settle()
    expect(names(desk)).toEqual(['B'])
    const [scan] = now().sale.scans
    expect(scan).toMatchObject({ code: 'areia', message: 'Nenhum produto.', similar: 'AR' })
    expect(desk.issue()).toContain('areia')
    if (scan) desk.dropScan(scan.key)
    expect(now().sale.scans).toEqual([])
  })

  it('waits for a server that is away, and asks again', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    desk.scan('A')
    await settle()
    fake.asked[0]?.answer(away())
    await settle()
    expect(now().isCutOff).toBe(true)
    await vi.advanceTimersByTimeAsync(5000)
    expect(fake.asked).toHaveLength(2)
    fake.asked[1]?.answer(found('A'))
    await settle()
    expect(now().isCutOff).toBe(false)
    expect(names(desk)).toEqual(['A'])
  })

  it('repeats the last item by *, and says what is no scan', async () => {
    const fake = fakeServer()
    const { desk } = openDesk(fake.server)
    expect(desk.scan('*')).toBe('Ainda não há item para repetir.')
    await fill(fake, desk)
    expect(desk.scan('*')).toBeNull()
    expect(names(desk)).toEqual(['LJ', 'LJ'])
    expect(desk.scan('0*LJ')).toMatch(/^Antes do \*/)
  })

  it('repeats by * what was scanned last, though its price is still on the way', async () => {
    const fake = fakeServer()
    const { desk } = openDesk(fake.server)
    await fill(fake, desk)
    desk.scan('2*EPS')
    expect(desk.scan('*')).toBeNull()
    for (const at of [1, 2]) {
      await settle()
      fake.asked[at]?.answer(found('EPS'))
    }
    await settle()
    expect(names(desk)).toEqual(['LJ', 'EPS', 'EPS'])
    expect(fake.asked.map(({ code }) => code)).toEqual(['LJ', '2*EPS', '2*EPS'])
  })

  it('takes no product without a price', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    desk.scan('LJ')
    await settle()
    fake.asked[0]?.answer(found('LJ', { prod_vUnCOM: null }))
    await settle()
    expect(now().sale.scans[0]?.message).toContain('não tem preço')
  })
})

describe('what is scanned while a sale is on its way', () => {
  const scanned = (desk: Desk) => desk.snapshot().sale.scans.map(({ code }) => code)

  it('is of the next sale', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    await fill(fake, desk)
    desk.issue()
    for (const code of ['EPS', '*', 'CAL']) expect(desk.scan(code)).toBeNull()
    expect(now().waiting.map(({ code }) => code)).toEqual(['EPS', 'EPS', 'CAL'])
    await settle()
    expect(now()).toMatchObject({ waiting: [], sent: [{}], sale: { itens: [] } })
    expect(scanned(desk)).toEqual(['EPS', 'EPS', 'CAL'])
    expect(fake.asked.at(-1)?.code).toBe('EPS')
  })

  it('is of the same one when that is refused', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    await fill(fake, desk)
    fake.answers.push(refuse(422, 'invalid'))
    desk.issue()
    desk.scan('EPS')
    await settle()
    expect(now().refusal).not.toBeNull()
    expect(names(desk)).toEqual(['LJ'])
    expect(scanned(desk)).toEqual(['EPS'])
    expect(fake.asked.at(-1)?.code).toBe('EPS')
  })

  it('is kept over F5, and can be taken out', async () => {
    const fake = fakeServer()
    const first = openDesk(fake.server)
    await fill(fake, first.desk)
    fake.answers.push(away())
    first.desk.issue()
    first.desk.scan('EPS')
    first.desk.scan('CAL')
    first.desk.dropScan(first.now().waiting[0]?.key ?? '')
    await settle()
    first.stop()
    const second = openDesk(fake.server)
    await settle()
    expect(second.now().sent).toHaveLength(1)
    expect(scanned(second.desk)).toEqual(['CAL'])
  })

  it('is of the next sale when one is put away before its last price has come', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    await fill(fake, desk)
    desk.scan('EPS')
    desk.park('Mesa 4')
    await settle()
    expect(fake.bodies).toMatchObject([{ em_espera: 'Mesa 4', itens: [{ produto_id: 'LJ' }] }])
    expect(now().sale.itens).toEqual([])
    expect(scanned(desk)).toEqual(['EPS'])
  })

  it('goes along when a draft is gone on with', () => {
    const fake = fakeServer()
    const { desk } = openDesk(fake.server)
    desk.scan('EPS')
    desk.open({ ...emptySale(), id: 's7', version: 3 })
    expect(desk.snapshot().sale.id).toBe('s7')
    expect(scanned(desk)).toEqual(['EPS'])
  })

  it.each(['resume', 'park'] as const)(
    'is not lost when the open sale of somebody else is settled: %s',
    async (how) => {
      const fake = fakeServer()
      const first = openDesk(fake.server)
      await fill(fake, first.desk)
      first.stop()
      const { desk } = openDesk(fake.server, { id: 'u2', name: 'Marina Duarte' })
      desk.scan('EPS')
      desk.settleForeign(how)
      await settle()
      expect(scanned(desk)).toEqual(['EPS'])
      expect(names(desk)).toEqual(how === 'resume' ? ['LJ'] : [])
    },
  )
})

describe('F10', () => {
  it('sends what clerk and customer saw, and begins the next sale', async () => {
    const fake = fakeServer()
    const { desk, now, told } = openDesk(fake.server)
    await fill(fake, desk)
    const { id } = now().sale
    expect(desk.issue()).toBeNull()
    await settle()
    expect(fake.bodies).toMatchObject([
      {
        ...{ id, emitir: true, total_visto: '62.90', pagamentos: [{ tPag: '01', valor: '100.00' }] },
        itens: [{ produto_id: 'LJ', quantidade: '1.0000', valor: '62.9000', preco_lido: '62.9000' }],
      },
    ])
    expect(now().sale.id).not.toBe(id)
    expect(now().sale.itens).toEqual([])
    expect(now().sent).toMatchObject([{ id, troco: '37.10', nota: { numero: 1284 } }])
    expect(told).toMatchObject([{ kind: 'issued' }])
  })

  it('pressed twice sends once', async () => {
    const fake = fakeServer()
    const { desk } = openDesk(fake.server)
    await fill(fake, desk)
    desk.issue()
    desk.issue()
    desk.edit((sale) => ({ ...sale, desconto: '1.00' }))
    await settle()
    expect(fake.bodies).toHaveLength(1)
    expect(fake.bodies[0]?.desconto).toBe('0.00')
  })

  it.each<[string, ApiProblem, number, 'server' | 'commit']>([
    ['a lost answer', away(), 5000, 'server'],
    ['a busy server', refuse(503, 'unavailable', { retryAfter: 2 }), 2000, 'server'],
    ['an unknown commit', refuse(503, 'resultado_desconhecido'), 1000, 'commit'],
    ['a session that ended', refuse(401, 'unauthenticated'), 5000, 'server'],
  ])('repeats the same body after %s', async (_, problem, ms, why) => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    await fill(fake, desk)
    fake.answers.push(problem)
    desk.issue()
    await settle()
    expect(now().sending).toMatchObject({ why })
    await vi.advanceTimersByTimeAsync(ms)
    expect(fake.bodies).toHaveLength(2)
    expect(fake.bodies[1]).toEqual(fake.bodies[0])
    expect(now().sent).toHaveLength(1)
  })

  it('gives the sale back when it was refused', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    await fill(fake, desk)
    fake.answers.push(refuse(422, 'invalid', { errors: [{ field: 'itens.0.valor', message: 'O preço mudou.' }] }))
    desk.issue()
    await settle()
    expect(now().refusal?.byField).toEqual({ 'itens.0.valor': 'O preço mudou.' })
    expect(now()).toMatchObject({ sending: null, sale: { itens: [{ codigo: 'LJ' }] } })
    desk.edit((sale) => ({ ...sale, desconto: '1.00' }))
    expect(now().refusal).toBeNull()
  })

  it('shows the receipt of a sale that was issued from another tab', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    await fill(fake, desk)
    const { id } = now().sale
    fake.answers.push(refuse(409, 'venda_ja_emitida', { current: issued({ id }) }))
    desk.issue()
    await settle()
    expect(now().sent).toMatchObject([{ id }])
  })

  it('keeps the items of a sale that was ended elsewhere, for a new one', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    await fill(fake, desk)
    const { id } = now().sale
    fake.answers.push(refuse(409, 'venda_encerrada'))
    desk.issue()
    await settle()
    expect(now().elsewhere).toMatchObject({ message: 'Assim não.' })
    desk.sellAsNew()
    expect(now()).toMatchObject({ elsewhere: null, sale: { version: null, itens: [{ codigo: 'LJ' }] } })
    expect(now().sale.id).not.toBe(id)
    expect(readSales(COMPANY).map((record) => record.phase === 'open' && record.sale.id)).toEqual([now().sale.id])
  })
})

describe('what this computer keeps', () => {
  it('survives F5 in every state', async () => {
    const fake = fakeServer()
    const first = openDesk(fake.server)
    await fill(fake, first.desk)
    first.desk.scan('B')
    const { sale } = first.now()
    first.stop()

    const second = openDesk(fake.server)
    expect(second.now().sale).toEqual(sale)
    await settle()
    fake.asked.at(-1)?.answer(found('B'))
    await settle()
    expect(names(second.desk)).toEqual(['LJ', 'B'])

    second.desk.edit((one) => ({ ...one, pagamentos: [cash('200.00')] }))
    fake.answers.push(away())
    second.desk.issue()
    await settle()
    second.stop()

    const third = openDesk(fake.server)
    await settle()
    expect(fake.bodies).toHaveLength(2)
    expect(fake.bodies[1]).toEqual(fake.bodies[0])
    expect(third.now().sent).toMatchObject([{ id: sale.id }])
    third.stop()

    const fourth = openDesk(fake.server)
    expect(fourth.now()).toMatchObject({ sent: [{ id: sale.id }], sale: { itens: [] } })
    fourth.desk.dismiss(sale.id)
    expect(readSales(COMPANY)).toEqual([])
  })

  it('asks whoever comes next about an open sale, and can put it away', async () => {
    const fake = fakeServer()
    const first = openDesk(fake.server)
    await fill(fake, first.desk)
    const { id } = first.now().sale
    first.stop()

    const marina = openDesk(fake.server, { id: 'u2', name: 'Marina Duarte' })
    expect(marina.now()).toMatchObject({ foreign: { owner: rafael }, sale: { itens: [] } })
    marina.desk.settleForeign('park')
    await settle()
    expect(fake.bodies).toMatchObject([{ id, emitir: false, em_espera: 'Rafael Prado' }])
    expect(marina.told).toEqual([{ kind: 'parked', name: 'Rafael Prado' }])
    expect(readSales(COMPANY)).toEqual([])
  })

  it('lets whoever comes next go on with it', async () => {
    const fake = fakeServer()
    const first = openDesk(fake.server)
    await fill(fake, first.desk)
    first.stop()
    const marina = openDesk(fake.server, { id: 'u2', name: 'Marina Duarte' })
    marina.desk.settleForeign('resume')
    expect(names(marina.desk)).toEqual(['LJ'])
    expect(readSales(COMPANY)[0]?.owner.id).toBe('u2')
  })

  it('follows another tab that sold the sale', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    await fill(fake, desk)
    const { id } = now().sale
    const key = `balcao-venda:${COMPANY}:0:${id}`
    const { venda, nota } = issued({ id })
    const sent = { id, total: venda.total, troco: venda.troco, at: 1, nota }
    const newValue = JSON.stringify({ owner: rafael, savedAt: 1, phase: 'sent', sent })
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
    expect(now().sent).toMatchObject([{ id }])
    expect(now().sale.id).not.toBe(id)
    // The tab that sent it prints it.
    expect(desk.printsByItself(id)).toBe(false)
  })

  it('prints by itself what this tab sent, whatever another one says of it', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    await fill(fake, desk)
    const { id } = now().sale
    desk.issue()
    await settle()
    const newValue = localStorage.getItem(`balcao-venda:${COMPANY}:0:${id}`)
    const key = `balcao-venda:${COMPANY}:0:${id}`
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
    expect(desk.printsByItself(id)).toBe(true)
  })

  it('parks what is open before it goes on with a draft that was begun elsewhere', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    await fill(fake, desk)
    const draft = { ...now().sale, id: 'd1', version: 1, orcamento_id: 'b1' }
    desk.goOnWith(draft, 'Venda de Rafael')
    await settle()
    expect(fake.bodies).toMatchObject([{ em_espera: 'Venda de Rafael', emitir: false }])
    expect(now().sale).toMatchObject({ id: 'd1', orcamento_id: 'b1' })
    expect(readSales(COMPANY)).toMatchObject([{ phase: 'open', sale: { id: 'd1' } }])
    expect(desk.issue()).toBeNull()
    await settle()
    expect(fake.bodies[1]).toMatchObject({ id: 'd1', orcamento_id: 'b1', version: 1 })
  })

  it('says so when the browser keeps nothing', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => {
      if (key.startsWith('balcao-venda:')) throw new DOMException('full', 'QuotaExceededError')
    })
    await fill(fake, desk)
    expect(now().isUnkept).toBe(true)
  })

  it('reads only what it wrote', () => {
    localStorage.setItem(`balcao-venda:${COMPANY}:0:a`, 'x')
    localStorage.setItem(`balcao-venda:${COMPANY}:0:b`, '{"owner":{},"savedAt":1,"phase":"open"}')
    localStorage.setItem('balcao-venda:other:0:c', '{}')
    expect(readSales(COMPANY)).toEqual([])
  })
})

describe('the receipt of a sent sale', () => {
  async function sold() {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    await fill(fake, desk)
    const { id } = now().sale
    desk.issue()
    await settle()
    const at = (version: number, estado: ReceiptSummary['estado']) => issued({ id }, { version, estado })
    return { desk, now, id, at }
  }

  it('never goes back to what it was', async () => {
    const { desk, now, id, at } = await sold()
    desk.refresh(id, at(3, 'autorizada'))
    desk.refresh(id, at(2, 'enviando'))
    expect(now().sent[0]?.nota.estado).toBe('autorizada')
    // Another receipt in its place counts its versions anew.
    desk.refresh(id, issued({ id }, { id: 'n2', version: 1, estado: 'contingencia', numero: 1285 }))
    expect(now().sent[0]).toMatchObject({ nota: { numero: 1285 } })
  })

  it('waits anew for one that is sent again after a refusal', async () => {
    const { desk, now, id, at } = await sold()
    const began = now().sent[0]?.at ?? 0
    vi.setSystemTime(began + 60_000)
    desk.refresh(id, at(2, 'indefinida'))
    expect(now().sent[0]?.at).toBe(began)
    desk.refresh(id, at(3, 'rejeitada'))
    vi.setSystemTime(began + 90_000)
    desk.refresh(id, at(4, 'enviando'))
    expect(now().sent[0]?.at).toBe(began + 90_000)
    expect(readSales(COMPANY)).toMatchObject([{ sent: { at: began + 90_000 } }])
  })

  it('waits anew for the one that goes to another authoriser with the next number', async () => {
    const { desk, now, id } = await sold()
    vi.setSystemTime((now().sent[0]?.at ?? 0) + 60_000)
    desk.refresh(id, issued({ id }, { id: 'n2', version: 1, estado: 'enviando', numero: 1285 }))
    expect(now().sent[0]?.at).toBe(Date.now())
  })

  it('knows that a paper in somebody’s hands is not right any more', async () => {
    const { desk, now, id, at } = await sold()
    desk.refresh(id, at(2, 'contingencia'))
    expect(now().sent[0]?.isCorrected).toBe(false)
    desk.refresh(id, at(3, 'contingencia_rejeitada'))
    desk.refresh(id, at(4, 'contingencia'))
    desk.refresh(id, at(5, 'contingencia'))
    expect(now().sent[0]?.isCorrected).toBe(true)
  })
})

describe('seen before it is issued', () => {
  it('issues nothing and changes nothing', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    expect(await desk.preview()).not.toBeNull() // nothing is sold yet
    await fill(fake, desk)
    const before = now()
    expect(await desk.preview()).toBeNull()
    expect(fake.seen).toMatchObject([{ id: before.sale.id, emitir: true }])
    expect(fake.bodies).toEqual([])
    expect(now()).toEqual(before)
  })

  it('says so where the browser opens no other tab, and where the server cannot be reached', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    await fill(fake, desk)
    fake.views.push(false, away())
    expect(await desk.preview()).toMatch(/^O navegador não deixou/)
    expect(await desk.preview()).toBe('Assim não.')
    expect(now().refusal).toBeNull()
  })

  it('asks for what is missing as if it were issued, and once that is there shows it, without issuing it', async () => {
    const fake = fakeServer()
    const { desk, now } = openDesk(fake.server)
    await fill(fake, desk)
    fake.views.push(refuse(422, 'invalid'))
    expect(await desk.preview()).toBeNull()
    expect(now().refusal?.code).toBe('invalid')
    expect(await desk.repeat()).toBeNull()
    expect(fake.seen).toHaveLength(2)
    expect(fake.bodies).toEqual([])
    fake.answers.push(refuse(422, 'invalid'))
    desk.issue()
    await settle()
    await desk.repeat()
    expect(fake.bodies).toHaveLength(2)
  })
})
