import { formatDecimal } from '@/ui'

/** '36,3' of a per cent of the API. */
export const percentText = (percent: string) => formatDecimal(percent, 1, 1)

/** '36,3 %'; '–' where there is none. */
export const shareText = (percent: string | null) => (percent === null ? '–' : `${percentText(percent)}\u00a0%`)
