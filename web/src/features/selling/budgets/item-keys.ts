/** Columns one types into, from left to right. */
export const COLUMNS = ['descricao', 'quantidade', 'valor_venda', 'desconto'] as const
export type ColumnName = (typeof COLUMNS)[number]

export type Cell = { row: number; column: ColumnName }

/** Where the field stands in the form: 'itens.2.quantidade'. */
export const pathOf = ({ row, column }: Cell) => `itens.${row}.${column}`

export function cellOf(path: string): Cell | null {
  const [, row = '', name] = /^itens\.(\d+)\.(\w+)$/.exec(path) ?? []
  const column = COLUMNS.find((each) => each === name)
  return column ? { row: Number(row), column } : null
}

/**
 * Where a key leads from a cell: another cell, null for the search of the next product, undefined when the key is the
 * field's own.
 */
export function cellAfter(
  key: string,
  { row, column }: Cell,
  rows: number,
  caret: { isAtStart: boolean; isAtEnd: boolean },
): Cell | null | undefined {
  const at = COLUMNS.indexOf(column)
  const left = COLUMNS[at - 1]
  const right = COLUMNS[at + 1]
  switch (key) {
    case 'Enter':
      if (right) return { row, column: right }
      return row + 1 < rows ? { row: row + 1, column: 'quantidade' } : null
    case 'ArrowDown':
      return row + 1 < rows ? { row: row + 1, column } : undefined
    case 'ArrowUp':
      return row > 0 ? { row: row - 1, column } : undefined
    case 'ArrowLeft':
      return caret.isAtStart && left ? { row, column: left } : undefined
    case 'ArrowRight':
      return caret.isAtEnd && right ? { row, column: right } : undefined
    default:
      return undefined
  }
}
