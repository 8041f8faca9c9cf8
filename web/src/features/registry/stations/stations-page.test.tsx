import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { Station, StationInput } from '@/api'
import { boaVista, problem, showScreens, startServer, tagged } from '@/testing'
import StationsPage from './stations-page'

const station = (changes: Partial<Station> = {}): Station => ({
  ...{ id: 'e1', nome: 'Caixa 1', ativo: 'S', aceita_pin: 'N', testada_em: null, version: 3 },
  ...{ created_at: '2026-11-20T12:00:00Z', updated_at: '2026-11-20T12:00:00Z' },
  impressora: {
    ...{ caminho: 'rede', host: '192.168.0.50', porta: 9100, papel: '80', colunas: 48, gaveta: 'N', confere: 'S' },
  },
  ...changes,
})
const all: Station[] = []

const { server, calls } = startServer(
  http.get('*/api/companies/a/stations', () => HttpResponse.json({ items: all })),
  http.post('*/api/companies/a/stations', async ({ request }) => {
    const { nome } = (await request.json()) as StationInput
    all.push(station({ id: 'e2', nome }))
    return tagged(all.at(-1) ?? {}, '"1"', 201)
  }),
)
beforeEach(() => {
  all.length = 0
  localStorage.clear()
})

const open = () => {
  showScreens('/app/stations', [{ path: '/app/stations', element: <StationsPage /> }], { company: boaVista })
  return userEvent.setup()
}

it('says what a computer without a station does, and makes it one', async () => {
  all.push(station())
  const user = open()
  expect(await screen.findByText(/ainda não é nenhuma estação/)).toBeInTheDocument()
  expect(screen.getByText('Impressora na rede em 192.168.0.50, porta 9100, 80 mm, ainda não testada')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Usar neste computador' }))
  expect(screen.getByText('Este computador é Caixa 1. As notas vendidas aqui saem por ele.')).toBeVisible()
  expect(localStorage.getItem('balcao-estacao:a')).toBe('e1')
  await user.click(screen.getByRole('button', { name: 'Deixar de usar aqui' }))
  expect(localStorage.getItem('balcao-estacao:a')).toBeNull()
})

it('shows what the server says about the printer at its field', async () => {
  const message = 'Só um administrador define o endereço de uma impressora de rede.'
  server.use(
    http.post('*/api/companies/a/stations', () =>
      problem(422, 'invalid', 'Confira.', { errors: [{ field: 'impressora.host', message }] }),
    ),
  )
  const user = open()
  await screen.findByText('Nenhuma estação cadastrada')
  await user.keyboard('n')
  const dialog = await screen.findByRole('dialog', { name: 'Nova estação' })
  await user.type(within(dialog).getByLabelText(/^Nome/), 'Caixa 1')
  await user.click(within(dialog).getByText('Impressora na rede'))
  await user.click(within(dialog).getByRole('button', { name: /Salvar/ }))
  expect(await within(dialog).findByText(message)).toBeInTheDocument()
  expect(JSON.parse(calls.at(-1)?.body ?? '')).toEqual({
    nome: 'Caixa 1',
    ativo: 'S',
    aceita_pin: 'N',
    impressora: { caminho: 'rede', papel: '80', host: null, porta: 9100, colunas: 48, gaveta: 'N', confere: 'S' },
  })
})

it('keeps how many letters a printer has in a line, and follows the paper otherwise', async () => {
  all.push(station({ impressora: { ...station().impressora, colunas: 42 } }))
  server.use(http.put('*/api/companies/a/stations/e1', () => tagged(all[0] ?? {}, '"4"')))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Editar' }))
  const dialog = await screen.findByRole('dialog', { name: 'Editar estação' })
  const columns = within(dialog).getByLabelText(/^Colunas/)
  expect(columns).toHaveValue('42')
  await user.click(within(dialog).getByText('58 mm'))
  expect(columns).toHaveValue('42')
  await user.clear(columns)
  await user.type(columns, '48')
  await user.click(within(dialog).getByText('80 mm'))
  await user.click(within(dialog).getByText('58 mm'))
  expect(columns).toHaveValue('32')
  await user.click(within(dialog).getByRole('button', { name: /Salvar/ }))
  await screen.findByText('Estação salva')
  expect(JSON.parse(calls.at(-1)?.body ?? '')).toMatchObject({ impressora: { papel: '58', colunas: 32 } })
})
