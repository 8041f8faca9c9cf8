import { formatInteger } from '@/ui'
import { Link } from 'react-router'
import { ofCompany, paths } from '@/app/paths'
import { fateOf, FATES } from './ledger'
import type { LastNumber, Ledger } from './ledger'
import classes from './numbers.module.css'
import { texts } from './texts'

const words = texts.numbers

/** Every number since the first own one, as one proportional bar with its legend. */
export function LedgerCard({
  companyId,
  ledger: { series, first, counts, total },
}: {
  companyId: string
  ledger: Ledger
}) {
  if (total <= 0) return null
  const shown = FATES.filter((fate) => counts[fate] > 0)
  return (
    <section className={classes.card}>
      <div className={classes.head}>
        <h2>{words.all(first, series.proximo - 1)}</h2>
        <span className={classes.aside}>
          {words.amount(total)}
          {first > 1 && `; ${words.before(first)}`}
        </span>
      </div>
      <div className={classes.bar} aria-hidden="true">
        {shown.map((fate) => (
          <span key={fate} className={classes.piece} data-fate={fate} style={{ flexGrow: counts[fate] }} />
        ))}
      </div>
      <ul className={classes.legend}>
        {shown.map((fate) => (
          <li key={fate}>
            <span className={classes.swatch} data-fate={fate} aria-hidden="true" />
            {words.legend[fate]} <strong>{formatInteger(counts[fate])}</strong>
          </li>
        ))}
      </ul>
      {series.ultimos.length > 1 && <LastOnes companyId={companyId} numbers={series.ultimos} />}
    </section>
  )
}

/** A cell each, the newest at the right. The lists below name them, so that they are told by nothing but their tooltip. */
function LastOnes({ companyId, numbers }: { companyId: string; numbers: readonly LastNumber[] }) {
  const cells = numbers.toReversed()
  return (
    <div className={classes.last} aria-hidden="true">
      <span className={classes.aside}>{words.lastOnes(cells.length)}</span>
      <div className={classes.cells}>
        {cells.map(({ numero, estado, nfce_id }) => {
          const fate = estado === 'sem_registro' ? 'sem_registro' : fateOf(estado)
          const look = { className: classes.cell, 'data-fate': fate, title: words.cell(numero, fate) }
          return nfce_id === null ? (
            <span key={numero} {...look} />
          ) : (
            <Link key={numero} {...look} tabIndex={-1} to={ofCompany(paths.receipts.one(nfce_id), companyId)} />
          )
        })}
      </div>
      <div className={classes.ends}>
        <span>{formatInteger(cells[0]?.numero ?? 0)}</span>
        <span>{formatInteger(cells.at(-1)?.numero ?? 0)}</span>
      </div>
    </div>
  )
}
