import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { ApiProblem } from '@/api'
import { Button, TextInput } from '@/ui'
import { requestPasswordReset } from './authenticate'
import classes from './sign-in-form.module.css'
import { texts } from './texts'
import { useCountdown } from './use-countdown'

const words = texts.forgotten

/** Asks for the link to a new password. What it says does not depend on whether there is such an account. */
export function ForgottenForm() {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const [secondsToWait, wait] = useCountdown()

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSending(true)
    setProblem(undefined)
    try {
      await requestPasswordReset(email.trim())
      setSentTo(email.trim())
    } catch (refused) {
      if (!(refused instanceof ApiProblem)) throw refused
      setProblem(refused.byField.email ?? refused.message)
      if (refused.retryAfter) wait(refused.retryAfter)
    } finally {
      setSending(false)
    }
  }

  if (sentTo !== null) return <p role="status">{words.sent(sentTo)}</p>
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={classes.wait}>{words.byEmail}</p>
      <TextInput
        label={texts.email}
        name="forgotten-email"
        type="email"
        autoComplete="username"
        required
        value={email}
        error={problem}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" kind="secondary" fullWidth loading={isSending} disabled={secondsToWait > 0}>
        {words.send}
      </Button>
    </form>
  )
}
