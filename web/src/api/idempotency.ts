import { useRef } from 'react'

/** 128 random bits in hex. Not randomUUID, which plain http on a local network does not have. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Gives the key for a body to be created: the same body keeps its key over retries and double clicks, a corrected
 * one gets a new key, since the server refuses a known key with another body.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (!last.current.key || last.current.body !== text) last.current = { body: text, key: newIdempotencyKey() }
    return last.current.key
  }
}
