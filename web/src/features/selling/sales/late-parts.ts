import { loadCashDialogs } from '@/features/selling/cash'
import { lateParts } from '@/ui'

/**
 * What the first view of an empty counter does not draw: its windows, with their lists, the sales that were sent, and what
 * belongs to practice.
 */
export const [useLateParts, useLoadLateParts] = lateParts(async () => {
  const [dialogs, { CardFields }, { SentCard }, { ApprovalDialog, OpenTillDialog }, practice] = await Promise.all([
    import('./late-dialogs'),
    import('./card-fields'),
    import('./sent-card'),
    loadCashDialogs(),
    import('./late-practice'),
  ])
  return { ...dialogs, CardFields, SentCard, ApprovalDialog, OpenTillDialog, ...practice }
})
