// What people expect of a back office (the numbers are those of the list of user stories).
import {
  expect,
  fillCompany,
  heading,
  newWindow,
  numericCnpj,
  password,
  Person,
  punctuated,
  test,
  toast,
} from '../helpers.ts'

const save = /Salvar Empresa/

test('1: typed text is never left behind without asking, and after saving nobody asks', async ({ page, server }) => {
  const admin = await Person.signUp(server)
  const { id } = await admin.newCompany()
  await admin.enter(page)
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
})

test('2: the list lives in its address: Back and another window show the same', async ({ page, server, browser }) => {
  const admin = await Person.signUp(server)
  for (let count = 1; count <= 23; count += 1)
    await admin.newCompany({ razao_social: `Filial ${String(count).padStart(2, '0')} Lajes` })
  await admin.newCompany({ razao_social: 'Outra Coisa' })
  await admin.enter(page)
  await page.goto(`${server.url}/app/companies`)
  await page.getByRole('searchbox', { name: /Buscar por razão social/ }).fill('lajes')
  await expect(page.getByText('Exibindo 1-10 de 23 registros')).toBeVisible()
  const byCnpj = page.getByRole('columnheader', { name: /CNPJ/ })
  await byCnpj.getByRole('button').click()
  await expect(byCnpj).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Próxima' }).click()
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
})

test('6: a CNPJ that the server refuses: message at the field, focus there, no toast, nothing lost', async ({
  page,
  server,
}) => {
  const admin = await Person.signUp(server)
  const taken = await admin.newCompany()
  await admin.enter(page)
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

test('7: the session ends while typing: sign in again in place, and saving works', async ({
  page,
  server,
  context,
}) => {
  const admin = await Person.signUp(server)
  await admin.newCompany()
  await admin.enter(page)
  await page.goto(`${server.url}/app/companies/new`)
  await fillCompany(page, { name: 'Lajes da Sessão Perdida', cnpj: punctuated(numericCnpj()) })
  await context.clearCookies()
  await page.getByRole('button', { name: save }).click()
  const again = page.getByRole('dialog', { name: 'Sua sessão terminou' })
  await expect(again).toBeVisible()
  await again.getByLabel(/^Senha/).fill(password)
  await again.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(toast(page, 'Sucesso!')).toBeVisible()
  await expect(page.getByRole('row', { name: /Lajes da Sessão Perdida/ })).toHaveCount(1)
})

test('8: two windows edit the same company: the second sees what changed and chooses', async ({ page, server }) => {
  const admin = await Person.signUp(server)
  const { id } = await admin.newCompany({ nome_fantasia: 'Antes' })
  await admin.enter(page)
  await page.goto(`${server.url}/app/companies/${id}/edit`)
  await page.getByLabel('Nome Fantasia').fill('O meu nome')
  await admin.changeCompany(id, { nome_fantasia: 'O nome dos outros', telefone: '1932321010' })
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
  const saved = (await (await admin.call('GET', `/api/companies/${id}`)).json()) as Record<string, string>
  expect([saved.nome_fantasia, saved.telefone]).toEqual(['O meu nome', '1932321010'])
})

test('9: Ctrl+K opens from inside a field, arrows and Enter go, Esc gives the focus back', async ({ page, server }) => {
  const admin = await Person.signUp(server)
  await admin.newCompany({ razao_social: 'Lajes do Atalho' })
  await admin.enter(page)
  await page.goto(`${server.url}/app/companies`)
  const search = page.getByRole('searchbox', { name: /Buscar por razão social/ })
  await search.focus()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(search).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('orçam')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app\/budgets/)
})

test('13: the address of a company of others is not found, and the log says so', async ({ page, server }) => {
  const admin = await Person.signUp(server)
  const { id } = await admin.newCompany()
  const stranger = await Person.signUp(server)
  await stranger.enter(page)
  await page.goto(`${server.url}/app/companies/${id}/edit`)
  await expect(heading(page, 'Empresa não encontrada')).toBeVisible()
  await page.goto(`${server.url}/app?empresa=${id}`)
  await expect(page.getByRole('button', { name: /Empresa ativa/ })).toContainText('Nenhuma Empresa')
  await expect
    .poll(() =>
      server.database.rows(
        `select resultado from action_logs where company_id = ${server.database.id(id)} and resultado = 'error'`,
      ),
    )
    .not.toEqual([])
})
