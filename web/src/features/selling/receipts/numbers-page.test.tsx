import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { problem } from '@/testing'
import { numbers, showReceipts, startTestServer } from './testing'

const { server, calls } = startTestServer()

type Pending = (typeof numbers.pendentes)[number]

const waits = (numero: number, estado: Pending['estado'], prazo: string | null = '2026-12-11T03:00:00Z'): Pending => ({
  ...{ modelo: 65, serie: 1, numero, estado, prazo, nfce_id: `n${numero}`, vNF: '708.00' },
})

/** Of these numbers, and so many more, it is open what will become of them; of all others it is settled. */
function serve(pendentes: Pending[], more = 0) {
  const open = pendentes.map(({ modelo, serie, estado }) => ({ modelo, serie, estado, quantidade: 1 }))
  const settled = numbers.estados.filter(({ estado }) => ['autorizada', 'cancelada', 'inutilizada'].includes(estado))
  const estados = [...settled, ...open, { modelo: 65, serie: 1, estado: 'rejeitada', quantidade: more }]
  server.use(http.get('*/api/companies/a/numbers', () => HttpResponse.json({ ...numbers, pendentes, estados })))
}

const open = () => showReceipts('/app/receipts/numbers')
const figure = async (label: string) => (await screen.findByText(label, { selector: 'dt' })).parentElement

it('answers what comes next, up to where all is accounted for, and what waits', async () => {
  const onTheirWay = [1286, 1288, 1289].map((numero) => waits(numero, 'enviando', null))
  const offline = waits(1287, 'contingencia', '2026-11-21T18:43:00Z')
  serve([waits(1241, 'abandonada'), waits(1285, 'rejeitada'), offline, ...onTheirWay])
  open()
  expect(await figure('Próximo número')).toHaveTextContent('1.290')
  expect(await figure('Conferido até')).toHaveTextContent('1.289nada sem registro')
  await waitFor(async () => expect(await figure('Pendentes')).toHaveTextContent(/^Pendentes5o primeiro prazo é 21\/11/))
  expect(screen.getByText('Todos os números, 613 a 1.289')).toBeVisible()
  const legend = screen.getByText('Autorizadas', { selector: 'li' })
  expect(legend).toHaveTextContent('Autorizadas 656')
  const [first, second] = within(screen.getByRole('region', { name: 'Pendentes' })).getAllByRole('listitem')
  expect(first).toHaveTextContent('1.285Rejeitada')
  expect(first).toHaveTextContent('corrigir até 10/12/2026')
  expect(second).toHaveTextContent('1.287Contingência')
})

it('says how many there are beside those listed', async () => {
  serve([waits(1285, 'rejeitada')], 139)
  open()
  expect(await screen.findByText('Aqui estão as mais antigas; mais 139 em Notas.')).toBeVisible()
  expect(await figure('Pendentes')).toHaveTextContent(/^Pendentes140/)
})

it('shows in red what nothing accounts for', async () => {
  const estados = numbers.estados.filter(({ estado }) => estado !== 'inutilizada')
  server.use(http.get('*/api/companies/a/numbers', () => HttpResponse.json({ ...numbers, estados })))
  open()
  expect(await figure('Conferido até')).toHaveTextContent('4 números sem registro')
})

it('says what part of the month was issued offline, and when that is much', async () => {
  open()
  expect(await figure('Contingência neste mês')).toHaveTextContent(/4,1 % ?6 de 148 notas; atenção acima de 5 %/)
  expect(screen.queryByText('Acima de 5 %')).not.toBeInTheDocument()
  const contingencia_mes = { quantidade: 8, total: 148 }
  server.use(http.get('*/api/companies/a/numbers', () => HttpResponse.json({ ...numbers, contingencia_mes })))
  open()
  expect(await screen.findByText('Acima de 5 %')).toBeVisible()
})

it('draws the last numbers, each leading to its receipt', async () => {
  open()
  const cells = [await screen.findByTitle('1.287, a inutilizar'), screen.getByTitle('1.288, autorizada')]
  expect(cells.map((cell) => cell.getAttribute('href'))).toEqual([null, '/app/receipts/n1288?empresa=a'])
})

it('names the first numbers that are not accounted for', async () => {
  const series = numbers.series.map((each) => ({ ...each, lacuna: { ini: 1250, fim: 1252 }, conferido_ate: 1249 }))
  server.use(http.get('*/api/companies/a/numbers', () => HttpResponse.json({ ...numbers, series })))
  open()
  expect(await figure('Conferido até')).toHaveTextContent('1.249do 1.250 ao 1.252 sem registro')
})

it('says why a series is stopped', async () => {
  const series = numbers.series.map((each) => ({ ...each, parada: 'Confirme o próximo número.' }))
  server.use(http.get('*/api/companies/a/numbers', () => HttpResponse.json({ ...numbers, series })))
  open()
  expect(await figure('Próximo número')).toHaveTextContent('Série parada: Confirme o próximo número.')
  expect(screen.getByRole('link', { name: 'Confirmar próximo número' })).toHaveAttribute('href', '/app/sefaz?empresa=a')
})

it('voids what was skipped, with a reason, and no number beyond it', async () => {
  const user = userEvent.setup()
  server.use(
    http.post('*/api/companies/a/receipts/void-numbers', () => HttpResponse.json({ id: 'i1' }, { status: 202 })),
  )
  open()
  await user.click(await screen.findByRole('button', { name: 'Inutilizar 2 números' }))
  const dialog = await screen.findByRole('dialog', { name: 'Inutilizar 2 números' })
  await user.type(within(dialog).getByRole('textbox', { name: /Motivo/ }), 'Números pulados na troca de sistema')
  const to = within(dialog).getByRole('textbox', { name: 'Até o número' })
  await user.clear(to)
  await user.type(to, '1203')
  await user.click(within(dialog).getByRole('button', { name: /^Inutilizar/ }))
  expect(await within(dialog).findByText('Use números de 1.201 a 1.202.')).toBeVisible()
  expect(calls).toEqual([])
  await user.clear(to)
  await user.type(to, '1201')
  await user.click(within(dialog).getByRole('button', { name: 'Inutilizar 1 número' }))
  expect(await screen.findByText('Inutilização pedida à SEFAZ')).toBeVisible()
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
    ...{ ambiente: 'producao', modelo: 65, serie: 1, ini: 1201, fim: 1201 },
    motivo: 'Números pulados na troca de sistema',
  })
})

it('keeps the dialog and says why when SEFAZ cannot be asked', async () => {
  const user = userEvent.setup()
  server.use(
    http.post('*/api/companies/a/receipts/void-numbers', () =>
      problem(422, 'invalid', 'O número 1.201 está em uso.', { errors: [{ field: 'ini', message: 'Está em uso.' }] }),
    ),
  )
  open()
  await user.click(await screen.findByRole('button', { name: 'Inutilizar 2 números' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox', { name: /Motivo/ }), 'Números pulados na troca')
  await user.click(within(dialog).getByRole('button', { name: /^Inutilizar/ }))
  expect(await screen.findByText('Os números não foram inutilizados')).toBeVisible()
  expect(screen.getByRole('dialog')).toBeVisible()
})

it('says that there is no series yet', async () => {
  server.use(
    http.get('*/api/companies/a/numbers', () =>
      HttpResponse.json({ ambiente: 'producao', series: [], estados: [], faixas: [], pendentes: [] }),
    ),
  )
  open()
  expect(await screen.findByRole('heading', { name: 'Nenhuma série ainda' })).toBeVisible()
})

it('goes back to a tab of the list', async () => {
  const user = userEvent.setup()
  const { address } = open()
  await user.click(await screen.findByRole('button', { name: /^Rejeitadas/ }))
  expect(address()).toBe('/app/receipts?empresa=a&status=rejeitadas')
})
