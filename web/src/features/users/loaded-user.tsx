import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog, LoadFailed, Spinner } from '@/ui'
import { loadUser } from './queries'
import type { LoadedUser } from './queries'
import { texts } from './texts'

type Props = {
  opened: boolean
  id: string
  title: string
  onClose: () => void
  /** The dialog itself, once the user is read. */
  children: (loaded: LoadedUser) => ReactNode
}

/** A dialog about a user, who is read when it opens. */
export function WithLoadedUser({ opened, id, title, onClose, children }: Props) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...loadUser(id),
    enabled: opened,
    refetchOnMount: 'always',
  })
  // What an earlier opening left behind is not what one starts from.
  if (data && isFetchedAfterMount) return children(data)
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {error ? (
        <LoadFailed title={texts.loadFailed} text={error.message} onRetry={() => void refetch()} />
      ) : (
        <Spinner label={texts.loading} />
      )}
    </Dialog>
  )
}
