import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { totalsOf } from './budget-totals'
import { propose } from './installments'

/** The table that the server's own tests read. */
const TABLE = resolve(import.meta.dirname, '../../../../../server/tests/selling/budgets/cases/budget-totals.txt')

type Case = { name: string; lines: (name: string) => string[]; line: (name: string) => string | undefined }

const cases: Case[] = readFileSync(TABLE, 'utf8')
  .split(/\n{2,}/)
  .map((block) => block.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
  .filter((block) => block.length > 0)
  .map((block) => {
    const pairs = block.map(
      (line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const,
    )
    const lines = (wanted: string) => pairs.filter(([name]) => name === wanted).map(([, value]) => value)
    return { name: lines('case')[0] ?? '', lines, line: (wanted) => lines(wanted)[0] }
  })

function amountsOf({ lines, line }: Case) {
  const itens = lines('item').map((text) => {
    const [quantidade = '', valor_venda = '', desconto = ''] = text.split(/\s+/)
    return { quantidade, valor_venda, desconto }
  })
  const [total_venda, desconto, acrescimo] = ['typed', 'desconto', 'acrescimo'].map((name) => line(name) ?? '0.00')
  return { itens, total_venda: total_venda ?? '', desconto: desconto ?? '', acrescimo: acrescimo ?? '' }
}

describe('the table of the server', () => {
  it('is there, with cases that succeed and cases that are refused', () => {
    expect(cases.filter(({ line }) => line('total_fatura')).length).toBeGreaterThan(10)
    expect(cases.filter(({ line }) => line('problem')).length).toBeGreaterThan(3)
  })

  it.each(cases)('$name', (each) => {
    const totals = totalsOf(amountsOf(each))
    const problem = each.line('problem')
    expect([...totals.problems]).toEqual(problem ? [problem] : [])
    if (problem) return

    const expected = each.lines('item').map((text) => text.split('->')[1]?.trim().split(' ')[0])
    expect(totals.itens).toEqual(expected)
    expect(totals.total_venda).toBe(each.line('total_venda'))
    expect(totals.total_fatura).toBe(each.line('total_fatura'))

    const [numero_parcelas, from] = each.line('installments')?.split(' ') ?? []
    if (!numero_parcelas || !from) return
    const parcelas = propose({ numero_parcelas, from, total: totals.total_fatura })
    expect(parcelas.map(({ vencimento, valor }) => `${vencimento} ${valor}`)).toEqual(each.lines('parcela'))
  })
})

describe('while one types', () => {
  const item = { quantidade: '2.0000', valor_venda: '5.0000', desconto: '0.00' }

  it.each(['', '1,2,3', 'dez'])('an item with the quantity %j counts as nothing', (quantidade) => {
    const totals = totalsOf({ itens: [{ ...item, quantidade }, item], total_venda: '', desconto: '', acrescimo: '' })
    expect(totals).toMatchObject({ itens: [null, '10.00'], total_venda: '10.00', total_fatura: '10.00' })
  })

  it('a discount that is no number counts as none', () => {
    const totals = totalsOf({ itens: [{ ...item, desconto: 'x' }], total_venda: '', desconto: '1,', acrescimo: '' })
    expect(totals.total_fatura).toBe('10.00')
  })
})
