// Budgets and orders, as staff work with them all day.
import { cpf, punctuatedCpf } from '../../api/tests/helpers/people.ts'
import { enterCompany, expect, expectSound, heading, newWindow, product, type Server, test, toast } from '../helpers.ts'
import type { Page } from '@playwright/test'

const save = /^Salvar (Orçamento|Pedido)/

type Budget = { id: string; itens: { prod_cProd: string }[]; parcelas: { valor: string }[] }

/** An admin with a company, in the page. */
async function enterOffice(page: Page, server: Server) {
  const { admin, company, path } = await enterCompany(page, server)
  return {
    admin,
    id: company.id,
    path,
    product: (code: string, price: string, more: object = {}) =>
      admin.create(path('products'), product(code, { prod_vUnCOM: price, ...more })),
    client: (razao_social: string) => admin.create('/api/people', { pessoa_tipo: 1, cpf_cnpj: cpf(), razao_social }),
    budget: (cliente_id: string, more: object = {}) =>
      admin.create(path('budgets'), {
        ...{ data_orcamento: '2026-11-21', cliente_id, total_venda: '100.00' },
        ...more,
      }),
    read: (id: string) => admin.read<Budget>(path(`budgets/${id}`)),
    all: async () => (await admin.read<{ items: { id: string }[] }>(path('budgets?page_size=100'))).items,
  }
}

const cell = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const visor = (page: Page) => page.getByRole('region', { name: 'Totais' })
const search = (page: Page) => page.getByRole('combobox', { name: 'Produto a adicionar' })

async function chooseClient(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Cliente/ }).focus()
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible()
  await page.keyboard.press('Enter')
}

test('a budget with ten items by keys alone, saved, opened again, printed', async ({ page, server }) => {
  const shop = await enterOffice(page, server)
  for (let number = 1; number <= 10; number += 1)
    await shop.product(`P${number}X`, `${number}.0000`, number === 10 ? { prod_cEAN: '7891234567895' } : {})
  await shop.client('Construtora das Dez Lajes')
  await page.goto(`${server.url}/app/budgets`)
  await expect(heading(page, 'Nenhum orçamento ainda')).toBeVisible()
  await page.keyboard.press('n')
  await expect(heading(page, 'Novo Orçamento')).toBeVisible()
  await chooseClient(page, 'Construtora das Dez')

  await page.keyboard.press('Insert')
  for (let number = 1; number <= 10; number += 1) {
    await expect(search(page)).toBeFocused()
    // The last one as a barcode reader types it.
    await page.keyboard.type(number === 10 ? '7891234567895' : `p${number}x`)
    await page.keyboard.press('Enter')
    await expect(cell(page, `Quantidade do item ${number}`)).toBeFocused()
    await page.keyboard.type(`${number},5`)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
  }
  // 1,5·1 + 2,5·2 + … + 10,5·10
  await expect(visor(page)).toContainText('412,50')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(cell(page, 'Descrição do item 9')).toHaveValue('Laje P10X')

  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Orçamento 1 criado com sucesso.')).toBeVisible()
  await expect(page).toHaveURL(/\/app\/budgets(\?|$)/)
  const [saved] = await shop.all()
  const budget = await shop.read(saved!.id)
  expect(budget).toMatchObject({ numero_pedido: 1, total_fatura: '412.50', tipo: 'Orçamento' })
  expect(budget.itens.map(({ prod_cProd }) => prod_cProd)).toEqual([
    'P1X',
    'P2X',
    'P3X',
    'P4X',
    'P5X',
    'P6X',
    'P7X',
    'P8X',
    'P10X',
    'P9X',
  ])

  await page.getByRole('link', { name: 'Construtora das Dez Lajes', exact: true }).click()
  await expect(heading(page, 'Orçamento 1')).toBeVisible()
  await expect(cell(page, 'Quantidade do item 9')).toHaveValue('10,50')
  // In a tab of its own, where a browser without a screen downloads it instead of showing it.
  const path = shop.path(`budgets/${saved!.id}/pdf`)
  const shown = page.context().waitForEvent('response', (answer) => new URL(answer.url()).pathname === path)
  const tab = page.context().waitForEvent('page')
  await page.getByRole('main').getByRole('button', { name: 'Imprimir' }).click()
  const pdf = await shown
  await tab
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  const answer = await shop.admin.call('GET', path)
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('items: removed and brought back, a typed quantity undone, installments follow', async ({ page, server }) => {
  const shop = await enterOffice(page, server)
  const product = await shop.product('VIGA', '50.0000')
  const client = await shop.client('Ana Ribeiro')
  const budget = await shop.budget(client.id, {
    numero_parcelas: 3,
    itens: [
      { composicao_id: product.id, quantidade: '1.0000' },
      { composicao_id: product.id, quantidade: '1.0000' },
    ],
  })
  await page.goto(`${server.url}/app/budgets/${budget.id}/edit`)
  await cell(page, 'Quantidade do item 1').focus()
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, 'Quantidade do item 2')).toBeFocused()
  await page.keyboard.type('4,02')
  await expect(visor(page)).toContainText('251,00')
  await page.getByRole('button', { name: /^Parcelas.*R\$ 83,68/ }).click()
  await expect(cell(page, '1ª parcela: Valor')).toHaveValue('83,68')
  await page.keyboard.press('Control+z')
  await expect(visor(page)).toContainText('100,00')
  await cell(page, 'Quantidade do item 2').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Delete')
  await expect(cell(page, 'Quantidade do item 2')).toBeHidden()
  await toast(page, 'Item removido.').getByRole('button', { name: 'Desfazer' }).click()
  await expect(cell(page, 'Quantidade do item 2')).toBeVisible()

  await cell(page, '1ª parcela: Valor').fill('40')
  await page.getByRole('button', { name: save }).click()
  await expect(page.getByText(/^Sobram|passam do total em/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Refazer parcelas' }).click()
  await page.getByRole('button', { name: save }).click()
  await expect(toast(page, 'Orçamento 1 atualizado com sucesso.')).toBeVisible()
  expect((await shop.read(budget.id)).parcelas.map(({ valor }) => valor)).toEqual(['33.34', '33.33', '33.33'])
})

test('a new client without leaving the budget', async ({ page, server }) => {
  const shop = await enterOffice(page, server)
  await page.goto(`${server.url}/app/budgets/new`)
  await page.getByRole('button', { name: /^Pagamento, entrega e obra/ }).click()
  await cell(page, 'Obra').fill('Casa da praia')
  const client = page.getByRole('combobox', { name: /^Cliente/ })
  await client.fill('Beatriz Nova')
  await page.getByRole('option', { name: 'Cadastrar novo cliente' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(/^Nome Completo/)).toHaveValue('Beatriz Nova')
  await dialog.getByLabel(/^CPF/).fill(punctuatedCpf(cpf()))
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(client).toHaveValue('Beatriz Nova')
  await page.getByRole('button', { name: save }).click()
  await expect(toast(page, 'Orçamento 1 criado com sucesso.')).toBeVisible()
  expect(await shop.all()).toMatchObject([{ nome_cliente: 'Beatriz Nova', obra: 'Casa da praia' }])
})

test('copied, made an order, deleted, found in the bin and restored', async ({ page, server }) => {
  const shop = await enterOffice(page, server)
  const { id } = await shop.budget((await shop.client('Carlos Souza')).id)
  await page.goto(`${server.url}/app/budgets/${id}/edit`)
  await page.getByRole('button', { name: 'Duplicar' }).click()
  await expect(heading(page, 'Orçamento 2')).toBeVisible()
  await page.getByRole('button', { name: 'Transformar em pedido' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Transformar em pedido' }).click()
  await expect(heading(page, 'Pedido 2')).toBeVisible()
  // What was saved is what is edited from here on.
  await page.getByRole('button', { name: /^Pagamento, entrega e obra/ }).click()
  await cell(page, 'Obra').fill('Galpão')
  await page.getByRole('button', { name: save }).click()
  await expect(toast(page, 'Pedido 2 atualizado com sucesso.')).toBeVisible()

  const order = page.getByRole('row', { name: /Pedido/ })
  await order.getByRole('button', { name: /^Excluir/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir orçamento' }).click()
  await expect(toast(page, 'Orçamento excluído!')).toBeVisible()
  await expect(page.getByText('Exibindo 1-1 de 1 registro')).toBeVisible()
  await page.getByRole('button', { name: /^Lixeira/ }).click()
  await order.getByRole('button', { name: /^Restaurar/ }).click()
  await expect(toast(page, 'Orçamento restaurado.')).toBeVisible()
  await page.getByRole('button', { name: /^Pedidos/ }).click()
  await expect(order).toHaveCount(1)
})

test('search and filters live in the address, with the sum of what they find', async ({ page, server, browser }) => {
  const shop = await enterOffice(page, server)
  const [ana, joao] = [await shop.client('Ana Ribeiro'), await shop.client('João Peçanha')]
  for (let day = 1; day <= 12; day += 1)
    await shop.budget(ana.id, { data_orcamento: `2026-10-${String(day).padStart(2, '0')}`, total_venda: '10.50' })
  await shop.budget(joao.id, { data_orcamento: '2026-11-02', total_venda: '1000.00', faturado: true, tipo: 'Pedido' })
  await page.goto(`${server.url}/app/budgets`)
  await expect(page.getByText(/^13 orçamentos · R\$\s1\.126,00$/)).toBeVisible()
  await page.getByRole('searchbox').fill('pecanha')
  await expect(page.getByText(/^1 orçamento · R\$\s1\.000,00$/)).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: /^Filtros/ }).click()
  await page.getByRole('textbox', { name: 'Data: de' }).fill('05/10/2026')
  await page.getByRole('textbox', { name: 'Data: até' }).fill('31102026')
  await expect(page.getByText(/^8 orçamentos · R\$\s84,00$/)).toBeVisible()
  const other = await newWindow(browser, shop.admin)
  await other.goto(page.url())
  await expect(other.getByText(/^8 orçamentos · R\$\s84,00$/)).toBeVisible()
  await other.context().close()
})

test('two people edit the same budget', async ({ page, server }) => {
  const shop = await enterOffice(page, server)
  const budget = await shop.budget((await shop.client('Eva Lima')).id, { obra: 'Antes' })
  await page.goto(`${server.url}/app/budgets/${budget.id}/edit`)
  await page.getByRole('button', { name: /^Pagamento, entrega e obra/ }).click()
  await cell(page, 'Obra').fill('A minha obra')
  await shop.admin.change(shop.path(`budgets/${budget.id}`), { vendedor: 'Outro Vendedor' })
  await page.getByRole('button', { name: save }).click()
  await page.getByRole('button', { name: 'Comparar' }).click()
  const compare = page.getByRole('dialog')
  await expect(compare).toContainText('Outro Vendedor')
  await compare.getByRole('button', { name: 'Usar as escolhas' }).click()
  await page.getByRole('button', { name: save }).click()
  await expect(toast(page, 'Orçamento 1 atualizado com sucesso.')).toBeVisible()
  expect(await shop.read(budget.id)).toMatchObject({ obra: 'A minha obra', vendedor: 'Outro Vendedor' })
})

test('every budget screen: axe, both schemes, both widths', async ({ page, server }) => {
  test.slow()
  const shop = await enterOffice(page, server)
  const product = await shop.product('VIGA', '50.0000')
  const { id } = await shop.budget((await shop.client('Ana Ribeiro')).id, {
    numero_parcelas: 2,
    itens: [{ composicao_id: product.id, quantidade: '2.0000' }],
  })
  await page.goto(`${server.url}/app/budgets`)
  await expect(page.getByText(/^1 orçamento · /)).toBeVisible()
  await expectSound(page, 'budgets')
  await page.goto(`${server.url}/app/budgets/new`)
  await expect(heading(page, 'Novo Orçamento')).toBeVisible()
  await expectSound(page, 'new budget')
  await page.goto(`${server.url}/app/budgets/${id}/edit`)
  await expect(cell(page, 'Quantidade do item 1')).toBeVisible()
  for (const section of [/^Mais campos/, /^Endereço de Entrega/, /^Histórico e Observações/])
    await page.getByRole('button', { name: section }).click()
  await expectSound(page, 'budget')
})
