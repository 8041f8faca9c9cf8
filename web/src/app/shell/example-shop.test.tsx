import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { ExampleShop } from '@/api'
import { boaVista, marina, pageOf, recusado } from '@/testing'
import { showApp, startTestServer } from '../testing'

const server = startTestServer()

const none: ExampleShop = {
  ...{ estado: 'nenhuma', oferecida: true, impedimento_criar: null, company_id: null },
  ...{ feitas: 0, total: 0, erro: null, impedimento_remover: null },
}
const ready: ExampleShop = { ...none, estado: 'pronta', oferecida: false, company_id: 'a', feitas: 136, total: 136 }

/** An installation whose administrator has no company yet. */
function startEmpty(shop: ExampleShop, role: 'admin' | 'user' = 'admin') {
  server.use(
    http.get('*/api/session', () => HttpResponse.json({ ...marina, role, active_company: null })),
    http.get('*/api/companies', () => pageOf([])),
    http.get('*/api/example-shop', () => HttpResponse.json(shop)),
  )
}
/** The tab works on the made-up shop. */
function startInShop(shop: ExampleShop, role: 'admin' | 'user' = 'admin') {
  const active_company = { ...boaVista, ambiente: 'homologacao', exemplo: 'S' }
  server.use(
    http.get('*/api/session', () =>
      HttpResponse.json({ ...marina, role, active_company, ...(role === 'user' && { recusado }) }),
    ),
    http.get('*/api/example-shop', () => HttpResponse.json(shop)),
  )
}

describe('the offer', () => {
  it.each(['/app', '/app/companies'])('stands in %s and makes the shop', async (address) => {
    startEmpty(none)
    let asked = 0
    server.use(
      http.post('*/api/example-shop', () => {
        asked += 1
        const shop = { ...none, estado: 'preparando', oferecida: false, company_id: 'a', feitas: 40, total: 136 }
        server.use(http.get('*/api/example-shop', () => HttpResponse.json(shop)))
        return HttpResponse.json(shop, { status: 202 })
      }),
    )
    showApp(address)
    await userEvent.click(await screen.findByRole('button', { name: 'Conhecer com dados de exemplo' }))
    expect(await screen.findByRole('progressbar', { name: 'Montando a loja de exemplo' })).toHaveAttribute(
      'aria-valuetext',
      '40 de 136',
    )
    expect(asked).toBe(1)
  })

  it('is not made where the shop cannot be had, nor to who may not have it', async () => {
    startEmpty({ ...none, oferecida: false, impedimento_criar: 'Sem simulador.' })
    showApp('/app')
    expect(await screen.findByRole('link', { name: /Nova Empresa/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Conhecer com dados de exemplo' })).not.toBeInTheDocument()
  })
})

describe('the strip', () => {
  it('is over every screen of the shop', async () => {
    startInShop(ready)
    showApp('/app/help')
    expect(await screen.findByRole('region', { name: 'Dados de exemplo' })).toHaveTextContent('DADOS DE EXEMPLO')
    expect(screen.queryByText('HOMOLOGAÇÃO')).not.toBeInTheDocument()
  })

  it('tells how far it is, and offers to go on with one that stopped', async () => {
    startInShop({ ...ready, estado: 'falhou', erro: 'O disco está cheio.' })
    server.use(http.post('*/api/example-shop', () => HttpResponse.json({ ...ready, estado: 'preparando', feitas: 70 })))
    showApp('/app/help')
    const strip = await screen.findByRole('region', { name: 'Dados de exemplo' })
    await waitFor(() => expect(strip).toHaveTextContent('A loja de exemplo parou no meio. O disco está cheio.'))
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    await waitFor(() => expect(strip).toHaveTextContent('Montando a loja: 70 de 136'))
  })

  it('removes the shop once that was agreed to', async () => {
    startInShop(ready)
    let removed = 0
    server.use(
      http.delete('*/api/example-shop', () => {
        removed += 1
        startEmpty(none)
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { address } = showApp('/app/help')
    await userEvent.click(await screen.findByRole('button', { name: 'Remover dados de exemplo' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('as pessoas e os pedidos')
    expect(removed).toBe(0)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remover dados de exemplo' }))
    expect(await screen.findByText('Dados de exemplo removidos')).toBeVisible()
    expect(removed).toBe(1)
    await waitFor(() => expect(address()).toBe('/app/companies'))
    expect(await screen.findByRole('button', { name: 'Conhecer com dados de exemplo' })).toBeVisible()
  })

  it('says what keeps it, instead', async () => {
    startInShop({ ...ready, impedimento_remover: 'Há dados que não vieram com a loja: 1 produto.' })
    showApp('/app/help')
    await userEvent.click(await screen.findByRole('button', { name: 'Remover dados de exemplo' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('Há dados que não vieram com a loja: 1 produto.')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Entendi' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('is only told, to who may not remove it', async () => {
    startInShop(ready, 'user')
    showApp('/app/help')
    await screen.findByRole('region', { name: 'Dados de exemplo' })
    expect(screen.queryByRole('button', { name: 'Remover dados de exemplo' })).not.toBeInTheDocument()
  })
})
