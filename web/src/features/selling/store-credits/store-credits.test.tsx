import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { boaVista, pageOf, showScreens, startServer } from '@/testing'
import StoreCreditsPage from './store-credits-page'

const { server, calls } = startServer(
  http.get('*/api/companies/a/stations', () =>
    HttpResponse.json({ items: [{ id: 'e1', nome: 'Caixa 1', ativo: 'S', impressora: { caminho: 'rede' } }] }),
  ),
  http.get('*/api/companies/a/store-credits', () =>
    pageOf([
      {
        ...{ codigo: '7K3M9QXR', ambiente: 'producao', valor: '41.00', saldo: '11.00', validade: '2027-11-21' },
        ...{ situacao: 'aberto', devolucao_id: 'd1', created_at: '2026-11-21T13:00:00Z' },
      },
    ]),
  ),
)
beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('balcao-estacao:a', 'e1')
})
const open = (company = boaVista) =>
  showScreens('/app/receipts/credits', [{ path: '/app/receipts/credits', element: <StoreCreditsPage /> }], { company })

it('lists codes with what is left of them, and prints the paper again', async () => {
  server.use(
    http.post('*/api/companies/a/stations/e1/vouchers', () =>
      HttpResponse.json({ ok: false, texto: 'Confira o papel.' }),
    ),
  )
  const user = userEvent.setup()
  open()
  expect(await screen.findByText('7K3M-9QXR')).toBeVisible()
  expect(screen.getByText('11,00')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Imprimir/ }))
  expect(await screen.findByText('Confira o papel.')).toBeInTheDocument()
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual(['{"codigo":"7K3M9QXR","ambiente":"producao"}']))
})
