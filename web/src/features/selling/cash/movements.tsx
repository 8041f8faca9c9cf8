import { IconPrinter } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/api'
import type { CashMovement, CashSession } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { formatInteger, formatMoment, IconButton, LoadFailed, Pager, Spinner, TableCard, toast } from '@/ui'
import classes from './cash.module.css'
import { kindName, kindOf, minus } from './kinds'
import { printSlip } from './print-slip'
import { listMovements } from './queries'
import { texts } from './texts'

const words = texts.session
const { movement: heads } = words

/** What went in and out of a session, as far as one may see it: an operador what was moved by hand. */
export function Movements({ company, session }: { company: string; session: CashSession }) {
  const seesTotals = useMay()('GET /api/companies/{id}/cash/report')
  const queryClient = useQueryClient()
  const [page, setPage] = useState(1)
  const { data, error, isPlaceholderData, refetch } = useQuery(listMovements(company, session.id, page))
  const print = async (seq: number) => {
    try {
      const why = await printSlip(queryClient, company, session.id, seq)
      if (why !== null) toast.error(texts.slip.failed, why)
    } catch (problem) {
      toast.failed(texts.slip.failed, problem)
    }
  }
  return (
    <div className={classes.movements}>
      <div className={classes.head}>
        <h2>{words.movements}</h2>
        {!seesTotals && <span>{words.movementsHint}</span>}
      </div>
      {!data && error && (
        <LoadFailed title={words.movementsFailed} text={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Spinner />}
      {data?.total === 0 && <p className={classes.none}>{words.noMovements}</p>}
      {data && data.total > 0 && (
        <>
          <TableCard label={words.movements} isStale={isPlaceholderData} className={classes.moves}>
            <thead>
              <tr>
                <th scope="col">{heads.em}</th>
                <th scope="col">{heads.tipo}</th>
                <th scope="col">{heads.forma}</th>
                <th scope="col">{heads.valor}</th>
                <th scope="col">{heads.quem}</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((one) => (
                <tr key={one.seq}>
                  <td>{formatMoment(one.created_at)}</td>
                  <th scope="row">
                    <What company={company} movement={one} />
                  </th>
                  <td>{kindName(kindOf(one.tPag))}</td>
                  <td>{minus(one.valor)}</td>
                  <td>
                    <span className={classes.who}>
                      {one.usuario ?? ''}
                      {(one.tipo === 'sangria' || one.tipo === 'suprimento') && (
                        <IconButton
                          label={`${texts.slip.print}: ${words.types[one.tipo]}, ${formatMoment(one.created_at)}`}
                          icon={IconPrinter}
                          onClick={() => void print(one.seq)}
                        />
                      )}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </TableCard>
          {data.total > data.items.length && <Pager page={data} onPage={setPage} />}
        </>
      )}
    </div>
  )
}

function What({
  company,
  movement: { tipo, numero, nfce_id, motivo, tardio },
}: {
  company: string
  movement: CashMovement
}) {
  const detail = [motivo, tardio === 'S' ? words.late : null].filter(Boolean).join(' · ')
  return (
    <span className={classes.what}>
      <strong>{words.types[tipo]}</strong>
      {numero !== null && nfce_id !== null && (
        <Link to={ofCompany(paths.receipts.one(nfce_id), company)}>{words.ofReceipt(formatInteger(numero))}</Link>
      )}
      {detail && <span>{detail}</span>}
    </span>
  )
}
