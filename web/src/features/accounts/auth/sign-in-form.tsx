import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { ApiProblem } from '@/api'
import type { Session } from '@/api'
import { Button, PasswordInput, TextInput, toast } from '@/ui'
import { authenticate, signUpOptions } from './authenticate'
import type { AuthMode, Credentials } from './authenticate'
import classes from './sign-in-form.module.css'
import { texts } from './texts'
import { useCountdown } from './use-countdown'

type Props = {
  mode: AuthMode
  /** What the e-mail field starts with. */
  email?: string
  /** Whether the form is what the page is for, so that one types at once. */
  isFirstField?: boolean
  onSignedIn: (session: Session) => void
}

type Errors = Partial<Record<keyof Credentials, string>>

/** E-mail and password, to sign in or to sign up. */
export function SignInForm({ mode, email = '', isFirstField = false, onSignedIn }: Props) {
  const [values, setValues] = useState<Credentials>({ email, password: '' })
  const [errors, setErrors] = useState<Errors>({})
  /** Why nobody was let in, where no field is to blame: stays when the toast is gone. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const [secondsToWait, wait] = useCountdown()
  /** The server has taken what is typed now and wants the second factor besides. */
  const [asksCode, setAsksCode] = useState(false)
  const isAskedForCode = mode === 'sign-in' && asksCode
  const { data: options } = useQuery({ ...signUpOptions, enabled: mode === 'sign-up' })
  const asksSetupCode = mode === 'sign-up' && (options?.setup_code === true || errors.setup_code !== undefined)

  const set = (field: keyof Credentials, value: string) => {
    setValues((before) => ({ ...before, [field]: value }))
    setErrors((before) => ({ ...before, [field]: undefined }))
    if (field === 'email' || field === 'password') setAsksCode(false)
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { setup_code, code, ...rest } = values
    const credentials = {
      ...rest,
      email: rest.email.trim(),
      ...(asksSetupCode && { setup_code }),
      ...(isAskedForCode && { code }),
    }
    const missing = { ...check(credentials), ...(isAskedForCode && !code?.trim() && { code: texts.codeMissing }) }
    setErrors(missing)
    setRefusal(null)
    if (Object.keys(missing).length > 0) {
      focus(event.currentTarget, missing)
      return
    }
    const form = event.currentTarget
    setSending(true)
    try {
      onSignedIn(await authenticate(mode, credentials))
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (problem.code === 'codigo_necessario') {
        setValues((before) => ({ ...before, code: '' }))
        setAsksCode(true)
        return
      }
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
        ref={isFirstField ? takeFocus : undefined}
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
      {isAskedForCode && (
        <TextInput
          label={texts.code}
          name="code"
          help={texts.codeHelp}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          ref={takeFocus}
          required
          maxLength={30}
          value={values.code ?? ''}
          error={errors.code}
          onChange={(event) => set('code', event.currentTarget.value)}
        />
      )}
      {asksSetupCode && (
        <TextInput
          label={texts.setupCode}
          name="setup_code"
          help={texts.setupCodeHelp}
          autoComplete="off"
          required
          value={values.setup_code ?? ''}
          error={errors.setup_code}
          onChange={(event) => set('setup_code', event.currentTarget.value)}
        />
      )}
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

/** Where the cursor goes: the first field of a page, or what comes up because the server asked for it. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus()

/** Only what the server need not be asked for; it has the last word. */
function check({ email, password }: Credentials): Errors {
  const errors: Errors = {}
  if (!email) errors.email = texts.emailMissing
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) errors.email = texts.emailFormat
  if (!password) errors.password = texts.passwordMissing
  return errors
}

function focus(form: HTMLFormElement, errors: Record<string, unknown>): void {
  const first = ['email', 'password', 'code', 'setup_code'].find((name) => errors[name])
  form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
}
