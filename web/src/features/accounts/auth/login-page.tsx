import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DEFAULT_VERSION, newestVersion } from '@/api'
import type { Session } from '@/api'
import { AuthPage } from './auth-page'
import classes from './auth-page.module.css'
import { signUpOptions } from './authenticate'
import type { AuthMode } from './authenticate'
import { ForgottenForm } from './forgotten-form'
import { SignInForm } from './sign-in-form'
import { texts } from './texts'

/** Sign-in and registration: one form, toggled. */
export default function LoginPage({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  const { data: options } = useQuery(signUpOptions)
  const [chosen, setMode] = useState<AuthMode>()
  const isFirst = options?.open === true && options.first_account
  const mode = chosen ?? (isFirst ? 'sign-up' : 'sign-in')
  const words = { ...texts[mode], ...(mode === 'sign-up' && isFirst && texts.first) }
  // Only what an earlier session left behind: the list of versions is for signed-in people.
  const { data: version = DEFAULT_VERSION } = useQuery({ ...newestVersion, enabled: false })

  return (
    <AuthPage heading={words.heading} intro={words.intro} title={words.submit} foot={texts.version(version)}>
      <SignInForm mode={mode} isFirstField onSignedIn={onSignedIn} />
      {mode === 'sign-in' && <Forgotten byEmail={options?.password_reset === true} />}
      {options?.open === false && mode === 'sign-in' ? (
        <p className={classes.toggle}>{texts.closed}</p>
      ) : (
        <p className={classes.toggle}>
          {words.question}{' '}
          <button
            type="button"
            className={classes.link}
            onClick={() => setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in')}
          >
            {words.toggle}
          </button>
        </p>
      )}
    </AuthPage>
  )
}

/** What happens to a forgotten password here. */
function Forgotten({ byEmail }: { byEmail: boolean }) {
  const { question, answer, admin, command } = texts.forgotten
  return (
    <details className={classes.forgotten}>
      <summary className={classes.link}>{question}</summary>
      {byEmail ? (
        <ForgottenForm />
      ) : (
        <>
          <p>{answer}</p>
          <p>
            {admin} <code>{command}</code>.
          </p>
        </>
      )}
    </details>
  )
}
