import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Notification } from '@/api'
import { boaVista, marina, problem } from '@/testing'
import { showApp, startTestServer } from '../testing'

const server = startTestServer()

const notification = (changes: Partial<Notification>): Notification => ({
  tipo: 'certificado_ausente',
  tom: 'erro',
  titulo: 'Falta o certificado',
  texto: 'Envie o certificado digital A1.',
  company: { id: 'a', razao_social: boaVista.razao_social },
  alvo_id: null,
  em: '2026-11-20T12:00:00Z',
  nova: true,
  ...changes,
})

const serve = (items: Notification[], unseen: number) =>
  server.use(http.get('*/api/notifications', () => HttpResponse.json({ items, unseen })))

describe('the bell', () => {
  it('says how many are new, and after a look that none is', async () => {
    let seen = 0
    serve([notification({})], 12)
    server.use(
      http.put('*/api/notifications/seen', () => {
        seen += 1
        return new HttpResponse(null, { status: 204 })
      }),
    )
    showApp('/app/help')
    const bell = await screen.findByRole('button', { name: 'Notificações, 12 novas' })
    expect(bell).toHaveTextContent('12')
    await userEvent.click(bell)
    expect(screen.getByRole('list', { name: 'Notificações' })).toHaveTextContent('Falta o certificado')
    expect(await screen.findByRole('button', { name: 'Notificações' })).toHaveAttribute('aria-expanded', 'true')
    expect(seen).toBe(1)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('list', { name: 'Notificações' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Notificações' }))
    expect(seen).toBe(1)
  })

  it('keeps them new when the look could not be noted', async () => {
    serve([notification({})], 1)
    server.use(http.put('*/api/notifications/seen', () => problem(503, 'unavailable', 'Tente de novo.')))
    showApp('/app/help')
    await userEvent.click(await screen.findByRole('button', { name: 'Notificações, 1 nova' }))
    expect(screen.getByRole('list', { name: 'Notificações' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Notificações, 1 nova' })).toBeVisible()
  })

  it('leads each to where it is settled', async () => {
    const products = { id: 'b', razao_social: 'Serra Azul' }
    serve(
      [
        notification({}),
        notification({ tipo: 'certificado_vencendo', tom: 'aviso', company: products }),
        notification({ tipo: 'sefaz_pendente' }),
        notification({ tipo: 'importacao_pronta', tom: 'info', alvo_id: 'i1' }),
        notification({ tipo: 'importacao_falhou', company: null, alvo_id: 'i2' }),
      ],
      0,
    )
    showApp('/app/help')
    await userEvent.click(await screen.findByRole('button', { name: 'Notificações' }))
    const list = within(await screen.findByRole('list', { name: 'Notificações' }))
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/app/companies?certificado=a',
      '/app/companies?certificado=b',
      '/app/sefaz?empresa=a',
      '/app/products/import?empresa=a&importacao=i1',
      '/app/people/import?importacao=i2',
    ])
    expect(list.getAllByRole('img').map((image) => image.getAttribute('aria-label'))).toEqual([
      'Erro',
      'Aviso',
      'Erro',
      'Informação',
      'Erro',
    ])
  })

  it('says so when there is none, and why it cannot say', async () => {
    showApp('/app/help')
    await userEvent.click(await screen.findByRole('button', { name: 'Notificações' }))
    expect(await screen.findByText('Nenhuma notificação')).toBeVisible()
  })
})

describe('who is signed in', () => {
  it('is told by initial, e-mail and role, whole to who hears it, as far as there is room to who sees it', async () => {
    showApp('/app/help')
    const button = await screen.findByRole('button', { name: 'Conta de marina@example.com admin' })
    expect([...button.querySelectorAll('[aria-hidden]')].map((part) => part.textContent)).toEqual([
      'M',
      'marina@example.comadmin',
    ])
  })
})

describe('the end of the certificate', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString()
  const showWith = (certificado_valido_ate: string | null) => {
    const active_company = { ...boaVista, certificado_valido_ate }
    server.use(http.get('*/api/session', () => HttpResponse.json({ ...marina, active_company })))
    showApp('/app/help')
  }

  it.each([
    [30, 'Certificado vence em 30 dias', null],
    [1, 'Certificado vence em 1 dia', 'true'],
    [0, 'Certificado vence em menos de 24 horas', 'true'],
    [-3, 'Certificado vencido', 'true'],
  ])('in %d days is told in the header', async (days, text, isPressing) => {
    showWith(inDays(days))
    const link = await screen.findByRole('link', { name: text })
    expect(link).toHaveAttribute('href', '/app/companies?certificado=a')
    expect(link.getAttribute('data-pressing')).toBe(isPressing)
  })

  it.each([31, null])('is not told when it is far or there is none: %s', async (days) => {
    showWith(days === null ? null : inDays(days))
    await screen.findByRole('heading', { name: 'Ajuda', level: 1 })
    expect(screen.queryByRole('link', { name: /^Certificado venc/ })).not.toBeInTheDocument()
  })
})

describe('the help of a screen', () => {
  it('is behind the “?” beside its title, at its own place', async () => {
    server.use(http.get('*/api/versions', () => problem(500, 'internal', 'Quebrou.')))
    const { address } = showApp('/app/reports')
    const link = await screen.findByRole('link', { name: 'Ajuda desta tela' })
    expect(link).toHaveAttribute('href', '/app/help#relatorios')
    await userEvent.click(link)
    await screen.findByRole('heading', { name: 'Ajuda', level: 1 })
    expect(address()).toBe('/app/help')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Relatórios', level: 2 })).toHaveFocus())
    expect(screen.queryByRole('link', { name: 'Ajuda desta tela' })).not.toBeInTheDocument()
  })
})
