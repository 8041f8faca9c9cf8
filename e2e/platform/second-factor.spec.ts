// Somebody turns on the second factor and signs in with it; and is asked for the password again, nothing typed lost.
import { totp } from '../../api/tests/helpers/totp.ts'
import { email, expect, password, Person, test } from '../helpers.ts'

const forgetPassword = `update sessions set senha_em = ${(Date.now() - 660_000) * 1000}`

test('a second factor is set up in Minha conta and asked for at the next sign-in', async ({ page, server }) => {
  const admin = await Person.signUp(server)
  await admin.enter(page)
  await page.goto(`${server.url}/app/account`)
  await page.getByRole('button', { name: 'Ligar', exact: true }).click()
  await expect(page.getByRole('img', { name: 'Código para o aplicativo autenticador' })).toBeVisible()
  const secret = (await page.locator('dd', { hasText: /^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/ }).innerText()).replaceAll(
    ' ',
    '',
  )
  await page.getByLabel('Código que o aplicativo mostra').fill(totp(secret, -1))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.first().innerText()
  await page.getByRole('button', { name: 'Já guardei' }).click()
  await expect(page.getByText('Restam 10 códigos de recuperação.')).toBeVisible()

  await page.context().clearCookies()
  for (const code of [totp(secret), recovery]) {
    await page.goto(`${server.url}/app/login`)
    await page.getByLabel('E-mail').fill(admin.email)
    await page.getByLabel(/^Senha/).fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Código')).toBeFocused()
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await page.context().clearCookies()
  }
})

test('the password is asked for again, by keyboard, and what was being done goes on by itself', async ({
  page,
  server,
}) => {
  const admin = await Person.signUp(server)
  await admin.enter(page)
  server.database.run(forgetPassword)
  await page.goto(`${server.url}/app/account`)
  await page.getByRole('button', { name: 'Ligar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirme sua senha' })
  await expect(dialog.getByLabel(/^Senha/)).toBeFocused()
  await page.keyboard.type('errada')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/A senha não confere/)).toBeVisible()
  await dialog.getByLabel(/^Senha/).fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('img', { name: 'Código para o aplicativo autenticador' })).toBeVisible()
})

test.describe('where administrators need it', () => {
  test.beforeEach(({ server }) => {
    server.environment.BALCAO_REQUIRE_TOTP = 'admin'
  })

  test('an administrator sets it up before anything else', async ({ page, server }) => {
    await server.stop()
    await server.start()
    await page.goto(`${server.url}/app/login`)
    await page.getByRole('button', { name: 'Registre-se' }).click()
    await page.getByLabel('E-mail').fill(email())
    await page.getByLabel(/^Senha/).fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Falta uma etapa para entrar' })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await page.getByRole('button', { name: 'Ligar', exact: true }).click()
    const secret = (await page.locator('dd', { hasText: /^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/ }).innerText()).replaceAll(
      ' ',
      '',
    )
    await page.getByLabel('Código que o aplicativo mostra').fill(totp(secret))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Já guardei' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  })
})
