import { expect, it } from 'vitest'
import { amountProblem, isUnlikely } from './payment-amount'

const tooMuch = /^Passa do que falta, R\$\s62,90\. Só dinheiro e cheque dão troco\.$/

it.each<[string, string, string, RegExp | null]>([
  ['01', '100.00', '62.90', null],
  ['02', '100.00', '62.90', null],
  ['01', '0.00', '62.90', /maior que zero/],
  ['03', '62.90', '62.90', null],
  ['03', '62.91', '62.90', tooMuch],
  ['04', '7891000101.00', '62.90', tooMuch],
  ['17', '63.00', '62.90', tooMuch],
  ['20', '63.00', '62.90', tooMuch],
  ['15', '63.00', '62.90', tooMuch],
  ['10', '63.00', '62.90', tooMuch],
  ['99', '63.00', '62.90', tooMuch],
  ['04', '1.00', '0.00', /^Não falta pagar nada\.$/],
])('of %s, %s against %s that are missing: %s', (tPag, valor, missing, sentence) => {
  const said = amountProblem({ digit: '', label: '', tPag }, valor, missing)
  if (sentence === null) expect(said).toBeNull()
  else expect(said).toMatch(sentence)
})

it.each([
  ['1000.00', '62.90', false],
  ['1000.01', '62.90', true],
  ['12345670.00', '62.90', true],
  ['5000.00', '500.00', false],
  ['5000.01', '500.00', true],
  ['1000.01', '0.00', true],
  ['629.01', '62.90', false],
])('%s for %s that are missing was rather typed by mistake: %s', (valor, missing, isAsked) =>
  expect(isUnlikely(valor, missing)).toBe(isAsked),
)
