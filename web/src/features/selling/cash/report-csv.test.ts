import { expect, it } from 'vitest'
import type { CashReportRow } from '@/api'
import { reportCsv } from './report-csv'

const row: CashReportRow = {
  ...{ dia: '2026-11-20', operador_id: 'u1', operador: '=Ana; "caixa"', tPag: '01', sessoes: 1, abertura: '200.00' },
  ...{ vendas: '1234.50', estornos: '-6.00', devolucoes: '0.00', suprimentos: '5.00', sangrias: '-50.00' },
  ...{ total: '1383.50', contado: null, diferenca: null },
}

it('writes a line for each row, with nothing a spreadsheet would run', async () => {
  const [head, line, end] = (await reportCsv([row]).text()).split('\r\n')
  expect(head?.split(';')).toHaveLength(12)
  expect(line).toBe(`20/11/2026;"'=Ana; ""caixa""";"Dinheiro";200,00;1234,50;-6,00;0,00;5,00;-50,00;1383,50;;`)
  expect(end).toBe('')
})
