import { useEffect, useEffectEvent } from 'react'
import type { RecordFormState } from './use-record-form'

/**
 * Takes over what others saved (`latest` is its version) in a form in which nothing is typed. One with typed text keeps it, and
 * meets what they saved as a conflict when it is saved itself.
 */
export function useFollowed<Values extends Record<string, unknown>>(
  form: RecordFormState<Values>,
  latest: string | undefined,
  take: () => void,
): void {
  const follow = useEffectEvent(() => {
    if (!form.isDirty && latest !== form.version) take()
  })
  useEffect(() => follow(), [latest])
}
