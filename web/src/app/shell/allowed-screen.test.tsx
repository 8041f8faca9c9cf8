import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { ActiveCompany } from '@/api'
import { boaVista, showScreens, startServer } from '@/testing'
import { AllowedScreen } from './allowed-screen'

startServer(
  http.get('*/api/companies/a/sellers', () =>
    HttpResponse.json({
      items: [
        { id: 'u1', nome: 'Ana Lima', papel: 'gerente' },
        { id: 'u2', nome: 'Bia Costa', papel: 'operador' },
        { id: 'u3', nome: 'Caio Reis', papel: 'gerente' },
      ],
    }),
  ),
)

const asOperador: ActiveCompany = { ...boaVista, papel: 'operador' }
const open = (at: string, company: ActiveCompany) =>
  showScreens(at, [{ element: <AllowedScreen />, children: [{ path: '*', element: <input aria-label="Campo" /> }] }], {
    company,
  })
const field = () => screen.queryByRole('textbox', { name: 'Campo' })

it('names the gerentes to an operador at an address of theirs', async () => {
  open('/app/sefaz', asOperador)
  expect(await screen.findByText('Só gerentes desta empresa abrem esta tela: Ana Lima e Caio Reis.')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Configurações da SEFAZ' })).toBeVisible()
  expect(field()).not.toBeInTheDocument()
})

it('sends a gerente to an administrator for a screen of administrators', () => {
  open('/app/users', boaVista)
  expect(screen.getByText('Você não tem permissão para acessar esta página. Peça a um administrador.')).toBeVisible()
})

it('keeps the screen of who becomes an operador in it', () => {
  const { switchTo } = open('/app/sefaz', boaVista)
  expect(field()).toBeVisible()
  switchTo(asOperador)
  expect(field()).toBeVisible()
})
