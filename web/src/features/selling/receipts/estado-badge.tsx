import { StatusBadge } from '@/ui'
import { LOOKS } from './estado'
import type { Estado } from './estado'

export function EstadoBadge({ estado }: { estado: Estado }) {
  const { word, tone, icon } = LOOKS[estado]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {word}
    </StatusBadge>
  )
}
