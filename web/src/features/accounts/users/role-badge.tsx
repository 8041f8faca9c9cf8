import { IconCircleCheckFilled, IconCircleX, IconShieldCheck, IconUser, IconUserQuestion } from '@tabler/icons-react'
import type { User } from '@/api'
import { StatusBadge } from '@/ui'
import { texts } from './texts'

/** admin green, user blue, any other grey. */
export function RoleBadge({ role }: { role: string }) {
  if (role === 'admin')
    return (
      <StatusBadge tone="green" icon={IconShieldCheck}>
        {role}
      </StatusBadge>
    )
  return (
    <StatusBadge tone={role === 'user' ? 'blue' : 'grey'} icon={role === 'user' ? IconUser : IconUserQuestion}>
      {role}
    </StatusBadge>
  )
}

export function ActiveBadge({ active }: Pick<User, 'active'>) {
  return active === 'S' ? (
    <StatusBadge tone="green" icon={IconCircleCheckFilled}>
      {texts.active}
    </StatusBadge>
  ) : (
    <StatusBadge tone="grey" icon={IconCircleX}>
      {texts.inactive}
    </StatusBadge>
  )
}
