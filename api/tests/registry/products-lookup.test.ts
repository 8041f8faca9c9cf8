// What a clerk types or scans: codes, bar codes, labels of scales, quantities, and what is told when nothing has it.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { newProduct } from '../helpers/products.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let user: Caller
let own: Company

const rows = [
  { prod_cProd: '7', prod_xProd: 'Pão francês', prod_uCOM: 'KG', prod_vUnCOM: '18.90' },
  { prod_cProd: '000042', prod_xProd: 'Queijo minas', prod_uCOM: 'KG', prod_vUnCOM: '49.90' },
  { prod_cProd: 'LJ-12', prod_xProd: 'Laje H12', prod_uCOM: 'M2', prod_vUnCOM: '41' },
  { prod_cProd: '300', prod_xProd: 'Leite 1 L', prod_uCOM: 'UN', prod_vUnCOM: '5.49', prod_cEAN: '7891000100103' },
  { prod_cProd: '301', prod_xProd: 'Suco importado', prod_uCOM: 'UN', prod_cEAN: '0036000291452' },
  { prod_cProd: '302', prod_xProd: 'Caixa de suco', prod_uCOM: 'CX', prod_cEAN: 'SEM GTIN', prod_cEANTrib: '12345670' },
  { prod_cProd: '303', prod_xProd: 'Balas A', prod_cEAN: '7896004006482' },
  { prod_cProd: '304', prod_xProd: 'Balas B', prod_cEAN: '7896004006482' },
  { prod_cProd: '305', prod_xProd: 'Refrigerante antigo', prod_cEAN: '7894900011517', prod_ativo: 'N' },
  { prod_cProd: '306', prod_xProd: 'Bandeja de ovos', prod_uCOM: 'UN', prod_vUnCOM: '22.00' },
]

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  user = made.user
  own = made.own
  for (const row of rows) await newProduct(admin, own.id, row)
  const gone = await newProduct(admin, own.id, {
    prod_cProd: '999',
    prod_xProd: 'Excluído',
    prod_cEAN: '7894900700046',
  })
  ;(await api.deleteProduct(admin, own.id, gone.id, '*')).expect(204)
  await newProduct(admin, made.other.id, { prod_cProd: 'ALHEIO', prod_xProd: 'De outra empresa' })
})

/** Twelve digits with the check digit of an EAN-13. */
function ean13(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return digits + String((10 - (sum % 10)) % 10)
}
const look = async (code: string) => {
  const { produto, ...rest } = (await api.lookUpProduct(user, own.id, code)).expect(200)
  return { codigo: produto.prod_cProd, ...rest }
}
const nothing = async (code: string) => {
  const problem = (await api.lookUpProduct(user, own.id, code)).problem(404, 'not_found')
  return problem as typeof problem & { sugestoes: { prod_cProd: string }[] }
}

describe('found', () => {
  test('by its exact code', async () => {
    expect(await look('LJ-12')).toEqual({
      codigo: 'LJ-12',
      quantidade: '1.0000',
      valor: '41.0000',
      desconto: '0.00',
      origem: 'codigo',
    })
    expect((await look(' 7 ')).codigo).toBe('7')
  })

  test.each([
    ['10*LJ-12', '10.0000'],
    ['2,5 * LJ-12', '2.5000'],
    ['0.0001*LJ-12', '0.0001'],
  ])('%s, so many of it', async (code, quantidade) => {
    expect(await look(code)).toMatchObject({ codigo: 'LJ-12', quantidade })
  })

  test.each([
    ['7891000100103', '300'],
    ['036000291452', '301'],
    ['0036000291452', '301'],
    ['12345670', '302'],
  ])('by the bar code %s', async (code, codigo) => {
    expect(await look(code)).toMatchObject({ codigo, origem: 'gtin', quantidade: '1.0000' })
  })

  test('without a price', async () => {
    expect(await look('301')).toMatchObject({ valor: null, desconto: '0.00' })
  })

  test.each([
    ['2000007004351', '7', '0.4350'],
    [ean13('200004212345'), '000042', '12.3450'],
  ])('by the weight on label %s', async (code, codigo, quantidade) => {
    expect(await look(code)).toMatchObject({ codigo, quantidade, origem: 'etiqueta_peso', desconto: '0.00' })
  })

  test('by a label, so many times', async () => {
    expect(await look('3*2000007004351')).toMatchObject({ codigo: '7', quantidade: '1.3050' })
  })
})

describe('not found', () => {
  test('with what is alike', async () => {
    const answer = await nothing('LJ')
    expect(answer.detail).toBe('Nenhum produto tem o código LJ. Confira o código ou escolha um parecido.')
    expect(answer.sugestoes.map(({ prod_cProd }) => prod_cProd)).toEqual(['LJ-12'])
    expect((await nothing('30')).sugestoes).toHaveLength(5)
    expect((await nothing('nada disso')).sugestoes).toEqual([])
  })

  test.each(['999', '7894900700046', 'ALHEIO'])('in the bin or of another company: %s', async (code) => {
    expect((await nothing(code)).sugestoes).toEqual([])
  })

  test.each(['305', '7894900011517'])('what is not active: %s', async (code) => {
    expect((await nothing(code)).detail).toBe(
      'O produto Refrigerante antigo está inativo. Ative-o no cadastro para vender.',
    )
  })

  test('what two have', async () => {
    const answer = await nothing('7896004006482')
    expect(answer.detail).toBe('Mais de um produto tem este código de barras. Escolha qual.')
    expect(answer.sugestoes.map(({ prod_cProd }) => prod_cProd).sort()).toEqual(['303', '304'])
  })

  test('a weight of what is not sold by weight', async () => {
    expect((await nothing(ean13('200030600500'))).detail).toContain('Bandeja de ovos é vendido por UN')
  })

  test('a label whose check digit is wrong', async () => {
    expect((await nothing('2000007004350')).detail).toContain('2000007004350')
  })
})

test.each([undefined, '', '  ', '10*', '0*LJ-12', '-1*LJ-12', 'x*LJ-12', '1.00001*LJ-12', 'x'.repeat(61)])(
  'refused: %s',
  async (code) => {
    const answer = await api.lookUpProduct(user, own.id, code)
    expect(Object.keys(answer.fields())).toEqual(['code'])
  },
)

test('of a company that does not exist', async () => {
  ;(await api.lookUpProduct(admin, '01890000-0000-7000-8000-000000000000', '1')).problem(404, 'not_found')
})
