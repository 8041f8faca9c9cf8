import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { Budget, BudgetItem, OrderDelivery } from '@/api'
import { boaVista, problem, showScreens, startServer } from '@/testing'
import DeliveriesPage from './deliveries-page'
import { DeliveryDialog } from './delivery-dialog'

/** As much of an item as its deliveries look at. */
const item = (prod_cProd: string, descricao: string, unidade: string, quantities: Partial<BudgetItem>) =>
  ({
    ...{ id: `item-${prod_cProd}`, prod_cProd, descricao, unidade, faturada: '0.0000', entregue: '0.0000' },
    ...quantities,
  }) as BudgetItem
const cimento = item('CIM-CP2-50', 'Cimento CP II, saco 50 kg', 'sc', {
  ...{ quantidade: '10.0000', entregue: '10.0000', faturada: '4.0000' },
})
const laje = item('LJ-H12', 'Laje treliçada H12 com EPS', 'm²', { quantidade: '40.0000', entregue: '15.5000' })
const tela = item('TL-Q92', 'Tela soldada Q92', 'un', { quantidade: '3.0000' })
const order = {
  ...{ id: 'b1', numero_pedido: 1047, tipo: 'Pedido', deleted_at: null, nome_cliente: 'Construtora Ipê Amarelo Ltda' },
  ...{ endereco_entrega: null, endereco_entrega_completo: 'Rua dos Jequitibás, 1120, Centro, Campinas/SP' },
  itens: [cimento, laje, tela],
} as unknown as Budget
const first: OrderDelivery = {
  ...{ id: 'e1', ordem: 1, endereco: 'Rua da Obra, 12', motorista: 'José Lima', placa: 'ABC1D23', observacao: null },
  ...{ desfeita_em: null, desfeita_motivo: null, usuario: 'Marina Duarte', created_at: '2026-11-27T13:00:00Z' },
  ...{ nota_id: null, nota_serie: null, nota_numero: null, nota_estado: null },
  itens: [
    { item_id: cimento.id, quantidade: '10.0000' },
    { item_id: laje.id, quantidade: '15.5000' },
  ],
}
const pesos = [{ item_id: laje.id, prod_pesoL: '160.2500' }]
const at = '*/api/companies/a/budgets/b1'
const { server, calls } = startServer(
  http.get(at, () => HttpResponse.json(order)),
  http.get(`${at}/deliveries`, () => HttpResponse.json({ items: [first], pesos, remessas: false })),
  http.post(`${at}/deliveries`, () => HttpResponse.json({ ...first, id: 'e2', ordem: 2 }, { status: 201 })),
  http.post(`${at}/deliveries/e1/undo`, () => HttpResponse.json(first)),
)
const sent = (end: string) =>
  calls
    .filter(({ path, method }) => method === 'POST' && path.endsWith(end))
    .map(({ body }) => JSON.parse(body) as unknown)

function open(more: Parameters<typeof showScreens>[2] = {}) {
  showScreens('/app/budgets/b1/deliveries', [{ path: '/app/budgets/:id/deliveries', element: <DeliveriesPage /> }], {
    company: boaVista,
    ...more,
  })
  return userEvent.setup()
}
beforeEach(() => localStorage.clear())
const quantityOf = (name: string) => screen.findByRole('textbox', { name: `Quanto sai de ${name}` })

it('shows of each item what was ordered, invoiced, delivered and is left, and what left on which truck', async () => {
  open()
  const row = await screen.findByRole('row', { name: /Laje treliçada H12 com EPS/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['40 m²', '0', '15,5', '24,5'])
  expect(screen.getByText('José Lima')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ver no mapa' })).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/search?query=Rua%20da%20Obra%2C%2012',
  )
})

it('records a truck with what is left of the order, at its address', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Nova entrega' }))
  await user.type(await quantityOf('Laje treliçada H12 com EPS'), '24,5')
  expect(screen.queryByRole('textbox', { name: /Quanto sai de Cimento/ })).not.toBeInTheDocument()
  await user.type(screen.getByRole('textbox', { name: /Motorista/ }), 'José Lima{Enter}')
  await waitFor(() => expect(sent('/deliveries')).toHaveLength(1))
  expect(sent('/deliveries')).toEqual([
    {
      ...{ endereco: order.endereco_entrega_completo, motorista: 'José Lima', placa: null, observacao: null },
      itens: [{ item_id: laje.id, quantidade: '24.5000' }],
    },
  ])
  expect(await screen.findByText('Entrega registrada')).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('loads all that is left by one button', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Nova entrega' }))
  await user.click(screen.getByRole('button', { name: 'Sai tudo' }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent('/deliveries')).toHaveLength(1))
  expect(sent('/deliveries')).toMatchObject([{ itens: [{ quantidade: '24.5000' }, { quantidade: '3.0000' }] }])
})

it('says what the truck is loaded with while it is typed, and what left weighs', async () => {
  const user = open()
  expect(await screen.findByText('2.483,875 kg, sem contar 1 item sem peso')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Nova entrega' }))
  await user.type(await quantityOf('Laje treliçada H12 com EPS'), '10')
  expect(await screen.findByText('Peso no caminhão: 1.602,5 kg')).toBeVisible()
})

it('prints the romaneio on the network printer of this computer, and says why it did not come out', async () => {
  localStorage.setItem('balcao-estacao:a', 'c1')
  const station = { id: 'c1', nome: 'Pátio', ativo: 'S', impressora: { caminho: 'rede' } }
  server.use(
    http.get('*/api/companies/a/stations', () => HttpResponse.json({ items: [station] })),
    http.post('*/api/companies/a/stations/c1/romaneios', () =>
      HttpResponse.json({ ok: false, texto: 'A impressora está sem papel.' }),
    ),
  )
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Romaneio em cupom da entrega 1' }))
  await waitFor(() => expect(sent('/romaneios')).toEqual([{ orcamento_id: 'b1', entrega_id: 'e1' }]))
  expect(await screen.findByText('A impressora está sem papel.')).toBeVisible()
})

it('says at the row that is meant what another clerk has left of it', async () => {
  const said = 'Este item já foi todo entregue.'
  server.use(
    http.post(`${at}/deliveries`, () =>
      problem(422, 'invalid', 'Confira os campos.', { errors: [{ field: 'itens.0.quantidade', message: said }] }),
    ),
  )
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Nova entrega' }))
  // The second row of the form is the first one sent.
  await user.type(await quantityOf('Tela soldada Q92'), '3{Enter}')
  expect(await screen.findByText(said)).toBeVisible()
  expect(await quantityOf('Tela soldada Q92')).toBeInvalid()
  expect(await quantityOf('Laje treliçada H12 com EPS')).toBeValid()
})

it('keeps what was typed with its item when another truck takes one away meanwhile', async () => {
  let show: (items: BudgetItem[]) => void = () => undefined
  function Stage() {
    const [items, setItems] = useState([laje, tela])
    show = setItems
    return (
      <DeliveryDialog
        {...{ company: 'a', order, items, weights: new Map(), needsRemessas: false }}
        onIssue={() => Promise.resolve()}
        onPrint={() => undefined}
        onClose={() => undefined}
      />
    )
  }
  showScreens('/dialog', [{ path: '/dialog', element: <Stage /> }], { company: boaVista })
  const user = userEvent.setup()
  await user.type(await quantityOf('Laje treliçada H12 com EPS'), '2')
  act(() => show([tela]))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent('/deliveries')).toHaveLength(1))
  expect(sent('/deliveries')).toMatchObject([{ itens: [{ item_id: laje.id, quantidade: '2.0000' }] }])
})

const remessas = (of: Partial<OrderDelivery>) =>
  server.use(
    http.get(`${at}/deliveries`, () => HttpResponse.json({ items: [{ ...first, ...of }], pesos, remessas: true })),
    http.post(`${at}/deliveries/:entrega/remessa`, () => HttpResponse.json({ id: 'n7' }, { status: 201 })),
  )

it('issues the remessa of a truck whose goods were invoiced for future delivery, unless it is switched off', async () => {
  remessas({ nota_id: 'n5', nota_serie: 1, nota_numero: 5, nota_estado: 'autorizada' })
  const user = open()
  expect(await screen.findByRole('link', { name: 'Remessa: NF-e 5' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Emitir/ })).not.toBeInTheDocument()
  const load = async () => {
    await user.click(screen.getByRole('button', { name: 'Nova entrega' }))
    await user.click(screen.getByRole('button', { name: 'Sai tudo' }))
  }
  await load()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent('/deliveries/e2/remessa')).toEqual([{ depois_de: null }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await load()
  await user.click(screen.getByRole('switch', { name: /Emitir a NF-e de remessa/ }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent('/deliveries')).toHaveLength(2))
  expect(sent('/remessa')).toHaveLength(1)
})

it('issues another remessa in the place of one that was cancelled, and says why none came out', async () => {
  remessas({ nota_id: 'n5', nota_serie: 1, nota_numero: 5, nota_estado: 'cancelada' })
  const said = 'Nem tudo desta entrega foi faturado para entrega futura. Falta faturar: 2 de Tela soldada Q92.'
  server.use(http.post(`${at}/deliveries/e1/remessa`, () => problem(422, 'emissao_bloqueada', said)))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Emitir NF-e de remessa da entrega 1' }))
  expect(await screen.findByText(said)).toBeVisible()
  expect(sent('/remessa')).toEqual([{ depois_de: 'n5' }])
})

it('is undone with a reason', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Desfazer' }))
  const dialog = screen.getByRole('dialog', { name: 'Desfazer a entrega 1?' })
  await user.type(within(dialog).getByRole('textbox', { name: /Motivo/ }), 'Obra fechada{Enter}')
  await waitFor(() => expect(sent('/undo')).toEqual([{ motivo: 'Obra fechada' }]))
})

it('offers the first truck where nothing has left, and none of an Orçamento', async () => {
  server.use(http.get(`${at}/deliveries`, () => HttpResponse.json({ items: [], pesos, remessas: false })))
  open()
  expect(await screen.findByText('Nenhuma entrega ainda')).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Nova entrega' })).toHaveLength(1)
})

it('says of an Orçamento that it becomes an order first', async () => {
  server.use(
    http.get(at, () => HttpResponse.json({ ...order, tipo: 'Orçamento' })),
    http.get(`${at}/deliveries`, () => HttpResponse.json({ items: [], pesos, remessas: false })),
  )
  open()
  expect(await screen.findByText(/Transforme o orçamento em pedido/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Nova entrega' })).not.toBeInTheDocument()
})
