import { useMay } from '@/api'
import type { CashSession } from '@/api'
import { decimal, formatDecimal, TableCard } from '@/ui'
import classes from './cash.module.css'
import { kindName, KINDS, signed } from './kinds'
import { ResultBadge } from './result-badge'
import { texts } from './texts'

const words = texts.session
type Formas = NonNullable<CashSession['formas']>

/** What was counted of each kind of payment and how far off it is; what was expected only for gerentes. */
export function CountTable({ session, formas }: { session: CashSession; formas: Formas }) {
  const seesTotals = useMay()('GET /api/companies/{id}/cash/report')
  const isClosed = session.fechada_em !== null
  const expected = decimal.sum(formas.map(({ esperado }) => esperado))
  return (
    <TableCard label={words.table} className={classes.count}>
      <thead>
        <tr>
          <th scope="col">{words.kind}</th>
          {isClosed && <th scope="col">{words.counted}</th>}
          {seesTotals && <th scope="col">{words.expectedColumn}</th>}
          {isClosed && <th scope="col">{words.difference}</th>}
          {isClosed && <th scope="col">{words.result}</th>}
        </tr>
      </thead>
      <tbody>
        {formas.map(({ tPag, contado, esperado, diferenca }) => {
          const KindIcon = KINDS.find(({ id }) => id === tPag)?.icon
          return (
            <tr key={tPag}>
              <th scope="row">
                <span className={classes.kind}>
                  {KindIcon && <KindIcon size={18} stroke={1.75} aria-hidden="true" />}
                  {kindName(tPag)}
                </span>
              </th>
              {isClosed && <td>{contado !== null && <strong>{formatDecimal(contado)}</strong>}</td>}
              {seesTotals && <td>{formatDecimal(esperado)}</td>}
              {isClosed && <td>{diferenca !== null && <strong>{signed(diferenca)}</strong>}</td>}
              {isClosed && <td>{diferenca !== null && <ResultBadge difference={diferenca} />}</td>}
            </tr>
          )
        })}
        <tr className={classes.sum}>
          <th scope="row">{words.totalRow}</th>
          {isClosed && <td>{session.contado !== null && formatDecimal(session.contado)}</td>}
          {seesTotals && <td>{formatDecimal(expected)}</td>}
          {isClosed && <td>{session.diferenca !== null && signed(session.diferenca)}</td>}
          {isClosed && <td />}
        </tr>
      </tbody>
    </TableCard>
  )
}
