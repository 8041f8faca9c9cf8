import { formatInteger } from '../format/text'

/** One page as every list of the server answers it. */
export type ListPage<T> = {
  items: readonly T[]
  page: number
  page_size: number
  total: number
  /** False: there are more than `total`. */
  total_exact: boolean
  /** A search found more than `total`, and the list ends there: first what begins with it, or the newest. */
  ends_at_total?: true
}

type Figures = Omit<ListPage<unknown>, 'items'> & { items: { length: number } }

/** 'Exibindo 1-10 de 132 registros', 'Exibindo 1-10 de mais de 1.000: escreva mais para ordenar' */
export function rangeText({ items, page, page_size, total, total_exact, ends_at_total }: Figures): string {
  const noun = total === 1 && total_exact ? ' registro' : ends_at_total ? ': escreva mais para ordenar' : ' registros'
  const whole = `${total_exact ? '' : 'mais de '}${formatInteger(total)}${noun}`
  if (items.length === 0) return `Exibindo 0 de ${whole}`
  const first = (page - 1) * page_size + 1
  return `Exibindo ${formatInteger(first)}-${formatInteger(first + items.length - 1)} de ${whole}`
}

export function lastPage({ page_size, total }: Figures): number {
  return Math.max(1, Math.ceil(total / page_size))
}

/** 'Página 1 de 14', or 'Página 1' while nobody knows how many there are. */
export function pageText(figures: Figures): string {
  const page = `Página ${formatInteger(figures.page)}`
  return figures.total_exact ? `${page} de ${formatInteger(lastPage(figures))}` : page
}

export function hasNext(figures: Figures): boolean {
  return figures.total_exact || figures.ends_at_total
    ? figures.page < lastPage(figures)
    : figures.items.length === figures.page_size
}
