// Screens in states that no other story brings about, in light and dark, at 1440 and 375 px: axe finds nothing, nothing
// scrolls sideways.
import { choose, enterCompany, expect, expectSound, heading, Person, test } from '../helpers.ts'

test('before signing in', async ({ page, server }) => {
  await page.goto(server.url)
  await expectSound(page, 'landing page')
  await page.goto(`${server.url}/app/login`)
  await expect(heading(page, 'Boas-vindas ao Balcão!')).toBeVisible()
  await expectSound(page, 'first account')
  await page.getByRole('button', { name: 'Faça login' }).click()
  await expect(heading(page, 'Bem-vindo de volta!')).toBeVisible()
  await page.getByText('Esqueci minha senha').click()
  await expect(page.getByText('balcao user reset-password')).toBeVisible()
  await expectSound(page, 'sign-in')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByText('Informe o e-mail.')).toBeVisible()
  await expectSound(page, 'sign-in with errors')
  await Person.signUp(server)
  await page.reload()
  await page.getByRole('button', { name: 'Registre-se' }).click()
  await expect(heading(page, 'Crie sua conta')).toBeVisible()
  await expectSound(page, 'sign-up')
})

test('unknown paths lead to the landing page', async ({ page, server }) => {
  await page.goto(`${server.url}/qualquer/coisa`)
  await expect(page).toHaveURL(`${server.url}/`)
})

test('without a company', async ({ page, server }) => {
  test.slow()
  await (await Person.signUp(server)).enter(page)
  await page.goto(`${server.url}/app`)
  await expect(heading(page, 'Nenhuma Empresa')).toBeVisible()
  await expectSound(page, 'dashboard without company')
  await page.goto(`${server.url}/app/companies`)
  await expect(heading(page, 'Nenhuma empresa cadastrada')).toBeVisible()
  await expectSound(page, 'empty list')
})

test('companies: list, form, errors, dialogs', async ({ page, server }) => {
  test.setTimeout(240_000)
  const { admin } = await enterCompany(page, server, { razao_social: 'Lajes 01 Ltda' })
  for (let count = 2; count <= 12; count += 1)
    await admin.newCompany({ razao_social: `Lajes ${String(count).padStart(2, '0')} Ltda` })

  await page.goto(`${server.url}/app/companies`)
  await expect(page.getByText('Exibindo 1-10 de 12 registros')).toBeVisible()
  await expectSound(page, 'company list')

  await page.getByRole('checkbox', { name: /Lajes 01/ }).check()
  await expectSound(page, 'company list with a selection')

  const row = page.getByRole('row', { name: /Lajes 02/ })
  for (const dialog of ['Certificado Digital A1', 'Configurações da SEFAZ']) {
    await row.getByRole('button', { name: /Mais ações|Ações|Outras ações/ }).click()
    await page.getByRole('menuitem', { name: dialog }).click()
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await expectSound(page, dialog)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }

  await page.goto(`${server.url}/app/companies/new`)
  await expect(heading(page, 'Nova Empresa')).toBeVisible()
  await expectSound(page, 'company form')
  await choose(page, 'UF', 'SP - São Paulo')
  await page.getByRole('button', { name: /Salvar Empresa/ }).click()
  await expect(page.getByText(/campos precisam de atenção/)).toBeVisible()
  await expectSound(page, 'company form with errors')
})

test('the shell: switcher, palette, account, menu on a phone', async ({ page, server }) => {
  test.setTimeout(240_000)
  const { admin } = await enterCompany(page, server)
  for (let count = 0; count < 2; count += 1) await admin.newCompany()
  await page.goto(`${server.url}/app`)
  await page.getByRole('button', { name: /Empresa ativa/ }).click()
  await expect(page.getByRole('listbox', { name: 'Empresas' })).toBeVisible()
  await expectSound(page, 'company switcher')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'palette')
  await page.keyboard.press('Escape')
  await page.goto(`${server.url}/app/companies/01890000-0000-7000-8000-000000000000/edit`)
  await expect(heading(page, 'Empresa não encontrada')).toBeVisible()
  await expectSound(page, 'company not found')
})
