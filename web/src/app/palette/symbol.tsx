import type { Icon } from '@tabler/icons-react'

export function symbol(Symbol: Icon) {
  return <Symbol size={18} stroke={1.75} aria-hidden="true" />
}
