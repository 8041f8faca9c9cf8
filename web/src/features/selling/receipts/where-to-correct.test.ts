import { expect, it } from 'vitest'
import { refused, venda } from './testing'
import { whereToCorrect } from './where-to-correct'

const places = (campo: string | null, item: number | null, changes: object = {}) =>
  whereToCorrect(refused({ campo, item, ...changes }), 'a').map(({ label, to }) => `${label} ${to}`)

const back = '?empresa=a&nota=n1285'

it.each([
  ['det/prod/NCM', 2, [`Abrir produto /app/products/p2/edit${back}&campo=prod_NCM`]],
  ['imposto/ICMS', 1, [`Abrir produto /app/products/p1/edit${back}&campo=icms_CST`]],
  ['', 1, [`Abrir produto /app/products/p1/edit${back}`]],
  ['empresa.certificado', null, ['Abrir certificado /app/companies?certificado=a']],
  ['nfce_settings.csc', null, ['Abrir Configurações da SEFAZ /app/sefaz?empresa=a']],
  ['emit/IE', null, ['Abrir empresa /app/companies/a/edit']],
  ['infRespTec/CNPJ', null, ['Abrir Resp. Técnico /app/techResp?empresa=a']],
  ['pag/detPag/tPag', null, []],
  [null, null, []],
])('of %s, item %s, is %j', (campo, item, expected) => {
  expect(places(campo, item)).toEqual(expected)
})

it('names each product where SEFAZ named none', () => {
  expect(places('det/prod/CFOP', null)).toEqual([
    `Abrir Laje treliçada H8 /app/products/p1/edit${back}&campo=prod_CFOP`,
    `Abrir Vigota TR8 /app/products/p2/edit${back}&campo=prod_CFOP`,
  ])
  const one = { ...venda, itens: venda.itens.slice(0, 1) }
  expect(places('det/prod/CFOP', null, { venda: one })).toEqual([
    `Abrir produto /app/products/p1/edit${back}&campo=prod_CFOP`,
  ])
})
