import type { CashReportRow } from '@/api'
import { formatDay } from '@/ui'
import { kindName } from './kinds'
import { texts } from './texts'

const BYTE_ORDER_MARK = '\uFEFF'

/** A cell that no spreadsheet takes for a formula. */
const text = (value: string) => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`
const amount = (value: string | null) => (value ?? '').replace('.', ',')

/** The report as spreadsheets of this country open it: semicolons, decimal commas, UTF-8 with its mark. */
export function reportCsv(rows: readonly CashReportRow[]): Blob {
  const words = texts.report
  const head = [
    ...[words.day, words.operator, words.kind, words.opening, words.sales, words.reversed, words.returned],
    ...[words.added, words.taken, words.expected, words.counted, words.difference],
  ]
  const lines = rows.map((row) => [
    ...[formatDay(row.dia), text(row.operador), text(kindName(row.tPag))],
    ...[row.abertura, row.vendas, row.estornos, row.devolucoes, row.suprimentos, row.sangrias].map(amount),
    ...[row.total, row.contado, row.diferenca].map(amount),
  ])
  const content = [head.map(text), ...lines].map((cells) => `${cells.join(';')}\r\n`).join('')
  return new Blob([BYTE_ORDER_MARK + content], { type: 'text/csv;charset=utf-8' })
}
