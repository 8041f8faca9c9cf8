// Runs after all other tests: did some test get every answer that the contract promises by its status, on each engine that ran
// them all? The table of permissions calls every route, so its calls do not count.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '../helpers/contract.ts'
import { wholeEngines } from '../helpers/whole-engines.ts'

const folder = process.env.BALCAO_TEST_COVERAGE!
const seen = new Set(
  readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .filter((line) => !line.startsWith('permissions.test.ts '))
    .map((line) => line.slice(line.indexOf(' ') + 1)),
)
const promised = Object.entries(routes).flatMap(([operation, { statuses }]) =>
  statuses.map((status) => ({ operation, status })),
)

test.each(promised)('$operation was seen to answer $status', ({ operation, status }) => {
  const silent = wholeEngines.filter((engine) => !seen.has(`${engine} ${operation} ${status}`))
  expect(silent).toEqual([])
})
