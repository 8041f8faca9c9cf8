/** Change of person at a counter by PIN. */
export { PinEntry } from './pin-entry'
export { listOperators } from './queries'
export type { Operator } from './queries'
export { useChangeOfPerson } from './use-change-of-person'
