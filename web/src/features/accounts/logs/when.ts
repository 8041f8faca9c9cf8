import { formatDate } from '@/ui'

const EXACT = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** `20/11/2026 14:05:09`: a log tells the second, too. In the browser's time zone. */
export function whenOf({ created_at }: { created_at: string }): string {
  return `${formatDate(created_at)} ${EXACT.format(new Date(created_at))}`
}
