// Users, their companies and one's own account.
import { type Page } from '@playwright/test'
import {
  enterCompany,
  expect,
  expectSound,
  heading,
  newWindow,
  password,
  Person,
  signIn,
  test,
  toast,
  unique,
} from '../helpers.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const switcher = (page: Page) => page.getByRole('button', { name: /Empresa ativa/ })

async function choose(page: Page, name: string, action: string) {
  await row(page, name)
    .getByRole('button', { name: /Mais ações/ })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function createUser(page: Page, name: string, address: string) {
  await page.getByRole('button', { name: /Novo Usuário/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Novo Usuário' })
  await dialog.getByLabel('Nome').fill(name)
  await dialog.getByLabel('E-mail').fill(address)
  await dialog.getByLabel(/^Senha/).fill(password)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Usuário Criado!')).toBeVisible()
}

test(
  'a user sees the companies they were given and no other, and what they type outlives the end of their access',
  {
    tag: '@promise',
  },
  async ({ page, server, browser }) => {
    const { admin, company: first } = await enterCompany(page, server, { razao_social: 'Lajes Boa Vista Ltda' })
    const second = await admin.newCompany({ razao_social: 'Pré-Moldados Serra Azul Ltda' })
    const third = await admin.newCompany({ razao_social: 'Artefatos do Vale Ltda' })
    const address = `rafael.${unique()}@exemplo.com.br`
    await page.goto(`${server.url}/app/users`)
    await createUser(page, 'Rafael Nogueira', address)

    const companies = page.getByRole('dialog', { name: 'Gerenciar Empresas' })
    for (const { razao_social } of [first, second]) {
      await companies.getByRole('switch', { name: `Acesso a ${razao_social}` }).press('Space')
      await expect(toast(page, 'Empresa associada!')).toContainText(razao_social)
    }
    await companies.getByRole('combobox', { name: `Papel em ${second.razao_social}` }).click()
    await page.getByRole('option', { name: 'Gerente' }).click()
    await expect(toast(page, 'Papel alterado para Gerente.')).toBeVisible()
    await companies.getByRole('button', { name: `Definir padrão: ${second.razao_social}` }).click()
    await expect(toast(page, 'Empresa padrão definida com sucesso!')).toBeVisible()
    await expect(companies.getByText('2 de 3 empresas. Cada troca é salva na hora.')).toBeVisible()
    await companies.getByRole('searchbox').fill('vale')
    await expect(companies.getByRole('listitem')).toHaveCount(1)
    await companies.getByRole('button', { name: 'Concluir' }).click()

    const his = await newWindow(browser)
    await his.goto(`${server.url}/app/login`)
    await signIn(his, address)
    await expect(switcher(his)).toHaveAccessibleName(/Serra Azul/)
    await his.goto(`${server.url}/app/users`)
    await expect(his.getByText('Acesso Negado')).toBeVisible()
    expect((await his.request.get(`${server.url}/api/users`)).status()).toBe(403)
    // The address of a company of others is not found, and the log says so.
    await his.goto(`${server.url}/app/companies/${third.id}/edit`)
    await expect(heading(his, 'Empresa não encontrada')).toBeVisible()
    const refused = `select resultado from action_logs where company_id = ${server.database.id(third.id)} and resultado = 'error'`
    await expect.poll(() => server.database.rows(refused)).not.toEqual([])

    await his.goto(`${server.url}/app/products/new`)
    await his.getByLabel('Descrição').first().fill('Laje que não pode sumir')
    await row(page, 'Rafael')
      .getByRole('button', { name: /Gerenciar Empresas/ })
      .click()
    await companies.getByRole('switch', { name: `Acesso a ${second.razao_social}` }).press('Space')
    await expect(toast(page, 'Associação removida.')).toBeVisible()
    await expect(companies.getByRole('button', { name: `Definir padrão: ${second.razao_social}` })).toBeHidden()

    await expect(his.getByRole('alert').filter({ hasText: /Você não tem mais acesso a / })).toContainText(
      'continua aqui para copiar',
    )
    await expect(his.getByLabel('Descrição').first()).toHaveValue('Laje que não pode sumir')
    await his.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
    await his.getByRole('button', { name: 'Sair sem salvar' }).click()
    await expect(heading(his, 'Dashboard')).toBeVisible()
    await expect(his).not.toHaveURL(new RegExp(second.id))
    await his.reload()
    await expect(switcher(his)).toHaveAccessibleName(/Boa Vista/)
    await his.context().close()

    const noted = server.database
      .rows("select action_type from action_logs where action_type like 'user_%' order by created_at, id")
      .map((each) => each.action_type)
    for (const code of [
      'user_create',
      'user_associate_company',
      'user_disassociate_company',
      'user_set_default_company',
    ])
      expect(noted).toContain(code)
  },
)

test('a user is seen, edited, promoted, deactivated, given a password and deleted', async ({
  page,
  server,
  browser,
}) => {
  test.slow()
  const admin = await Person.signUp(server)
  await admin.enter(page)
  const address = `celia.${unique()}@exemplo.com.br`
  await page.goto(`${server.url}/app/users`)
  await createUser(page, 'Célia Batista', address)
  await page.getByRole('dialog', { name: 'Gerenciar Empresas' }).getByRole('button', { name: 'Concluir' }).click()
  const hers = await newWindow(browser)
  await hers.goto(`${server.url}/app/login`)
  await signIn(hers, address)
  await expect(heading(hers, 'Nenhuma Empresa')).toBeVisible()

  await page.getByRole('link', { name: 'Célia Batista', exact: true }).click()
  const view = page.getByRole('dialog', { name: 'Usuário' })
  await expect(view).toContainText(address)
  await page.goBack()
  await expect(view).toBeHidden()

  await choose(page, 'Célia', 'Editar')
  await page.getByRole('dialog', { name: 'Editar' }).getByLabel('Nome').fill('Célia Batista Lima')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Usuário atualizado com sucesso.')).toBeVisible()

  await choose(page, 'Célia', 'Editar Permissões')
  const permissions = page.getByRole('dialog', { name: 'Editar Permissões' })
  await permissions.getByRole('combobox', { name: 'Função' }).click()
  await permissions.getByRole('option', { name: 'admin' }).click()
  // The focus is still in the choice, which would take Enter for itself.
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Permissões atualizadas com sucesso.')).toBeVisible()
  await expect(row(page, 'Célia').getByText('admin', { exact: true })).toBeVisible()
  // Her sessions ended with the old role.
  await expect(hers.getByRole('dialog', { name: 'Sua sessão terminou' })).toBeVisible()
  await hers
    .getByRole('dialog')
    .getByLabel(/^Senha/)
    .fill(password)
  await hers.getByRole('dialog').getByRole('button', { name: 'Entrar' }).click()
  await expect(hers.getByRole('link', { name: 'Usuários' })).toBeVisible()

  await choose(page, 'Célia', 'Desativar')
  await page.getByRole('button', { name: 'Desativar usuário' }).click()
  await expect(toast(page, 'Usuário desativado.')).toBeVisible()
  await expect(hers.getByRole('dialog', { name: 'Sua sessão terminou' })).toBeVisible()
  await hers.context().close()
  await page.getByRole('button', { name: /^Inativos/ }).click()
  await choose(page, 'Célia', 'Reativar')
  await expect(toast(page, 'Usuário reativado.')).toBeVisible()
  await page.getByRole('button', { name: /^Ativos/ }).click()

  await choose(page, 'Célia', 'Redefinir senha')
  await page
    .getByRole('dialog')
    .getByLabel(/^Nova senha/)
    .fill('outra senha bem boa')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Senha redefinida.')).toBeVisible()
  const again = await newWindow(browser)
  await again.goto(`${server.url}/app/login`)
  await signIn(again, address, 'outra senha bem boa')
  await expect(again.getByRole('link', { name: 'Usuários' })).toBeVisible()
  await again.context().close()

  await row(page, 'Célia')
    .getByRole('button', { name: /^Excluir/ })
    .click()
  await page.getByLabel(/digite EXCLUIR/).fill('EXCLUIR')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Usuário excluído.')).toBeVisible()
  await expect(row(page, 'Célia')).toBeHidden()
  const noted = server.database
    .rows("select distinct action_type from action_logs where action_type like 'user_%'")
    .map((each) => each.action_type)
  expect(noted.toSorted()).toEqual(
    expect.arrayContaining(['user_create', 'user_delete', 'user_edit', 'user_edit_permissions', 'user_view']),
  )
})

test('one’s own account: name, password, where it is open', async ({ page, server, browser }) => {
  const person = await Person.signUp(server)
  await person.enter(page)
  const elsewhere = await newWindow(browser)
  await elsewhere.goto(`${server.url}/app/login`)
  await signIn(elsewhere, person.email)
  await expect(elsewhere).toHaveURL(/\/app$/)

  await page.goto(`${server.url}/app/account`)
  await page.getByLabel('Nome').fill('Ana Prado')
  await page.getByRole('button', { name: 'Salvar nome' }).click()
  await expect(toast(page, 'Nome atualizado com sucesso.')).toBeVisible()

  await page.getByLabel(/^Senha atual/).fill('não é esta')
  await page.getByLabel(/^Nova senha/).fill('outra senha bem boa')
  await page.getByRole('button', { name: 'Trocar senha' }).click()
  await expect(page.getByLabel(/^Senha atual/)).toHaveAccessibleDescription(/não confere/)
  const sessions = page.getByRole('listitem').filter({ hasText: 'Último uso' })
  await expect(sessions).toHaveCount(2)
  await page.getByLabel(/^Senha atual/).fill(password)
  await page.getByRole('button', { name: 'Trocar senha' }).click()
  await expect(toast(page, 'Senha trocada.')).toBeVisible()
  await expect(sessions).toHaveCount(1)
  await expect(elsewhere.getByRole('dialog', { name: 'Sua sessão terminou' })).toBeVisible()
  await elsewhere.context().close()
  await expectSound(page, 'account')
})

test('users: list and dialogs are sound', async ({ page, server, browser }) => {
  test.setTimeout(300_000)
  const { admin } = await enterCompany(page, server, { razao_social: 'Lajes Boa Vista Ltda' })
  await admin.newCompany({ razao_social: 'Pré-Moldados Serra Azul Ltda' })
  await page.goto(`${server.url}/app/users`)
  await createUser(page, 'Rafael Nogueira', `rafael.${unique()}@exemplo.com.br`)
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
  await page.getByRole('switch', { name: /Acesso a Lajes/ }).press('Space')
  await expect(page.getByRole('button', { name: /Definir padrão: Lajes/ })).toBeVisible()
  await expectSound(page, 'companies of a user')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectSound(page, 'users')
  for (const action of ['Ver', 'Editar', 'Editar Permissões', 'Redefinir senha']) {
    await choose(page, 'Rafael', action)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectSound(page, action)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  const other = await newWindow(browser, await Person.signUp(server))
  await other.goto(`${server.url}/app/users`)
  await expect(other.getByText('Você não tem permissão para acessar esta página.')).toBeVisible()
  await other.context().close()
})
