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
/** The first folded part of this title. */
const unfold = async (title: string) => {
  const folded = screen.getAllByText(title).find((each) => each.closest('[aria-expanded="false"]'))
  if (!folded) throw new Error(`nothing folded is called ${title}`)
  await userEvent.click(folded)
}
const code = () => field('Código *')
const description = () => field('Descrição *')
const simples = {
  id: 'f1',
  nome: 'Revenda',
  padrao: 'S',
  version: 1,
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
  valores: {
    ...{ prod_CFOP: '5102', prod_sujST: 'S', icms_orig: 0, icms_CST: '102', icms_pCredSN: '1.2500' },
    ...{ pis_CST: '49', cofins_CST: '49' },
  },
}
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
    await unfold('ICMS')
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
      'Tributos aproximados',
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

it('offers profiles for the regime where the company has none, and makes the chosen one its own', async () => {
  const { nome, padrao, valores } = simples
  const taken: unknown[] = []
  server.use(
    http.get('*/api/companies/:id/tax-profiles', () =>
      HttpResponse.json(
        taken.length > 0 ? { items: [simples], sugestoes: [] } : { items: [], sugestoes: [{ nome, padrao, valores }] },
      ),
    ),
    http.post('*/api/companies/:id/tax-profiles', async ({ request }) => {
      taken.push(await request.json())
      return HttpResponse.json(simples, { status: 201 })
    }),
  )
  showProducts('/app/products/new')
  await userEvent.click(await screen.findByRole('combobox', { name: 'Perfil fiscal' }))
  await userEvent.click(await screen.findByRole('option', { name: nome }))
  await waitFor(() => expect(taken).toEqual([{ nome, padrao, valores }]))
  expect(await screen.findByText('CFOP 5.102 · CSOSN 102 · PIS 49 · COFINS 49. Padrão da empresa.')).toBeVisible()
})

describe('the first view', () => {
  it('is code, description, EAN, unit, price, NCM and profile; the rest says in a line what it holds', async () => {
    server.use(
      http.get('*/api/companies/:id/tax-profiles', () => HttpResponse.json({ items: [simples], sugestoes: [] })),
      http.get('*/api/companies/:id/products/:pid', () =>
        HttpResponse.json({
          ...laje,
          ...simples.valores,
          prod_vProd: '74.50',
          prod_nivelm: '40.0000',
          prod_alert: 'S',
          prod_sujST: 'S',
          prod_CEST_Opc: '1000500',
          fiscal_pendencies: [{ campo: 'prod_CEST_Opc', mensagem: 'O CEST não é deste NCM.' }],
        }),
      ),
    )
    await showOld()
    for (const label of ['Código *', 'Descrição *', 'Código de barras (EAN)', 'Unidade comercial', 'Valor unitário'])
      expect(field(label)).toBeVisible()
    expect(field('NCM')).toBeVisible()
    await waitFor(() => expect(field('Perfil fiscal')).toHaveValue('Revenda'))
    expect(screen.getByText('CFOP 5.102 · CSOSN 102 · PIS 49 · COFINS 49. Padrão da empresa.')).toBeVisible()
    for (const label of ['Quantidade comercial', 'Valor total', 'CEST', 'CFOP padrão', 'CSOSN', 'CST do PIS'])
      await waitFor(() => expect(field(label)).not.toBeVisible())
    expect(
      screen.getByText(/^quantidade 1,00.* · valor total R\$\s74,50 · estoque mínimo 40,00.*, com aviso$/),
    ).toBeVisible()
    expect(screen.getByText('CFOP 5.102 · CEST 10.005.00 · com ST')).toBeVisible()
    expect(screen.getByText('Corrigir CEST')).toBeVisible()
    expect(screen.getByText('O CEST não é deste NCM.')).toBeVisible()
    expect(screen.getAllByText('Do perfil')).toHaveLength(3)
    await unfold('Mais campos')
    expect(field('Valor total')).toHaveValue('74,50')
  })

  it('opens what is folded for an error in it, and for a field one looks for', async () => {
    const errors = [
      { field: 'prod_vProd', message: 'O valor total não fecha.' },
      { field: 'pis_pPIS', message: 'Digite a alíquota.' },
    ]
    server.use(http.put('*/api/companies/:id/products/:pid', () => problem(422, 'invalid', 'Confira.', { errors })))
    await showOld()
    await press('Salvar Produto')
    await waitFor(() => expect(field('Valor total')).toBeVisible())
    expect(field('Alíquota do PIS')).toBeVisible()
    expect(field('CST da COFINS')).not.toBeVisible()
    await userEvent.click(screen.getByText('Alíquota do PIS: Digite a alíquota.'))
    expect(field('Alíquota do PIS')).toHaveFocus()
  })

  it('says the names of the XML in a tooltip, and below the fields when one wants them there', async () => {
    await showOld()
    expect(screen.queryByText('vUnCom')).not.toBeInTheDocument()
    expect(field('Valor unitário').closest('[title]')).toHaveAttribute('title', 'No XML da nota: vUnCom')
    await press('Mostrar nomes do XML')
    expect(field('Valor unitário')).toHaveAccessibleDescription('vUnCom')
    expect(field('Código de barras (EAN)')).toHaveAccessibleDescription('GTIN, ou SEM GTIN · cEAN')
    expect(localStorage.getItem('balcao-nomes-do-xml')).toBe('sim')
    await press('Mostrar nomes do XML')
    expect(screen.queryByText('vUnCom')).not.toBeInTheDocument()
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

it.each(['prod_CFOP', 'prod_vProd', 'icms_pICMSST'])('unfolds %s for whoever comes for it', async (name) => {
  showProducts(`/app/products/p1/edit?empresa=a&campo=${name}`)
  await screen.findByText('Salvar Produto')
  await waitFor(() => expect(document.activeElement?.id).toMatch(new RegExp(`${name}$`)))
  expect(document.activeElement).toBeVisible()
})
