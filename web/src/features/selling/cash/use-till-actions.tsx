import { IconArrowDown, IconArrowUp, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { CashSessionSummary } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import type { ScreenAction } from '@/ui'
import { MoveDialog } from './move-dialog'
import type { Move } from './queries'
import { texts } from './texts'

type Session = Pick<CashSessionSummary, 'id' | 'estacao' | 'pode'>

/** What may be done with an open session, and the window that is open for it. Nothing where one may not, or without one. */
export function useTillActions(
  company: string,
  session: Session | null,
): { actions: ScreenAction[]; dialog: ReactNode } {
  const [moving, setMoving] = useState<Move['tipo'] | null>(null)
  if (!session?.pode) return { actions: [], dialog: null }
  return {
    actions: [
      {
        ...{ id: 'suprimento', label: texts.actions.suprimento, icon: IconArrowDown, isSide: true },
        run: () => setMoving('suprimento'),
      },
      {
        ...{ id: 'sangria', label: texts.actions.sangria, icon: IconArrowUp, isSide: true },
        run: () => setMoving('sangria'),
      },
      {
        ...{ id: 'close', label: texts.actions.close, icon: IconLock, isMain: true },
        to: ofCompany(paths.cash.close(session.id), company),
      },
    ],
    dialog: moving && (
      <MoveDialog key={moving} company={company} session={session} tipo={moving} onClose={() => setMoving(null)} />
    ),
  }
}
