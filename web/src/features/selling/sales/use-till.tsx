import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { NeededApproval, SaleSettings } from '@/api'
import { openSessionOf, refreshCash } from '@/features/selling/cash'
import { useThisStation } from '@/features/registry/stations'
import { Button } from '@/ui'
import type { Desk } from './desk'
import { useLateParts } from './late-parts'
import classes from './sales.module.css'
import { texts } from './texts'

type Asked = { what: 'till' } | { what: 'approval'; needed: NeededApproval }

type Till = {
  /** Above the items, while nothing can be sold because the till is closed. */
  strip: ReactNode
  openTill: () => void
  /** Has a gerente allow what the sale was refused for, and issues it. */
  askGerente: (needed: NeededApproval) => void
  dialog: ReactNode
}

/** What the counter has to do with the till: told when it is closed, opened right there; and what a gerente allows. */
export function useTill(
  company: string,
  desk: Desk,
  settings: SaleSettings | null,
  /** The window is closed, and what still keeps an approved sale from being issued. */
  { onClosed, onMissing }: { onClosed: () => void; onMissing: (missing: string | null) => void },
): Till {
  const queryClient = useQueryClient()
  const parts = useLateParts()
  const station = useThisStation(company)
  const [asked, setAsked] = useState<Asked | null>(null)
  const isAskedFor = settings?.exige_caixa === 'S'
  const { data: session } = useQuery({
    ...openSessionOf(company, station?.id ?? ''),
    enabled: isAskedFor && Boolean(station),
  })
  const openTill = () => setAsked({ what: 'till' })
  const close = () => {
    flushSync(() => setAsked(null))
    onClosed()
  }
  const isClosed = isAskedFor && (station === null || session === null)
  return {
    strip: isClosed && (
      <div className={classes.till} role="status">
        <p>{texts.till.closed}</p>
        <Button kind="secondary" onClick={openTill}>
          {texts.till.open}
        </Button>
      </div>
    ),
    openTill,
    askGerente: (needed) => setAsked({ what: 'approval', needed }),
    dialog:
      asked &&
      parts &&
      (asked.what === 'till' ? (
        <parts.OpenTillDialog
          company={company}
          onOpened={() => {
            // What was refused for the closed till may be sent now.
            desk.edit((sale) => sale)
            void refreshCash(queryClient)
          }}
          onClose={close}
        />
      ) : (
        <parts.ApprovalDialog
          company={company}
          needed={asked.needed}
          onGiven={(id) => onMissing(desk.issueApproved(id))}
          onClose={close}
        />
      )),
  }
}
