import { IconCircleCheckFilled, IconClock } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { BudgetSummary } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { formatDay, formatInteger, formatMoney, StatusBadge, TableCard, useIsPhone } from '@/ui'
import classes from './latest-budgets.module.css'
import { texts } from './texts'

const { latest } = texts

type Props = { budgets: readonly BudgetSummary[]; companyId: string }

/** The newest budgets and orders. */
export function LatestBudgets({ budgets, companyId }: Props) {
  const isPhone = useIsPhone()
  return (
    <section className={classes.section} aria-labelledby="latest-title">
      <header className={classes.head}>
        <h2 id="latest-title" className={classes.title}>
          {latest.title}
        </h2>
        <Link className={classes.all} to={ofCompany(paths.budgets.list, companyId)}>
          {latest.all}
        </Link>
      </header>
      {budgets.length === 0 ? (
        <p className={classes.empty}>{latest.empty}</p>
      ) : isPhone ? (
        <ul className={classes.list}>
          {budgets.map((budget) => (
            <li key={budget.id}>
              <Link className={classes.row} to={addressOf(budget, companyId)}>
                <span className={classes.words}>
                  <strong>{clientOf(budget)}</strong>
                  <span>
                    {latest.named(budget.tipo, formatInteger(budget.numero_pedido))} ·{' '}
                    {formatDay(budget.data_orcamento)}
                  </span>
                </span>
                <span className={classes.aside}>
                  {formatMoney(budget.total_fatura)}
                  <Status faturado={budget.faturado} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <TableCard label={latest.title} className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{latest.columns.number}</th>
              <th scope="col">{latest.columns.date}</th>
              <th scope="col">{latest.columns.client}</th>
              <th scope="col">{latest.columns.seller}</th>
              <th scope="col">{latest.columns.kind}</th>
              <th scope="col">{latest.columns.status}</th>
              <th scope="col" data-align="right">
                {latest.columns.total}
              </th>
            </tr>
          </thead>
          <tbody>
            {budgets.map((budget) => (
              <tr key={budget.id}>
                <td>
                  <Link className={classes.number} to={addressOf(budget, companyId)}>
                    {formatInteger(budget.numero_pedido)}
                  </Link>
                </td>
                <td>{formatDay(budget.data_orcamento)}</td>
                <td className={classes.client}>{clientOf(budget)}</td>
                <td>{budget.vendedor}</td>
                <td>{budget.tipo}</td>
                <td>
                  <Status faturado={budget.faturado} />
                </td>
                <td data-align="right" className={classes.total}>
                  {formatMoney(budget.total_fatura)}
                </td>
              </tr>
            ))}
          </tbody>
        </TableCard>
      )}
    </section>
  )
}

const addressOf = ({ id }: BudgetSummary, companyId: string) => ofCompany(paths.budgets.edit(id), companyId)

const clientOf = ({ nome_cliente }: BudgetSummary) => nome_cliente || latest.noClient

function Status({ faturado }: { faturado: boolean }) {
  return faturado ? (
    <StatusBadge tone="green" icon={IconCircleCheckFilled}>
      {latest.invoiced}
    </StatusBadge>
  ) : (
    <StatusBadge tone="amber" icon={IconClock}>
      {latest.pending}
    </StatusBadge>
  )
}
