import type { CashReportRow } from '@/api'
import { decimal, formatDay, TableCard, useIsPhone } from '@/ui'
import classes from './cash.module.css'
import { kindName, minus, signed } from './kinds'
import { texts } from './texts'

const words = texts.report

const sum = (rows: readonly CashReportRow[], of: (row: CashReportRow) => string) => decimal.sum(rows.map(of))
const moved = ({ suprimentos, sangrias }: CashReportRow) => decimal.add(suprimentos, sangrias)
const givenBack = ({ estornos, devolucoes }: CashReportRow) => decimal.add(estornos, devolucoes)
const counted = (rows: readonly CashReportRow[]) => rows.filter(({ contado }) => contado !== null)

type Column = {
  label: string
  cell: (row: CashReportRow) => string
  sum: (rows: readonly CashReportRow[]) => string
  /** On a telephone too. */
  isNarrow?: true
}

const amount = (label: string, of: (row: CashReportRow) => string): Column => ({
  label,
  cell: (row) => minus(of(row)),
  sum: (rows) => minus(sum(rows, of)),
})

const COLUMNS: readonly Column[] = [
  amount(words.opening, ({ abertura }) => abertura),
  { ...amount(words.sales, ({ vendas }) => vendas), isNarrow: true },
  amount(words.reversals, givenBack),
  amount(words.moved, moved),
  amount(words.expected, ({ total }) => total),
  {
    label: words.counted,
    cell: ({ contado }) => (contado === null ? words.stillOpen : minus(contado)),
    sum: (rows) => minus(sum(counted(rows), ({ contado }) => contado ?? '0.00')),
    isNarrow: true,
  },
  {
    label: words.difference,
    cell: ({ diferenca }) => (diferenca === null ? '' : signed(diferenca)),
    sum: (rows) => signed(sum(counted(rows), ({ diferenca }) => diferenca ?? '0.00')),
    isNarrow: true,
  },
]

/** By day, operator and kind of payment; on a telephone day and operator stand above their kinds. */
export function ReportTable({ rows }: { rows: readonly CashReportRow[] }) {
  const isPhone = useIsPhone()
  const columns = isPhone ? COLUMNS.filter(({ isNarrow }) => isNarrow) : COLUMNS
  return (
    <TableCard label={words.label} className={classes.report}>
      <thead>
        <tr>
          {!isPhone && <th scope="col">{words.day}</th>}
          {!isPhone && <th scope="col">{words.operator}</th>}
          <th scope="col">{words.kind}</th>
          {columns.map(({ label }) => (
            <th key={label} scope="col" data-amount>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => {
          const before = rows[at - 1]
          const isSameDay = before?.dia === row.dia
          const isSamePerson = isSameDay && before.operador_id === row.operador_id
          return [
            isPhone && !isSamePerson && (
              <tr key={`${row.dia} ${row.operador_id}`} data-first>
                <td colSpan={1 + columns.length}>
                  {formatDay(row.dia)} · {row.operador}
                </td>
              </tr>
            ),
            <tr key={`${row.dia} ${row.operador_id} ${row.tPag}`} data-first={(!isPhone && !isSamePerson) || undefined}>
              {!isPhone && <td>{isSameDay ? '' : formatDay(row.dia)}</td>}
              {!isPhone && <td>{isSamePerson ? '' : row.operador}</td>}
              <th scope="row">{kindName(row.tPag)}</th>
              {columns.map((column) => (
                <td key={column.label} data-amount>
                  {column.cell(row)}
                </td>
              ))}
            </tr>,
          ]
        })}
        <tr className={classes.sum}>
          <th scope="row" colSpan={isPhone ? 1 : 3}>
            {words.sum}
          </th>
          {columns.map((column) => (
            <td key={column.label} data-amount>
              {column.sum(rows)}
            </td>
          ))}
        </tr>
      </tbody>
    </TableCard>
  )
}
