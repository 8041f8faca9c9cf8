import { expect, it } from 'vitest'
import { bodyOf, newBudget, valuesOf } from './budget-values'
import { item, saved } from './testing'

it('sends back what it was given', () => {
  const body = bodyOf(valuesOf(saved))
  for (const [name, value] of Object.entries(body)) {
    if (name === 'itens') continue
    expect([name, value]).toEqual([name, saved[name as keyof typeof saved]])
  }
  expect(body.itens).toEqual(
    saved.itens.map(({ composicao_id, descricao, unidade, quantidade, valor_venda, desconto }) => ({
      composicao_id,
      descricao,
      unidade,
      quantidade,
      valor_venda,
      desconto,
    })),
  )
})

it('sends no field of the contract that only the server writes', () => {
  const body = bodyOf(valuesOf(saved))
  for (const name of ['id', 'numero_pedido', 'nome_cliente', 'total_fatura', 'cnpj_empresa'])
    expect(body).not.toHaveProperty(name)
})

it('starts with today, the user as the seller and the specified defaults', () => {
  const body = bodyOf(newBudget({ id: 'u1', full_name: 'Marina Duarte' }))
  expect(body).toMatchObject({
    funcionario_id: 'u1',
    vendedor: 'Marina Duarte',
    tipo: 'Orçamento',
    debito_credito: 'D',
    numero_parcelas: 1,
    faturado: false,
    cliente_id: null,
  })
  expect(body).not.toHaveProperty('parcelas')
})

it('sums the items up, whatever was typed as the total before', () => {
  const values = { ...valuesOf(saved), total_venda: '5.00' }
  expect(bodyOf(values).total_venda).toBe('228.80')
  expect(bodyOf({ ...values, itens: [] }).total_venda).toBe('5.00')
})

it('leaves the server what is emptied: the description of the product, no discount', () => {
  const values = valuesOf({ ...saved, itens: [item('TL-Q92', { unidade: null })] })
  const emptied = values.itens.map((each) => ({ ...each, descricao: '', desconto: '' }))
  expect(bodyOf({ ...values, itens: emptied }).itens).toEqual([
    { composicao_id: 'product-TL-Q92', unidade: null, quantidade: '2.0000', valor_venda: '118.0000', desconto: '0.00' },
  ])
})
