// Products as the tests make them.
import type { Caller, Schemas } from './caller.ts'
import { unique } from './data.ts'
import type { Database } from './database.ts'
import { createProduct } from './products-endpoints.ts'

/** As answered: nothing is left out. */
export type Product = Required<Schemas['Product']>

/** What a form would send; wrong values are welcome as overrides. */
export function product(
  overrides: Record<string, unknown> = {},
): Record<string, unknown> & { prod_cProd: string; prod_xProd: string } {
  const word = unique()
  return { prod_cProd: `P${word}`, prod_xProd: `Laje ${word}`, ...overrides }
}

export async function newProduct(
  as: Caller,
  companyId: string,
  overrides: Record<string, unknown> = {},
): Promise<Product> {
  return (await createProduct(as, companyId, product(overrides))).expect(201) as Product
}

/** What a form sends back of a product that was answered. */
export function productForm({ fiscal_pendencies: _f, ...product }: Product) {
  const { id: _i, id_emit: _e, created_at: _c, updated_at: _u, deleted_at: _d, ...form } = product
  return form
}

let number = 0
/** A budget with this product as its item, as rows only. */
export function useInBudget(database: Database, companyId: string, productId: string): void {
  number += 1
  const budget = database.id(crypto.randomUUID())
  database.run(`insert into orcamento (id, emitente_id, numero_pedido, data_orcamento, tipo, total_venda, total_fatura,
      desconto, acrescimo, cnpj_empresa, created_at, updated_at, busca, busca_cliente, busca_vendedor)
    values (${budget}, ${database.id(companyId)}, ${2_000_000 + number}, '2026-01-02',
      'Orçamento', 0, 0, 0, 0, '11222333000181', 1700000000000000, 1700000000000000, '', '', '');
    insert into orcamento_composicao (id, emitente_id, orcamento_id, ordem, composicao_id, descricao, quantidade, valor_venda, desconto)
    values (${database.id(crypto.randomUUID())}, ${database.id(companyId)}, ${budget}, 1, ${database.id(productId)}, 'Laje', 10000, 100, 0)`)
}
