import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../basics/button'
import { useIsPhone } from '../theme/breakpoints'
import classes from './list.module.css'
import { hasNext, lastPage, pageText, rangeText } from './list-words'
import type { ListPage } from './list-words'

type Props = {
  page: ListPage<unknown>
  onPage: (page: number) => void
  /** About everything found, not only this page. */
  totals?: ReactNode
}

export function Pager({ page, onPage, totals }: Props) {
  const isPhone = useIsPhone()
  const previous = { disabled: page.page <= 1, onClick: () => onPage(page.page - 1) }
  const first = { disabled: page.page <= 1, onClick: () => onPage(1) }
  // Nobody knows which is the last of 'mais de 1.000'.
  const last = page.total_exact && { disabled: !hasNext(page), onClick: () => onPage(lastPage(page)) }
  const next = { disabled: !hasNext(page), onClick: () => onPage(page.page + 1) }
  return (
    <nav className={classes.pager} aria-label="Páginas">
      <span className={classes.range} role="status">
        {rangeText(page)}
      </span>
      {totals && <span className={classes.totals}>{totals}</span>}
      <span className={classes.page}>{pageText(page)}</span>
      {isPhone ? (
        <span className={classes.pagerButtons} data-boxed>
          <IconButton label="Anterior" icon={IconChevronLeft} {...previous} />
          <IconButton label="Próxima" icon={IconChevronRight} {...next} />
        </span>
      ) : (
        <span className={classes.pagerButtons}>
          <IconButton label="Primeira página" icon={IconChevronsLeft} {...first} />
          <Button kind="secondary" icon={IconChevronLeft} {...previous}>
            Anterior
          </Button>
          <Button kind="secondary" iconAfter={IconChevronRight} {...next}>
            Próxima
          </Button>
          {last && <IconButton label="Última página" icon={IconChevronsRight} {...last} />}
        </span>
      )}
    </nav>
  )
}
