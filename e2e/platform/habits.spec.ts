// What people expect of a back office.
import {
  enterCompany,
  expect,
  fillCompany,
  heading,
  newWindow,
  numericCnpj,
  password,
  punctuated,
  test,
  toast,
} from '../helpers.ts'

const save = /Salvar Empresa/

test(
  'typed text is never lost without a question, and after saving there is none',
  { tag: '@promise' },
  async ({ page, server }) => {
    const { id } = (await enterCompany(page, server)).company
    await page.goto(`${server.url}/app/companies`)
    await page
      .getByRole('link', { name: /^Lajes/ })
      .first()
      .click()
    await expect(heading(page, 'Editar Empresa')).toBeVisible()
    await page.getByLabel('Nome Fantasia').fill('Nome que não pode sumir')

    const question = page.getByRole('dialog', { name: 'Sair sem salvar?' })
    await page.getByRole('navigation').getByRole('link', { name: 'Produtos' }).click()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Continuar editando' }).click()
    await page.evaluate(() => history.back())
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Continuar editando' }).click()

    // F5 and closing the tab: the browser's own question.
    const asked = page.waitForEvent('dialog')
    const reloading = page.reload({ waitUntil: 'commit' }).catch(() => undefined)
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await reloading
    await expect(page.getByLabel('Nome Fantasia')).toHaveValue('Nome que não pode sumir')

    await page.getByRole('button', { name: save }).click()
    await expect(page).toHaveURL(/\/app\/companies(\?|$)/)
    await page.goto(`${server.url}/app/companies/${id}/edit`)
    await expect(page.getByLabel('Nome Fantasia')).toHaveValue('Nome que não pode sumir')
    await page.getByRole('navigation').getByRole('link', { name: 'Produtos' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(/\/app\/products/)
  },
)

test(
  'a list keeps its search, order and page in its address: Back and another window show the same',
  {
    tag: '@promise',
  },
  async ({ page, server, browser }) => {
    const { admin } = await enterCompany(page, server, { razao_social: 'Outra Coisa' })
    const names = Array.from({ length: 23 }, (_, at) => `Filial ${String(at + 1).padStart(2, '0')} Lajes`)
    await Promise.all(names.map((razao_social) => admin.newCompany({ razao_social })))
    await page.goto(`${server.url}/app/companies`)
    await page.getByRole('searchbox', { name: /Buscar por razão social/ }).fill('lajes')
    await expect(page.getByText('Exibindo 1-10 de 23 registros')).toBeVisible()
    const byCnpj = page.getByRole('columnheader', { name: /CNPJ/ })
    await byCnpj.getByRole('button').click()
    await expect(byCnpj).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: 'Próxima' }).click()
    await expect(page.getByText('Página 2 de 3')).toBeVisible()
    await page.getByRole('button', { name: 'Próxima' }).click()
    await expect(page.getByText('Página 3 de 3')).toBeVisible()
    await expect(page.getByText('Exibindo 21-23 de 23 registros')).toBeVisible()
    const rows = await page.getByRole('row').allInnerTexts()

    await page
      .getByRole('link', { name: /^Filial/ })
      .first()
      .click()
    await expect(heading(page, 'Editar Empresa')).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Página 3 de 3')).toBeVisible()
    expect(await page.getByRole('row').allInnerTexts()).toEqual(rows)

    const other = await newWindow(browser, admin)
    await other.goto(page.url())
    await expect(other.getByText('Página 3 de 3')).toBeVisible()
    expect(await other.getByRole('row').allInnerTexts()).toEqual(rows)

    await page.getByRole('searchbox', { name: /Buscar por razão social/ }).fill('filial 0')
    await expect(page.getByText('Página 1 de 1')).toBeVisible()
    await other.context().close()
  },
)

test('a CNPJ that the server refuses: message at the field, focus there, no toast, nothing lost', async ({
  page,
  server,
}) => {
  const { company: taken } = await enterCompany(page, server)
  await page.goto(`${server.url}/app/companies/new`)
  await fillCompany(page, { name: 'Lajes Repetidas', cnpj: punctuated(taken.cnpj) })
  await page.getByRole('button', { name: save }).click()
  const cnpj = page.getByLabel('CNPJ')
  await expect(cnpj).toHaveAttribute('aria-invalid', 'true')
  await expect(cnpj).toHaveAccessibleDescription(/\S{4,}/)
  await expect(cnpj).toBeFocused()
  await expect(toast(page, 'Erro ao salvar')).toBeHidden()
  await expect(page.getByLabel('Razão Social')).toHaveValue('Lajes Repetidas')
  await expect(page.getByLabel('Logradouro')).toHaveValue('Rua das Palmeiras')
})

test(
  'when the session ends while somebody types, they sign in again in place and save',
  { tag: '@promise' },
  async ({ page, server, context }) => {
    await enterCompany(page, server)
    await page.goto(`${server.url}/app/companies/new`)
    await fillCompany(page, { name: 'Lajes da Sessão Perdida', cnpj: punctuated(numericCnpj()) })
    await context.clearCookies()
    await page.getByRole('button', { name: save }).click()
    const again = page.getByRole('dialog', { name: 'Sua sessão terminou' })
    await expect(again).toBeVisible()
    await again.getByLabel(/^Senha/).fill(password)
    await again.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(toast(page, 'Sucesso!')).toBeVisible()
    await page.goto(`${server.url}/app/companies`)
    await expect(page.getByRole('row', { name: /Lajes da Sessão Perdida/ })).toHaveCount(1)
  },
)

test(
  'two people who edit one record both keep what they typed: the second compares and chooses',
  {
    tag: '@promise',
  },
  async ({ page, server }) => {
    const { admin, company } = await enterCompany(page, server, { nome_fantasia: 'Antes' })
    const path = `/api/companies/${company.id}`
    await page.goto(`${server.url}/app/companies/${company.id}/edit`)
    await page.getByLabel('Nome Fantasia').fill('O meu nome')
    await admin.change(path, { nome_fantasia: 'O nome dos outros', telefone: '1932321010' })
    await page.getByRole('button', { name: save }).click()
    await expect(page.getByText(/^Novo usuário salvou às \d\d:\d\d, enquanto você editava/)).toBeVisible()
    await expect(page.getByLabel('Nome Fantasia')).toHaveValue('O meu nome')
    await page.getByRole('button', { name: 'Comparar' }).click()
    const compare = page.getByRole('dialog', { name: 'Duas versões do mesmo cadastro' })
    await expect(compare).toContainText('O nome dos outros')
    await compare.getByRole('radio', { name: /O meu nome/ }).check()
    await compare.getByRole('button', { name: 'Usar as escolhas' }).click()
    await page.getByRole('button', { name: save }).click()
    await expect(toast(page, 'Sucesso!')).toBeVisible()
    const saved = await admin.read<Record<string, string>>(path)
    expect([saved.nome_fantasia, saved.telefone]).toEqual(['O meu nome', '1932321010'])
  },
)
