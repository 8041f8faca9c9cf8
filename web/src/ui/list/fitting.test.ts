import { describe, expect, it } from 'vitest'
import { fitting } from './fitting'
import type { Column } from './types'

const column = (id: string, more: Partial<Column<null>> = {}): Column<null> => ({
  id,
  title: id,
  cell: () => id,
  ...more,
})

const PRODUCTS = [
  column('code', { width: '150px', leaves: 3 }),
  column('name', { isName: true }),
  column('ncm', { width: '140px', leaves: 2 }),
  column('unit', { width: '110px', leaves: 1 }),
  column('price', { width: '150px' }),
]

const shownAt = (width: number | undefined) => {
  const { columns, areActionsFolded } = fitting(PRODUCTS, { width, canSelect: true, actionsWidth: undefined })
  return [columns.map(({ id }) => id).join(' '), areActionsFolded]
}

describe('what of a table fits', () => {
  it.each([
    // Not laid out yet.
    [undefined, 'code name ncm unit price', false],
    [1159, 'code name ncm unit price', false],
    [1085, 'code name ncm unit price', true],
    // 42 + 56 + 220 + 150 + 150 + 140 + 110 = 868
    [868, 'code name ncm unit price', true],
    [867, 'code name ncm price', true],
    [757, 'code name price', true],
    // The name may be 160 px here.
    [584, 'code name price', true],
    [557, 'name price', true],
    [300, 'name', true],
  ])('in %s px', (width, columns, areActionsFolded) => {
    expect(shownAt(width)).toEqual([columns, areActionsFolded])
  })

  it('keeps those that say nothing longest, from right to left', () => {
    const columns = [column('name', { isName: true }), column('a', { width: '200px' }), column('b', { width: '200px' })]
    expect(
      fitting(columns, { width: 700, canSelect: false, actionsWidth: undefined }).columns.map(({ id }) => id),
    ).toEqual(['name', 'a', 'b'])
    expect(
      fitting(columns, { width: 600, canSelect: false, actionsWidth: undefined }).columns.map(({ id }) => id),
    ).toEqual(['name', 'a'])
  })
})

it('keeps a few actions in the row in a list in which more would fold', () => {
  const folds = (actionsWidth: string | undefined) =>
    fitting([], { width: 1084, canSelect: true, actionsWidth }).areActionsFolded
  expect([folds(undefined), folds('104px'), folds('240px')]).toEqual([true, false, true])
})
