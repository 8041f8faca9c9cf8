import { useQuery } from '@tanstack/react-query'
import { formatInteger } from '@/ui'
import type { Place } from '../places'
import { texts } from '../texts'
import classes from './sidebar.module.css'

/** How many records of a place need somebody; nothing while none does. */
export function PlaceCount({ query }: { query: ReturnType<NonNullable<Place['count']>> }) {
  const { data = 0 } = useQuery(query)
  if (data === 0) return null
  return (
    <span className={classes.count}>
      <span aria-hidden="true">{formatInteger(data)}</span>
      <span className={classes.countName}>{texts.needAttention(data)}</span>
    </span>
  )
}
