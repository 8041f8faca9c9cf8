/** The part of a commit's hash people quote. */
export function shortHash(hash: string | null): string | null {
  return hash && hash.slice(0, 10)
}
