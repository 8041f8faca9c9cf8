import { useDeferredValue } from 'react'

/**
 * False while the screen is first drawn, true as soon as there is time: for parts that nobody sees yet, so that an old computer
 * shows the others first.
 */
export function useLater(): boolean {
  return useDeferredValue(true, false)
}
