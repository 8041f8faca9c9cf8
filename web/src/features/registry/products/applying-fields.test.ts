import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXEMPTION_REASONS, icmsApplies, usesCsosn } from './applying-fields'

/** The table that the server's own tests read. */
const TABLE = resolve(import.meta.dirname, '../../../../../server/tests/registry/products/cases/product-icms.txt')

/** `name: key -> value`, of one name. */
function rowsOf(name: string): [key: string, value: string][] {
  return readFileSync(TABLE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${name}: `))
    .map((line) => line.slice(name.length + 2).split(' -> ') as [string, string])
}

describe('what the server says too', () => {
  it.each(rowsOf('crt'))('a company of CRT %s uses %s', (crt, codes) => {
    expect(usesCsosn(Number(crt)) ? 'csosn' : 'cst').toBe(codes)
  })

  it('knows all four regimes', () => expect(rowsOf('crt')).toHaveLength(4))

  it('offers the reasons that each CST takes', () => {
    const wanted = rowsOf('motDesICMS').map(([cst, reasons]) => [cst, reasons.split(' ')])
    expect(EXEMPTION_REASONS).toEqual(Object.fromEntries(wanted))
  })

  it.each(rowsOf('motDesICMS'))('asks for the reason with CST %s', (cst) => {
    expect(icmsApplies('icms_motDesICMS', cst)).toBe(true)
  })
})
