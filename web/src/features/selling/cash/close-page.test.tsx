import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { problem } from '@/testing'
import { asOperador, session, showCash, startTestServer } from './testing'

const { server, calls } = startTestServer()
const sent = () => calls.map(({ path, body }) => [path.split('/').at(-1), JSON.parse(body) as unknown])
const open = async () => {
  const shown = showCash('/app/cash/s1/close', asOperador)
  await screen.findByRole('heading', { name: 'Fechar caixa' })
  await screen.findByRole('textbox', { name: 'Quantas de R$ 200' })
  return { user: userEvent.setup(), ...shown }
}
const own = () => screen.getByRole('region', { name: 'Você contou' })

it('counts notes, coins and machine slips by keyboard, and closes after a question', async () => {
  const { user, path } = await open()
  await user.click(screen.getByRole('textbox', { name: 'Quantas de R$ 200' }))
  await user.keyboard('1{Enter}5{Enter}{Enter}2')
  expect(screen.getByRole('textbox', { name: 'Quantas de R$ 20' })).toHaveValue('2')
  await user.type(screen.getByRole('textbox', { name: 'Pix' }), '5914,00')
  expect(own()).toHaveTextContent('Dinheiro740,00')
  expect(own()).toHaveTextContent('Total contadoR$ 6.654,00')
  await user.keyboard('{Control>}{Enter}{/Control}')
  const question = await screen.findByRole('dialog', { name: 'Fechar o caixa?' })
  expect(calls).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Fechar caixa' }))
  await waitFor(() => expect(path()).toBe('/app/cash/s1'))
  expect(sent()).toEqual([
    [
      'close',
      {
        contagem: [
          { tPag: '01', contado: '740.00' },
          { tPag: '20', contado: '5914.00' },
          { tPag: '04', contado: '0.00' },
          { tPag: '03', contado: '0.00' },
          { tPag: '99', contado: '0.00' },
        ],
      },
    ],
  ])
})

it('takes the sum alone', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Digitar só o total' }))
  expect(screen.queryByRole('textbox', { name: 'Quantas de R$ 200' })).not.toBeInTheDocument()
  await user.type(screen.getByRole('textbox', { name: 'Dinheiro' }), '1672,60')
  expect(own()).toHaveTextContent('Total contadoR$ 1.672,60')
})

it.each(['abc', '-1'])('closes nothing while %s is no count', async (typed) => {
  const { user } = await open()
  await user.type(screen.getByRole('textbox', { name: 'Quantas de R$ 5' }), typed)
  await user.click(screen.getByRole('button', { name: /^Fechar caixa/ }))
  expect(await screen.findByText('Corrija a contagem')).toBeVisible()
  expect(screen.getByText('Digite quantas há, só com números.')).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(calls).toEqual([])
})

it('lists what is not done yet, and says that it keeps nobody', async () => {
  const notas = [{ id: 'n1285', serie: 1, numero: 1285, estado: 'rejeitada' as const }]
  const pendencias = { notas, contingencia: 3, em_espera: 1 }
  server.use(http.get('*/api/companies/a/cash/sessions/s1', () => HttpResponse.json({ ...session, pendencias })))
  await open()
  const before = screen.getByRole('region', { name: 'Antes de fechar' })
  expect(before).toHaveTextContent('não impede')
  expect(within(before).getByRole('link', { name: 'Abrir: NFC-e 1.285' })).toHaveAttribute(
    'href',
    '/app/receipts/n1285?empresa=a',
  )
  expect(before).toHaveTextContent('3 notas esperam envio')
  expect(before).toHaveTextContent('1 venda em espera')
})

it('says that somebody was first', async () => {
  const { user } = await open()
  server.use(
    http.post('*/api/companies/a/cash/sessions/s1/close', () =>
      problem(409, 'caixa_fechado', 'Marina já fechou este caixa.'),
    ),
  )
  await user.click(screen.getByRole('button', { name: /^Fechar caixa/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Fechar caixa' }))
  expect(await screen.findByText('Marina já fechou este caixa.')).toBeVisible()
})
