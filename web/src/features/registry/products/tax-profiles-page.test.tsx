import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { boaVista, done, problem, tagged } from '@/testing'
import { showProducts, startTestServer } from './testing'

const { server, calls } = startTestServer()
const revenda = {
  ...{ id: 'f1', nome: 'Revenda', padrao: 'S', version: 3, created_at: '', updated_at: '' },
  valores: { prod_CFOP: '5102', icms_CST: '102', pis_CST: '49', cofins_CST: '49', prod_sujST: 'N' },
}
const withProfiles = (items: object[], sugestoes: object[] = []) =>
  server.use(http.get('*/api/companies/:id/tax-profiles', () => HttpResponse.json({ items, sugestoes })))
const sent = () => calls.map(({ method, path, body }) => [method, path, body ? (JSON.parse(body) as unknown) : null])
const field = (name: string) => screen.getByLabelText(name, { selector: 'input' })
const gerente = { ...boaVista, papel: 'gerente' as const }

describe('Perfis fiscais', () => {
  it('shows each with its values, and deletes one by its version', async () => {
    withProfiles([revenda])
    server.use(http.delete('*/api/companies/:id/tax-profiles/f1', done))
    showProducts('/app/tax-profiles', gerente)
    expect(await screen.findByText('CFOP 5.102 · CSOSN 102 · PIS 49 · COFINS 49')).toBeVisible()
    expect(screen.getByText('Padrão')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Excluir: Revenda' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Excluir perfil fiscal' }))
    expect(await screen.findByText('Perfil excluído.')).toBeVisible()
  })

  it('offers good ones where there is none', async () => {
    const { nome, padrao, valores } = revenda
    withProfiles([], [{ nome, padrao, valores }])
    server.use(http.post('*/api/companies/:id/tax-profiles', () => tagged(revenda, '"1"', 201)))
    showProducts('/app/tax-profiles', gerente)
    await userEvent.click(await screen.findByRole('button', { name: 'Usar este: Revenda' }))
    expect(await screen.findByText('Perfil criado.')).toBeVisible()
    expect(sent()).toEqual([['POST', '/api/companies/a/tax-profiles', { nome, padrao, valores }]])
  })

  it('says when they cannot be loaded', async () => {
    server.use(http.get('*/api/companies/:id/tax-profiles', () => problem(500, 'internal', 'Algo falhou.')))
    showProducts('/app/tax-profiles', gerente)
    expect(await screen.findByText('Erro ao carregar perfis fiscais')).toBeVisible()
  })
})

describe('one perfil fiscal', () => {
  it('is sent with its tax values, and what is refused is told at its field', async () => {
    server.use(
      http.get('*/api/companies/:id/tax-profiles/f1', () => tagged(revenda, '"3"')),
      http.put('*/api/companies/:id/tax-profiles/f1', () => {
        const errors = [{ field: 'valores.prod_CFOP', message: 'Este CFOP não existe.' }]
        return HttpResponse.json({ title: 'Inválido', status: 422, code: 'invalid', errors }, { status: 422 })
      }),
    )
    showProducts('/app/tax-profiles/f1/edit', gerente)
    await screen.findByText('Salvar Perfil')
    await userEvent.type(field('Nome *'), ' 2')
    await userEvent.click(screen.getByText('Salvar Perfil'))
    await waitFor(() => expect(screen.getAllByText(/Este CFOP não existe/).length).toBeGreaterThan(0))
    expect(sent()).toMatchObject([
      ['PUT', '/api/companies/a/tax-profiles/f1', { nome: 'Revenda 2', padrao: 'S', valores: { prod_CFOP: '5102' } }],
    ])
  })
})

describe('a product', () => {
  it('begins with the default profile, and takes over another one that is chosen', async () => {
    const other = { ...revenda, id: 'f2', nome: 'Fabricação própria', padrao: 'N' }
    withProfiles([revenda, { ...other, valores: { ...revenda.valores, prod_CFOP: '5101' } }])
    showProducts('/app/products/new', gerente)
    await screen.findByText('Salvar Produto')
    expect(field('Perfil fiscal')).toHaveValue('Revenda')
    expect(field('CFOP padrão')).toHaveValue('5.102')
    expect(screen.queryByText('Alterações não salvas')).not.toBeInTheDocument()
    await userEvent.click(field('Perfil fiscal'))
    await userEvent.click(await screen.findByText('Fabricação própria'))
    expect(field('CFOP padrão')).toHaveValue('5.101')
    expect(screen.getByText('Alterações não salvas')).toBeVisible()
    expect(calls).toEqual([])
  })
})
