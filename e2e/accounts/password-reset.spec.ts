// Who forgot the password gets in by a link in an e-mail.
import { MailServer } from '../../api/tests/helpers/mail.ts'
import { expect, expectSound, heading, Person, Server, signIn, test, toast } from '../helpers.ts'

test('a forgotten password is changed by the link of an e-mail', async ({ page, engine }) => {
  const post = new MailServer()
  await post.start()
  const server = new Server(engine, post.env)
  await server.start()
  try {
    const marina = await Person.signUp(server)
    await page.goto(`${server.url}/app/login`)
    await page.getByText('Esqueci minha senha').click()
    const forgotten = page.locator('details')
    await forgotten.getByLabel('E-mail').fill(marina.email)
    await forgotten.getByRole('button', { name: 'Enviar o link' }).click()
    await expect(forgotten.getByRole('status')).toContainText(`Se ${marina.email} tem conta aqui`)
    await expectSound(page, 'the link was asked for')

    await expect.poll(() => post.to(marina.email).length).toBe(1)
    const link = /\S+\/app\/new-password#\S+/.exec(post.to(marina.email)[0]!.text)![0]
    await page.goto(link)
    await expect(heading(page, 'Nova senha')).toBeVisible()
    await expectSound(page, 'the new password')
    const chosen = 'laje e vigota na chuva'
    await page.getByLabel('Senha nova').fill(chosen)
    await page.getByRole('button', { name: 'Salvar senha' }).click()
    await expect(toast(page, 'Senha trocada!')).toBeVisible()
    await signIn(page, marina.email, chosen)
    await expect(heading(page, 'Dashboard')).toBeVisible()

    await page.goto(link)
    await page.reload() // only what follows the # was another
    await page.getByLabel('Senha nova').fill(chosen)
    await page.getByRole('button', { name: 'Salvar senha' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Este link não vale mais' })).toBeVisible()
  } finally {
    await server.kill()
    server.remove()
    await post.stop()
  }
})
