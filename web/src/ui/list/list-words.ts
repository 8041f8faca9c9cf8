import { formatInteger } from '../format/text'

/** One page as every list of the server answers it. */
export type ListPage<T> = {
  items: readonly T[]
  page: number
  page_size: number
  total: number
  /** False: there are more than `total`. */
  total_exact: boolean
}

type Figures = Omit<ListPage<unknown>, 'items'> & { items: { length: number } }

/** 'Exibindo 1-10 de 132 registros' */
export function rangeText({ items, page, page_size, total, total_exact }: Figures): string {
  const noun = total === 1 && total_exact ? 'registro' : 'registros'
  const whole = `${total_exact ? '' : 'mais de '}${formatInteger(total)} ${noun}`
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
  return figures.total_exact ? figures.page < lastPage(figures) : figures.items.length === figures.page_size
}
