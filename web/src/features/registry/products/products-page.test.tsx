import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { pageOf, problem, serraAzul } from '@/testing'
import { counted, laje, showProducts, startTestServer } from './testing'

const { server, calls, asked } = startTestServer()
const NAME = laje.prod_xProd
const row = () => screen.findByRole('link', { name: NAME })
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

describe('the list', () => {
  it('shows code, masked NCM, unit and price, and the counts of its tabs', async () => {
    showProducts('/app/products')
    await row()
    for (const text of ['LJ-H12', '6810.91.00', 'm²', 'R$ 74,50']) expect(screen.getByText(text)).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Ativos1' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Lixeira0' })).toBeVisible()
    expect(screen.queryByText('7891000315507')).not.toBeInTheDocument()
  })

  it('never shows the rows of another company, not even until its own are there', async () => {
    server.use(http.get('*/api/companies/b/products', () => new Promise<never>(() => undefined)))
    const { switchTo } = showProducts('/app/products')
    await row()
    switchTo(serraAzul)
    await waitFor(() => expect(asked).toContainEqual(expect.objectContaining({ path: '/api/companies/b/products' })))
    expect(screen.queryByRole('link', { name: NAME })).not.toBeInTheDocument()
  })

  it('asks for a company', () => {
    showProducts('/app/products', null)
    expect(screen.getByRole('heading', { name: 'Nenhuma Empresa Ativa' })).toBeVisible()
  })

  it('says when it cannot be loaded', async () => {
    server.use(http.get('*/api/companies/:id/products', () => problem(500, 'internal', 'Algo falhou. Código r1.')))
    showProducts('/app/products')
    expect(await screen.findByRole('heading', { name: 'Erro ao carregar produtos' })).toBeVisible()
  })

  it('invites to the first product and to a spreadsheet', async () => {
    server.use(
      http.get('*/api/companies/:id/products', () => pageOf([])),
      http.get('*/api/companies/:id/products/count', () => counted(0)),
    )
    showProducts('/app/products')
    expect(await screen.findByRole('link', { name: /Cadastrar o primeiro/ })).toHaveAttribute(
      'href',
      '/app/products/new',
    )
    expect(screen.getByRole('link', { name: 'Importar planilha' })).toHaveAttribute('href', '/app/products/import')
  })

  it('asks once how many all its tabs have', async () => {
    showProducts('/app/products')
    await row()
    expect(await screen.findByRole('button', { name: 'Ativos1' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Lixeira0' }))
    await screen.findByRole('button', { name: 'Lixeira0', pressed: true })
    expect(asked.filter(({ path }) => path.endsWith('/products/count'))).toHaveLength(1)
  })

  it('says that a tab has more than a thousand, and exports the exact number', async () => {
    server.use(http.get('*/api/companies/:id/products/count', () => counted(1234, false)))
    showProducts('/app/products?search=laje')
    expect(await screen.findByRole('button', { name: 'Ativos1.000+' })).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Exportar 1.234 produtos' })).toBeEnabled()
  })

  it('filters by NCM and unit, and exports exactly that many', async () => {
    server.use(http.get('*/api/companies/:id/products/count', () => counted(132)))
    showProducts('/app/products?prod_uCOM=m²')
    await row()
    await userEvent.type(screen.getByRole('textbox', { name: 'NCM' }), '6810.91')
    const query = { prod_NCM: '681091', prod_uCOM: 'm²' }
    await waitFor(() => expect(asked).toContainEqual({ path: '/api/companies/a/products/count', query }))
    expect(await screen.findByRole('button', { name: 'Exportar 132 produtos' })).toBeEnabled()
    await press('Exportar 132 produtos')
    expect(await screen.findByRole('menuitem', { name: /Excel/ })).toBeVisible()
    expect(screen.getByRole('menuitem', { name: /CSV/ })).toBeVisible()
  })
})

it('shows what the law wants of a product that may be sold', async () => {
  const mensagem = 'A lei pede CST e cClassTrib desde 01/01/2027.'
  const warned = { ...laje, fiscal_warnings: [{ campo: 'ibscbs_CST', mensagem }] }
  server.use(http.get('*/api/companies/:id/products', () => pageOf([warned])))
  showProducts('/app/products?status=com_aviso')
  expect(await screen.findByTitle(mensagem)).toHaveTextContent('Aviso: IBS e CBS')
  expect(screen.getByRole('button', { name: 'Com aviso0', pressed: true })).toBeVisible()
  expect(asked).toContainEqual(
    expect.objectContaining({
      path: '/api/companies/a/products',
      query: expect.objectContaining({ situacao: 'com_aviso' }) as object,
    }),
  )
})

describe('deleting', () => {
  const startDeleting = async () => {
    showProducts('/app/products')
    await row()
    await press(`Excluir: ${NAME}`)
    expect(await screen.findByRole('dialog', { name: 'Excluir produto' })).toHaveTextContent(
      `Tem certeza que deseja excluir o produto ${NAME}?`,
    )
    await press('Excluir produto')
  }

  it('asks with the description, and can be undone', async () => {
    await startDeleting()
    expect(await screen.findByText('Produto excluído!')).toBeVisible()
    await press('Desfazer')
    expect(await screen.findByText('Produto restaurado.')).toBeVisible()
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /api/companies/a/products/p1',
      'POST /api/companies/a/products/p1/restore',
    ])
  })

  it('says when the product was deactivated instead', async () => {
    server.use(http.delete('*/api/companies/:id/products/:pid', () => HttpResponse.json({ ...laje, prod_ativo: 'N' })))
    await startDeleting()
    expect(await screen.findByText(/está em orçamentos e por isso não pode ser excluído/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Desfazer' })).not.toBeInTheDocument()
  })

  it('tells what the server said against it', async () => {
    server.use(http.delete('*/api/companies/:id/products/:pid', () => problem(503, 'unavailable', 'Tente de novo.')))
    await startDeleting()
    expect(await screen.findByText('Erro ao excluir')).toBeVisible()
    expect(screen.getByText('Tente de novo.')).toBeVisible()
  })
})

describe('several at once', () => {
  const two = [laje, { ...laje, id: 'p2', prod_xProd: 'Vigota TR8' }]
  const selectAll = async (items = two) => {
    server.use(http.get('*/api/companies/:id/products', () => pageOf(items)))
    showProducts('/app/products')
    await row()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar todos desta página' }))
  }
  const bodies = () => calls.map(({ body }) => JSON.parse(body) as unknown)

  it('deletes them with one call, says what stayed, and restores only what went', async () => {
    server.use(
      http.post('*/api/companies/:id/products/bulk', () => HttpResponse.json({ changed: 2, deactivated: ['p2'] })),
    )
    await selectAll()
    await press('Excluir 2')
    await userEvent.click(await screen.findByRole('button', { name: 'Excluir 2 produtos' }))
    expect(await screen.findByText('Produto excluído!')).toBeVisible()
    expect(screen.getByText(/Vigota TR8 está em orçamentos/)).toBeVisible()
    await press('Desfazer')
    expect(await screen.findByText('Produto restaurado.')).toBeVisible()
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['/api/companies/a/products/bulk', JSON.stringify({ action: 'delete', ids: ['p1', 'p2'] })],
      ['/api/companies/a/products/p1/restore', ''],
    ])
  })

  it('selects all that was found, a page after the other', async () => {
    const all = Array.from({ length: 130 }, (_, at) => ({
      ...laje,
      id: `p${at}`,
      prod_xProd: at ? `Laje ${at}` : NAME,
    }))
    server.use(
      http.get('*/api/companies/:id/products', ({ request }) => {
        const { searchParams } = new URL(request.url)
        const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('page_size') ?? 10)]
        return pageOf(all.slice((page - 1) * size, page * size), { page, page_size: size, total: all.length })
      }),
    )
    showProducts('/app/products?search=laje')
    await row()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar todos desta página' }))
    expect(screen.getByText('10 selecionados')).toBeVisible()
    await press('Selecionar todos os 130')
    expect(await screen.findByText('130 selecionados')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Selecionar todos os/ })).not.toBeInTheDocument()
    await press('Desativar 130')
    await waitFor(() => expect(bodies()).toEqual([{ action: 'deactivate', ids: all.map(({ id }) => id) }]))
  })

  it('selects the first thousand where more were found', async () => {
    server.use(
      http.get('*/api/companies/:id/products', ({ request }) => {
        const { searchParams } = new URL(request.url)
        const found = { total: 1000, total_exact: false }
        if (!searchParams.has('page_size')) return pageOf([laje], found)
        const page = Number(searchParams.get('page') ?? 1)
        const items = Array.from({ length: 100 }, (_, at) => ({
          ...laje,
          id: page === 1 && at === 0 ? laje.id : `p${page}-${at}`,
        }))
        return pageOf(items, { page, page_size: 100, ...found })
      }),
    )
    showProducts('/app/products?search=laje')
    await row()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar todos desta página' }))
    await press('Selecionar os primeiros 1.000')
    expect(await screen.findByText('1.000 selecionados')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Selecionar os/ })).not.toBeInTheDocument()
  })

  it('deactivates and activates what is so', async () => {
    await selectAll([laje, { ...laje, id: 'p2', prod_xProd: 'Vigota TR8', prod_ativo: 'N' }])
    expect(screen.getByRole('button', { name: 'Ativar 1' })).toBeVisible()
    await press('Desativar 1')
    expect(await screen.findByText('Produto desativado.')).toBeVisible()
    expect(bodies()).toEqual([{ action: 'deactivate', ids: ['p1'] }])
  })

  it('in the bin only restores', async () => {
    await selectAll(two.map((product) => ({ ...product, deleted_at: '2026-11-20T12:00:00Z' })))
    expect(screen.queryByRole('button', { name: /^Excluir/ })).not.toBeInTheDocument()
    await press('Restaurar 2')
    expect(await screen.findByText('2 produtos restaurados.')).toBeVisible()
  })
})
