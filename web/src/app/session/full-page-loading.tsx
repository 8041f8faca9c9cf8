import { Spinner } from '@/ui/basics/spinner'
import { texts } from '../texts'
import classes from './full-page-loading.module.css'

/** Stands in while it is not yet known who is signed in. */
export function FullPageLoading() {
  return (
    <div className={classes.page}>
      <Spinner label={texts.loadingSession} />
    </div>
  )
}
