// A shop that sells in the simulator, for the stories of the counter.
import type { Printer } from '../api/tests/helpers/printer.ts'
import { expect, Person, type Server, test as base } from './helpers.ts'
import { Simulator } from './simulator.ts'

export type Product = { id: string; prod_cProd: string; prod_xProd: string; prod_vUnCOM: string }

export type Nota = { id: string; numero: number; estado: string }

export const GOODS = {
  laje: { prod_cProd: 'LJ-H08', prod_xProd: 'Laje treliçada H8 com EPS', prod_uCOM: 'M2', prod_vUnCOM: '62.90' },
  vigota: {
    prod_cProd: 'VG-TR8-300',
    prod_xProd: 'Vigota treliçada TR8, 3,00 m',
    prod_uCOM: 'UN',
    prod_vUnCOM: '38.50',
  },
  eps: { prod_cProd: 'EPS-H08', prod_xProd: 'Enchimento EPS H8, 1,00 × 0,40 m', prod_uCOM: 'UN', prod_vUnCOM: '9.80' },
  cimento: { prod_cProd: 'CIM-CP2-50', prod_xProd: 'Cimento CP II, saco 50 kg', prod_uCOM: 'SC', prod_vUnCOM: '39.90' },
} as const

export const sefazSettings = {
  ...{ ambiente: 'homologacao', destino: 'simulador', serie: 1, numero_inicial: 1 },
  ...{ csc: '0123456789ABCDEF0123456789ABCDEF1234', csc_id: '1' },
}
export const saleSettings = {
  contingencia_apos_s: 5,
  pix: { chave: '11222333000181', nome: 'LAJES BOA VISTA', cidade: 'CAMPINAS' },
  credenciadoras: [{ nome: 'Cielo', cnpj: '01027058000191' }],
}

export class Shop {
  readonly server: Server
  readonly simulator: Simulator
  readonly admin: Person
  readonly id: string
  private constructor(server: Server, simulator: Simulator, admin: Person, id: string) {
    this.server = server
    this.simulator = simulator
    this.admin = admin
    this.id = id
  }

  /** Its first receipt is number 1. With the goods above, a Pix key, an acquirer, and clerks who wait as short as they may. */
  static async open(server: Server, simulator: Simulator): Promise<Shop> {
    const admin = await Person.signUp(server)
    const { id } = await admin.newCompany({
      razao_social: 'Lajes Boa Vista Ltda',
      nome_fantasia: 'Lajes Boa Vista',
      cnpj: '11222333000181',
      inscricao_estadual: '110042490114',
      codigo_municipio: '3509502',
      crt: 1,
    })
    const shop = new Shop(server, simulator, admin, id)
    await shop.save('sefaz-settings', sefazSettings)
    await shop.save('sale-settings', saleSettings)
    for (const product of Object.values(GOODS)) await shop.addProduct(product)
    return shop
  }

  /** The counter, for the company whatever the tab works on. */
  get counter() {
    return `${this.server.url}/app/receipts/new?empresa=${this.id}`
  }

  path(rest: string) {
    return `/api/companies/${this.id}/${rest}`
  }

  /** Makes a record as the administrator. */
  async post<Made extends { id: string }>(path: string, body: object): Promise<Made> {
    const answer = await this.admin.call('POST', path, body, { 'idempotency-key': crypto.randomUUID() })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return (await answer.json()) as Made
  }

  addProduct(overrides: Record<string, unknown>): Promise<Product> {
    const body = { prod_NCM: '68109100', prod_CFOP: '5102', icms_orig: 0, icms_CST: '102', ...overrides }
    return this.post(this.path('products'), body)
  }

  /** The product with this code. */
  async product(code: string): Promise<Product> {
    const answer = await this.admin.call('GET', this.path(`products/lookup?code=${code}`))
    return ((await answer.json()) as { produto: Product }).produto
  }

  /** Sells a laje for cash from outside, like a till, and hands over a hundred. */
  async sell(changes: Record<string, unknown> = {}): Promise<Nota> {
    const { id, prod_vUnCOM: valor } = await this.product(GOODS.laje.prod_cProd)
    const answer = await this.admin.call('POST', this.path('sales'), {
      id: crypto.randomUUID(),
      itens: [{ produto_id: id, quantidade: '1', valor, preco_lido: valor }],
      pagamentos: [{ tPag: '01', valor: '100.00' }],
      ...{ total_visto: GOODS.laje.prod_vUnCOM, emitir: true, ...changes },
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return ((await answer.json()) as { nota: Nota }).nota
  }

  async reaches(rid: string, estado: string): Promise<void> {
    await expect
      .poll(async () => {
        const answer = await this.admin.call('GET', this.path(`receipts/${rid}`))
        return ((await answer.json()) as { nota: Nota }).nota.estado
      })
      .toBe(estado)
  }

  /** Cancels a receipt at SEFAZ, and waits until it is. */
  async cancel(numero: number): Promise<void> {
    const { items } = (await (await this.admin.call('GET', this.path(`receipts?numero=${numero}`))).json()) as {
      items: { id: string }[]
    }
    const motivo = { motivo: 'Cliente desistiu da compra' }
    const answer = await this.admin.call('POST', this.path(`receipts/${items[0]!.id}/cancel`), motivo)
    expect(answer.status).toBe(202)
    await expect.poll(() => this.issued().notas).toContain(`${numero} cancelada`)
  }

  /** Somebody who only sells. */
  async addClerk(): Promise<Person> {
    const clerk = await Person.signUp(this.server)
    const found = await this.admin.call('GET', `/api/users?search=${encodeURIComponent(clerk.email)}`)
    const { items } = (await found.json()) as { items: { id: string }[] }
    const linked = await this.admin.call('PUT', `/api/users/${items[0]!.id}/companies/${this.id}`)
    expect(linked.status).toBe(204)
    this.server.database.run(
      `update emitente_users set papel = 'operador' where user_id = ${this.server.database.id(items[0]!.id)}`,
    )
    return clerk
  }

  /** A station whose papers come out of a printer on the network. */
  addStation(nome: string, printer: Printer): Promise<{ id: string }> {
    const impressora = { caminho: 'rede', host: '127.0.0.1', porta: printer.port, papel: '80' }
    return this.post(this.path('stations'), { nome, impressora })
  }

  /** Saves settings of the company: `sefaz-settings`, `sale-settings`, `contingency`. */
  async save(what: string, body: object): Promise<void> {
    const { headers } = await this.admin.call('GET', this.path(what))
    const put = await this.admin.call('PUT', this.path(what), body, { 'if-match': headers.get('etag')! })
    expect(put.status, await put.clone().text()).toBe(200)
  }

  /** Sales that were issued, and the receipts they have. */
  issued() {
    const { database } = this.server
    const sold = database.rows("select id from venda where estado in ('emitida', 'desfeita')")
    const notas = database.rows<{ numero: number; estado: string }>('select numero, estado from nfce order by numero')
    return { sales: sold.length, notas: notas.map(({ numero, estado }) => `${numero} ${estado}`) }
  }
}

export const test = base.extend<{ simulator: Simulator; shop: Shop }>({
  simulator: async ({ server }, use) => {
    const simulator = await Simulator.beside(server)
    await use(simulator)
    await simulator.stop()
  },
  shop: async ({ server, simulator }, use) => use(await Shop.open(server, simulator)),
})
