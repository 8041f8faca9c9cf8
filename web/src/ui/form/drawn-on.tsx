import { memo } from 'react'
import type { ReactNode } from 'react'

type Props = {
  /** All that its drawing and its events depend on, always as many; what stays the same from one rendering to the next may be left out. */
  on: readonly unknown[]
  children: () => ReactNode
}

/** A part of a form that is drawn anew only when something in `on` has changed, not at every key in another part. */
export const DrawnOn = memo(
  function DrawnOn({ children }: Props) {
    return children()
  },
  (before, after) => before.on.every((each, at) => Object.is(each, after.on[at])),
)
