// Ctrl+K does what the screens do: each action of a list, a record and the frame, started by typing it.
import { cpf } from '../../api/tests/helpers/people.ts'
import { enterCompany, expect, heading, product, test, toast } from '../helpers.ts'
import type { Page } from '@playwright/test'

/** Types into the palette and waits until what is wanted stands first. */
async function ask(page: Page, text: string, first: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Buscar ou ir para' })).toBeFocused()
  await page.keyboard.type(text)
  await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(first)
}

async function start(page: Page, text: string, first: string | RegExp): Promise<void> {
  await ask(page, text, first)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Buscar ou ir para' })).toBeHidden()
}

const jose = () => ({ pessoa_tipo: 1, cpf_cnpj: cpf(), razao_social: 'José Ramos' })

test(
  'Ctrl+K finds a record and a screen from inside any field, and Esc gives the focus back',
  {
    tag: '@promise',
  },
  async ({ page, server }) => {
    const { admin, path } = await enterCompany(page, server)
    for (const code of ['LJ-01', 'LJ-02', 'LJ-03']) await admin.create(path('products'), product(code))
    // What is typed before the palette's own file has come counts.
    let letIn = () => {}
    const held = new Promise<void>((done) => (letIn = done))
    await page.route(/command-palette/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${server.url}/app/products`)
    const search = page.getByRole('searchbox', { name: 'Buscar por código, descrição ou EAN' })
    await search.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('laje lj-02')
    letIn()
    await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(/^Laje LJ-02/)
    await expect(search).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(search).toBeFocused()

    await start(page, 'laje lj-02', /^Laje LJ-02/)
    await expect(page.getByRole('textbox', { name: 'Código', exact: true })).toHaveValue('LJ-02')
    await start(page, 'orçam', 'Orçamentos')
    await expect(page).toHaveURL(/\/app\/budgets/)
  },
)

test('Ctrl+K starts each action', async ({ page, server }) => {
  test.slow()
  const { admin, company, path } = await enterCompany(page, server, {
    razao_social: 'Lajes Boa Vista Ltda',
    nome_fantasia: 'Boa Vista',
  })
  await admin.newCompany({ razao_social: 'Blocos Serrana Ltda', nome_fantasia: 'Blocos Serrana' })
  // More codes that hold a 1 than a search answers with.
  for (const code of ['1', ...Array.from({ length: 11 }, (_, at) => `1${at}X`)])
    await admin.create(path('products'), product(code))
  const { id: cliente_id } = await admin.create('/api/people', jose())
  await admin.create(path('budgets'), { data_orcamento: '2026-11-21', cliente_id, total_venda: '100.00' })

  // From any screen.
  await page.goto(`${server.url}/app/help?empresa=${company.id}`)
  await expect(heading(page, 'Ajuda').first()).toBeVisible()
  await start(page, 'novo orç', 'Novo Orçamento')
  await expect(heading(page, 'Novo Orçamento')).toBeVisible()
  await start(page, 'nova pessoa', 'Nova Pessoa')
  await expect(heading(page, 'Nova Pessoa')).toBeVisible()
  await start(page, 'importar prod', 'Importar produtos')
  await expect(heading(page, 'Importar produtos')).toBeVisible()
  await start(page, 'lixeira de orç', 'Abrir a lixeira de orçamentos')
  await expect(page.getByRole('button', { name: /^Lixeira/, pressed: true })).toBeVisible()
  await start(page, 'produtos', 'Produtos')
  await expect(page.getByText('Exibindo 1-10 de 12 registros')).toBeVisible()

  // What a list does.
  const download = page.waitForEvent('download')
  await start(page, 'exportar csv', /^Exportar 12 produtos: Arquivo CSV/)
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await start(page, 'lixeira', /^Abrir a lixeira/)
  await expect(page.getByRole('button', { name: /^Lixeira/, pressed: true })).toBeVisible()
  await start(page, 'mostrar ativos', /^Mostrar: Ativos/)
  await page.getByRole('checkbox', { name: 'Selecionar Laje 10X' }).check()
  await start(page, 'desativar 1', 'Desativar 1')
  await expect(toast(page, 'Produto desativado.')).toBeVisible()
  await start(page, 'novo prod', 'Novo Produto')
  await expect(heading(page, 'Novo Produto')).toBeVisible()

  // A code that many others hold, then a field by its label, then saving.
  await start(page, '1', /^Laje 1 /)
  await expect(page.getByRole('textbox', { name: 'Código', exact: true })).toHaveValue('1')
  await start(page, 'descrição', /^Descrição/)
  await expect(page.getByRole('textbox', { name: 'Descrição' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' nova')
  await start(page, 'salvar', 'Salvar Produto')
  await expect(toast(page, 'Produto atualizado com sucesso.')).toBeVisible()
  await start(page, 'duplicar laje 1 nova', 'Duplicar Laje 1 nova')
  await expect(page.getByText('Cópia de Laje 1 nova')).toBeVisible()

  // A budget by its number: opened, printed, copied, made an order.
  await start(page, '1', /^(Laje 1 nova|Orçamento 1 )/)
  const pdf = page.waitForEvent('popup')
  await start(page, 'imprimir 1', 'Imprimir 1')
  await (await pdf).close()
  await start(page, 'duplicar 1', /^Duplicar 1$/)
  await expect(heading(page, 'Orçamento 2')).toBeVisible()
  await start(page, 'transformar 2', 'Transformar 2 em pedido')
  await page
    .getByRole('dialog', { name: 'Transformar em pedido' })
    .getByRole('button', { name: /Transformar/ })
    .click()
  await expect(toast(page, 'Agora é o pedido 2.')).toBeVisible()

  // Companies.
  await start(page, 'abrir empresa serrana', /^Abrir empresa Blocos Serrana/)
  await expect(page.getByRole('textbox', { name: 'Nome Fantasia' })).toHaveValue('Blocos Serrana')
  await start(page, 'trocar para serrana', /^Trocar para Blocos Serrana/)
  await expect(page.getByRole('button', { name: /Empresa ativa/ })).toContainText('Blocos Serrana')
})

test('without a text: what was opened lately and what this screen does', async ({ page, server }) => {
  const { admin, company } = await enterCompany(page, server)
  const { id } = await admin.create('/api/people', jose())
  await page.goto(`${server.url}/app/people/${id}/edit`)
  await expect(page.getByLabel('Nome Completo')).toHaveValue('José Ramos')
  await page.goto(`${server.url}/app/budgets?empresa=${company.id}`)
  await expect(heading(page, 'Nenhum orçamento ainda')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(/^José Ramos .* agora/)
  await expect(
    page.getByRole('group', { name: 'Nesta tela: Orçamentos' }).getByRole('option').first(),
  ).toHaveAccessibleName(/^Novo Orçamento/)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Nome Completo')).toHaveValue('José Ramos')

  // Whoever signs out leaves nothing behind.
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page.getByRole('link', { name: 'Acessar Sistema' }).first()).toBeVisible()
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('balcao-abertos'))),
  ).toEqual([])
})
