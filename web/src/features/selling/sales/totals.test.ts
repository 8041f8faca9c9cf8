import { describe, expect, it } from 'vitest'
import { emptySale, newSaleId, stepQuantity, withItemAt, withoutItem, withQuantity } from './sale'
import type { Item, OpenSale } from './sale'
import { discountPercent, readDiscount, readItemDiscount, totalsOf, whatIsMissing } from './totals'
import type { Amounts } from './totals'

const item = (quantidade: string, valor: string, desconto = '0.00') => ({
  descricao: 'Areia',
  ...{ quantidade, valor, desconto },
})
const paid = (...pairs: [string, string][]) => pairs.map(([tPag, valor]) => ({ tPag, valor }))
const sale = (changes: Partial<Amounts>): Amounts => ({
  ...{ itens: [], desconto: '0.00', acrescimo: '0.00', frete: '0.00', pagamentos: [] },
  ...changes,
})

describe('the arithmetic of a sale', () => {
  it.each([
    ['1.0000', '62.9000', '0.00', '62.90'],
    ['24.0000', '62.9000', '0.00', '1509.60'],
    ['0.3330', '10.0000', '0.00', '3.33'],
    ['0.3335', '10.0000', '0.00', '3.34'],
    ['0.5000', '0.0100', '0.00', '0.01'],
    ['0.4999', '0.0100', '0.00', '0.00'],
    ['1.0000', '0.1250', '0.00', '0.13'],
    ['3.0000', '0.3333', '0.00', '1.00'],
    ['0.7540', '13.2700', '0.01', '10.00'],
  ])('%s of %s less %s is %s', (quantidade, valor, desconto, total) =>
    expect(totalsOf(sale({ itens: [item(quantidade, valor, desconto)] })).itens).toEqual([total]),
  )

  it('adds up, takes off, and gives change of cash alone', () => {
    const amounts = sale({
      itens: [item('24.0000', '62.9000'), item('16.0000', '38.5000'), item('6.0000', '118.0000')],
      desconto: '64.50',
      acrescimo: '10.00',
      frete: '30.00',
      pagamentos: paid(['20', '2000.00'], ['01', '850.00']),
    })
    expect(totalsOf(amounts)).toEqual({
      itens: ['1509.60', '616.00', '708.00'],
      subtotal: '2833.60',
      total: '2809.10',
      received: '2850.00',
      missing: '0.00',
      troco: '40.90',
      problems: [],
    })
  })

  it.each<[string, Partial<Amounts>, string | RegExp]>([
    ['no item', { pagamentos: paid(['01', '1.00']) }, 'Inclua ao menos um produto na venda.'],
    ['money that lacks', { pagamentos: paid(['01', '3.00']) }, 'Faltam R$\u00a07,00 para fechar a venda.'],
    ['change from a card', { pagamentos: paid(['03', '15.00']) }, /^O troco de R\$\u00a05,00 é maior/],
    [
      'more change than cash',
      { pagamentos: paid(['03', '9.00'], ['01', '0.50'], ['20', '2.00']) },
      /^O troco de R\$\u00a01,50/,
    ],
    ['more off than there is', { desconto: '10.01' }, 'O desconto é maior que o total, R$\u00a010,00.'],
    ['nothing to pay', { desconto: '10.00' }, 'O total da venda precisa ser maior que zero.'],
    [
      'an item that costs less than is taken off',
      { itens: [item('1.0000', '1.0000', '1.01')] },
      /^O desconto de Areia é maior/,
    ],
    [
      'more than fits',
      { itens: [item('999999999.0000', '999999.0000')] },
      /^O valor passa de R\$\u00a099\.999\.999\.999,99/,
    ],
    [
      'a sum that does not fit',
      { itens: Array.from({ length: 2 }, () => item('1.0000', '99999999999.9900')) },
      /^O valor passa/,
    ],
    [
      'too many items',
      { itens: Array.from({ length: 991 }, () => item('1.0000', '1.0000')) },
      /^Uma nota leva até 990 itens; esta venda tem 991/,
    ],
  ])('refuses %s', (_, changes, sentence) => {
    const amounts = sale({ itens: [item('1.0000', '10.0000')], ...changes })
    if (changes.pagamentos && !('itens' in changes) && sentence === 'Inclua ao menos um produto na venda.')
      amounts.itens = []
    expect(totalsOf(amounts).problems[0]).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    )
  })

  it('takes a cheque for cash', () =>
    expect(totalsOf(sale({ itens: [item('1.0000', '10.0000')], pagamentos: paid(['02', '15.00']) }))).toMatchObject({
      troco: '5.00',
      problems: [],
    }))
})

it.each([
  ['10', '200.00', '10.00'],
  ['10,50', '200.00', '10.50'],
  ['5%', '200.00', '10.00'],
  ['5 %', '199.99', '10.00'],
  ['12,5%', '80.04', '10.01'],
  ['100%', '33.33', '33.33'],
  ['', '200.00', '0.00'],
  ['%', '200.00', '0.00'],
  ['200,01', '200.00', null],
  ['101%', '200.00', null],
  ['-1', '200.00', null],
  ['dez', '200.00', null],
])('the discount %j of %s is %j', (text, subtotal, amount) => expect(readDiscount(text, subtotal)).toBe(amount))

const areia: Item = {
  ...{ key: 'i1', produto_id: 'p1', codigo: 'AR', descricao: 'Areia', unidade: 'm³', quantidade: '2.0000' },
  ...{ valor: '10.0000', preco_lido: '10.0000', desconto: '0.01', lote: null },
}
const open = (changes: Partial<OpenSale> = {}): OpenSale => ({ ...emptySale(), itens: [areia], ...changes })
const missingOf = (one: OpenSale) => whatIsMissing(one, totalsOf(one))

describe('what keeps a sale from being issued', () => {
  const cash = {
    key: 'k',
    tPag: '01',
    valor: '20.00',
    xPag: null,
    credenciadora: null,
    tBand: null,
    cAut: null,
    txid: null,
  }
  const scan = { key: 's', text: 'X', code: 'X', quantidade: '1.0000' }
  it.each<[Partial<OpenSale>, string | null]>([
    [{ pagamentos: [cash] }, null],
    [{}, 'Faltam R$\u00a019,99 para fechar a venda.'],
    [{ pagamentos: [cash], scans: [scan] }, 'Espere o preço do que foi lido.'],
    [{ scans: [{ ...scan, message: 'Não existe.' }] }, '“X” ainda não é um item. Escolha o produto ou tire a linha.'],
    [{ pagamentos: [cash], itens: [{ ...areia, rastreado: true }] }, 'Informe o lote de Areia.'],
  ])('%#', (changes, sentence) => expect(missingOf(open(changes))).toBe(sentence))
})

describe('the items', () => {
  it('change their quantity, and lose what made up for a label', () => {
    expect(withQuantity(open(), 'i1', '3.0000').itens[0]).toMatchObject({ quantidade: '3.0000', desconto: '0.00' })
    expect(stepQuantity(open(), 'i1', 1).itens[0]?.quantidade).toBe('3.0000')
    expect(stepQuantity(stepQuantity(open(), 'i1', -1), 'i1', -1).itens[0]?.quantidade).toBe('1.0000')
    expect(stepQuantity(open(), 'gone', 1)).toEqual(open({ id: expect.any(String) as string }))
  })

  it('go and come back to their place', () => {
    const two = open({ itens: [areia, { ...areia, key: 'i2' }] })
    expect(withItemAt(withoutItem(two, 'i1'), areia, 0)).toEqual(two)
  })
})

it('makes ids in the order of time, of version 7', () => {
  const ids = [1, 2, 3].map((ms) => newSaleId(1_790_000_000_000 + ms))
  expect(ids.toSorted()).toEqual(ids)
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

it.each([
  ['', '0.00'],
  ['2', '2.00'],
  ['10%', '3.00'],
  ['=8,90', '3.30'],
  ['= 10', '0.00'],
  ['=0', '30.00'],
  ['=10,01', 'dearer'],
  ['=', null],
  ['=-1', null],
  ['30,01', null],
  ['x', null],
])('at three of 10,00 the text %j takes off %j', (text, off) =>
  expect(readItemDiscount(text, { quantidade: '3.0000', valor: '10.00' })).toBe(off),
)

it('counts what is taken off items and sale as one percentage of their prices', () => {
  const item = { quantidade: '2.0000', valor: '50.00', desconto: '5.00', descricao: 'Laje' }
  expect(discountPercent({ itens: [item] }, '2.50')).toBe('7.50')
  expect(discountPercent({ itens: [] }, '0.00')).toBe('0.00')
})
