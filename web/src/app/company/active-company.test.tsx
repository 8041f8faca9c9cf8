import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { enterSession, isAbout, pinTabCompany } from '@/api'
import { boaVista, marina, pageOf, problem, serraAzul } from '@/testing'
import { queryClient } from '../query-client'
import { showApp, startTestServer } from '../testing'

const server = startTestServer()
const switcher = (name: RegExp) => screen.findByRole('button', { name })

describe('the active company', () => {
  it('is the session’s when nothing else is said, and the address then carries it', async () => {
    const { address } = showApp('/app/products')
    await switcher(/Empresa ativa: Lajes Boa Vista/)
    await waitFor(() => expect(address()).toBe('/app/products?empresa=a'))
  })

  it('is the tab’s own over the session’s', async () => {
    pinTabCompany('b')
    const { address } = showApp('/app/products')
    await switcher(/Empresa ativa: Serra Azul/)
    await waitFor(() => expect(address()).toBe('/app/products?empresa=b'))
  })

  it('is the one in the address over the tab’s, which then keeps it', async () => {
    pinTabCompany('a')
    showApp('/app/products?empresa=b')
    await switcher(/Empresa ativa: Serra Azul/)
    await waitFor(() => expect(sessionStorage.getItem('balcao.empresa')).toBe('b'))
  })

  it('stays with the tab when another tab switches, and so does the screen', async () => {
    showApp('/app/products')
    const heading = await screen.findByRole('heading', { name: 'Produtos' })
    await switcher(/Empresa ativa: Lajes Boa Vista/)
    act(() => enterSession(queryClient, { ...marina, active_company: serraAzul }))
    await switcher(/Empresa ativa: Lajes Boa Vista/)
    expect(heading).toBeInTheDocument()
  })

  it('is left out of addresses that do not depend on it', async () => {
    const { address } = showApp('/app/people')
    await switcher(/Empresa ativa: Lajes Boa Vista/)
    expect(address()).toBe('/app/people')
  })

  it('is none, with the specified message, when the address names one out of reach', async () => {
    showApp('/app/products?empresa=z')
    expect(await screen.findByText('Erro ao mudar empresa')).toBeVisible()
    expect(screen.getByText('Empresa selecionada não encontrada ou acessível.')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Nenhuma Empresa Ativa' })).toBeVisible()
  })
})

describe('access that ends while somebody types', () => {
  const takeAway = async (next: typeof boaVista | null) => {
    server.use(
      http.get('*/api/session', () => HttpResponse.json({ ...marina, role: 'user', active_company: next })),
      http.get('*/api/companies/a', () => problem(404, 'not_found', 'Registro não encontrado.')),
    )
    // As the event stream does it.
    await act(() => queryClient.invalidateQueries({ predicate: (query) => isAbout(query, 'session') }))
  }
  const start = async () => {
    const shown = showApp('/app/people/new')
    await switcher(/Empresa ativa: Lajes Boa Vista/)
    await userEvent.type(await screen.findByRole('textbox', { name: /^Nome Completo/ }), 'José Aparecido')
    return shown
  }

  it.each([
    ['another company', serraAzul],
    ['no company', null],
  ])('keeps the screen and says so, when the session goes on to %s', async (_, next) => {
    await start()
    await takeAway(next)
    const notice = await screen.findByText('Você não tem mais acesso a Lajes Boa Vista')
    expect(notice.closest('[role=alert]')).toHaveTextContent(/continua aqui para copiar/)
    expect(screen.getByRole('textbox', { name: /^Nome Completo/ })).toHaveValue('José Aparecido')
    expect(screen.getByRole('button', { name: /Empresa ativa: Lajes Boa Vista/ })).toBeVisible()
    expect(sessionStorage.getItem('balcao.empresa')).toBeNull()
  })

  it('leaves the company with the screen', async () => {
    const { address } = await start()
    await takeAway(null)
    await screen.findByText('Você não tem mais acesso a Lajes Boa Vista')
    await userEvent.click(screen.getByRole('link', { name: 'Produtos' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Sair sem salvar' }))
    expect(await screen.findByRole('heading', { name: 'Nenhuma Empresa Ativa' })).toBeVisible()
    expect(screen.queryByText('Você não tem mais acesso a Lajes Boa Vista')).not.toBeInTheDocument()
    await waitFor(() => expect(address()).toBe('/app/products'))
  })

  it('goes on when it was given back', async () => {
    await start()
    await takeAway(null)
    await screen.findByText('Você não tem mais acesso a Lajes Boa Vista')
    server.resetHandlers()
    await act(() => queryClient.invalidateQueries({ predicate: (query) => isAbout(query, 'session') }))
    await waitFor(() =>
      expect(screen.queryByText('Você não tem mais acesso a Lajes Boa Vista')).not.toBeInTheDocument(),
    )
    expect(screen.getByRole('textbox', { name: /^Nome Completo/ })).toHaveValue('José Aparecido')
  })
})

describe('the switcher', () => {
  it('changes the company and keeps the screen', async () => {
    let asked: unknown
    server.use(
      http.put('*/api/session/active-company', async ({ request }) => {
        asked = await request.json()
        return HttpResponse.json({ ...marina, active_company: serraAzul })
      }),
    )
    const { address } = showApp('/app/products')
    await userEvent.click(await switcher(/Empresa ativa/))
    await userEvent.click(await screen.findByRole('option', { name: /Serra Azul/ }))
    expect(await screen.findByText('Empresa ativa alterada!')).toBeVisible()
    expect(screen.getByText('Agora você está gerenciando Pré-Moldados Serra Azul Ltda.')).toBeVisible()
    expect(asked).toEqual({ company_id: 'b' })
    await waitFor(() => expect(address()).toBe('/app/products?empresa=b'))
    expect(sessionStorage.getItem('balcao.empresa')).toBe('b')
    expect(await screen.findByText('HOMOLOGAÇÃO')).toBeVisible()
    expect(document.title).toBe('[Teste] Produtos · Serra Azul · Balcão')
  })

  it('works by keyboard', async () => {
    server.use(
      http.put('*/api/session/active-company', () => HttpResponse.json({ ...marina, active_company: serraAzul })),
    )
    showApp('/app')
    const button = await switcher(/Empresa ativa/)
    button.focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('option', { name: /Serra Azul/ })
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(button).toHaveFocus()
    await userEvent.keyboard('{Enter}{ArrowDown}{Enter}')
    expect(await screen.findByText('Empresa ativa alterada!')).toBeVisible()
  })

  it('leaves the tab without a company when the chosen one is gone', async () => {
    const gone = { ...serraAzul, id: 'z', razao_social: 'Extinta Ltda', nome_fantasia: null }
    server.use(
      http.get('*/api/companies', () => pageOf([boaVista, gone])),
      http.put('*/api/session/active-company', () => problem(404, 'not_found', 'Registro não encontrado.')),
    )
    showApp('/app/products')
    await userEvent.click(await switcher(/Empresa ativa/))
    await userEvent.click(await screen.findByRole('option', { name: /Extinta/ }))
    expect(await screen.findByText('Empresa selecionada não encontrada ou acessível.')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Nenhuma Empresa Ativa' })).toBeVisible()
  })

  it('searches by the server when there are many', async () => {
    const searches: string[] = []
    server.use(
      http.get('*/api/companies', ({ request }) => {
        const search = new URL(request.url).searchParams.get('search') ?? ''
        searches.push(search)
        const many = Array.from({ length: 9 }, (_, index) => ({ ...boaVista, id: `c${index}` }))
        return pageOf(search ? [serraAzul] : many)
      }),
    )
    showApp('/app/people')
    await userEvent.click(await switcher(/Empresa ativa/))
    await userEvent.type(await screen.findByRole('combobox', { name: 'Buscar empresa ou CNPJ' }), 'serra')
    expect(await screen.findByRole('option', { name: /Serra Azul/ })).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    expect(searches.at(-1)).toBe('serra')
  })

  it('draws the logo of each company, or its initials where there is none or it cannot be read', async () => {
    const logo = '/files/company_logos/u1/logo.png'
    const active = { ...boaVista, logo_sistema_url: logo }
    server.use(
      http.get('*/api/session', () => HttpResponse.json({ ...marina, active_company: active })),
      http.get('*/api/companies', () => pageOf([active, serraAzul])),
    )
    showApp('/app/people')
    const button = await switcher(/Empresa ativa/)
    expect(button.querySelector('img')).toHaveAttribute('src', logo)
    await userEvent.click(button)
    expect((await screen.findByRole('option', { name: /Boa Vista/ })).querySelector('img')).toHaveAttribute('src', logo)
    const other = screen.getByRole('option', { name: /Serra Azul/ })
    expect(other.querySelector('img')).toBeNull()
    expect(other).toHaveTextContent(/^SA/)
    const image = button.querySelector('img')
    if (image) fireEvent.error(image)
    expect(button.querySelector('img')).toBeNull()
    expect(button).toHaveTextContent('LB')
  })

  it('says when its list cannot be read, and asks again', async () => {
    let isDown = true
    server.use(
      http.get('*/api/companies', () =>
        isDown ? problem(500, 'internal', 'Quebrou.') : pageOf([boaVista, serraAzul]),
      ),
    )
    showApp('/app/people')
    await userEvent.click(await switcher(/Empresa ativa/))
    expect(await screen.findByText(/Não foi possível carregar as empresas\./)).toBeVisible()
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(await screen.findByRole('option', { name: /Serra Azul/ })).toBeVisible()
    expect(screen.queryByText(/Não foi possível carregar as empresas\./)).not.toBeInTheDocument()
  })

  it('says Nenhuma Empresa when the list is empty or cannot be read', async () => {
    server.use(
      http.get('*/api/session', () => HttpResponse.json({ ...marina, role: 'user', active_company: null })),
      http.get('*/api/companies', () => problem(500, 'internal', 'Quebrou.')),
    )
    showApp('/app/people')
    expect(await screen.findByText('Nenhuma Empresa')).toBeVisible()
    expect(screen.queryByText('Quebrou.')).not.toBeInTheDocument()
  })
})
