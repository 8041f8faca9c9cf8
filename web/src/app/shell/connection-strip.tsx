import { IconWifiOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiProblem } from '@/api'
import { texts } from '../texts'
import classes from './connection-strip.module.css'

/** Over the page while the server cannot be reached: what is shown may be old. */
export function ConnectionStrip() {
  const isLost = useIsConnectionLost(useQueryClient())
  if (!isLost) return null
  return (
    <p className={classes.strip} role="status">
      <IconWifiOff size={16} stroke={1.75} aria-hidden="true" />
      {texts.connectionLost}
    </p>
  )
}

/** What the last answer to a question of the page, or the browser, says about the line. */
function useIsConnectionLost(queryClient: QueryClient): boolean {
  const [isLost, setLost] = useState(!navigator.onLine)
  useEffect(() => {
    const stop = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      const { action } = event
      if (action.type === 'success' && !action.manual) setLost(false)
      if (action.type === 'error' || action.type === 'failed') {
        setLost(action.error instanceof ApiProblem && action.error.isUnreachable)
      }
    })
    const lose = () => setLost(true)
    // The questions that failed are asked again, and their answers tell.
    const regain = () => void queryClient.invalidateQueries()
    window.addEventListener('offline', lose)
    window.addEventListener('online', regain)
    return () => {
      stop()
      window.removeEventListener('offline', lose)
      window.removeEventListener('online', regain)
    }
  }, [queryClient])
  return isLost
}
