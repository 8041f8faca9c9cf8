// Eight of them sell at once. Each does what a clerk with the screens of the program does, and writes down first.
import { pause } from '../api/tests/helpers/server.ts'
import { sale } from '../api/tests/helpers/sales.ts'
import type { Product } from '../api/tests/helpers/products.ts'
import { Dice } from './dice.ts'
import { type Journal, seenOf, type Seen } from './journal.ts'
import { Till } from './till.ts'
import { patience_s, shortened } from './times.ts'
import type { World } from './world.ts'

const motivo = 'Cliente desistiu da compra'
const between_looks_ms = 50
/** A customer who has nothing by then has left, and with him the clerk. */
const longest_wait_ms = shortened(patience_s) * 4 + 3_000
const longest_outage_ms = 400_000

const isWaiting = ({ estado }: Seen) => estado === 'enviando' || estado === 'indefinida'

export class Cashier {
  private readonly world: World
  private readonly journal: Journal
  private readonly till: Till
  private readonly dice: Dice
  private readonly number: number
  /** Sales that stand, whose goods may come back. */
  private readonly sold: Seen[] = []
  /** What had no answer while its customer waited. */
  private readonly later: Seen[] = []
  /** The open session of this cashier's till. */
  private sessao: string | undefined
  /** What was given for the goods that came back last. */
  private toCredit = false
  constructor(world: World, number: number, journal: Journal, seed: number) {
    this.world = world
    this.number = number
    this.journal = journal
    this.till = new Till(world, number)
    this.dice = new Dice(seed, number + 1)
  }

  /** One customer, from the first item until he has left. */
  async serve(): Promise<void> {
    if (this.dice.happens(0.05)) await this.moveCash()
    if (this.dice.happens(0.03)) await this.closeTill()
    if (this.dice.happens(0.4)) await this.takeBack()
    await this.openTill()
    if (this.dice.happens(0.4)) await this.returnGoods()
    if (this.dice.happens(0.15)) await this.loadTruck()
    const form = await this.nextSale()
    if (!form) return
    let nota = await this.sell(form)
    if (!nota) return
    nota = await this.wait(nota)
    if (this.dice.happens(0.1)) await this.sell(form) // F5
    if (nota.estado === 'rejeitada') nota = await this.settleRefused(nota)
    if (nota.estado === 'autorizada' && this.dice.happens(0.3)) await this.act('cancelReceipt', nota, { motivo })
    else if (nota.estado === 'autorizada') this.sold.push(nota)
    if (nota.estado === 'contingencia' && this.dice.happens(0.5)) await this.look(nota.id)
    if (nota.estado === 'contingencia' || isWaiting(nota)) this.later.push(nota)
  }

  /** A customer comes back with what was bought a while ago. */
  private async takeBack(): Promise<void> {
    const [nota] = this.later.splice(this.dice.below(this.later.length), 1)
    if (!nota) return
    if ((await this.look(nota.id)).estado === 'autorizada') await this.act('cancelReceipt', nota, { motivo })
    else this.later.push(nota)
  }

  /** Of one item, some or all that is left of it: for money out of the till, or for credit. */
  private async returnGoods(): Promise<void> {
    const mayBeBack = [...this.sold, ...this.later]
    if (mayBeBack.length === 0) return
    const nota = this.dice.pick(mayBeBack)
    const returnable = (await this.till.call('getReturnable', { rid: nota.id })).body
    if (returnable.motivo !== null) return // not authorised yet, or cancelled
    const { ordem, quantidade, resta, pago } = returnable.itens[0] as { ordem: number; quantidade: string; resta: string; pago: string }
    const wanted = this.dice.happens(0.5) ? Number(resta) : 1 // of what is gone already: refused
    const total_visto = ((Number(pago) / Number(quantidade)) * wanted).toFixed(2)
    this.toCredit = !this.toCredit
    const destino = this.toCredit ? 'credito' : 'dinheiro'
    const json = {
      ...{ nfce_id: nota.id, motivo: 'Não serviu', destino, total_visto, estacao_id: this.estacao_id },
      itens: [{ ordem, quantidade: String(Math.max(wanted, 1)) }],
    }
    const { status, body } = await this.till.call('returnGoods', {}, json, crypto.randomUUID())
    this.world.count(`returnGoods ${destino} ${status}`)
    if (status !== 201) return
    const { id, total } = body.devolucao
    this.journal.write({ what: 'returned', devolucao: id, nota: nota.id, total })
    if (body.credito) this.world.credits.push({ codigo: body.credito.codigo, valor: Number(total) })
    if (this.dice.happens(0.7)) await this.issueEntry(id)
  }

  /** Twice now and then, as by two clicks. */
  private async issueEntry(did: string): Promise<void> {
    const times = this.dice.happens(0.2) ? 2 : 1
    for (let time = 0; time < times; time += 1) {
      const { status } = await this.till.call('issueEntryNfe', { did }, { depois_de: null })
      this.world.count(`issueEntryNfe ${status}`)
    }
  }

  /** Some of an order, or all that is left of it: another clerk may load it first. It may come back. */
  private async loadTruck(bid = this.dice.pick(this.world.orders)): Promise<void> {
    const [item] = (await this.till.call('getBudget', { bid })).body.itens as { id: string; quantidade: string; entregue: string }[]
    const left = Number(item!.quantidade) - Number(item!.entregue)
    const quantidade = String(this.dice.happens(0.1) ? Math.max(left, 1) : 1 + this.dice.below(4))
    const itens = [{ item_id: item!.id, quantidade }]
    const { status, body } = await this.till.call('deliverGoods', { bid }, { itens }, crypto.randomUUID())
    this.world.count(`deliverGoods ${status}`)
    if (status !== 201) return
    this.journal.write({ what: 'delivered', entrega: body.id, item: item!.id, quantidade })
    if (this.dice.happens(0.7)) return this.issueRemessa(bid, body.id)
    const undone = await this.till.once('undoDelivery', { bid, entrega: body.id }, { motivo: 'Obra fechada' })
    this.world.count(`undoDelivery ${undone?.status ?? 'unanswered'}`)
  }

  /** Twice now and then. Refused where its goods were not invoiced for future delivery; it may be cancelled later on. */
  private async issueRemessa(bid: string, entrega: string): Promise<void> {
    const times = this.dice.happens(0.2) ? 2 : 1
    for (let time = 0; time < times; time += 1) {
      const { status, body } = await this.till.call('issueRemessa', { bid, entrega }, { depois_de: null })
      this.world.count(`issueRemessa ${status}`)
      if (status === 201) this.later.push(seenOf(body as Seen))
    }
  }

  /** Of the builder's orders, as many as it takes until a remessa has left: chance may have sent none. */
  async sendARemessaAway(): Promise<void> {
    for (const bid of this.world.orders) {
      await this.openTill()
      const form = await this.partOfAnOrder(bid, true)
      const sent = form?.entrega_futura === 'S' && (await this.sell(form))
      if (!sent || (await this.wait(sent)).estado !== 'autorizada') continue
      for (let time = 0; time < 5; time += 1) await this.loadTruck(bid)
      if ((this.world.counts.get('issueRemessa 201') ?? 0) > 0) return
    }
  }

  /** At the end of the day, when every receipt has its end: once for money and once for credit. */
  async takeSomeBack(): Promise<void> {
    await this.openTill()
    for (let time = 0; time < 2; time += 1) await this.returnGoods()
  }

  private nextSale() {
    if (this.dice.happens(0.08)) return this.parkedAndResumed()
    if (this.dice.happens(0.1)) return this.partOfAnOrder()
    return this.newSale()
  }

  private get estacao_id() {
    return this.world.stations[this.number]!
  }

  /** Of one product, paid in one of several ways. */
  newSale() {
    const product: Product = this.dice.pick(this.world.products)
    const { estacao_id } = this
    const pagamentos = this.paidByCredit() ?? [{ tPag: this.dice.pick(['01', '01', '17', '04', '15']), valor: '82.00' }]
    if (pagamentos[0]!.tPag === '01') pagamentos[0]!.valor = '100.00'
    if (this.dice.happens(0.2)) return sale(product, { estacao_id, pagamentos, cliente_id: this.world.builder })
    return sale(product, { estacao_id, pagamentos, ...(this.dice.happens(0.3) ? { cpf: '52998224725' } : {}) })
  }

  /** With the code of somebody, and the rest in cash. Most give it away then; others try it again. */
  private paidByCredit(): { tPag: string; valor: string; credito?: string }[] | undefined {
    const { credits } = this.world
    if (credits.length === 0 || !this.dice.happens(0.5)) return undefined
    const at = this.dice.below(credits.length)
    const { codigo, valor } = credits[at]!
    if (this.dice.happens(0.7)) credits.splice(at, 1)
    const used = Math.min(valor, 82)
    return [
      { tPag: '21', valor: used.toFixed(2), credito: codigo },
      ...(used < 82 ? [{ tPag: '01', valor: (82 - used).toFixed(2) }] : []),
    ]
  }

  /** An open one stays; whose answer was lost is found open. */
  async openTill(): Promise<void> {
    if (this.sessao) return
    const { status, body } = await this.till.call('openCashSession', {}, { estacao_id: this.estacao_id, fundo: '100.00' })
    if (status !== 201 && status !== 409) throw new Error(`the till stays closed: ${JSON.stringify(body)}`)
    this.sessao = status === 201 ? body.id : body.existing_id
    this.world.count(`till opened ${status}`)
  }

  /** Once: who does not know what was done counts it at the end of the day. */
  private async moveCash(): Promise<void> {
    if (!this.sessao) return
    const json = {
      tipo: this.dice.pick(['suprimento', 'sangria']),
      valor: `${1 + this.dice.below(60)}.00`,
      motivo: 'Cofre',
    }
    const answered = await this.till.once('moveCash', { cid: this.sessao }, json)
    this.world.count(`moveCash ${json.tipo} ${answered?.status ?? 'unanswered'}`)
    if (answered?.status !== 201) return
    const { seq, tipo, valor } = answered.body
    this.journal.write({ what: 'cash', sessao: this.sessao, seq, tipo, valor })
  }

  /** Blind, with whatever is found in the drawer. */
  async closeTill(): Promise<void> {
    if (!this.sessao) return
    const contagem = [{ tPag: '01', contado: `${this.dice.below(900)}.00` }]
    const { status, body } = await this.till.call('closeCashSession', { cid: this.sessao }, { contagem })
    // 409: it was closed, and the answer lost.
    if (status !== 200 && status !== 409) throw new Error(`the till stays open: ${JSON.stringify(body)}`)
    this.sessao = undefined
    this.world.count(`till closed ${status}`)
  }

  /** While SEFAZ is away: an NF-e that goes to the SVC, however often the server dies before that has said that it works. */
  async sellBySvc(): Promise<void> {
    const deadline = Date.now() + longest_outage_ms
    for (;;) {
      await this.openTill()
      const { estacao_id } = this
      const pagamentos = [{ tPag: '15', valor: '82.00' }]
      const sent = await this.sell(sale(this.dice.pick(this.world.products), { estacao_id, pagamentos, cliente_id: this.world.builder }))
      const nota = sent && (await this.wait(sent, longest_outage_ms))
      if (nota) this.later.push(nota)
      if (nota?.tpEmis === 6) return
      if (Date.now() > deadline) throw new Error(`no NF-e goes to the SVC: ${JSON.stringify(nota ?? [...this.world.counts])}`)
    }
  }

  /** Undefined: it was refused. */
  async sell(form: { id: string }): Promise<Seen | undefined> {
    this.journal.write({ what: 'sale', venda: form.id })
    const { status, body } = await this.till.call('postSale', {}, form)
    if (status === 200 || status === 201) {
      const nota = seenOf(body.nota as Seen)
      this.journal.write({ what: 'accepted', venda: form.id, nota })
      return nota
    }
    this.journal.write({ what: 'refused', venda: form.id, status, code: String(body.code) })
    const [wrong] = (body.errors ?? []) as { field: string; message: string }[]
    this.world.count(`sale refused: ${body.code} ${wrong ? `${wrong.field}: ${wrong.message}` : (body.detail ?? '')}`)
    return undefined
  }

  /** Parks a sale under a name; then takes one that anybody parked and makes it a sale that can be sent. */
  private async parkedAndResumed() {
    const { emitir: _, ...draft } = this.newSale()
    await this.till.call('postSale', {}, { ...draft, emitir: false, em_espera: `Mesa ${this.dice.below(50)}` })
    const { items } = (await this.till.call('listParkedSales', { query: 'em_espera=1' })).body
    if (items.length === 0) return undefined
    const parked = this.dice.pick(items as { id: string; version: number }[])
    const resumed = await this.till.call('resumeSale', { vid: parked.id }, { version: parked.version })
    if (resumed.status !== 200) return undefined // another cashier was first, or the answer was lost
    const { venda } = resumed.body
    const [item] = venda.itens
    return {
      id: parked.id,
      itens: [
        { produto_id: item.produto_id, quantidade: item.quantidade, valor: item.valor, preco_lido: item.preco_lido },
      ],
      pagamentos: [{ tPag: '01', valor: '100.00' }],
      estacao_id: this.estacao_id,
      total_visto: venda.total,
      emitir: true,
      version: venda.version,
    }
  }

  /** Some of what remains of an order, or all of it: another till may take it first. */
  private async partOfAnOrder(bid = this.dice.pick(this.world.orders), isForLater = this.dice.happens(0.7)) {
    const begun = await this.till.call('beginSaleOfBudget', { bid }, { id: crypto.randomUUID() })
    this.world.count(`order ${begun.status}`)
    if (begun.status >= 300) return undefined // all of it was sold
    const { id, version, orcamento_id, cliente_id, observacao, itens } = begun.body.venda
    const { produto_id, quantidade: left, valor, preco_lido, desconto, orcamento_item_id } = itens[0]
    const quantidade = this.dice.happens(0.1) ? left : String(Math.min(1 + this.dice.below(3), Number(left)))
    const total_visto = (Number(quantidade) * Number(valor)).toFixed(2)
    return {
      ...{ id, version, orcamento_id, cliente_id, observacao },
      entrega_futura: cliente_id === this.world.builder && isForLater ? 'S' : 'N',
      itens: [{ produto_id, quantidade, valor, preco_lido, desconto, orcamento_item_id }],
      pagamentos: [{ tPag: '01', valor: total_visto }],
      estacao_id: this.estacao_id,
      total_visto,
      emitir: true,
    }
  }

  async look(id: string): Promise<Seen> {
    const { status, body } = await this.till.call('getReceipt', { rid: id })
    if (status !== 200) throw new Error(`a nota is gone: ${id}: ${status} ${JSON.stringify(body)}`)
    const nota = seenOf(body.nota as Seen)
    this.journal.write({ what: 'seen', nota })
    return nota
  }

  /** Looks until SEFAZ has answered; after the clerk's patience the sale goes offline, an NF-e to the SVC or back from it. */
  async wait(first: Seen, longest_ms = longest_wait_ms): Promise<Seen> {
    const began = Date.now()
    let nota = first
    let sent = began
    while (isWaiting(nota)) {
      if (Date.now() - began > longest_ms) return nota
      await pause(between_looks_ms)
      let next: Seen | undefined
      if (Date.now() - sent > shortened(patience_s) && !nota.substituida_por)
        next = (await this.act('issueReceiptOffline', nota))?.now
      nota = next ?? (await this.look(nota.id))
      if (nota.substituida_por) nota = await this.look(nota.substituida_por)
      if (nota.id !== first.id && isWaiting(nota)) {
        first = nota
        sent = Date.now()
      }
    }
    return nota
  }

  private async settleRefused(nota: Seen): Promise<Seen> {
    if (this.dice.happens(0.3)) {
      await this.act('abandonReceipt', nota, { motivo })
      return this.look(nota.id)
    }
    const again = await this.act('retryReceipt', nota)
    return this.wait(again?.now ?? (await this.look(nota.id)))
  }

  /** Once: who does not know what was done looks. */
  async act(action: 'cancelReceipt' | 'issueReceiptOffline' | 'abandonReceipt' | 'retryReceipt', nota: Seen, json?: object) {
    this.journal.write({ what: 'asked', action, nota: nota.id })
    const answered = await this.till.once(action, { rid: nota.id }, json)
    if (!answered) return undefined
    const { status, body } = answered
    const shown = status < 300 ? body : status === 409 ? body.current : undefined
    const now = shown ? seenOf(shown as Seen) : undefined
    this.journal.write({ what: 'answered', action, nota: nota.id, status, now })
    this.world.count(`${action} ${status}`)
    return { status, now: status < 300 ? now : undefined }
  }
}
