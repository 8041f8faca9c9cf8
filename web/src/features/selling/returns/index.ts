/** Returns of goods: card of a receipt and dialog. */
export { ReturnsCard } from './returns-card'
export { texts as returnsTexts } from './texts'

/** Its dialog, loaded on demand. */
export const loadReturnDialog = () => import('./return-dialog')
