/** Lower case without accents, to compare the way people search. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** `1.284` */
export function formatInteger(value: number): string {
  return value.toLocaleString('pt-BR')
}
