import { describe, expect, it } from 'vitest'
import { TOPICS } from '@/features/office/help/topics'
import type { May } from '@/api'
import { recusado } from '@/testing'
import { addressOf, doingsFor, menuFor, PLACES, placesFor } from './places'
import { placeAt } from './shell/use-current-place'

const mayAs =
  (papel: 'operador' | 'gerente'): May =>
  (operation) =>
    operation === undefined || !recusado[papel].includes(operation)
const gerente = mayAs('gerente')
const operador = mayAs('operador')
const admin: May = () => true

const labels = (may: May) => menuFor(may).map((group) => group.map((place) => place.title))

describe('the menu', () => {
  it('has the specified entries in the specified order', () => {
    expect(labels(gerente)).toEqual([
      ['Dashboard', 'Vender', 'Treinar', 'Empresas', 'Estações', 'Pronto para emitir'],
      ['Produtos', 'Pessoas', 'Orçamentos', 'Notas', 'Caixa'],
      ['Configurações de venda', 'Relatórios', 'Logs', 'Ajuda', 'Versões'],
    ])
  })

  it('puts the admin entries after the first two', () => {
    expect(labels(admin)[0]).toEqual([
      ...['Dashboard', 'Vender', 'Treinar', 'Empresas', 'Usuários', 'Resp. Técnico'],
      ...['Estações', 'Pronto para emitir'],
    ])
    expect(labels(admin)[1]).toEqual(labels(gerente)[1])
    expect(labels(admin)[2]?.filter((title) => title !== 'Tabelas fiscais')).toEqual(labels(gerente)[2])
  })

  it('shows an operador what the counter needs', () => {
    expect(labels(operador)).toEqual([
      ['Dashboard', 'Vender', 'Treinar'],
      ['Produtos', 'Pessoas', 'Orçamentos', 'Notas', 'Caixa'],
      ['Ajuda', 'Versões'],
    ])
    expect(doingsFor(operador).map(({ path }) => path)).toEqual(['/app/people/new', '/app/budgets/new'])
  })
})

describe('the list of places', () => {
  it('reaches what is not in the menu through the palette', () => {
    expect(placesFor(gerente).map((place) => place.path)).toEqual(
      expect.arrayContaining(['/app/sefaz', '/app/account', '/app/tax-profiles']),
    )
  })

  it('has every route of the specification, and those of spreadsheets', () => {
    const paths = PLACES.flatMap((place) => [place, ...(place.inner ?? [])]).map((screen) => screen.path)
    const records = ['companies', 'products', 'tax-profiles', 'people', 'budgets'].flatMap((name) => [
      `/app/${name}`,
      `/app/${name}/new`,
      `/app/${name}/:id/edit`,
    ])
    const others = [
      'users',
      'sefaz',
      'techResp',
      'reports',
      ...['reports/sales', 'reports/fiscal', 'reports/clients', 'reports/closing', 'reports/companies'],
      'logs',
      'help',
      'versions',
      'account',
      'stations',
      'readiness',
      'sale-settings',
      'fiscal-tables',
    ]
    const imports = ['/app/products/import', '/app/people/import']
    const deliveries = '/app/budgets/:id/deliveries'
    const receipts = ['', '/new', '/training', '/numbers', '/returns', '/returns/:id', '/credits', '/:id'].map(
      (end) => `/app/receipts${end}`,
    )
    const cash = ['', '/report', '/:id', '/:id/close'].map((end) => `/app/cash${end}`)
    expect(paths.sort()).toEqual(
      [
        '/app',
        ...records,
        ...imports,
        deliveries,
        ...receipts,
        ...cash,
        ...others.map((name) => `/app/${name}`),
      ].sort(),
    )
  })

  it('carries the company only where its data is shown', () => {
    const addresses = (company?: string) => PLACES.map((place) => addressOf(place, company))
    expect(addresses('c1')).toEqual(expect.arrayContaining(['/app/products?empresa=c1', '/app/people']))
    expect(addresses()).toEqual(PLACES.map((place) => place.path))
  })

  it('gives every screen but the help itself a part of the help that exists', () => {
    const anchors = TOPICS.map(({ id }) => id)
    for (const { path, help, inner = [] } of PLACES) {
      if (path === '/app/help') expect(help).toBeUndefined()
      else expect(anchors).toContain(help)
      for (const screen of inner) expect(anchors).toContain(screen.help ?? help)
    }
    expect(placeAt('/app/products/import')).toMatchObject({ help: 'importar' })
    expect(placeAt('/app/products/new')).toMatchObject({ help: 'produtos' })
  })

  it('names operations of the contract as what a screen is for', () => {
    const named = PLACES.flatMap((place) => [place, ...(place.inner ?? [])]).flatMap(({ needs }) => needs ?? [])
    expect(named.filter((needs) => !recusado.operador.includes(needs))).toEqual([
      'POST /api/companies/{id}/sales',
      'PUT /api/companies/{id}/training/next-answer',
    ])
  })

  it('knows a screen inside a place', () => {
    expect(placeAt('/app/companies/new')).toMatchObject({ title: 'Nova Empresa', place: { path: '/app/companies' } })
    expect(placeAt('/app/companies/7/edit')).toMatchObject({ title: 'Editar Empresa' })
    expect(placeAt('/app/receipts/new')).toMatchObject({ title: 'Vender' })
    expect(placeAt('/app/receipts/numbers')).toMatchObject({ title: 'Números', place: { title: 'Notas' } })
    expect(placeAt('/app/receipts/7')).toMatchObject({ title: 'Nota' })
    expect(placeAt('/app/nowhere')).toBeNull()
  })
})
