// A person of a shop, from outside. Used by cluster.mjs and rolling.mjs.
import { until } from './cluster-nodes.mjs'

const account = { email: 'maria@example.com', password: 'quatro gatos pretos dormem' }

export class Shop {
  #cookie = ''
  /** `address()`: of the server that is asked next. */
  constructor(address) {
    this.address = address
  }

  /** The answer's status, headers and JSON. Throws when nothing is answered. */
  call = async (method, path, body, { at = this.address() } = {}) => {
    const answer = await fetch(at + path, {
      method,
      headers: { cookie: this.#cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : undefined,
      signal: AbortSignal.timeout(30_000),
    })
    const text = await answer.text()
    const isJson = /json/.test(answer.headers.get('content-type') ?? '')
    return { status: answer.status, headers: answer.headers, json: isJson ? JSON.parse(text) : undefined }
  }
  async expected(status, ...args) {
    const answer = await this.call(...args)
    if (answer.status !== status) throw new Error(`${args[0]} ${args[1]}: ${answer.status} ${JSON.stringify(answer.json)}`)
    return answer
  }

  /** Signs up and makes the example shop: its address, and a product of 41,00. */
  async open(setup_code) {
    const { headers } = await this.expected(201, 'POST', '/api/auth/sign-up', { ...account, setup_code })
    this.#cookie = headers.get('set-cookie').split(';')[0]
    await this.expected(202, 'POST', '/api/example-shop')
    const shop = await until('the shop is there', async () => {
      const { json } = await this.call('GET', '/api/example-shop')
      return json.estado === 'pronta' && json
    }, 180)
    const at = `/api/companies/${shop.company_id}`
    const { json } = await this.expected(201, 'POST', `${at}/products`, {
      ...{ prod_cProd: 'CLUSTER', prod_xProd: 'Laje treliçada', prod_NCM: '68109100', prod_CFOP: '5102', prod_uCOM: 'UN' },
      ...{ prod_vUnCOM: '41.00', icms_orig: 0, icms_CST: '102' },
    })
    return { at, product: json }
  }
}
