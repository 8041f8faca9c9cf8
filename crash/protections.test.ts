// What each protection is for: the fault that it answers harms nobody, and the checker notices when the protection is gone.
import { afterEach, describe, expect, test } from '../api/tests/helpers/runner.ts'
import { engine } from '../api/tests/helpers/server.ts'
import { broken, invariants } from './checker.ts'
import { type Protected, scenes } from './scenes.ts'
import { play } from './shop.ts'
import { World } from './world.ts'

/** Longer than two queries of which SEFAZ's silence is believed. */
const settle_ms = 60_000
/** Without the protection it may never come to rest. */
const look_ms = 3_000

describe.runIf(engine === 'sqlite').each(scenes)('$without', ({ without, what, invariant, scene }: Protected) => {
  let world: World
  afterEach(() => world.close())

  test(what, async () => {
    world = new World({ seed: 1 })
    const { evidence, left } = await play(world, scene, settle_ms)
    expect(left).toEqual([])
    for (const [name, check] of Object.entries(invariants)) expect(check(evidence), name).toEqual([])
  })

  test(`the checker finds out that it is gone: ${invariant}`, async () => {
    world = new World({ seed: 1, without })
    const { evidence } = await play(world, scene, look_ms)
    expect(broken(evidence)).toContain(invariant)
  })
})
