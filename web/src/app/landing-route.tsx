import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import LandingPage from '@/features/office/landing/landing-page'
import { toast } from '@/ui/toast/toast-store'
import { lateParts } from '@/ui/use-late-parts'
import { texts } from './texts'

const [useLateToasts, useLoadLateToasts] = lateParts(() => import('@/ui/toast/toast-host'))

/** The landing page, and the place where leaving ends: see `useSignOut`. */
export function Component() {
  const isLeaving = (useLocation().state as { signOut?: boolean } | null)?.signOut === true
  const navigate = useNavigate()
  const [hasProblem, setHasProblem] = useState(false)
  const toasts = useLateToasts()
  useLoadLateToasts()

  useEffect(() => {
    document.title = texts.product
  }, [])

  useEffect(() => {
    if (!isLeaving) return
    void navigate('/', { replace: true, state: null }) // F5 here must not sign out a later session
    void import('./session/sign-out').then(async ({ signOut }) => {
      const problem = await signOut()
      if (!problem) return
      setHasProblem(true)
      toast.error(texts.signOutFailed, problem)
    })
  }, [isLeaving, navigate])

  return (
    <>
      <LandingPage />
      {hasProblem && toasts && <toasts.ToastHost />}
    </>
  )
}
