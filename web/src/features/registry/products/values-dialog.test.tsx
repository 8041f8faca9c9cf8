import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Product } from '@/api'
import { pageOf, problem } from '@/testing'
import { laje, showProducts, startTestServer } from './testing'

const { server, calls } = startTestServer()
const vigota = { ...laje, id: 'p2', prod_cProd: 'VG', prod_xProd: 'Vigota TR8', prod_vUnCOM: null }
const proposed = [
  {
    ...{ id: 'p1', version: 3, prod_cProd: 'LJ-H12', prod_xProd: laje.prod_xProd },
    ...{ antes: { prod_vUnCOM: '74.5000' }, depois: { prod_vUnCOM: '78.2250' } },
    ...{ pendencias_antes: [], pendencias_depois: [] },
  },
  {
    ...{ id: 'p2', version: 1, prod_cProd: 'VG', prod_xProd: 'Vigota TR8', antes: {}, depois: {} },
    ...{ pendencias_antes: [], pendencias_depois: [] },
  },
]
const desfazer = [{ id: 'p1', version: 4, valores: { prod_vUnCOM: '74.5000' } }]
const changed = () =>
  calls.filter(({ path }) => path.endsWith('/products/changes')).map(({ body }) => JSON.parse(body) as unknown)

const openFor = async (action: string, fields: Partial<Product> = {}) => {
  server.use(
    http.get('*/api/companies/:id/products', () => pageOf([laje, vigota].map((one) => ({ ...one, ...fields })))),
    http.post('*/api/companies/:id/products/prices/preview', () => HttpResponse.json({ itens: proposed })),
    http.post('*/api/companies/:id/products/changes', () => HttpResponse.json({ changed: 1, desfazer })),
  )
  showProducts('/app/products')
  await screen.findByRole('link', { name: laje.prod_xProd })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar todos desta página' }))
  await userEvent.click(screen.getByRole('button', { name: action }))
  return screen.findByRole('dialog')
}

describe('prices of a selection', () => {
  it('are shown old and new, changed as shown, and undone by what the server answered', async () => {
    const dialog = await openFor('Alterar preços de 2')
    expect(within(dialog).getByRole('button', { name: 'Alterar 0 preços' })).toBeDisabled()
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Quanto' }), '5')
    expect(await within(dialog).findByText('R$ 74,50')).toBeVisible()
    expect(within(dialog).getByText('R$ 78,225')).toBeVisible()
    expect(within(dialog).getByText('fica igual')).toBeVisible()
    expect(within(dialog).getByRole('status')).toHaveTextContent('1 produto muda, 1 fica igual.')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Alterar 1 preço' }))
    expect(await screen.findByText('1 preço alterado.')).toBeVisible()
    expect(screen.queryByText(/selecionados/)).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }))
    expect(await screen.findByText('1 produto voltou ao que era.')).toBeVisible()
    expect(changed()).toEqual([
      { motivo: 'precos', itens: [{ id: 'p1', version: 3, valores: { prod_vUnCOM: '78.2250' } }] },
      { motivo: 'desfazer', itens: desfazer },
    ])
  })

  it('that the server refuses stay in the window, with its sentence', async () => {
    const dialog = await openFor('Alterar preços de 2')
    server.use(
      http.post('*/api/companies/:id/products/prices/preview', () =>
        problem(422, 'invalid', 'O percentual vai de -99,9999 a 1.000.'),
      ),
    )
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Quanto' }), '999999')
    expect(await within(dialog).findByText('O percentual vai de -99,9999 a 1.000.')).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Alterar 0 preços' })).toBeDisabled()
  })

  it('are not changed when one of them was saved meanwhile', async () => {
    const dialog = await openFor('Alterar preços de 2')
    server.use(
      http.post('*/api/companies/:id/products/changes', () =>
        problem(412, 'stale', 'Laje H12 foi alterado por outra pessoa.'),
      ),
    )
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Quanto' }), '5')
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Alterar 1 preço' }))
    expect(await within(dialog).findByText('Laje H12 foi alterado por outra pessoa.')).toBeVisible()
  })
})

describe('a perfil fiscal for a selection', () => {
  it('shows what gets other values, and what is then ready', async () => {
    const profile = { id: 'f1', nome: 'Revenda', padrao: 'S', created_at: '', updated_at: '', version: 1, valores: {} }
    const itens = proposed.map((item) => ({
      ...item,
      antes: { prod_CFOP: null },
      depois: { prod_CFOP: '5102' },
      pendencias_antes: [{ campo: 'prod_CFOP', mensagem: 'Escolha o CFOP.' }],
    }))
    server.use(
      http.get('*/api/companies/:id/tax-profiles', () => HttpResponse.json({ items: [profile], sugestoes: [] })),
      http.post('*/api/companies/:id/tax-profiles/f1/preview', () => HttpResponse.json({ itens })),
    )
    const dialog = await openFor('Aplicar perfil fiscal a 2')
    expect(await within(dialog).findByText(/2 ficam prontos para nota/)).toBeVisible()
    expect(within(dialog).getAllByText('CFOP padrão: 5102')).toHaveLength(2)
    expect(within(dialog).getAllByText('Escolha o CFOP.')).toHaveLength(2)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Aplicar a 2 produtos' }))
    await waitFor(() => expect(changed()).toHaveLength(1))
    expect(changed()).toMatchObject([{ motivo: 'perfil_fiscal', itens: [{ id: 'p1' }, { id: 'p2' }] }])
  })

  it('is proposed anew for IBS and CBS alone', async () => {
    const profile = { id: 'f1', nome: 'Revenda', padrao: 'S', created_at: '', updated_at: '', version: 1, valores: {} }
    const [first, second] = proposed
    server.use(
      http.get('*/api/companies/:id/tax-profiles', () => HttpResponse.json({ items: [profile], sugestoes: [] })),
      http.post('*/api/companies/:id/tax-profiles/f1/preview', async ({ request }) => {
        const { so_ibscbs } = (await request.json()) as { so_ibscbs: boolean }
        const depois = so_ibscbs ? { ibscbs_CST: '000' } : { prod_CFOP: '5102', ibscbs_CST: '000' }
        const antes = { prod_CFOP: null, ibscbs_CST: null }
        return HttpResponse.json({ itens: [{ ...first, antes, depois }, second] })
      }),
    )
    const dialog = await openFor('Aplicar perfil fiscal a 2')
    expect(await within(dialog).findByText('CFOP padrão: 5102')).toBeVisible()
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Aplicar só IBS/CBS' }))
    await waitFor(() => expect(within(dialog).queryByText('CFOP padrão: 5102')).not.toBeInTheDocument())
    expect(await within(dialog).findByText('1 produto muda, 1 fica igual.', { exact: false })).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Aplicar a 1 produto' }))
    await waitFor(() =>
      expect(changed()).toMatchObject([
        { motivo: 'perfil_fiscal', itens: [{ id: 'p1', valores: { ibscbs_CST: '000' } }] },
      ]),
    )
  })

  it('gives only IBS and CBS at first to products that lack nothing else, from a profile that has them', async () => {
    const profile = { id: 'f1', nome: 'Revenda', padrao: 'S', created_at: '', updated_at: '', version: 1, valores: {} }
    const classified = { ...profile, id: 'f2', nome: 'Tributados', valores: { ibscbs_cClassTrib: '000001' } }
    const items = [profile, classified]
    server.use(
      http.get('*/api/companies/:id/tax-profiles', () => HttpResponse.json({ items, sugestoes: [] })),
      http.post('*/api/companies/:id/tax-profiles/:fid/preview', () => HttpResponse.json({ itens: proposed })),
    )
    const warned = { fiscal_warnings: [{ campo: 'ibscbs_CST', mensagem: 'A lei pede.' }] }
    const dialog = await openFor('Aplicar perfil fiscal a 2', warned)
    expect(within(dialog).getByRole('checkbox', { name: 'Aplicar só IBS/CBS' })).toBeChecked()
    const previews = () => calls.filter(({ path }) => path.endsWith('/preview'))
    await waitFor(() => expect(previews()).toHaveLength(1))
    expect(previews()[0]).toMatchObject({ path: '/api/companies/a/tax-profiles/f2/preview' })
    expect(JSON.parse(previews()[0]?.body ?? '')).toEqual({ ids: ['p1', 'p2'], so_ibscbs: true })
  })
})
