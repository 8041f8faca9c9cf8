import classes from './company-tile.module.css'

export const COMPANY_COLORS = ['petroleo', 'anil', 'ameixa', 'barro', 'oliva', 'cereja', 'grafite', 'mata'] as const
export type CompanyTone = (typeof COMPANY_COLORS)[number]

const SMALL_WORDS = new Set(['da', 'das', 'de', 'do', 'dos', 'e'])

/** Two capitals that stand for a name: first letters of its first two words that mean something. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word && !SMALL_WORDS.has(word.toLowerCase()))
  const [first = '', second = ''] = words
  return (second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2)).toUpperCase()
}

/** The 26 px square that stands for a company. Decoration: the name is always beside it. */
export function CompanyTile({ name, color }: { name: string; color: CompanyTone }) {
  return (
    <span className={classes.tile} data-company-color={color} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}
