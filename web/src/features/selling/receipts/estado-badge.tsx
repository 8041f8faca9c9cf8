import { StatusBadge } from '@/ui'
import type { Estado } from './estado'
import { LOOKS } from './estado-looks'

export function EstadoBadge({ estado }: { estado: Estado }) {
  const { word, tone, icon } = LOOKS[estado]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {word}
    </StatusBadge>
  )
}
