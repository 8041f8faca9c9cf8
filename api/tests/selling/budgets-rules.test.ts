// What a budget refuses, told at its field; strange texts that it keeps.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, office } from '../helpers/builders.ts'
import { addProduct, budget, item, newBudget } from '../helpers/budgets.ts'
import type { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { newPerson, type Person } from '../helpers/people.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let user: Caller
let own: Company
let client: Person

beforeAll(async () => {
  const made = await office(server)
  user = made.user
  own = made.own
  client = await newPerson(made.admin)
})

describe('bad input', () => {
  const refused = async (overrides: Record<string, unknown>) => {
    const fields = (await api.createBudget(user, own.id, budget(client.id, overrides))).fields()
    for (const message of Object.values(fields)) expect(message).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/)
    return Object.keys(fields)
  }

  test('each is told at its field, all at once', async () => {
    const product = addProduct(server.database, own.id)
    const bad = (overrides: Record<string, unknown>) => item(product.id, '1', overrides)
    expect(
      await refused({
        data_orcamento: '2026-02-30',
        data_venda: '21/11/2026',
        tipo: 'Venda',
        debito_credito: 'X',
        prazo_entrega: -1,
        validade: 3651,
        cfop: '9999',
        telefone: 'abc',
        obra: 'x'.repeat(121),
        desconto: '-1.00',
        acrescimo: '1e400',
        surpresa: 1,
        itens: [
          bad({ quantidade: '1.00001' }),
          bad({ quantidade: '-1' }),
          bad({ quantidade: '0' }),
          bad({ valor_venda: '1e400' }),
          bad({ descricao: 'x'.repeat(300) }),
          bad({ quantidade: 5 }),
          bad({ composicao_id: 'abc' }),
          { quantidade: '1' },
          'x',
        ],
        parcelas: [{ vencimento: '2026-13-01', valor: '-1.00' }],
      }).then((fields) => fields.sort()),
    ).toEqual(
      [
        'data_orcamento',
        'data_venda',
        'tipo',
        'debito_credito',
        'prazo_entrega',
        'validade',
        'cfop',
        'telefone',
        'obra',
        'desconto',
        'acrescimo',
        'surpresa',
        'itens.0.quantidade',
        'itens.1.quantidade',
        'itens.2.quantidade',
        'itens.3.valor_venda',
        'itens.4.descricao',
        'itens.5.quantidade',
        'itens.6.composicao_id',
        'itens.7.composicao_id',
        'itens.8',
        'parcelas.0.vencimento',
        'parcelas.0.valor',
      ].sort(),
    )
  })

  test.each([
    ['client and date missing', { cliente_id: null, data_orcamento: '' }, ['cliente_id', 'data_orcamento']],
    ['a discount larger than the total', { total_venda: '10.00', desconto: '10.01' }, ['desconto']],
    [
      'installments that do not add up',
      { total_venda: '10.00', parcelas: [{ vencimento: '2026-12-01', valor: '9.99' }] },
      ['parcelas.0.valor'],
    ],
    [
      'installments out of order',
      {
        total_venda: '10.00',
        parcelas: [
          { vencimento: '2026-12-02', valor: '5.00' },
          { vencimento: '2026-12-01', valor: '5.00' },
        ],
      },
      ['parcelas.1.vencimento'],
    ],
    [
      'another number of installments than listed',
      { total_venda: '10.00', numero_parcelas: 3, parcelas: [{ vencimento: '2026-12-02', valor: '10.00' }] },
      ['numero_parcelas'],
    ],
    ['no installments, and too many', { numero_parcelas: 0 }, ['numero_parcelas']],
    ['too many installments', { numero_parcelas: 121 }, ['numero_parcelas']],
    ['items that are no list', { itens: {} }, ['itens']],
    ['more money than there is', { total_venda: '100000000000.00' }, ['total_venda']],
  ])('%s', async (_, overrides, fields) => {
    expect((await refused(overrides)).sort()).toEqual(fields)
  })

  test('an item whose value no number can hold', async () => {
    const product = addProduct(server.database, own.id)
    expect(
      await refused({ itens: [item(product.id, '99999999999.9999', { valor_venda: '99999999999.9999' })] }),
    ).toEqual(['itens.0.quantidade'])
    expect(await refused({ itens: [item(product.id, '1', { desconto: '34.51' })] })).toEqual(['itens.0.desconto'])
  })

  test('strange texts are kept to the letter', async () => {
    const product = addProduct(server.database, own.id)
    const texts = ["'; DROP TABLE orcamento; --", '<script>alert(1)</script>', '=cmd|calc!A1', '🏗️ obra', '\u200fשלום']
    for (const text of texts) {
      const made = await newBudget(user, own.id, client.id, {
        obra: text,
        itens: [item(product.id, '1', { descricao: text })],
      })
      expect([made.obra, made.itens[0]!.descricao]).toEqual([text, text])
    }
  })
})
