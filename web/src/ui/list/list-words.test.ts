import { describe, expect, it } from 'vitest'
import { hasNext, pageText, rangeText } from './list-words'

const page = (over: Partial<Parameters<typeof rangeText>[0]>) => ({
  items: { length: 10 },
  page: 1,
  page_size: 10,
  total: 132,
  total_exact: true,
  ...over,
})

describe('exact total', () => {
  it('says which rows of how many', () => {
    expect(rangeText(page({}))).toBe('Exibindo 1-10 de 132 registros')
    expect(rangeText(page({ page: 14, items: { length: 2 } }))).toBe('Exibindo 131-132 de 132 registros')
    expect(rangeText(page({ total: 1, items: { length: 1 } }))).toBe('Exibindo 1-1 de 1 registro')
    expect(rangeText(page({ total: 1284 }))).toBe('Exibindo 1-10 de 1.284 registros')
  })

  it('says the page of how many and ends at the last', () => {
    expect(pageText(page({}))).toBe('Página 1 de 14')
    expect(hasNext(page({ page: 13 }))).toBe(true)
    expect(hasNext(page({ page: 14, items: { length: 2 } }))).toBe(false)
  })
})

describe('capped total', () => {
  const capped = { total: 1000, total_exact: false }

  it('says there are more', () => {
    expect(rangeText(page(capped))).toBe('Exibindo 1-10 de mais de 1.000 registros')
    expect(pageText(page(capped))).toBe('Página 1')
  })

  it('asks for more letters where a search ends at its thousandth row', () => {
    const ended = { ...capped, ends_at_total: true as const }
    expect(rangeText(page(ended))).toBe('Exibindo 1-10 de mais de 1.000: escreva mais para ordenar')
    expect(hasNext(page({ ...ended, page: 99 }))).toBe(true)
    expect(hasNext(page({ ...ended, page: 100 }))).toBe(false)
  })

  it('goes on while full pages come', () => {
    expect(hasNext(page({ ...capped, page: 140 }))).toBe(true)
    expect(hasNext(page({ ...capped, page: 141, items: { length: 3 } }))).toBe(false)
  })
})
