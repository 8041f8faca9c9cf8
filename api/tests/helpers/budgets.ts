// Budgets as the tests make them.
import { execFileSync } from 'node:child_process'
import type { Caller, Schemas } from './caller.ts'
import { createBudget } from './budgets-endpoints.ts'
import { unique } from './data.ts'
import type { Database } from './database.ts'

/** As answered: nothing is left out. */
export type Budget = Required<Omit<Schemas['Budget'], 'itens'>> & { itens: Required<Schemas['BudgetItem']>[] }

/** What a form would send; wrong values are welcome as overrides. */
export const budget = (clientId: string, overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  data_orcamento: '2026-11-21',
  cliente_id: clientId,
  ...overrides,
})

export const item = (productId: string, quantidade = '1.0000', overrides: Record<string, unknown> = {}) => ({
  composicao_id: productId,
  quantidade,
  ...overrides,
})

export async function newBudget(
  as: Caller,
  companyId: string,
  clientId: string,
  overrides: Record<string, unknown> = {},
): Promise<Budget> {
  return (await createBudget(as, companyId, budget(clientId, overrides))).expect(201) as Budget
}

/** What a form sends back of a budget that was answered. */
export function formOf(answered: Budget, overrides: Record<string, unknown> = {}) {
  return { ...answered, ...overrides }
}

export interface Product {
  id: string
  code: string
  description: string
}

/** A product as a row: budgets need nothing else of it. `price`: ten-thousandths. */
export function addProduct(
  database: Database,
  companyId: string,
  overrides: { code?: string; price?: number | null; unit?: string | null; description?: string } = {},
): Product {
  const id = crypto.randomUUID()
  const { code = `P${unique()}`, price = 345_000, unit = 'M2', description = `Laje ${code}` } = overrides
  const text = (value: string | null) => (value === null ? 'null' : `'${value}'`)
  database.run(`insert into produtos (id, id_emit, created_at, updated_at, prod_cProd, prod_xProd, prod_uCOM, prod_vUnCOM, prod_qCOM, prod_qTrib,
      busca, busca_xProd)
    values (${database.id(id)}, ${database.id(companyId)}, 1700000000000000, 1700000000000000, '${code}', ${text(description)}, ${text(unit)},
      ${price ?? 'null'}, 10000, 10000, '', '')`)
  return { id, code, description }
}
export const deactivateProduct = (database: Database, id: string) =>
  database.run(`update produtos set prod_ativo = 'N' where id = ${database.id(id)}`)
export const binProduct = (database: Database, id: string) =>
  database.run(`update produtos set deleted_at = 1700000000000000 where id = ${database.id(id)}`)
export const binPerson = (database: Database, id: string) =>
  database.run(`update pessoas set deleted_at = 1700000000000000 where id = ${database.id(id)}`)

/** The words of a PDF in reading order, page by page. */
export const pdfText = (pdf: Buffer): string[] =>
  execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', '-', '-'], {
    input: pdf,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\f')
    .slice(0, -1)
