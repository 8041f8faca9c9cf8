import { IconCloudOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { receiptsPath } from '@/app/paths'
import classes from './contingency-strip.module.css'
import { contingencyNow } from './queries'
import { stripTexts } from './strip-texts'

/** Over the page while the company sells offline: since when and why, and how many receipts wait. */
export function ContingencyStrip({ companyId }: { companyId: string }) {
  const { data } = useQuery(contingencyNow(companyId))
  if (!data?.agora) return null
  const { agora, esperando } = data
  return (
    <section className={classes.strip} aria-label={stripTexts.label}>
      <IconCloudOff size={18} stroke={1.75} aria-hidden="true" />
      <p className={classes.text} role="status">
        <strong>{agora.texto}</strong>{' '}
        {agora.perguntar && esperando === 0 ? stripTexts.asks : stripTexts.selling(esperando)}
      </p>
      {esperando > 0 && (
        <Link className={classes.link} to={receiptsPath(companyId, 'contingencia')}>
          {stripTexts.see(esperando)}
        </Link>
      )}
    </section>
  )
}
