import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { ApiProblem } from '@/api'
import { paths } from '@/app/paths'
import { Button, PasswordInput, toast } from '@/ui'
import { AuthPage } from './auth-page'
import classes from './auth-page.module.css'
import { resetPassword } from './authenticate'
import formClasses from './sign-in-form.module.css'
import { texts } from './texts'
import { useCountdown } from './use-countdown'

const words = texts.newPassword

/** Where the link of the e-mail leads. Its token stands after the #, which no server and no other page gets to see. */
export default function NewPasswordPage() {
  const token = useLocation().hash.slice(1)
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  /** Why the link does not serve. */
  const [refusal, setRefusal] = useState<string | null>(token ? null : words.noToken)
  const [isSending, setSending] = useState(false)
  const [secondsToWait, wait] = useCountdown()

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setProblem(undefined)
    setRefusal(null)
    setSending(true)
    try {
      await resetPassword(token, password)
      toast.success(words.changed, words.changedText)
      void navigate(paths.login, { replace: true })
    } catch (refused) {
      if (!(refused instanceof ApiProblem)) throw refused
      if (refused.byField.password) setProblem(refused.byField.password)
      else setRefusal(refused.message)
      if (refused.retryAfter) wait(refused.retryAfter)
    } finally {
      setSending(false)
    }
  }

  return (
    <AuthPage heading={words.heading} intro={words.intro} title={words.heading}>
      <form className={formClasses.form} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordInput
          label={words.password}
          name="password"
          autoComplete="new-password"
          required
          maxLength={200}
          value={password}
          error={problem}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {refusal !== null && (
          <p className={formClasses.refusal} role="alert">
            {refusal}
          </p>
        )}
        <Button type="submit" fullWidth loading={isSending} disabled={!token || secondsToWait > 0}>
          {words.save}
        </Button>
      </form>
      <p className={classes.toggle}>
        <Link to={paths.login} className={classes.link}>
          {words.back}
        </Link>
      </p>
    </AuthPage>
  )
}
