/** Lower case without accents, to compare the way people search. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** `1.284` */
export function formatInteger(value: number): string {
  return value.toLocaleString('pt-BR')
}

/** `12,3 MB`, `340 KB`; thousands, as file managers count. */
export function formatSize(bytes: number): string {
  const inMega = bytes >= 1_000_000
  const size = inMega ? bytes / 1_000_000 : Math.max(bytes / 1000, bytes ? 1 : 0)
  return `${size.toLocaleString('pt-BR', { maximumFractionDigits: inMega ? 1 : 0 })} ${inMega ? 'MB' : 'KB'}`
}
