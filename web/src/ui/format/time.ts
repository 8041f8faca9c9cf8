const DATE = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric' })
const DATE_TIME = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

const TIME = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })

/** `20/11/2026` of an instant, in the browser's time zone. */
export function formatDate(instant: string): string {
  return DATE.format(new Date(instant))
}

/** `20/11/2026 14:05` of an instant, in the browser's time zone. */
export function formatDateTime(instant: string): string {
  return DATE_TIME.format(new Date(instant)).replace(',', '')
}

/** `14:05` of an instant, in the browser's time zone. */
export function formatTime(instant: string): string {
  return TIME.format(new Date(instant))
}
