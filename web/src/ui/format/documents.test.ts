import { describe, expect, it } from 'vitest'
import {
  formatCep,
  formatCnpj,
  formatCpfCnpj,
  formatPhone,
  plainCep,
  plainCnpj,
  plainInscricaoEstadual,
  plainPhone,
} from './documents'

describe('CNPJ', () => {
  it('is shown with its punctuation as far as it is typed', () => {
    expect(formatCnpj('')).toBe('')
    expect(formatCnpj('11')).toBe('11')
    expect(formatCnpj('112')).toBe('11.2')
    expect(formatCnpj('11222333000181')).toBe('11.222.333/0001-81')
  })

  it('keeps letters, in capitals', () => {
    expect(plainCnpj('12.abc.345/01de-35')).toBe('12ABC34501DE35')
    expect(formatCnpj('12ABC34501DE35')).toBe('12.ABC.345/01DE-35')
  })

  it.each([
    '11222333000181',
    '11.222.333/0001-81',
    ' 11 222 333 0001 81 ',
    'CNPJ: 11.222.333/0001-81',
    'CNPJ 11222333000181, São Paulo',
  ])('is found in the pasted text %j', (text) => {
    expect(plainCnpj(text)).toBe('11222333000181')
  })

  it('drops what is typed beyond its end', () => {
    expect(plainCnpj('11.222.333/0001-819')).toBe('11222333000181')
  })
})

it('shows a document as CPF until it is too long or has letters', () => {
  expect(formatCpfCnpj('12345678909')).toBe('123.456.789-09')
  expect(formatCpfCnpj('123456789091')).toBe('12.345.678/9091')
  expect(formatCpfCnpj('12A')).toBe('12.A')
})

it('masks the CEP', () => {
  expect(plainCep('15.010-000')).toBe('15010000')
  expect(formatCep('15010000')).toBe('15010-000')
  expect(formatCep('15010')).toBe('15010')
})

describe('phone', () => {
  it.each([
    ['(17) 3222-1234', '1732221234'],
    ['+55 17 99999-1234', '17999991234'],
    ['5517999991234', '17999991234'],
    ['017 3222-1234', '1732221234'],
    ['0800 123 4567', '08001234567'],
    ['55 3222-1234', '5532221234'],
  ])('%j is %j', (text, plain) => expect(plainPhone(text)).toBe(plain))

  it('groups by length', () => {
    expect(formatPhone('1732221234')).toBe('(17) 3222-1234')
    expect(formatPhone('17999991234')).toBe('(17) 99999-1234')
    expect(formatPhone('08001234567')).toBe('0800 123 4567')
    expect(formatPhone('17')).toBe('17')
  })
})

describe('inscrição estadual', () => {
  it.each([
    ['123.456.789.110', '123456789110'],
    ['isento', 'ISENTO'],
    ['is', 'IS'],
    ['ISENTA', 'ISENT'],
    ['x12', '12'],
  ])('%j is %j', (text, plain) => expect(plainInscricaoEstadual(text)).toBe(plain))
})
