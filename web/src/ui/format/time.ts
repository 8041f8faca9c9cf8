/** Each of them costs an old computer several milliseconds, and most screens need one or two. */
function onceAsked<Format>(make: () => Format): () => Format {
  let made: Format | undefined
  return () => (made ??= make())
}

const DATE = onceAsked(() => new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric' }))
const DATE_TIME = onceAsked(
  () =>
    new Intl.DateTimeFormat('pt-BR', {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
)

const TIME = onceAsked(() => new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' }))

/** `20/11/2026` of an instant, in the browser's time zone. */
export function formatDate(instant: string): string {
  return DATE().format(new Date(instant))
}

/** `20/11/2026 14:05` of an instant, in the browser's time zone. */
export function formatDateTime(instant: string): string {
  return DATE_TIME().format(new Date(instant)).replace(',', '')
}

/** `14:05` of an instant, in the browser's time zone. */
export function formatTime(instant: string): string {
  return TIME().format(new Date(instant))
}

const TIME_OF_DAY = onceAsked(
  () => new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', second: '2-digit' }),
)

/** `14:05:09` of an instant, in the browser's time zone. */
export function formatTimeOfDay(instant: string): string {
  return TIME_OF_DAY().format(new Date(instant))
}

const MOMENT = onceAsked(
  () =>
    new Intl.DateTimeFormat('pt-BR', {
      day: '2-digit',
      month: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
)

/** `21/11 15:42`: an instant near enough for its year to be plain. */
export function formatMoment(instant: string): string {
  return MOMENT().format(new Date(instant)).replace(',', '')
}

/** `24 minutos`, `1 minuto`, `menos de 1 minuto`, from an hour on `3 horas`: as much as is surely left of these milliseconds. */
export function formatSpan(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return 'menos de 1 minuto'
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return minutes === 1 ? '1 minuto' : `${minutes} minutos`
  return hours === 1 ? '1 hora' : `${hours} horas`
}

const AGO = onceAsked(() => new Intl.RelativeTimeFormat('pt-BR', { numeric: 'always' }))

/** `agora`, `há 2 minutos`, `há 3 horas`; from a day on the date and time. `now` in milliseconds. */
export function formatAgo(instant: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000)
  if (minutes < 1) return 'agora'
  if (minutes < 60) return AGO().format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? AGO().format(-hours, 'hour') : formatDateTime(instant)
}
