import { expect, it } from 'vitest'
import { consumerProblem, isCnpj } from './consumer'

it.each([
  ['', null],
  ['52998224725', null],
  ['11144477735', null],
  ['12345678909', null],
  ['52998224724', 'CPF inválido. Confira os números digitados.'],
  ['52998224735', 'CPF inválido. Confira os números digitados.'],
  ['11111111111', 'CPF inválido. Confira os números digitados.'],
  ['5299822472', 'Falta 1 dígito do CPF.'],
  ['529', 'Faltam 8 dígitos do CPF.'],
  ['11222333000181', null],
  ['12ABC34501DE35', null],
  ['11222333000180', 'CNPJ inválido. Confira os números digitados.'],
])('%j: %j', (plain, problem) => expect(consumerProblem(plain)).toBe(problem))

it('knows a company by its document', () => {
  expect(['11222333000181', '12ABC34501DE35', '52998224725', ''].map(isCnpj)).toEqual([true, true, false, false])
})
