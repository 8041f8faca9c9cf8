import { useQueryClient } from '@tanstack/react-query'
import { enterSession, onSessionLost, useSession } from '@/api'
import type { Session } from '@/api'
import { Dialog, lateParts } from '@/ui'
import { texts } from '../texts'
import { useHeldCall } from './held-call'
import classes from './held-call.module.css'

/** No page begins with it. */
const [useLateForm, useLoadLateForm] = lateParts(() => import('@/features/accounts/auth/sign-in-form'))

/**
 * Signs in again over the page when a call finds the session gone. The call waits and is then repeated, so what was
 * typed below is never lost. Another account gets a fresh page instead, since this one shows somebody else's data.
 */
export function SignInAgain() {
  const session = useSession()
  const queryClient = useQueryClient()
  const { isOpen, finish } = useHeldCall(onSessionLost)
  const form = useLateForm()
  useLoadLateForm(isOpen)

  const enter = (entered: Session) => {
    if (session.user.id && entered.user.id !== session.user.id) {
      window.location.reload()
      return
    }
    enterSession(queryClient, entered)
    finish(true)
  }

  return (
    <Dialog opened={isOpen} onClose={() => finish(false)} title={texts.signInAgain}>
      <p className={classes.text}>{texts.signInAgainText}</p>
      {form && <form.SignInForm mode="sign-in" email={session.user.email} onSignedIn={enter} />}
    </Dialog>
  )
}
