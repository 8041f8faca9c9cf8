// Sales as a till would send them.
import type { Caller, Schemas } from './caller.ts'
import { newProduct, type Product } from './products.ts'
import { getSefazSettings, postSale, putSefazSettings } from './endpoints.ts'
import { settings } from './sefaz-settings.ts'

/** As answered: nothing is left out. */
export type Issued = { venda: Required<Schemas['Sale']>; nota: Schemas['ReceiptSummary'] | null }

/** A product with all that a receipt of the Simples asks for. */
export const sellable = (as: Caller, companyId: string, overrides: Record<string, unknown> = {}): Promise<Product> =>
  newProduct(as, companyId, {
    prod_NCM: '68109100',
    prod_CFOP: '5102',
    prod_uCOM: 'UN',
    prod_vUnCOM: '41.00',
    icms_orig: 0,
    icms_CST: '102',
    ...overrides,
  })

/** Makes the company sell in the simulator. */
export async function sellInSimulator(as: Caller, companyId: string, overrides: Record<string, unknown> = {}) {
  const etag = (await getSefazSettings(as, companyId)).etag
  ;(await putSefazSettings(as, companyId, etag, settings({ destino: 'simulador', ...overrides }))).expect(200)
}

export interface SaleForm {
  [member: string]: unknown
  id: string
  itens: Record<string, unknown>[]
  pagamentos: Record<string, unknown>[]
}

/** Two of the product, paid in cash with a note of 100; issued unless told otherwise. */
export function sale(product: Product, overrides: Record<string, unknown> = {}): SaleForm {
  return {
    id: crypto.randomUUID(),
    itens: [{ produto_id: product.id, quantidade: '2', valor: '41.00', preco_lido: '41.00' }],
    pagamentos: [{ tPag: '01', valor: '100.00' }],
    total_visto: '82.00',
    emitir: true,
    ...overrides,
  }
}

/** A parked draft. */
export async function newDraft(as: Caller, companyId: string, name = 'Mesa 4'): Promise<Issued> {
  const product = await sellable(as, companyId)
  const answer = await postSale(as, companyId, sale(product, { emitir: false, em_espera: name }))
  return answer.expect(201) as Issued
}
