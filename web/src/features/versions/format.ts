const INSTANT = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })

/** `20/11/2026, 15:42` in this computer's time zone. */
export function formatInstant(instant: string): string {
  return INSTANT.format(new Date(instant))
}

/** The part of a commit's hash people quote. */
export function shortHash(hash: string | null): string | null {
  return hash && hash.slice(0, 10)
}
