import { useRef, useState } from 'react'

/**
 * Looks, when one leaves a field, whether another record has its value already. What is found is told beside the field and is
 * never in the way: saving has the last word, so a look that fails says nothing.
 */
export function useKnownRecord<Found>(value: string, find: (value: string) => Promise<Found | undefined>) {
  const [known, setKnown] = useState<{ value: string; record: Found } | null>(null)
  const asked = useRef('')
  const look = async () => {
    asked.current = value
    const record = await find(value).catch(() => undefined)
    // Another value was left meanwhile.
    if (asked.current === value) setKnown(record === undefined ? null : { value, record })
  }
  return {
    /** As long as that value stands in the field. */
    record: known?.value === value ? known.record : null,
    onLeave: () => void look(),
  }
}
