/** How long after the answer to a write its event may come. */
const KEPT_MS = 10_000
/** Longer than any write is waited for. */
const UNDER_WAY_MS = 60_000

type Write = {
  until: number
  /** The version it made of the record; undefined where the answer does not say. */
  etag: string | undefined
}
const writes = new Map<string, Write>()

type Sent = { method: string; path: string; parts: Record<string, string | number>; body: unknown }

/** Records that a write changes: the one its path names, and those of a bulk change. */
function recordsOf({ method, path, parts, body }: Sent): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const isMadeInCompany = method === 'post' && names.length === 1 && path.startsWith('/api/companies/{id}/')
  const last = names.at(-1)
  const ids = typeof body === 'object' && body !== null && 'ids' in body ? body.ids : []
  return [
    ...(last !== undefined && !isMadeInCompany ? [String(parts[last])] : []),
    ...(Array.isArray(ids) ? ids.map(String) : []),
  ]
}

/**
 * Remembers what this tab writes, so that its events are not told as somebody else's. Call what it returns when the answer
 * is there, with the record's new version.
 */
export function noteOwnWrite(sent: Sent): (etag?: string) => void {
  const now = Date.now()
  for (const [id, { until }] of writes) if (until < now) writes.delete(id)
  const ids = recordsOf(sent)
  for (const id of ids) writes.set(id, { until: now + UNDER_WAY_MS, etag: undefined })
  return (etag) => {
    for (const id of ids) writes.set(id, { until: Date.now() + KEPT_MS, etag: ids.length === 1 ? etag : undefined })
  }
}

/** Whether this version of the record was made by this tab just now. */
export function isOwnWrite(id: string, etag: string | undefined): boolean {
  const write = writes.get(id)
  return write !== undefined && write.until >= Date.now() && (write.etag === undefined || write.etag === etag)
}
