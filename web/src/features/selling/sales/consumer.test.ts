import { expect, it } from 'vitest'
import { consumerProblem, NO_COMPANIES } from './consumer'

it.each([
  ['', null],
  ['52998224725', null],
  ['11144477735', null],
  ['12345678909', null],
  ['52998224724', 'Este CPF não existe. Confira os números.'],
  ['52998224735', 'Este CPF não existe. Confira os números.'],
  ['11111111111', 'Este CPF não existe. Confira os números.'],
  ['5299822472', 'Falta 1 dígito do CPF.'],
  ['529', 'Faltam 8 dígitos do CPF.'],
  ['11222333000181', NO_COMPANIES],
  ['12ABC34501DE35', NO_COMPANIES],
])('%j: %j', (plain, problem) => expect(consumerProblem(plain)).toBe(problem))
