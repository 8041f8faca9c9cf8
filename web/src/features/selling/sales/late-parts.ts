import { loadCashDialogs } from '@/features/selling/cash'
import { lateParts } from '@/ui'

/** What the first view of an empty counter does not draw: its windows, with their lists, the sales that were sent, and the guide. */
export const [useLateParts, useLoadLateParts] = lateParts(async () => {
  const [{ CounterDialogs }, { CardFields }, { SentCard }, { ApprovalDialog, OpenTillDialog }, { TrainingGuide }] =
    await Promise.all([
      import('./counter-dialogs'),
      import('./card-fields'),
      import('./sent-card'),
      loadCashDialogs(),
      import('./training-guide'),
    ])
  return { CounterDialogs, CardFields, SentCard, ApprovalDialog, OpenTillDialog, TrainingGuide }
})
