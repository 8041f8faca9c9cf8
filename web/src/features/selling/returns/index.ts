export { ReturnsCard } from './returns-card'
export { texts as returnsTexts } from './texts'

/** Its window, for who does not draw it at first. */
export const loadReturnDialog = () => import('./return-dialog')
