import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { DEFAULT_VERSION, newestVersion } from '@/api'
import type { Session } from '@/api'
import { Wordmark } from '@/ui'
import { signUpOptions } from './authenticate'
import type { AuthMode } from './authenticate'
import classes from './login-page.module.css'
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

  useEffect(() => {
    document.title = `${words.submit} · Balcão`
  }, [words.submit])

  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <Link to="/" className={classes.mark} aria-label="Balcão">
          <Wordmark size={30} />
        </Link>
        <div className={classes.form}>
          <h1 className={classes.heading}>{words.heading}</h1>
          <p className={classes.intro}>{words.intro}</p>
          <SignInForm mode={mode} isFirstField onSignedIn={onSignedIn} />
          {mode === 'sign-in' && <Forgotten />}
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
        </div>
        <p className={classes.version}>{texts.version(version)}</p>
      </main>
      <div className={classes.poster} aria-hidden="true">
        <div className={classes.til}>
          <svg viewBox="5.7 7.5 21.9 8.7">
            <path d="M5.7 15.3C6.9 8.6 11.7 5.9 17 9.3c3.400 2.200 5.500 1.800 6.400-1.800l4.200 1.100C26.200 15.100 21.600 17.400 16.400 14.100c-3.300-2.100-5.600-1.600-6.400 2.100z" />
          </svg>
        </div>
        <div className={classes.counter}>
          <strong>{texts.slogan}</strong>
          <span>{texts.sloganText}</span>
        </div>
      </div>
    </div>
  )
}

/** What happens to a forgotten password here. */
function Forgotten() {
  const { question, answer, admin, command } = texts.forgotten
  return (
    <details className={classes.forgotten}>
      <summary className={classes.link}>{question}</summary>
      <p>{answer}</p>
      <p>
        {admin} <code>{command}</code>.
      </p>
    </details>
  )
}
