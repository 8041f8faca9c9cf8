import type { ReactNode } from 'react'
import { useProblemToast } from '../toast/use-problem-toast'
import { LinkButton } from './button'
import { EmptyState } from './empty-state'
import { LoadFailed } from './load-failed'
import { PageBody } from './page'
import { Spinner } from './spinner'

type Props<T> = {
  /** As `useQuery` gives it. An error whose `isMissing` is true says that there is nothing at this address. */
  query: { data: T | undefined; error: (Error & { isMissing?: boolean }) | null; refetch: () => unknown }
  /** Beside the spinner: 'Carregando o produto…' */
  loading?: string
  /** Title of a failure. */
  failed: string
  /** What a message says below that title; the page itself says the reason. Default: the reason too. */
  failedText?: string
  /** What to say when there is nothing, and where to go back to. */
  missing?: { title: string; text: string; back: string; backTo: string }
  children: (data: T) => ReactNode
}

/** Of a page that shows something loaded, all below its header: the thing, its being on the way, or why it is not there. */
export function Loaded<T>({ query, loading, failed, failedText, missing, children }: Props<T>) {
  const { data, error, refetch } = query
  const nothing = error?.isMissing ? missing : undefined
  useProblemToast(failed, error, nothing?.text ?? failedText)
  if (data !== undefined) return children(data)
  if (nothing) {
    return (
      <EmptyState title={nothing.title} text={nothing.text}>
        <LinkButton to={nothing.backTo}>{nothing.back}</LinkButton>
      </EmptyState>
    )
  }
  if (error) return <LoadFailed title={failed} text={error.message} onRetry={() => void refetch()} />
  return (
    <PageBody>
      <Spinner {...(loading !== undefined && { label: loading })} />
    </PageBody>
  )
}
