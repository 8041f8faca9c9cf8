import { expect, it } from 'vitest'
import { FATES, fateOf, lastDay, ledgerOf } from './ledger'
import { numbers } from './testing'

const [series] = numbers.series
if (!series) throw new Error('no series')

it('counts every number since the first own one exactly once', () => {
  const ledger = ledgerOf(numbers, series)
  expect(ledger).toMatchObject({ first: 613, total: 677, missing: 0 })
  expect(ledger.counts).toMatchObject({ autorizadas: 656, inutilizar: 3, enviando: 1, contingencia: 3, outras: 0 })
  expect(FATES.reduce((sum, fate) => sum + ledger.counts[fate], 0)).toBe(677)
  expect(ledger.skipped).toEqual([{ modelo: 65, serie: 1, ini: 1201, fim: 1202, tipo: 'saltada' }])
})

it('says how many numbers nothing accounts for', () => {
  const estados = numbers.estados.map((each) => (each.estado === 'autorizada' ? { ...each, quantidade: 654 } : each))
  expect(ledgerOf({ ...numbers, estados }, series).missing).toBe(2)
  const twice = [
    ...numbers.faixas,
    { modelo: 65 as const, serie: 1, ini: 1201, fim: 1201, tipo: 'inutilizada' as const },
  ]
  expect(ledgerOf({ ...numbers, faixas: twice }, series).missing).toBe(-1)
})

it('keeps each series apart', () => {
  const other = { ...series, serie: 2, proximo: 1, conferido_ate: 0 }
  const nfe = { ...series, modelo: 55 as const, proximo: 1, conferido_ate: 0 }
  for (const one of [other, nfe])
    expect(ledgerOf(numbers, one)).toMatchObject({ first: 1, total: 0, missing: 0, skipped: [] })
})

it('puts what it does not know among the others', () => {
  expect(fateOf('cancelada_subst')).toBe('canceladas')
  expect(fateOf('nova')).toBe('outras')
})

it('ends the time of a month on the tenth of the next', () => {
  expect(lastDay('2026-12-11T03:00:00Z')).toBe('10/12/2026')
})

it('counts what is open beyond what the server lists', () => {
  const pendentes = [
    {
      modelo: 65,
      serie: 1,
      numero: 1285,
      estado: 'rejeitada',
      nfce_id: 'n1285',
      prazo: '2026-12-11T03:00:00Z',
      vNF: '10.00',
    },
    {
      modelo: 65,
      serie: 1,
      numero: 1241,
      estado: 'abandonada',
      nfce_id: 'n1241',
      prazo: '2026-12-11T03:00:00Z',
      vNF: '10.00',
    },
    { modelo: 65, serie: 2, numero: 1, estado: 'enviando', nfce_id: 'n1', prazo: null, vNF: '10.00' },
  ] satisfies typeof numbers.pendentes
  const { pending, abandoned } = ledgerOf({ ...numbers, pendentes }, series)
  expect([pending.oldest.map(({ numero }) => numero), pending.total]).toEqual([[1285], 5])
  expect([abandoned.oldest.map(({ numero }) => numero), abandoned.total]).toEqual([[1241], 1])
})
