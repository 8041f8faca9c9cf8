import { useEffect, useState } from 'react'

const AGAIN_MS = 2_000

/**
 * What few ever see, so that its file comes only when they do. `bring`, the same each time, imports it; without a line to the
 * server it is asked for again until it has come. Null: not yet.
 */
export function useBrought<Parts extends object>(bring: () => Promise<Parts>): Parts | null {
  const [parts, setParts] = useState<Parts | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const attempt = () => {
      bring().then(setParts, () => {
        if (!isStopped) timer = setTimeout(attempt, AGAIN_MS)
      })
    }
    attempt()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [bring])
  return parts
}
