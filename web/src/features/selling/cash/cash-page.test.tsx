import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { pageOf, problem } from '@/testing'
import { asOperador, closed, sangria, session, showCash, startTestServer } from './testing'

const { server, calls } = startTestServer()
const sent = () => calls.map(({ path, body }) => [path.split('/').at(-1), JSON.parse(body) as unknown])
beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('balcao-estacao:a', 'e1')
})

/** The button stands in the heading and in the empty page. */
async function openTill(user: ReturnType<typeof userEvent.setup>) {
  const [button] = screen.getAllByRole('button', { name: /^Abrir caixa/ })
  if (button) await user.click(button)
}

it('shows the till of this computer and what may be done with it', async () => {
  showCash('/app/cash', asOperador)
  const here = await screen.findByRole('region', { name: 'O caixa deste computador' })
  await waitFor(() => expect(here).toHaveTextContent(/Caixa 1 · aberto por Rafael Nogueira às \d\d:52/))
  expect(screen.getByRole('link', { name: 'Fechar caixa' })).toHaveAttribute('href', '/app/cash/s1/close?empresa=a')
  expect(screen.queryByRole('button', { name: /^Abrir caixa/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Relatório' })).not.toBeInTheDocument()
})

it('opens the till of a station that is chosen with it', async () => {
  localStorage.clear()
  server.use(
    http.get('*/api/companies/a/cash/sessions', () => pageOf([])),
    http.post('*/api/companies/a/cash/sessions', () => HttpResponse.json(session, { status: 201 })),
  )
  const user = userEvent.setup()
  showCash('/app/cash', asOperador)
  await screen.findByText('Nenhum caixa aberto ainda')
  await openTill(user)
  const dialog = await screen.findByRole('dialog', { name: 'Abrir caixa' })
  await user.click(await within(dialog).findByRole('combobox', { name: /Estação/ }))
  await user.click(await screen.findByRole('option', { name: 'Caixa 2' }))
  await user.type(within(dialog).getByRole('textbox', { name: /Fundo de troco/ }), '200')
  await user.click(within(dialog).getByRole('button', { name: /^Abrir caixa/ }))
  await waitFor(() => expect(sent()).toEqual([['sessions', { estacao_id: 'e2', fundo: '200.00' }]]))
  await waitFor(() => expect(localStorage.getItem('balcao-estacao:a')).toBe('e2'))
})

it('says at the field that a station is busy, before anything is sent', async () => {
  localStorage.clear()
  server.use(
    http.get('*/api/companies/a/cash/sessions', ({ request }) =>
      pageOf(new URL(request.url).searchParams.get('estacao_id') === 'e2' ? [{ ...session, estacao: 'Caixa 2' }] : []),
    ),
  )
  const user = userEvent.setup()
  showCash('/app/cash', asOperador)
  await screen.findByText('Nenhum caixa aberto ainda')
  await openTill(user)
  const dialog = await screen.findByRole('dialog', { name: 'Abrir caixa' })
  const station = await within(dialog).findByRole('combobox', { name: /Estação/ })
  await user.click(station)
  await user.click(await screen.findByRole('option', { name: 'Caixa 2' }))
  await waitFor(() =>
    expect(station).toHaveAccessibleDescription(/Caixa 2 já está aberto, por Rafael Nogueira\. Escolha outra/),
  )
  expect(sent()).toEqual([])
})

it('asks an operador without stations for a gerente', async () => {
  localStorage.clear()
  server.use(
    http.get('*/api/companies/a/cash/sessions', () => pageOf([])),
    http.get('*/api/companies/a/stations', () => HttpResponse.json({ items: [] })),
  )
  const user = userEvent.setup()
  showCash('/app/cash', asOperador)
  await screen.findByText('Nenhum caixa aberto ainda')
  await openTill(user)
  expect(await screen.findByText('Nenhuma estação está cadastrada. Peça a um gerente.')).toBeVisible()
})

it('takes cash out with a reason, and prints its slip at the station', async () => {
  const user = userEvent.setup()
  showCash('/app/cash', asOperador)
  await user.click(await screen.findByRole('button', { name: 'Sangria' }))
  const dialog = await screen.findByRole('dialog', { name: 'Sangria' })
  await user.type(within(dialog).getByRole('textbox', { name: /Valor/ }), '50')
  await user.type(within(dialog).getByRole('textbox', { name: /Motivo/ }), 'Depósito{Enter}')
  await waitFor(() =>
    expect(sent()).toEqual([
      ['movements', { tipo: 'sangria', valor: '50.00', motivo: 'Depósito', aprovacao_id: null }],
      ['slips', { seq: 7 }],
    ]),
  )
})

it('has a gerente allow what is more than there is', async () => {
  const aprovacao = { acao: 'sangria', referencia: 's1', valor: '900.00' }
  server.use(
    http.post('*/api/companies/a/cash/sessions/s1/movements', async ({ request }) => {
      const { aprovacao_id } = (await request.json()) as { aprovacao_id: string | null }
      if (aprovacao_id === 'ap1') return HttpResponse.json(sangria, { status: 201 })
      return problem(422, 'aprovacao_necessaria', 'Há menos que isso na gaveta.', { aprovacao })
    }),
    http.post('*/api/companies/a/approvals', () =>
      HttpResponse.json(
        { aprovacao_id: 'ap1', dada_por: 'Marina', expira_em: '2026-11-20T19:32:00Z' },
        { status: 201 },
      ),
    ),
  )
  const user = userEvent.setup()
  showCash('/app/cash', asOperador)
  await user.click(await screen.findByRole('button', { name: 'Sangria' }))
  const dialog = await screen.findByRole('dialog', { name: 'Sangria' })
  await user.type(within(dialog).getByRole('textbox', { name: /Valor/ }), '900')
  await user.type(within(dialog).getByRole('textbox', { name: /Motivo/ }), 'Depósito{Enter}')
  const approval = await screen.findByRole('dialog', { name: 'Autorização do gerente' })
  expect(approval).toHaveTextContent(/Sangria de R\$\s900,00, acima do que há na gaveta\./)
  await user.type(within(approval).getByRole('textbox', { name: /E-mail/ }), 'marina@example.com')
  await user.type(within(approval).getByLabelText(/^Senha/), 'segredo123{Enter}')
  await waitFor(() => expect(sent().map(([what]) => what)).toEqual(['movements', 'approvals', 'movements', 'slips']))
  expect(sent()[1]?.[1]).toEqual({ ...aprovacao, email: 'marina@example.com', password: 'segredo123' })
  expect(sent()[2]?.[1]).toMatchObject({ aprovacao_id: 'ap1' })
})

it('shows a gerente the differences and where the expectation comes from', async () => {
  server.use(http.get('*/api/companies/a/cash/sessions/s1', () => HttpResponse.json(closed)))
  showCash('/app/cash/s1')
  const table = await screen.findByRole('table', { name: 'Contagem por forma' })
  expect(within(table).getByRole('row', { name: /^Dinheiro/ })).toHaveTextContent(
    'Dinheiro1.672,601.682,60− 10,00Faltou',
  )
  expect(within(table).getByRole('row', { name: /^Pix/ })).toHaveTextContent('Pix40,000,00+ 40,00Sobrou')
  const origin = screen.getByRole('region', { name: 'De onde vem o esperado' })
  expect(origin).toHaveTextContent('Fundo de abertura200,00')
  expect(origin).toHaveTextContent('− 2.000,00')
})

it('shows an operador the difference alone', async () => {
  const formas = closed.formas?.map((each) => ({ ...each, origem: null }))
  server.use(http.get('*/api/companies/a/cash/sessions/s1', () => HttpResponse.json({ ...closed, formas })))
  showCash('/app/cash/s1', asOperador)
  const table = await screen.findByRole('table', { name: 'Contagem por forma' })
  expect(within(table).queryByRole('columnheader', { name: 'Esperado' })).not.toBeInTheDocument()
  expect(within(table).getByRole('row', { name: /^Dinheiro/ })).toHaveTextContent('Dinheiro1.672,60− 10,00Faltou')
  expect(screen.queryByRole('region', { name: 'De onde vem o esperado' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Salvar observação' })).not.toBeInTheDocument()
})

it('keeps a note of the gerente', async () => {
  server.use(
    http.get('*/api/companies/a/cash/sessions/s1', () => HttpResponse.json(closed)),
    http.post('*/api/companies/a/cash/sessions/s1/note', () => HttpResponse.json(closed)),
  )
  const user = userEvent.setup()
  showCash('/app/cash/s1')
  await user.type(await screen.findByRole('textbox', { name: 'Observação do gerente' }), 'Cartão trocado')
  await user.click(screen.getByRole('button', { name: 'Salvar observação' }))
  await waitFor(() => expect(sent()).toEqual([['note', { nota: 'Cartão trocado' }]]))
})

it('sums up days, operators and kinds for gerentes', async () => {
  const row = {
    ...{ dia: '2026-11-20', operador_id: 'u1', operador: 'Rafael', tPag: '01', sessoes: 1, abertura: '200.00' },
    ...{
      vendas: '100.00',
      estornos: '-6.00',
      devolucoes: '-4.00',
      suprimentos: '5.00',
      sangrias: '-50.00',
      total: '245.00',
    },
    ...{ contado: '240.00', diferenca: '-5.00' },
  }
  const items = [row, { ...row, tPag: '20', contado: null, diferenca: null }]
  server.use(http.get('*/api/companies/a/cash/report', () => HttpResponse.json({ items })))
  showCash('/app/cash/report?de=2026-11-01&ate=2026-11-30')
  const table = await screen.findByRole('table', { name: 'Por dia, operador e forma' })
  expect(
    within(table)
      .getAllByRole('row')
      .map((each) => each.textContent),
  ).toEqual([
    expect.stringContaining('Dia'),
    '20/11/2026RafaelDinheiro200,00100,00− 10,00− 45,00245,00240,00− 5,00',
    'Pix200,00100,00− 10,00− 45,00245,00aberto',
    'Total do período400,00200,00− 20,00− 90,00490,00240,00− 5,00',
  ])
})
