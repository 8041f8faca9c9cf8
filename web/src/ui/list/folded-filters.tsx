import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../basics/button'
import { useLater } from '../use-later'
import classes from './list.module.css'

type Props = {
  values: Readonly<Record<string, string>>
  /** The filters; none: nothing is shown. */
  children: ReactNode
}

/** The filters of a list that has no room for them beside its search; the button says how many are in use. */
export function FoldedFilters({ values, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isLater = useLater()
  const id = useId()
  const used = Object.values(values).filter(Boolean).length
  if (!children) return null
  return (
    <>
      <Button
        kind="secondary"
        icon={IconAdjustmentsHorizontal}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {used > 0 ? `Filtros (${used})` : 'Filtros'}
      </Button>
      <div id={id} className={classes.foldedFilters} hidden={!isOpen}>
        {(isOpen || isLater) && children}
      </div>
    </>
  )
}
