import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { problem, serraAzul } from '@/testing'
import { FIELD_NAMES } from './product-fields'
import { laje, showProducts, startTestServer } from './testing'

const { server, calls, asked } = startTestServer()
// By label and text, not by role: jsdom takes seconds to name every control of this long form.
const field = (name: string) => screen.getByLabelText(name, { selector: 'input' })
const press = (name: string) => userEvent.click(screen.getByText(name))
const code = () => field('Código *')
const description = () => field('Descrição *')
const sent = (at = 0) => JSON.parse(calls[at]?.body ?? '{}') as Record<string, unknown>

const showNew = async () => {
  const shown = showProducts('/app/products/new')
  await screen.findByText('Salvar Produto')
  return shown
}
const showOld = async () => {
  const shown = showProducts('/app/products/p1/edit')
  await screen.findByText('Salvar Produto')
  return shown
}

describe('Novo Produto', () => {
  it('starts at the code; code and description are enough, with the specified defaults', async () => {
    const { address } = await showNew()
    expect(code()).toHaveFocus()
    await userEvent.keyboard('LJ-H16')
    await userEvent.tab()
    await userEvent.keyboard('Laje H16{Control>}{Enter}{/Control}')
    await waitFor(() => expect(address()).toBe('/app/products'))
    expect(screen.getByText('Sucesso!')).toBeVisible()
    expect(sent()).toMatchObject({
      prod_cProd: 'LJ-H16',
      prod_xProd: 'Laje H16',
      prod_qCOM: '1.0000',
      prod_ativo: 'S',
      prod_indEscala: 'N',
      prod_sujST: 'N',
      prod_NCM: null,
    })
    expect(Object.keys(sent()).filter((name) => !FIELD_NAMES.includes(name as never))).toEqual([])
  })

  it('never judges by the tax regime of the company before, and keeps what is typed', async () => {
    let answer = () => {}
    const asksFor = new Promise<void>((resolve) => (answer = resolve))
    server.use(http.get('*/api/companies/b', () => asksFor.then(() => HttpResponse.json({ crt: 3 }))))
    const { switchTo } = await showNew()
    expect(field('CSOSN')).toBeVisible()
    await userEvent.type(description(), 'Laje H16')
    switchTo(serraAzul)
    await waitFor(() => expect(asked).toContainEqual({ path: '/api/companies/b', query: {} }))
    expect(screen.queryAllByLabelText('CSOSN')).toHaveLength(0)
    answer()
    expect(await screen.findByLabelText('CST do ICMS', { selector: 'input' })).toBeVisible()
    expect(description()).toHaveValue('Laje H16')
  })

  it('has the specified sections in their order', async () => {
    await showNew()
    const index = within(screen.getByRole('navigation', { name: 'Seções do formulário' }))
    expect(index.getAllByRole('button').map((each) => each.textContent)).toEqual([
      'Dados Gerais',
      'Dados Tributáveis',
      'ICMS',
      'PIS',
      'COFINS',
      'IPI',
      'IBS e CBS',
    ])
  })

  it('chooses the NCM by its code and limits the CEST to it', async () => {
    await showNew()
    await userEvent.type(field('NCM'), '6810.91.00{Enter}')
    await waitFor(() => expect(field('NCM')).toHaveValue('6810.91.00'))
    await userEvent.type(field('CEST'), '10')
    await userEvent.click(await screen.findByText('10.005.00'))
    expect(asked.some(({ path, query }) => path === '/api/reference/cest' && query.ncm === '68109100')).toBe(true)
    await userEvent.type(code(), 'A')
    await userEvent.type(description(), 'B')
    await press('Salvar Produto')
    await waitFor(() => expect(sent()).toMatchObject({ prod_NCM: '68109100', prod_CEST_Opc: '1000500' }))
  })

  it('saves and goes on with an empty form', async () => {
    const { address } = await showNew()
    await userEvent.type(code(), 'A1')
    await userEvent.type(description(), 'Laje')
    await press('Salvar e novo')
    await waitFor(() => expect(code()).toHaveValue(''))
    expect(code()).toHaveFocus()
    expect(address()).toBe('/app/products/new')
    expect(calls).toHaveLength(1)
  })

  it('shows a refusal at its field', async () => {
    const errors = [{ field: 'prod_cProd', message: 'Já existe um produto com este código.' }]
    server.use(
      http.post('*/api/companies/:id/products', () => problem(409, 'conflict', 'Código repetido.', { errors })),
    )
    await showNew()
    await userEvent.type(code(), 'A1')
    await press('Salvar Produto')
    await waitFor(() => expect(code()).toHaveAccessibleDescription('Já existe um produto com este código.'))
    expect(code()).toHaveFocus()
  })

  it('starts as a copy, without the code', async () => {
    showProducts('/app/products/new?copia=p1')
    expect(await screen.findByLabelText('Descrição *')).toHaveValue(laje.prod_xProd)
    expect(code()).toHaveValue('')
    expect(code()).toHaveFocus()
    await userEvent.keyboard('LJ-2')
    await press('Salvar Produto')
    await waitFor(() => expect(sent()).toMatchObject({ prod_cProd: 'LJ-2', prod_NCM: '68109100', icms_CST: '102' }))
    expect(sent()).not.toHaveProperty('id')
  })
})

describe('without an active company', () => {
  it.each(['new', 'p1/edit'])('%s is not saved, and nothing that was typed is lost', async (at) => {
    const { switchTo, address } = showProducts(`/app/products/${at}`)
    await screen.findByText('Salvar Produto')
    await userEvent.clear(description())
    await userEvent.type(description(), 'Laje H16')
    switchTo(null)
    await press('Salvar Produto')
    expect(await screen.findByText('Nenhuma empresa ativa selecionada para salvar o produto.')).toBeVisible()
    expect(description()).toHaveValue('Laje H16')
    expect(calls).toEqual([])
    expect(address()).toBe(`/app/products/${at}`)
  })
})

describe('Editar Produto', () => {
  it('sends every field back with the version it started from', async () => {
    const { address } = await showOld()
    await userEvent.type(description(), ' novo')
    await press('Salvar Produto')
    await waitFor(() => expect(address()).toBe('/app/products'))
    expect(calls[0]?.headers.get('If-Match')).toBe('"7"')
    // Also what the chosen CSOSN does not use.
    expect(sent()).toMatchObject({ prod_xProd: 'Laje treliçada H12 com EPS novo', icms_pCredSN: '1.2500' })
  })

  it('folds away what the chosen CSOSN does not use, and says why', async () => {
    await showOld()
    await press('CSOSN 102')
    const credit = () => field('Crédito do Simples')
    expect(credit()).not.toBeVisible()
    expect(screen.getByText(/o CSOSN 102 não usa/)).toBeVisible()
    await userEvent.click(field('CSOSN'))
    await userEvent.click(await screen.findByText(/^101 /))
    expect(credit()).toBeVisible()
    expect(credit()).toHaveValue('1,25')
  })

  it('asks for a CST where the company uses them', async () => {
    server.use(
      http.get('*/api/companies/:id', () => HttpResponse.json({ crt: 3 })),
      http.get('*/api/companies/:id/products/:pid', () => HttpResponse.json({ ...laje, icms_CST: '00' })),
    )
    await showOld()
    await press('CST 00')
    await waitFor(() => expect(field('CST do ICMS')).toHaveValue('00 Tributada integralmente'))
  })

  it('shows a product of the bin only to restore it', async () => {
    let deleted_at: string | null = '2026-11-20T12:00:00Z'
    server.use(
      http.get('*/api/companies/:id/products/:pid', () => HttpResponse.json({ ...laje, deleted_at })),
      http.post('*/api/companies/:id/products/:pid/restore', () => {
        deleted_at = null
        return HttpResponse.json(laje)
      }),
    )
    showProducts('/app/products/p1/edit')
    expect(await screen.findByRole('heading', { name: 'Este produto está na lixeira' })).toBeVisible()
    await press('Restaurar')
    expect(await screen.findByText('Salvar Produto')).toBeVisible()
  })

  it('says when the product cannot be loaded', async () => {
    server.use(http.get('*/api/companies/:id/products/:pid', () => problem(500, 'internal', 'Quebrou.')))
    showProducts('/app/products/p1/edit')
    expect(await screen.findByRole('heading', { name: 'Erro ao carregar produto' })).toBeVisible()
  })

  it('says when the product is not there', async () => {
    server.use(http.get('*/api/companies/:id/products/:pid', () => problem(404, 'not_found', 'Não encontrado.')))
    showProducts('/app/products/p9/edit')
    expect(await screen.findByRole('heading', { name: 'Produto não encontrado' })).toBeVisible()
  })
})

it('begins at the field a receipt was refused for, and goes back to that receipt', async () => {
  const { address, search } = showProducts('/app/products/p1/edit?empresa=a&nota=n1&campo=icms_CST')
  await screen.findByText('Salvar Produto')
  await waitFor(() => expect(document.activeElement?.id).toMatch(/icms_CST$/))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(address() + search()).toBe('/app/receipts/n1?empresa=a'))
})
