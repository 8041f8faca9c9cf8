import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { problem } from '@/testing'
import { ipe, item, saved, showBudgets, startTestServer } from './testing'

const { server, calls, sent } = startTestServer()

const visor = () => screen.getByLabelText('Totais')
const cell = (name: string) => screen.getByLabelText(name)

async function open(at = '/app/budgets/b1/edit') {
  const shown = showBudgets(at)
  if (at.endsWith('/new')) await screen.findByRole('heading', { name: 'Novo Orçamento' })
  else await screen.findByRole('heading', { name: 'Orçamento 1.047' })
  return { ...shown, user: userEvent.setup({ delay: null }) }
}

async function chooseClient(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByRole('combobox', { name: /^Cliente/ }), 'ipê')
  await screen.findByRole('option', { name: /Construtora Ipê/ })
  await user.keyboard('{Enter}')
}

it('starts at the client, named by typing alone', async () => {
  const { user } = await open('/app/budgets/new')
  expect(screen.getByRole('combobox', { name: /^Cliente/ })).toHaveFocus()
  await user.keyboard('ipê')
  await screen.findByRole('option', { name: /Construtora Ipê/ })
  await user.keyboard('{Enter}')
  expect(screen.getByRole('combobox', { name: /^Cliente/ })).toHaveValue(ipe.razao_social)
})

it('takes an item by keys alone and asks for the next', async () => {
  const { user } = await open('/app/budgets/new')
  await user.keyboard('{Insert}')
  expect(screen.getByRole('combobox', { name: 'Produto a adicionar' })).toHaveFocus()
  await user.keyboard('lj-h12{Enter}')
  await waitFor(() => expect(cell('Quantidade do item 1')).toHaveFocus())
  await user.keyboard('186{Enter}74,6{Enter}10{Enter}')
  expect(screen.getByRole('combobox', { name: 'Produto a adicionar' })).toHaveFocus()
  expect(visor()).toHaveTextContent('13.865,60')
})

it('takes what a barcode reader types, and sends the budget', async () => {
  const { user } = await open('/app/budgets/new')
  await chooseClient(user)
  await user.keyboard('{Insert}')
  await user.paste('7891234567895')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(cell('Quantidade do item 1')).toHaveFocus())
  await user.keyboard('60{Control>}{Enter}{/Control}')
  await screen.findByText('Orçamento 1.047 criado com sucesso.')
  expect(sent()).toMatchObject({
    cliente_id: ipe.id,
    vendedor: 'Marina Duarte',
    telefone: ipe.telefone,
    tipo: 'Orçamento',
    total_venda: '2394.00',
    itens: [{ composicao_id: 'product-CIM-CP2-50', quantidade: '60.0000', valor_venda: '39.9000', desconto: '0.00' }],
    parcelas: [{ valor: '2394.00' }],
  })
})

it('moves through the cells by arrows, changes the order, removes and takes back', async () => {
  const { user } = await open()
  await user.click(cell('Quantidade do item 1'))
  await user.keyboard('{ArrowDown}')
  expect(cell('Quantidade do item 2')).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(cell('Valor do item 2')).toHaveFocus()

  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(cell('Valor do item 1')).toHaveFocus()
  expect(cell('Descrição do item 1')).toHaveValue('Laje treliçada H12 com EPS')

  await user.keyboard('{Delete}')
  expect(screen.queryByLabelText('Valor do item 2')).not.toBeInTheDocument()
  expect(cell('Descrição do item 1')).toHaveValue('Cimento CP II, saco 50 kg')
  await user.click(await screen.findByRole('button', { name: 'Desfazer' }))
  expect(cell('Descrição do item 1')).toHaveValue('Laje treliçada H12 com EPS')
  expect(cell('Valor do item 2')).toBeInTheDocument()
})

it('takes back what was typed in a cell as one step', async () => {
  const { user } = await open()
  await user.click(cell('Quantidade do item 1'))
  await user.clear(cell('Quantidade do item 1'))
  await user.keyboard('25{Enter}')
  expect(visor()).toHaveTextContent('1.146,50')
  await user.keyboard('{Control>}z{/Control}')
  expect(cell('Quantidade do item 1')).toHaveValue('2,00')
  expect(visor()).toHaveTextContent('228,80')
})

it('deletes characters, not the item, while one edits inside a cell', async () => {
  const { user } = await open()
  const name = cell('Descrição do item 1')
  await user.click(name)
  ;(name as HTMLInputElement).setSelectionRange(0, 0)
  await user.keyboard('{Delete}')
  expect(name).toHaveValue('imento CP II, saco 50 kg')
})

it('proposes installments anew until one is typed, then names the difference', async () => {
  const { user } = await open()
  await user.clear(cell('Desconto'))
  await user.type(cell('Desconto'), '28,80')
  await user.click(screen.getByRole('button', { name: /^Parcelas/ }))
  expect(cell('1ª parcela: Valor')).toHaveValue('100,00')
  expect(screen.getByText('As parcelas somam o total.')).toBeInTheDocument()

  await user.clear(cell('1ª parcela: Valor'))
  await user.type(cell('1ª parcela: Valor'), '90')
  expect(screen.getByText(/^Faltam R\$\s10,00 para/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Refazer parcelas' }))
  expect(cell('1ª parcela: Valor')).toHaveValue('100,00')

  await user.clear(cell('Parcelas'))
  await user.type(cell('Parcelas'), '3')
  expect(cell('1ª parcela: Valor')).toHaveValue('66,68')
  expect(cell('3ª parcela: Vencimento')).toHaveValue('18/02/2027')
})

it('shows what the server refuses at its cell and in the summary', async () => {
  server.use(
    http.put('*/api/companies/a/budgets/b1', () =>
      problem(422, 'invalid', 'Confira os campos.', {
        errors: [{ field: 'itens.1.quantidade', message: 'Digite uma quantidade maior que zero.' }],
      }),
    ),
  )
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: /^Salvar Orçamento/ }))
  const bad = await screen.findByRole('button', { name: 'Item 2, Quantidade: Digite uma quantidade maior que zero.' })
  expect(cell('Quantidade do item 2')).toHaveFocus()
  expect(cell('Quantidade do item 2')).toHaveAccessibleDescription('Digite uma quantidade maior que zero.')
  await user.click(cell('Valor do item 1'))
  await user.click(bad)
  expect(cell('Quantidade do item 2')).toHaveFocus()
})

it('says so at once when a discount is larger than its item', async () => {
  const { user } = await open()
  await user.clear(cell('Desconto do item 1'))
  await user.type(cell('Desconto do item 1'), '80')
  expect(cell('Desconto do item 1')).toHaveAccessibleDescription('Maior que o valor do item.')
})

it('keeps mine and theirs when somebody else saved meanwhile', async () => {
  server.use(
    http.put('*/api/companies/a/budgets/b1', () =>
      problem(412, 'stale', 'Outra pessoa salvou.', {
        current: { ...saved, obra: 'Outra obra', itens: [item('TL-Q92')], total_venda: '236.00' },
      }),
    ),
  )
  const { user } = await open()
  await user.clear(cell('Obra'))
  await user.type(cell('Obra'), 'Minha obra')
  await user.click(screen.getByRole('button', { name: /^Salvar Orçamento/ }))
  await user.click(await screen.findByRole('button', { name: 'Comparar' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('radio', { name: /Minha obra/ })).toBeChecked()
  expect(within(dialog).getByRole('radio', { name: /Tela soldada Q92: 2,00 × 118,00/ })).toBeChecked()
})

it('sends the version it started from, and keeps items as they are', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('radio', { name: 'Pedido' }))
  await user.click(screen.getByRole('button', { name: /^Salvar Pedido/ }))
  await screen.findByText('Orçamento 1.047 atualizado com sucesso.')
  expect(calls.at(-1)?.headers.get('if-match')).toBe('"7"')
  expect(sent()).toMatchObject({
    tipo: 'Pedido',
    // The day of the budget, until another one is typed.
    data_venda: '2026-11-20',
    itens: [{ quantidade: '2.0000' }, { descricao: 'Laje treliçada H12 com EPS' }],
    parcelas: saved.parcelas,
  })
})

it('prints what is saved, and says so when something is not', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Imprimir' }))
  await waitFor(() => expect(opened).toHaveBeenCalledWith('/api/companies/a/budgets/b1/pdf', '_blank'))
  await user.type(cell('Obra'), '!')
  await user.click(screen.getByRole('button', { name: 'Imprimir' }))
  expect(await screen.findByText('Há alterações não salvas')).toBeInTheDocument()
  expect(opened).toHaveBeenCalledTimes(1)
})

it('becomes an order and stays open', async () => {
  server.use(
    http.put('*/api/companies/a/budgets/b1', () =>
      HttpResponse.json({ ...saved, tipo: 'Pedido' }, { headers: { ETag: '"8"' } }),
    ),
  )
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Transformar em pedido' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Transformar em pedido' }))
  expect(await screen.findByRole('heading', { name: 'Pedido 1.047' })).toBeInTheDocument()
  expect(sent().tipo).toBe('Pedido')
  expect(screen.queryByText('Alterações não salvas')).not.toBeInTheDocument()
})

it('offers to restore a budget from the bin instead of its form', async () => {
  server.use(
    http.get('*/api/companies/a/budgets/b1', () =>
      HttpResponse.json({ ...saved, deleted_at: '2026-11-21T12:00:00Z' }, { headers: { ETag: '"7"' } }),
    ),
  )
  const { user } = await open()
  server.resetHandlers()
  await user.click(await screen.findByRole('button', { name: 'Restaurar' }))
  expect(await screen.findByRole('combobox', { name: /^Cliente/ })).toBeInTheDocument()
  // What one seldom changes is folded, and says what is in it.
  expect(screen.queryByRole('textbox', { name: 'Obra' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /^Pagamento, entrega e obra/ }))
  expect(screen.getByRole('textbox', { name: 'Obra' })).toBeInTheDocument()
})

it('asks for a company first', async () => {
  showBudgets('/app/budgets/new', null)
  expect(await screen.findByRole('heading', { name: 'Nenhuma Empresa Ativa' })).toBeInTheDocument()
})

it.each(['new', 'b1/edit'])('%s is not saved without an active company, and nothing typed is lost', async (at) => {
  const { user, switchTo } = await open(`/app/budgets/${at}`)
  if (at === 'new') await chooseClient(user)
  switchTo(null)
  await user.click(screen.getByRole('button', { name: /^Salvar Orçamento/ }))
  expect(await screen.findByText('Nenhuma empresa ativa selecionada para salvar o orçamento.')).toBeInTheDocument()
  expect(screen.getByRole('combobox', { name: /^Cliente/ })).toHaveValue('Construtora Ipê Amarelo Ltda')
  expect(calls).toEqual([])
})

it('says when the budget cannot be loaded', async () => {
  server.use(http.get('*/api/companies/a/budgets/b1', () => problem(500, 'internal', 'Quebrou.')))
  showBudgets('/app/budgets/b1/edit')
  expect(await screen.findByRole('heading', { name: 'Erro ao carregar orçamento' })).toBeInTheDocument()
})

it('says when the list of people cannot be read, and why in the list', async () => {
  server.use(http.get('*/api/people', () => problem(503, 'unavailable', 'O banco não responde.')))
  const { user } = await open('/app/budgets/new')
  await user.keyboard('ipê')
  expect(await screen.findByText('Não foi possível carregar a lista de pessoas.')).toBeInTheDocument()
  expect(screen.getByText('Erro')).toBeInTheDocument()
  expect(screen.getByText('O banco não responde.')).toBeInTheDocument()
})
