// Somebody turns on the second factor and signs in with it; and is asked for the password again, nothing typed lost.
import { totp } from '../../api/tests/helpers/totp.ts'
import type { Page } from '@playwright/test'
import { email, expect, password, Person, register, signIn, test } from '../helpers.ts'

/** Returns the secret that the page shows. */
async function turnOn(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Ligar', exact: true }).click()
  await expect(page.getByRole('img', { name: 'Código para o aplicativo autenticador' })).toBeVisible()
  return (await page.locator('dd', { hasText: /^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/ }).innerText()).replaceAll(' ', '')
}

const forgetPassword = `update sessions set senha_em = ${(Date.now() - 660_000) * 1000}`

test(
  'an account with a second factor is opened only with a code of the app or a recovery code',
  {
    tag: '@promise',
  },
  async ({ page, server }) => {
    const admin = await Person.signUp(server)
    await admin.enter(page)
    await page.goto(`${server.url}/app/account`)
    const secret = await turnOn(page)
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
      await signIn(page, admin.email)
      await expect(page.getByLabel('Código')).toBeFocused()
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
      await page.context().clearCookies()
    }
  },
)

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
  test.use({ environment: { BALCAO_REQUIRE_TOTP: 'admin' } })

  test('an administrator sets it up before anything else', async ({ page, server }) => {
    await register(page, server, email())
    await expect(page.getByRole('heading', { name: 'Falta uma etapa para entrar' })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    const secret = await turnOn(page)
    await page.getByLabel('Código que o aplicativo mostra').fill(totp(secret))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Já guardei' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  })
})
