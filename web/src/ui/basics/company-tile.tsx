import { useState } from 'react'
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

type Props = {
  name: string
  color: CompanyTone
  /** Address of its system logo, drawn instead of the initials for as long as it can be. */
  logo?: string | null
}

/** The 26 px square that stands for a company. Decoration: the name is always beside it. */
export function CompanyTile({ name, color, logo }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  if (logo && logo !== broken) {
    return <img className={classes.logo} src={logo} alt="" width={26} height={26} onError={() => setBroken(logo)} />
  }
  return (
    <span className={classes.tile} data-company-color={color} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}
