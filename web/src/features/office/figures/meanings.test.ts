import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MEANINGS } from './meanings'

it('explains exactly the figures that are defined', () => {
  const rows = readFileSync('../docs/figures.md', 'utf8').matchAll(/^\| \*\*(.+?)\*\* \|/gm)
  const defined = [...rows].map(([, name]) => name)
  expect(defined.length).toBeGreaterThan(10)
  expect(Object.keys(MEANINGS)).toEqual(defined)
})
