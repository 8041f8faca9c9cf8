// Sells while servers and SEFAZ die at every place that is known, then proves that no number and no sale is lost, doubled or
// unaccounted for. CRASH_SALES: how many; CRASH_SEED repeats a run as far as chance goes; CRASH_KEEP=1 leaves the folders of
// server, simulator and journals for a look, and tells where they are.
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '../api/tests/helpers/runner.ts'
import { Database } from '../api/tests/helpers/database.ts'
import { engine } from '../api/tests/helpers/server.ts'
import { broken, invariants } from './checker.ts'
import { wrongDocuments } from './documents.ts'
import { readDatabase } from './evidence.ts'
import { type Run, trade } from './shop.ts'
import { spoilings } from './spoilings.ts'
import { faultNames, pointNames } from './faults.ts'
import { shortened } from './times.ts'
import { World } from './world.ts'

const sales = Number(process.env.CRASH_SALES ?? 120)
const isFull = sales >= 1000
/** The short run, which every check makes, repeats itself as far as it can. */
const seed = Number(process.env.CRASH_SEED ?? (isFull ? randomInt(1_000_000) : 31))
/** Three of the program's hours: what was asked for too often is asked for again after one, and on a busy machine fails once more. */
const settle_ms = 3 * shortened(3600) + 45_000

const world = new World({ seed, clocks: isFull })
let run: Run

beforeAll(async () => {
  run = await trade(world, { seed, sales, disasters: isFull, settle_ms })
  console.log(`crash test on ${engine}, seed ${seed}: ${run.times.join(', ')}`)
  console.log([...world.counts].sort().join('\n'))
}, 1_800_000)
afterAll(() => world.close(), 60_000)

describe(`${sales} sales on ${engine}, seed ${seed}`, () => {
  test('come to rest', () => {
    expect(run.left).toEqual([])
  })

  test('really died and failed', () => {
    const sum = (is: (name: string) => boolean) =>
      [...world.counts].reduce((total, [name, count]) => total + (is(name) ? count : 0), 0)
    expect(sum((name) => pointNames(engine).includes(name))).toBeGreaterThanOrEqual(sales / 20)
    if (isFull) {
      expect(pointNames(engine).filter((name) => !world.counts.has(name))).toEqual([])
      expect(faultNames.filter((name) => (world.counts.get(name) ?? 0) < 10)).toEqual([])
    }
    expect(sum((name) => name.startsWith('NFe'))).toBeGreaterThanOrEqual(sales / 4)
    expect(run.evidence.here.itens_faturados.length).toBeGreaterThanOrEqual(sales / 60)
    expect(world.counts.get('browser sold') ?? 0).toBeGreaterThanOrEqual(sales / 30)
    expect(run.evidence.here.devolucoes.length).toBeGreaterThanOrEqual(sales / 100)
    // Chance makes a handful of them: a credit must have been given and be taken before its server dies.
    if (isFull) expect(run.evidence.here.usos.length).toBeGreaterThanOrEqual(sales / 500)
    const { notas, itens_entregues } = run.evidence.here
    expect(notas.filter(({ modelo }) => modelo === 55).length).toBeGreaterThanOrEqual(sales / 20)
    expect(notas.filter(({ tpemis }) => tpemis === 6).length).toBeGreaterThanOrEqual(sales / 30)
    expect(itens_entregues.length).toBeGreaterThanOrEqual(sales / 60)
    expect(run.evidence.here.itens_de_remessas.length).toBeGreaterThanOrEqual(sales / 200)
    if (isFull) expect(notas.filter(({ devolucao_id }) => devolucao_id !== null).length).toBeGreaterThanOrEqual(sales / 100)
    expect(run.evidence.here.notas.length).toBeGreaterThanOrEqual(sales * 0.7)
    expect(new Set(run.evidence.here.notas.map(({ estado }) => estado)).size).toBeGreaterThanOrEqual(isFull ? 4 : 2)
  })

  test.each(Object.entries(invariants))('%s', (_, check) => {
    expect(check(run.evidence)).toEqual([])
  })

  test('everything signed is valid by the official schemas, and its signature verifies', () => {
    const { xmls } = run.evidence.here
    const authority = join(world.simulator.folder, 'autoridade.pem')
    expect(xmls.filter(({ tipo }) => tipo === 'nfe').length).toBeGreaterThanOrEqual(sales * 0.7)
    expect(wrongDocuments(xmls, authority, world.folder)).toEqual([])
    const [spoiled] = xmls.filter(({ tipo }) => tipo === 'nfe')
    const bytes = spoiled!.bytes.replace(Buffer.from('</vNF>').toString('hex'), Buffer.from('0</vNF>').toString('hex'))
    expect(wrongDocuments([{ ...spoiled!, bytes }], authority, mkdtempSync(join(world.folder, 'outro-'))).length).toBe(2)
  })

  test('balcao receipts check and audit verify say the same', async () => {
    for (const args of [
      ['receipts', 'check'],
      ['audit', 'verify'],
    ]) {
      const { code, stdout, stderr } = await world.servers[0]!.command(args)
      expect(code, stdout + stderr).toBe(0)
    }
  })
})

// A checker that cannot fail proves nothing.
describe.runIf(engine === 'sqlite')('the checker finds', () => {
  const spoiled = (statements: string) => {
    const file = join(world.folder, 'spoiled.db')
    world.database.run(`vacuum into '${file}'`)
    const copy = new Database(`sqlite:${file}`)
    copy.run(
      `pragma foreign_keys = off; drop trigger nfce_xml_no_update; drop trigger nfce_xml_no_delete;
        drop trigger caixa_movimento_no_update; drop trigger caixa_movimento_no_delete; drop trigger caixa_contagem_no_update;
        ${statements}`,
    )
    const here = readDatabase(copy)
    rmSync(file)
    return { ...run.evidence, here }
  }
  test.each(spoilings)('$what', ({ invariant, spoil }) => {
    expect(broken(run.evidence)).toEqual([])
    expect(broken(typeof spoil === 'string' ? spoiled(spoil) : spoil(run.evidence))).toContain(invariant)
  })
})
