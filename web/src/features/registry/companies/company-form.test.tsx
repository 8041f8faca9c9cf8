import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { done, expectSummaryInFormOrder, problem, tagged } from '@/testing'
import { boaVista, showCompanies, startTestServer } from './testing'

const { server, calls, asked } = startTestServer()
const field = (name: RegExp | string) => screen.getByRole('textbox', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: /^Salvar Empresa/ }))
const openSection = (name: string) => {
  const index = within(screen.getByRole('navigation', { name: 'Seções do formulário' }))
  return userEvent.click(index.getByRole('button', { name: new RegExp(`^${name}`) }))
}
const png = new File(['x'], 'logo.png', { type: 'image/png' })

async function fillNew() {
  await userEvent.type(field(/^Razão Social/), 'Lajes Boa Vista Ltda')
  await userEvent.click(field(/^CNPJ/))
  await userEvent.paste('11.222.333/0001-81')
  await userEvent.type(field(/^Inscrição Estadual/), 'isento')
  await userEvent.type(screen.getByRole('combobox', { name: /^UF/ }), 'sao')
  await userEvent.click(await screen.findByRole('option', { name: 'SP - São Paulo' }))
  await userEvent.type(screen.getByRole('combobox', { name: /^Município/ }), 'rio preto')
  await userEvent.click(await screen.findByRole('option', { name: 'São José do Rio Preto' }))
}

describe('Nova Empresa', () => {
  it('sends plain values, the municipality with its IBGE code, and leads to the next step', async () => {
    const { address } = showCompanies('/app/companies/new')
    expect(field(/^Razão Social/)).toHaveFocus()
    await fillNew()
    expect(field(/^Código IBGE/)).toHaveValue('3549805')
    await save()
    await waitFor(() => expect(address()).toBe('/app'))
    expect(screen.getByText('Sucesso!')).toBeVisible()
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({
      cnpj: '11222333000181',
      inscricao_estadual: 'ISENTO',
      crt: 1,
      uf: 'SP',
      municipio: 'São José do Rio Preto',
      codigo_municipio: '3549805',
      ativo: 'S',
    })
  })

  it('shows what the server refused at its field and loses nothing', async () => {
    const errors = [{ field: 'cnpj', message: 'CNPJ inválido. Confira os números digitados.' }]
    server.use(http.post('*/api/companies', () => problem(422, 'invalid', 'Confira os campos.', { errors })))
    const { address } = showCompanies('/app/companies/new')
    await fillNew()
    await save()
    await waitFor(() => expect(field(/^CNPJ/)).toHaveFocus())
    expect(field(/^CNPJ/)).toHaveAccessibleDescription('CNPJ inválido. Confira os números digitados.')
    expect(field(/^Razão Social/)).toHaveValue('Lajes Boa Vista Ltda')
    expect(address()).toBe('/app/companies/new')
  })

  it('keeps its key when the same is sent again, and takes a new one for something else', async () => {
    server.use(http.post('*/api/companies', () => problem(503, 'unavailable', 'Tente de novo.')))
    showCompanies('/app/companies/new')
    await userEvent.type(field(/^Razão Social/), 'Lajes')
    await save()
    await screen.findByText('Erro ao salvar')
    await save()
    await waitFor(() => expect(calls).toHaveLength(2))
    await userEvent.type(field(/^Razão Social/), ' Ltda')
    await save()
    await waitFor(() => expect(calls).toHaveLength(3))
    const [first, second, third] = calls.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(first).toBeTruthy()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('tells who has the CNPJ that was left', async () => {
    showCompanies('/app/companies/new')
    await userEvent.click(field(/^CNPJ/))
    await userEvent.paste('11.222.333/0001-81')
    await userEvent.tab()
    expect(await screen.findByText('Já cadastrado: Lajes Boa Vista Ltda.', { exact: false })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Abrir' })).toHaveAttribute('href', `/app/companies/${boaVista.id}/edit`)
    await userEvent.type(field(/^CNPJ/), '{Backspace}')
    expect(screen.queryByText(/^Já cadastrado/)).not.toBeInTheDocument()
  })

  it('takes the address of its CEP, with the IBGE code', async () => {
    const endereco = {
      logradouro: 'Avenida Bady Bassitt',
      bairro: 'Vila Imperial',
      municipio: '3549805',
      municipio_nome: 'São José do Rio Preto',
      uf: 'SP',
    }
    server.use(
      http.get('*/api/cep/:cep', ({ params }) => HttpResponse.json({ cep: params.cep, consultado: true, endereco })),
    )
    showCompanies('/app/companies/new')
    await userEvent.type(field(/^CEP/), '15015700')
    await waitFor(() => expect(field(/^Código IBGE/)).toHaveValue('3549805'))
    expect(field(/^Logradouro/)).toHaveAccessibleDescription('Preenchido pelo CEP. Confira.')
    await save()
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({
      uf: 'SP',
      municipio: 'São José do Rio Preto',
      bairro: 'Vila Imperial',
    })
  })

  it('sends the logo after the company exists', async () => {
    const { address } = showCompanies('/app/companies/new')
    await userEvent.upload(screen.getByLabelText('Logo do sistema: arquivo'), png)
    await save()
    await waitFor(() => expect(address()).toBe('/app'))
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/companies',
      `PUT /api/companies/${boaVista.id}/logos/system`,
    ])
  })

  it('leads to the created company when only its logo was refused', async () => {
    server.use(http.put('*/api/companies/:id/logos/:kind', () => problem(422, 'invalid', 'Não é uma imagem.')))
    const { address } = showCompanies('/app/companies/new')
    await userEvent.upload(screen.getByLabelText('Logo do sistema: arquivo'), png)
    await save()
    await waitFor(() => expect(address()).toBe(`/app/companies/${boaVista.id}/edit`))
    expect(screen.getByText('Erro no upload')).toBeVisible()
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('takes images only', async () => {
    showCompanies('/app/companies/new')
    const pdf = new File(['x'], 'logo.pdf', { type: 'application/pdf' })
    const picker = screen.getByLabelText('Logo do sistema: arquivo')
    await userEvent.setup({ applyAccept: false }).upload(picker, pdf)
    expect(screen.getByText('Erro no upload')).toBeVisible()
    expect(screen.getAllByText('Você deve selecionar uma imagem para fazer upload.')).toHaveLength(2)
  })
})

describe('Editar Empresa', () => {
  const show = async (role: 'admin' | 'user' = 'admin') => {
    const shown = showCompanies(`/app/companies/${boaVista.id}/edit`, role)
    await screen.findByRole('button', { name: /^Salvar Empresa/ })
    return shown
  }

  it('sends the version it started from', async () => {
    const { address } = await show()
    await userEvent.type(field(/^Nome Fantasia/), ' e Cia')
    await save()
    await waitFor(() => expect(address()).toBe('/app/companies'))
    expect(calls[0]?.headers.get('If-Match')).toBe('"7"')
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ nome_fantasia: 'Lajes Boa Vista e Cia' })
  })

  it('goes on from the version that a new logo made', async () => {
    await show()
    await userEvent.upload(await screen.findByLabelText('Logo dos documentos: arquivo'), png)
    expect(await screen.findByText('Logo enviado com sucesso!')).toBeVisible()
    await save()
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls[1]?.headers.get('If-Match')).toBe('"8"')
  })

  it('does not tell of itself', async () => {
    await show()
    await userEvent.click(field(/^CNPJ/))
    await userEvent.tab()
    await waitFor(() => expect(asked).toContainEqual({ path: '/api/companies', query: { search: boaVista.cnpj } }))
    expect(screen.queryByText(/^Já cadastrado/)).not.toBeInTheDocument()
  })

  it('removes a logo after asking', async () => {
    const withLogo = { ...boaVista, logo_sistema_url: '/files/company_logos/u1/logo.png' }
    server.use(
      http.get('*/api/companies/:id', () => tagged(withLogo)),
      http.delete('*/api/companies/:id/logos/:kind', done),
    )
    await show()
    await openSection('Logos')
    const logo = within(screen.getByRole('group', { name: 'Logo do sistema' }))
    expect(logo.getByRole('img', { name: 'Logo do sistema' })).toHaveAttribute('src', withLogo.logo_sistema_url)
    await userEvent.click(logo.getByRole('button', { name: 'Remover' }))
    expect(calls).toEqual([])
    server.use(http.get('*/api/companies/:id', () => tagged(boaVista, '"8"')))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Remover/ }))
    await waitFor(() => expect(logo.queryByRole('img')).not.toBeInTheDocument())
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `DELETE /api/companies/${boaVista.id}/logos/system`,
    ])
  })

  it('says all that is wrong in the order of the form', async () => {
    const names = ['uf', 'bairro', 'cep', 'codigo_municipio', 'crt', 'cnpj', 'numero', 'razao_social', 'logradouro']
    const errors = names.map((name) => ({ field: name, message: 'Preencha.' }))
    server.use(http.put('*/api/companies/:id', () => problem(422, 'invalid', 'Confira os campos.', { errors })))
    await show()
    await save()
    await expectSummaryInFormOrder([
      'Razão Social',
      'CNPJ',
      'Regime Tributário (CRT)',
      'CEP',
      'Logradouro',
      'Número',
      'Bairro',
      'UF',
      'Código IBGE',
    ])
  })

  it('says when the company cannot be loaded', async () => {
    server.use(http.get('*/api/companies/:id', () => problem(500, 'internal', 'Quebrou.')))
    showCompanies(`/app/companies/${boaVista.id}/edit`)
    expect(await screen.findByRole('heading', { name: 'Erro ao carregar empresa' })).toBeVisible()
  })

  it.each([
    ['*/api/states', 'Não foi possível carregar as UFs.'],
    ['*/api/states/SP/municipalities', 'Não foi possível carregar os municípios.'],
  ])('says that %s cannot be read', async (path, sentence) => {
    server.use(http.get(path, () => problem(503, 'unavailable', 'Tente de novo.')))
    await show()
    await openSection('Endereço Fiscal')
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByText('Erro')).toBeVisible()
  })

  it('fixes CNPJ and UF once a number was taken', async () => {
    const company = { ...boaVista, primeiro_numero_em: '2026-11-20T12:00:00Z' }
    server.use(http.get('*/api/companies/:id', () => HttpResponse.json(company, { headers: { ETag: '"7"' } })))
    await show()
    expect(field(/^CNPJ/)).toBeDisabled()
    expect(field(/^CNPJ/)).toHaveAccessibleDescription('Não muda depois da primeira nota')
  })

  it('lets only admins deactivate', async () => {
    await show('user')
    expect(screen.queryByRole('switch', { name: 'Empresa ativa' })).not.toBeInTheDocument()
  })

  it('says when the company is not there', async () => {
    server.use(http.get('*/api/companies/:id', () => problem(404, 'not_found', 'Registro não encontrado.')))
    showCompanies('/app/companies/99/edit')
    expect(await screen.findByRole('heading', { name: 'Empresa não encontrada' })).toBeVisible()
  })
})
