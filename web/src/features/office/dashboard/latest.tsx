import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { BudgetSummary, Dashboard, ReceiptSummary } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { formatDecimal, formatInteger, formatTime } from '@/ui'
import classes from './dashboard-page.module.css'
import { texts } from './texts'

const words = texts.latest

type Row = { id: string; lead: string; text: string; value: string; to: string }
type ListProps = { title: string; all: string; allTo: string; rows: readonly Row[]; empty: string }

/** A few rows of a list, and the way to all of it. */
function ShortList({ title, all, allTo, rows, empty }: ListProps): ReactNode {
  return (
    <section aria-label={title}>
      <header className={classes.head}>
        <h2>{title}</h2>
        <Link className={classes.all} to={allTo} aria-label={`${all}: ${title}`}>
          {all}
        </Link>
      </header>
      {rows.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <ul>
          {rows.map(({ id, lead, text, value, to }) => (
            <li key={id}>
              <Link className={classes.item} to={to}>
                <strong>{lead}</strong> <span className={classes.words}>{text}</span> <span>{value}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Who sells now; an operador is told of the own till. */
export function OpenTills({ tills, companyId }: { tills: Dashboard['caixas']; companyId: string }) {
  return (
    <ShortList
      title={words.tills}
      all={words.till}
      allTo={ofCompany(paths.cash.list, companyId)}
      empty={words.noTill}
      rows={tills.map(({ id, estacao, operador, aberta_em, vendas }) => ({
        ...{ id, lead: estacao, text: words.since(operador, formatTime(aberta_em)), value: formatInteger(vendas) },
        to: ofCompany(paths.cash.one(id), companyId),
      }))}
    />
  )
}

export function LatestReceipts({ receipts, companyId }: { receipts: readonly ReceiptSummary[]; companyId: string }) {
  return (
    <ShortList
      title={words.receipts}
      all={words.all}
      allTo={ofCompany(paths.receipts.list, companyId)}
      empty={words.noReceipt}
      rows={receipts.map(({ id, numero, nome, vNF, dhEmi }) => ({
        ...{ id, lead: formatInteger(numero), value: formatDecimal(vNF) },
        text: `${formatTime(dhEmi)} · ${nome ?? words.anonymous}`,
        to: ofCompany(paths.receipts.one(id), companyId),
      }))}
    />
  )
}

export function LatestBudgets({ budgets, companyId }: { budgets: readonly BudgetSummary[]; companyId: string }) {
  return (
    <ShortList
      title={words.budgets}
      all={words.all}
      allTo={ofCompany(paths.budgets.list, companyId)}
      empty={words.noBudget}
      rows={budgets.map(({ id, numero_pedido, nome_cliente, total_fatura }) => ({
        ...{ id, lead: formatInteger(numero_pedido), text: nome_cliente || words.noClient },
        ...{ value: formatDecimal(total_fatura), to: ofCompany(paths.budgets.edit(id), companyId) },
      }))}
    />
  )
}
