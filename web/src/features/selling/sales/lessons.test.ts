import { describe, expect, it } from 'vitest'
import type { ReceiptSummary } from '@/api'
import { advanced, BEGINNING, LESSONS, repeated, stepOf, withNota, withSent } from './lessons'
import type { Basket, LessonKey, Progress, Step } from './lessons'
import { sentOf } from './sent'
import type { SentSale } from './sent'
import { issued } from './testing'

const empty: Basket = { items: 0, cpf: null, isNfe: false, isPaid: false }
const paid: Basket = { items: 2, cpf: null, isNfe: false, isPaid: true }

const at = (key: LessonKey, changes: Partial<Progress> = {}): Progress => ({
  ...BEGINNING,
  lesson: LESSONS.findIndex((lesson) => lesson.key === key),
  ...changes,
})
const nota = (changes: Partial<ReceiptSummary>) =>
  issued({ id: 's1', emitir: true }, { documento: null, ...changes }).nota as ReceiptSummary
const sent = (id: string) => sentOf(issued({ id, emitir: true }), 0) as SentSale

describe('the next step of the open sale', () => {
  it.each<[LessonKey, Basket, Step]>([
    ['cash', empty, 'items'],
    ['cash', { ...paid, isPaid: false }, 'pay'],
    ['cash', paid, 'issue'],
    ['cpf', paid, 'cpf'],
    ['cpf', { ...paid, cpf: '52998224725', isPaid: false }, 'pay'],
    ['cpf', { ...paid, cpf: '52998224725' }, 'issue'],
    ['cancel', empty, 'items'],
    ['builder', paid, 'company'],
    ['builder', { ...paid, isNfe: true }, 'issue'],
  ])('%s, %j: %s', (lesson, basket, step) => {
    expect(stepOf(at(lesson), basket, null)).toBe(step)
  })
})

describe('what the receipt says decides', () => {
  it.each<[LessonKey, Partial<ReceiptSummary>, Step]>([
    ['cash', { estado: 'enviando' }, 'wait'],
    ['cash', { estado: 'indefinida' }, 'wait'],
    ['cash', { estado: 'autorizada' }, 'done'],
    ['cash', { estado: 'rejeitada' }, 'retry'],
    ['cpf', { estado: 'autorizada' }, 'again'],
    ['cpf', { estado: 'autorizada', documento: '52998224725' }, 'done'],
    ['refused', { estado: 'autorizada' }, 'again'],
    ['refused', { estado: 'rejeitada' }, 'retry'],
    ['refused', { estado: 'abandonada' }, 'again'],
    ['offline', { estado: 'autorizada' }, 'again'],
    ['offline', { estado: 'contingencia', tpEmis: 9 }, 'done'],
    ['offline', { estado: 'autorizada', tpEmis: 9 }, 'done'],
    ['cancel', { estado: 'autorizada' }, 'cancel'],
    ['cancel', { estado: 'cancelada' }, 'done'],
    ['builder', { estado: 'autorizada', modelo: 65 }, 'again'],
    ['builder', { estado: 'autorizada', modelo: 55 }, 'done'],
  ])('%s, %j: %s', (lesson, changes, step) => {
    expect(stepOf(at(lesson, { sale: 's1' }), empty, nota(changes))).toBe(step)
  })

  it('a refused one that went through afterwards is what the lesson was about', () => {
    const refused = withNota(at('refused', { sale: 's1' }), nota({ estado: 'rejeitada' }))
    expect(stepOf(refused, empty, nota({ estado: 'autorizada' }))).toBe('done')
  })
  it('an answer that is not there yet is waited for', () => {
    expect(stepOf(at('cash', { sale: 's1' }), empty, null)).toBe('wait')
  })
})

it('a lesson takes the first sale that is sent in it, and no other', () => {
  const first = withSent(BEGINNING, [sent('s1')])
  expect(first.sale).toBe('s1')
  expect(withSent(first, [sent('s2')]).sale).toBe('s1')
  const second = withSent(advanced(first), [sent('s1')])
  expect(second).toMatchObject({ lesson: 1, sale: null })
  expect(withSent(second, [sent('s1'), sent('s2')]).sale).toBe('s2')
  const again = repeated(withSent(second, [sent('s2')]))
  expect(withSent(again, [sent('s2')])).toMatchObject({ lesson: 1, sale: null, wasRefused: false })
})

it('is over behind the last one', () => {
  const all = LESSONS.reduce((progress) => advanced(progress), BEGINNING)
  expect(stepOf(all, paid, null)).toBe('done')
  expect(withSent(all, [sent('s1')]).sale).toBeNull()
})
