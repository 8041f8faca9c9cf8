import { loadCashDialogs } from '@/features/selling/cash'
import { lateParts } from '@/ui'

/** What the first view of the counter does not draw: its windows, with the lists and the QR code in them, and the guided sales. */
export const [useLateParts, useLoadLateParts] = lateParts(async () => {
  const [{ CounterDialogs }, { CardFields }, { ApprovalDialog, OpenTillDialog }, { TrainingGuide }] = await Promise.all(
    [import('./counter-dialogs'), import('./card-fields'), loadCashDialogs(), import('./training-guide')],
  )
  return { CounterDialogs, CardFields, ApprovalDialog, OpenTillDialog, TrainingGuide }
})
