import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { Card, formatMoment, formatMoney } from '@/ui'
import { loadReturnable } from './queries'
import classes from './returns.module.css'
import { texts } from './texts'

/** What of a receipt's goods came back; nothing when nothing did. */
export function ReturnsCard({ company, receiptId }: { company: string; receiptId: string }) {
  const mayOpen = useMay()('GET /api/companies/{id}/returns/{did}')
  const { data } = useQuery(loadReturnable(company, receiptId))
  if (!data || data.devolucoes.length === 0) return null
  return (
    <Card title={texts.card.title}>
      <ul className={classes.list}>
        {data.devolucoes.map(({ id, destino, total, usuario, created_at, com_nfe }) => {
          const what = `${formatMoney(total)} · ${texts.kinds[destino]}`
          return (
            <li key={id}>
              {mayOpen ? <Link to={ofCompany(paths.returns.one(id), company)}>{what}</Link> : <strong>{what}</strong>}
              <span>{texts.card.one(formatMoment(created_at), usuario)}</span>
              <span>{com_nfe ? texts.card.done : texts.card.pending}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
