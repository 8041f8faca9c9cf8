import { IconBuilding, IconReportMoney } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useActiveCompany } from '@/api'
import type { CashReportRow } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import {
  decimal,
  EmptyState,
  FilterPeriod,
  formatDay,
  Loaded,
  Page,
  PageBody,
  PageHeader,
  periodOf,
  QuickPeriod,
  TableCard,
  today,
  useListState,
} from '@/ui'
import classes from './cash.module.css'
import { kindName, minus, signed } from './kinds'
import { loadReport } from './queries'
import { texts } from './texts'

const words = texts.report

/** What the tills took, by day, operator and kind of payment. */
export default function ReportPage() {
  const company = useActiveCompany()
  if (company) return <OfCompany key={company.id} company={company.id} />
  return (
    <Page>
      <PageHeader title={words.title} />
      <EmptyState icon={IconBuilding} title={texts.noCompanyTitle} text={texts.noCompanyText} />
    </Page>
  )
}

function OfCompany({ company }: { company: string }) {
  const list = useListState<string, 'de' | 'ate'>({
    defaultSort: '',
    sortable: [],
    filters: { de: 'date', ate: 'date' },
  })
  // Until a period is chosen: this month.
  const month = periodOf('mes', today())
  const filters = { de: list.filters.de || month.de, ate: list.filters.ate || month.ate }
  const shown = { ...list, filters }
  const query = useQuery(loadReport(company, filters.de, filters.ate))
  return (
    <Page>
      <PageHeader title={words.title} parent={{ label: texts.title, to: ofCompany(paths.cash.list, company) }} />
      <PageBody>
        <div className={classes.rows}>
          <div className={classes.period}>
            <QuickPeriod list={shown} />
            <FilterPeriod list={shown} from="de" to="ate" label={words.period} />
          </div>
          <Loaded query={query} failed={words.failed}>
            {(rows) =>
              rows.length === 0 ? (
                <EmptyState icon={IconReportMoney} title={words.none} text="" />
              ) : (
                <Report rows={rows} />
              )
            }
          </Loaded>
        </div>
      </PageBody>
    </Page>
  )
}

const sum = (rows: readonly CashReportRow[], of: (row: CashReportRow) => string) => decimal.sum(rows.map(of))
const moved = ({ suprimentos, sangrias }: CashReportRow) => decimal.add(suprimentos, sangrias)
const givenBack = ({ estornos, devolucoes }: CashReportRow) => decimal.add(estornos, devolucoes)

function Report({ rows }: { rows: readonly CashReportRow[] }) {
  const counted = rows.filter(({ contado }) => contado !== null)
  return (
    <TableCard label={words.label} className={classes.report}>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          <th scope="col">{words.operator}</th>
          <th scope="col">{words.kind}</th>
          <th scope="col">{words.opening}</th>
          <th scope="col">{words.sales}</th>
          <th scope="col">{words.reversals}</th>
          <th scope="col">{words.moved}</th>
          <th scope="col">{words.expected}</th>
          <th scope="col">{words.counted}</th>
          <th scope="col">{words.difference}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => {
          const before = rows[at - 1]
          const isSameDay = before?.dia === row.dia
          const isSamePerson = isSameDay && before.operador_id === row.operador_id
          return (
            <tr key={`${row.dia} ${row.operador_id} ${row.tPag}`} data-first={!isSamePerson || undefined}>
              <td>{isSameDay ? '' : formatDay(row.dia)}</td>
              <td>{isSamePerson ? '' : row.operador}</td>
              <th scope="row">{kindName(row.tPag)}</th>
              <td>{minus(row.abertura)}</td>
              <td>{minus(row.vendas)}</td>
              <td>{minus(givenBack(row))}</td>
              <td>{minus(moved(row))}</td>
              <td>{minus(row.total)}</td>
              <td>{row.contado === null ? words.stillOpen : minus(row.contado)}</td>
              <td>{row.diferenca === null ? '' : signed(row.diferenca)}</td>
            </tr>
          )
        })}
        <tr className={classes.sum}>
          <th scope="row" colSpan={3}>
            {words.sum}
          </th>
          <td>{minus(sum(rows, ({ abertura }) => abertura))}</td>
          <td>{minus(sum(rows, ({ vendas }) => vendas))}</td>
          <td>{minus(sum(rows, givenBack))}</td>
          <td>{minus(sum(rows, moved))}</td>
          <td>{minus(sum(rows, ({ total }) => total))}</td>
          <td>{minus(sum(counted, ({ contado }) => contado ?? '0.00'))}</td>
          <td>{signed(sum(counted, ({ diferenca }) => diferenca ?? '0.00'))}</td>
        </tr>
      </tbody>
    </TableCard>
  )
}
