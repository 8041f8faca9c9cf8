import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { ApiProblem } from '@/api'
import type { Session } from '@/api'
import { Button, PasswordInput, TextInput, toast } from '@/ui'
import { authenticate } from './authenticate'
import type { AuthMode, Credentials } from './authenticate'
import classes from './sign-in-form.module.css'
import { texts } from './texts'
import { useCountdown } from './use-countdown'

type Props = {
  mode: AuthMode
  /** What the e-mail field starts with. */
  email?: string
  onSignedIn: (session: Session) => void
}

type Errors = Partial<Record<keyof Credentials, string>>

/** E-mail and password, to sign in or to sign up. */
export function SignInForm({ mode, email = '', onSignedIn }: Props) {
  const [values, setValues] = useState<Credentials>({ email, password: '' })
  const [errors, setErrors] = useState<Errors>({})
  /** Why nobody was let in, where no field is to blame: stays when the toast is gone. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const [secondsToWait, wait] = useCountdown()

  const set = (field: keyof Credentials, value: string) => {
    setValues((before) => ({ ...before, [field]: value }))
    setErrors((before) => ({ ...before, [field]: undefined }))
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const credentials = { ...values, email: values.email.trim() }
    const missing = check(credentials)
    setErrors(missing)
    setRefusal(null)
    if (missing.email || missing.password) {
      focus(event.currentTarget, missing)
      return
    }
    const form = event.currentTarget
    setSending(true)
    try {
      onSignedIn(await authenticate(mode, credentials))
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      setErrors(problem.byField)
      if (problem.isInvalid) focus(form, problem.byField)
      else {
        toast.error(texts[mode].failed, problem.message || texts.fallback)
        setRefusal([texts[mode].refused, problem.message].filter(Boolean).join(' '))
      }
      if (problem.retryAfter) wait(problem.retryAfter)
    } finally {
      setSending(false)
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label={texts.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        value={values.email}
        error={errors.email}
        onChange={(event) => set('email', event.currentTarget.value)}
      />
      <PasswordInput
        label={texts.password}
        name="password"
        autoComplete={mode === 'sign-in' ? 'current-password' : 'new-password'}
        required
        // A dialog puts the focus here when the e-mail is known.
        data-autofocus={email ? true : undefined}
        value={values.password}
        error={errors.password}
        onChange={(event) => set('password', event.currentTarget.value)}
      />
      {secondsToWait > 0 ? (
        <p className={classes.wait}>{texts.wait(secondsToWait)}</p>
      ) : (
        refusal !== null && <p className={classes.refusal}>{refusal}</p>
      )}
      <Button type="submit" fullWidth loading={isSending} disabled={secondsToWait > 0}>
        {texts[mode].submit}
      </Button>
    </form>
  )
}

/** Only what the server need not be asked for; it has the last word. */
function check({ email, password }: Credentials): Errors {
  const errors: Errors = {}
  if (!email) errors.email = texts.emailMissing
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) errors.email = texts.emailFormat
  if (!password) errors.password = texts.passwordMissing
  return errors
}

function focus(form: HTMLFormElement, errors: Record<string, unknown>): void {
  form.querySelector<HTMLInputElement>(errors.email ? '[name="email"]' : '[name="password"]')?.focus()
}
