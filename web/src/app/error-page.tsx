import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { ApiProblem } from '@/api/problem'
import classes from './error-page.module.css'
import { paths } from './paths'
import { texts } from './texts'

/** What a broken screen shows: what to do, and the code to quote. Plain HTML, since anything may be broken. */
export function ErrorPage() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  const isUpdated = isMissingChunk(error)
  const requestId = error instanceof ApiProblem ? error.requestId : undefined
  return (
    <div className={classes.page} role="alert">
      <h1 className={classes.title}>{isUpdated ? texts.updatedTitle : texts.errorTitle}</h1>
      <p className={classes.text}>{isUpdated ? texts.updatedText : texts.errorText}</p>
      {requestId && <p className={classes.code}>{texts.errorCode(requestId)}</p>}
      <div className={classes.actions}>
        <button type="button" className={classes.primary} onClick={() => window.location.reload()}>
          {texts.reload}
        </button>
        <a className={classes.secondary} href={paths.dashboard}>
          {texts.backToStart}
        </a>
      </div>
    </div>
  )
}

/** After an update the server no longer has the files of the version this tab was loaded from. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
}
