/** The members of a list by a key of theirs, in their order. */
export function groups<T, K>(list: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>()
  for (const one of list) {
    const key = keyOf(one)
    const group = found.get(key)
    if (group) group.push(one)
    else found.set(key, [one])
  }
  return found
}
