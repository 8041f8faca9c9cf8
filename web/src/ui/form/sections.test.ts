import { describe, expect, it } from 'vitest'
import { orderedErrors, sectionOf, stateOf } from './sections'

const section = (id: string, fields: string[]) => ({ id, title: id, fields, content: null })
const DATA = section('data', ['cnpj', 'nome'])
const ITEMS = section('items', ['itens'])
const SECTIONS = [DATA, ITEMS]
const fields = { cnpj: { label: 'CNPJ', required: true }, nome: { label: 'Nome' }, itens: { label: 'Itens' } }
const form = (values: Record<string, unknown>, errors: Record<string, string> = {}) => ({ values, errors, fields })

it('finds the section of a path inside a list', () => {
  expect(sectionOf(SECTIONS, 'itens.2.cfop')).toBe(ITEMS)
  expect(sectionOf(SECTIONS, 'item')).toBeUndefined()
})

it('orders errors as one meets their fields, unknown ones last', () => {
  const errors = { outra: 'x', 'itens.0.cfop': 'x', nome: 'x', cnpj: 'x' }
  expect(orderedErrors(SECTIONS, errors)).toEqual(['cnpj', 'nome', 'itens.0.cfop', 'outra'])
})

describe('state of a section', () => {
  it('counts its errors', () => {
    expect(stateOf(DATA, form({ cnpj: '1' }, { cnpj: 'x', nome: 'x', itens: 'x' }))).toEqual({
      kind: 'errors',
      count: 2,
    })
  })
  it('counts what is required and empty', () => {
    expect(stateOf(DATA, form({ cnpj: '', nome: 'a' }))).toEqual({ kind: 'missing', count: 1 })
  })
  it('is complete with all that is required', () => {
    expect(stateOf(DATA, form({ cnpj: '1', nome: '' }))).toEqual({ kind: 'complete' })
  })
  it('lacks nothing where it does not apply, but may have errors', () => {
    const off = { ...DATA, notApplicable: 'Não se aplica ao Simples Nacional' }
    expect(stateOf(off, form({ cnpj: '' }))).toEqual({ kind: 'off' })
    expect(stateOf(off, form({ cnpj: '' }, { cnpj: 'x' }))).toEqual({ kind: 'errors', count: 1 })
  })
  it('is optional while nothing is required and nothing filled', () => {
    expect(stateOf(section('x', ['nome']), form({ nome: '' }))).toEqual({ kind: 'optional' })
  })
})
