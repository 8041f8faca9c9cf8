// Cashiers who sell one product without a pause, and an account of what they were answered. Used by cluster.mjs and rolling.mjs.
import { pause } from './cluster-nodes.mjs'

export class Cashiers {
  /** By a sale's id, the number of its receipt. */
  acknowledged = new Map()
  /** How often each status was answered; 0: nothing was. */
  answers = new Map()
  #times = []
  #call
  #open = true
  #tills

  /** `call(method, path, body)`: the answer's status and JSON, as some server gives it. */
  constructor(call) {
    this.#call = call
  }

  /** `at`: the address of a company; `product`: of 41,00. */
  start(count, at, product) {
    this.#tills = Array.from({ length: count }, async () => {
      while (this.#open) await this.#sell(at, product)
    })
    return Promise.all(this.#tills)
  }
  /** Once the last sale of each is acknowledged. */
  async stop() {
    this.#open = false
    await Promise.allSettled(this.#tills ?? [])
  }

  /** The longest time without a sale that was acknowledged, in seconds. */
  gap(from, to = Date.now()) {
    const times = [from, ...this.#times.filter((at) => at >= from && at <= to), to]
    return Math.max(...times.slice(1).map((at, i) => at - times[i])) / 1000
  }

  /** `query(statement)`: what psql prints. Sales acknowledged that are not there once with their number, and numbers used twice. */
  account(query) {
    const stored = JSON.parse(
      query(`select coalesce(json_agg(t), '[]') from (
        select v.id, n.numero, n.serie, n.modelo, n.ambiente from venda v
        join nfce n on n.venda_id = v.id and n.emitente_id = v.emitente_id) t`),
    )
    const notas = new Map()
    for (const one of stored) notas.set(one.id, [...(notas.get(one.id) ?? []), one])
    const all = [...this.acknowledged]
    const lost = all.filter(([id, numero]) => !notas.get(id)?.some((one) => one.numero === numero))
    const doubled = all.filter(([id]) => (notas.get(id)?.length ?? 0) > 1)
    const numbers = stored.map(({ ambiente, modelo, serie, numero }) => `${ambiente} ${modelo} ${serie} ${numero}`)
    return { sales: all.length, lost, doubled, twice: numbers.length - new Set(numbers).size }
  }

  async #sell(at, product) {
    const valor = '41.00'
    const sale = {
      id: crypto.randomUUID(),
      itens: [{ produto_id: product.id, quantidade: '1', valor, preco_lido: valor }],
      pagamentos: [{ tPag: '01', valor }],
      total_visto: valor,
      emitir: true,
    }
    // As the screens do: the same sale is sent until a server says what became of it.
    for (;;) {
      const { status, json } = await this.#call('POST', `${at}/sales`, sale).catch(() => ({ status: 0 }))
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
      if (status === 201 || status === 200) {
        this.acknowledged.set(sale.id, json.nota.numero)
        this.#times.push(Date.now())
        return
      }
      // 409: a sale whose outcome was unknown is known by now, or is being made by another request.
      if (status !== 0 && status < 500 && status !== 409 && status !== 429)
        throw new Error(`a sale is answered ${status}: ${JSON.stringify(json)}`)
      await pause(200)
    }
  }
}
