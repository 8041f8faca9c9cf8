import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
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

/** A dialog about a user, who is read when it opens. Mount it anew for each opening. */
export function WithLoadedUser({ opened, id, title, onClose, children }: Props) {
  const opening = useId()
  const { data, error, refetch } = useQuery({ ...loadUser(id, opening), enabled: opened })
  if (data) return children(data)
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
