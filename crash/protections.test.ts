// Sells with one protection taken away, and expects the checker to notice.
import { randomInt } from 'node:crypto'
import { afterEach, describe, expect, test } from '../api/tests/helpers/runner.ts'
import { engine } from '../api/tests/helpers/server.ts'
import { broken } from './checker.ts'
import { trade } from './shop.ts'
import { World } from './world.ts'

const sales = 160
const seed = Number(process.env.CRASH_SEED ?? randomInt(1_000_000))

describe.runIf(engine === 'sqlite')(`without one protection, seed ${seed}, the checker finds`, () => {
  let world: World
  afterEach(() => world.close())
  test.each([
    ['execucao', 'I6 only what was announced'],
    ['replaced', 'I6 only what was announced'],
    ['fresh_connection', 'I6 only what was announced'],
    ['announcement', 'I6 only what was announced'],
    ['version', 'I6 only what was announced'],
    ['query_first', 'I6 only what was announced'],
    ['sale_id', 'I3 every sale once'],
  ])('%s', async (without, invariant) => {
    world = new World({ seed, without })
    const { evidence, times } = await trade(world, { seed, sales, disasters: false, settle_ms: 60_000 })
    console.log(`without ${without}, seed ${seed}: ${times.join(', ')}; broken: ${broken(evidence).join(', ')}`)
    expect(broken(evidence)).toContain(invariant)
  })
})
