import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from './button'
import { EmptyState } from './empty-state'

type Props = { title: string; text: ReactNode; icon?: Icon; onRetry: () => void }

/** In place of what could not be loaded: why, and the way to try again. */
export function LoadFailed({ onRetry, ...state }: Props) {
  return (
    <EmptyState {...state}>
      <Button kind="secondary" onClick={onRetry}>
        Tentar de novo
      </Button>
    </EmptyState>
  )
}
