const DAY_MS = 86_400_000
const WARN_DAYS = 30
const PRESSING_DAYS = 7

export type CertificateEnd = {
  /** Whole days until the end; negative after it. */
  days: number
  isPressing: boolean
}

/** How near the end of a certificate is; null while it is more than 30 days away or there is no certificate. */
export function certificateEnd(validUntil: string | null, now: Date): CertificateEnd | null {
  if (validUntil === null) return null
  const days = Math.floor((new Date(validUntil).getTime() - now.getTime()) / DAY_MS)
  // Also what cannot be read as an instant is no reason to warn.
  return days <= WARN_DAYS ? { days, isPressing: days < PRESSING_DAYS } : null
}
