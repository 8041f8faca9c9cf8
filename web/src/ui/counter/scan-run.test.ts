import { expect, it } from 'vitest'
import { ScanRun } from './scan-run'

/** Presses each character so many ms after the one before; `⏎` is Enter, `⇥` Tab, `⇧` Shift, `←` Backspace. */
const KEYS: Record<string, string> = { '⏎': 'Enter', '⇥': 'Tab', '⇧': 'Shift', '←': 'Backspace' }

function press(typed: string, gap: number, isSignIn = false) {
  const run = new ScanRun()
  let timeStamp = 1_000
  const steps = Array.from(typed, (letter) => {
    timeStamp += gap
    return run.press({ key: KEYS[letter] ?? letter, timeStamp }, isSignIn)
  })
  return { steps, text: run.text, isReading: run.isReading }
}

it.each<[string, number]>([
  ['7891000315507', 2],
  ['12345670', 10],
  ['12345670', 19],
  ['LJ-H08', 5],
  ['VG-TR8-300', 15],
  ['CIMENTO', 10],
  ['⇧L⇧J-⇧H08', 5],
])('%j with %i ms between two keys is a code before it has ended', (typed, gap) =>
  expect(press(typed, gap)).toMatchObject({ isReading: true, text: typed.replaceAll('⇧', '') }),
)

it.each<[string, number]>([
  ['7891000315507⏎', 2],
  ['7891000315507⇥', 2],
  ['7891000315507⏎', 50],
  ['LJ-H08⏎', 35],
])('%j with %i ms between two keys is a code at its end', (typed, gap) => {
  const { text, steps } = press(typed, gap)
  expect(text).toBe(typed.slice(0, -1))
  expect(steps.at(-1)).toBe('read')
})

it.each<[string, string, number]>([
  ['a hand', '7891000315507⏎', 60],
  ['a fast hand', '52998224725⏎', 51],
  ['a held key', '0000000000⏎', 90],
  ['an amount', '150⏎', 1],
  ['an amount with cents', '62,90⏎', 1],
  ['a code that is put right meanwhile', '12345←6⏎', 5],
  ['what a program types for a person', 'marina@example.com⏎', 2],
  ['words', 'cimento⏎', 2],
  ['several words', 'Mesa 42 do fundo⏎', 2],
])('%s types no code: %j with %i ms', (_, typed, gap) => {
  const { steps, isReading } = press(typed, gap)
  expect(isReading).toBe(false)
  expect(steps).not.toContain('read')
})

it.each<[string, boolean]>([
  ['7891000315507⏎', true],
  ['12345670⏎', true],
  ['123456⏎', false],
  ['7891000315508⏎', false],
  ['segredo123⏎', false],
])('in a field of a sign-in, %j is a code: %s', (typed, isCode) => {
  const { steps } = press(typed, 5, true)
  expect(steps).not.toContain('reading')
  expect(steps.includes('read')).toBe(isCode)
})

it('begins anew after a pause', () => {
  const run = new ScanRun()
  for (const [at, key] of Array.from('789100').entries()) run.press({ key, timeStamp: at * 5 })
  expect(run.isReading).toBe(true)
  expect(run.isOver(120)).toBe(false)
  expect(run.isOver(130)).toBe(true)
  expect(run.press({ key: '1', timeStamp: 200 })).toBe('first')
  expect(run.text).toBe('1')
})
