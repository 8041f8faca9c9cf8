// Runs after all other tests: was every route called, by everybody, on both engines' runs?
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from './helpers/contract.ts'

const folder = process.env.BALCAO_TEST_COVERAGE!
const calls = readdirSync(folder)
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  .map((line) => line.split(' ') as [string, string, string])

test.each(Object.keys(routes))('%s was called by everybody', (operation) => {
  const whos = new Set(calls.filter(([called]) => called === operation).map(([, who]) => who))
  expect([...whos].sort()).toEqual(['admin', 'foreign', 'nobody', 'unlinked', 'user'])
})

test.each(Object.keys(routes))('%s was seen to succeed', (operation) => {
  expect(calls.some(([called, , status]) => called === operation && Number(status) < 300)).toBe(true)
})
