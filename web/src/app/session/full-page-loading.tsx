import { texts } from '../texts'
import classes from './full-page-loading.module.css'

/** Stands in while it is not yet known who is signed in. Appears late, so that a fast answer shows no flicker. */
export function FullPageLoading() {
  return (
    <div className={classes.page} role="status">
      <span className={classes.spinner} aria-hidden="true" />
      {texts.loadingSession}
    </div>
  )
}
