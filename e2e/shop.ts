// A shop that sells in the simulator, for the stories of the counter.
import { Printer } from '../api/tests/helpers/printer.ts'
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

export const SHOP = {
  ...{ razao_social: 'Lajes Boa Vista Ltda', nome_fantasia: 'Lajes Boa Vista', cnpj: '11222333000181' },
  ...{ inscricao_estadual: '110042490114', codigo_municipio: '3509502', crt: 1 },
}

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
    const { id } = await admin.newCompany(SHOP)
    const shop = new Shop(server, simulator, admin, id)
    await shop.save('sefaz-settings', sefazSettings)
    await shop.save('sale-settings', saleSettings)
    await Promise.all(Object.values(GOODS).map((one) => shop.addProduct(one)))
    return shop
  }

  get counter() {
    return this.at('receipts/new')
  }

  path(rest: string) {
    return `/api/companies/${this.id}/${rest}`
  }

  /** A screen of the company. */
  at(screen: string) {
    return `${this.server.url}/app/${screen}?empresa=${this.id}`
  }

  addProduct(overrides: Record<string, unknown>): Promise<Product> {
    const body = { prod_NCM: '68109100', prod_CFOP: '5102', icms_orig: 0, icms_CST: '102', ...overrides }
    return this.admin.create(this.path('products'), body)
  }

  /** The product with this code. */
  async product(code: string): Promise<Product> {
    return (await this.admin.read<{ produto: Product }>(this.path(`products/lookup?code=${code}`))).produto
  }

  /** Sells a laje for cash from outside, like a till, and hands over a hundred. */
  async sell(changes: Record<string, unknown> = {}): Promise<Nota> {
    const { id, prod_vUnCOM: valor } = await this.product(GOODS.laje.prod_cProd)
    const sale = await this.admin.create<{ id: string; nota: Nota }>(this.path('sales'), {
      id: crypto.randomUUID(),
      itens: [{ produto_id: id, quantidade: '1', valor, preco_lido: valor }],
      pagamentos: [{ tPag: '01', valor: '100.00' }],
      ...{ total_visto: GOODS.laje.prod_vUnCOM, emitir: true, ...changes },
    })
    return sale.nota
  }

  async reaches(rid: string, estado: string): Promise<void> {
    const current = async () => (await this.admin.read<{ nota: Nota }>(this.path(`receipts/${rid}`))).nota.estado
    await expect.poll(current).toBe(estado)
  }

  /** Cancels a receipt at SEFAZ, and waits until it is. */
  async cancel(numero: number): Promise<void> {
    const { items } = await this.admin.read<{ items: [Nota] }>(this.path(`receipts?numero=${numero}`))
    const motivo = { motivo: 'Cliente desistiu da compra' }
    const answer = await this.admin.call('POST', this.path(`receipts/${items[0].id}/cancel`), motivo)
    expect(answer.status).toBe(202)
    await expect.poll(() => this.issued().notas).toContain(`${numero} cancelada`)
  }

  /** Somebody who only sells. */
  async addClerk(): Promise<Person> {
    const clerk = await Person.signUp(this.server)
    await this.admin.link(clerk, this.id, 'operador')
    return clerk
  }

  /** A station whose papers come out of a printer on the network. */
  addStation(nome: string, printer: Printer): Promise<{ id: string }> {
    const impressora = { caminho: 'rede', host: '127.0.0.1', porta: printer.port, papel: '80' }
    return this.admin.create(this.path('stations'), { nome, impressora })
  }

  /** Saves settings of the company: `sefaz-settings`, `sale-settings`, `contingency`. */
  save(what: string, body: object): Promise<void> {
    return this.admin.save(this.path(what), body)
  }

  /** The three minutes in which SEFAZ takes no second question about its status are over. */
  letStatusBeAsked(): void {
    this.server.database.run('update sefaz_status set perguntado_em = 0')
  }

  /** Sales that were issued, and the receipts they have. */
  issued() {
    const { database } = this.server
    const sold = database.rows("select id from venda where estado in ('emitida', 'desfeita')")
    const notas = database.rows<{ numero: number; estado: string }>('select numero, estado from nfce order by numero')
    return { sales: sold.length, notas: notas.map(({ numero, estado }) => `${numero} ${estado}`) }
  }
}

/** A server with a simulator of SEFAZ beside it. */
export const test = base.extend<{ simulator: Simulator; shop: Shop; printer: Printer }>({
  simulator: async ({}, use) => {
    const simulator = new Simulator()
    try {
      await simulator.start()
      await use(simulator)
    } finally {
      await simulator.stop()
    }
  },
  environment: async ({ simulator }, use) => use(simulator.environment),
  shop: async ({ server, simulator }, use) => use(await Shop.open(server, simulator)),
  printer: async ({}, use) => {
    const printer = new Printer()
    await printer.start()
    await use(printer)
    await printer.stop()
  },
})
