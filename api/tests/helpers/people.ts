// People as the tests make them.
import { randomInt } from 'node:crypto'
import type { Caller, Schemas } from './caller.ts'
import { numericCnpj, unique } from './data.ts'
import type { Database } from './database.ts'
import { createPerson } from './people-endpoints.ts'

/** As answered: nothing is left out. */
export type Person = Required<Schemas['Person']>

export function cpf(): string {
  const digits = Array.from({ length: 9 }, () => randomInt(10))
  for (const first of [10, 11]) {
    const sum = digits.reduce((total, digit, at) => total + digit * (first - at), 0)
    digits.push(sum % 11 < 2 ? 0 : 11 - (sum % 11))
  }
  return digits.join('')
}
export const punctuatedCpf = (text: string) => text.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')

/** What a form would send; wrong values are welcome as overrides. */
export function person(
  overrides: Record<string, unknown> = {},
): Record<string, unknown> & { cpf_cnpj: string; razao_social: string } {
  return {
    pessoa_tipo: overrides.pessoa_tipo ?? 1,
    cpf_cnpj: overrides.pessoa_tipo === 2 ? numericCnpj() : cpf(),
    razao_social: `Maria ${unique()}`,
    ...overrides,
  }
}

export async function newPerson(as: Caller, overrides: Record<string, unknown> = {}): Promise<Person> {
  return (await createPerson(as, person(overrides))).expect(201) as Person
}

/** What a form sends back of somebody who was answered. */
export function formOf({
  id: _i,
  municipio_nome: _m,
  created_at: _c,
  updated_at: _u,
  deleted_at: _d,
  ...form
}: Person) {
  return form
}

let number = 0
/** A budget of this client, as a row only; `inBin`: deleted. */
export function addBudget(database: Database, companyId: string, clientId: string, inBin = false): void {
  number += 1
  database.run(`insert into orcamento (id, emitente_id, numero_pedido, data_orcamento, cliente_id, tipo, total_venda, total_fatura,
      desconto, acrescimo, cnpj_empresa, created_at, updated_at, deleted_at, busca, busca_cliente, busca_vendedor)
    values (${database.id(crypto.randomUUID())}, ${database.id(companyId)}, ${1_000_000 + number}, '2026-01-02', ${database.id(clientId)},
      'Orçamento', 0, 0, 0, 0, '11222333000181', 1700000000000000, 1700000000000000, ${inBin ? 1700000000000000 : 'null'}, '', '', '')`)
}
