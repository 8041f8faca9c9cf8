// An administrator loads a newer table, sees what it changes, and takes it back; and enters one value.
import { readFileSync } from 'node:fs'
import { expect, expectSound, toast } from '../helpers.ts'
import { test } from '../shop.ts'

const file = new URL('../../reference-data/nfce-parametros.csv', import.meta.url)

test('a table is checked, taken over and undone; a value is entered', async ({ page, shop, server }) => {
  await shop.admin.enter(page)
  await page.goto(`${server.url}/app/fiscal-tables`)
  const rules = page.getByRole('row', { name: /^Regras e alíquotas/ })
  await expect(rules).toContainText('Do programa')
  await expectSound(page, 'the fiscal tables')

  await page.getByRole('button', { name: 'Enviar arquivo: Regras e alíquotas' }).click()
  const dialog = page.getByRole('dialog')
  const send = (content: string | Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({
      name: 'nfce-parametros.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(content),
    })
  const take = dialog.getByRole('button', { name: 'Usar esta tabela' })
  const text = readFileSync(file, 'utf8')
  await send(text.replace('limite_sem_destinatario,10000.00', 'limite_sem_destinatario,dez mil'))
  await expect(dialog.getByRole('alert')).toContainText('Linha')
  await expect(take).toBeDisabled()
  await expectSound(page, 'a table with a fault')

  await dialog.getByRole('button', { name: /Remover/ }).click()
  await send(text.replace('limite_sem_destinatario,10000.00', 'limite_sem_destinatario,9000.00'))
  await expect(dialog.getByRole('row', { name: /limite_sem_destinatario/ })).toContainText('9000.00')
  await expectSound(page, 'what a table changes')
  await take.click()
  await expect(toast(page, 'Tabela em uso.')).toBeVisible()
  await expect(rules).toContainText('Enviada')
  await page.getByRole('button', { name: /^Desfazer: Regras/ }).click()
  await expect(rules).toContainText('Do programa')

  await page.getByRole('button', { name: /^Informar um valor/ }).click()
  await dialog.getByLabel(/^Quanto/).fill('8,8')
  await dialog.getByLabel(/^Vale desde/).fill('01/01/2027')
  await dialog.getByLabel(/^De onde vem/).fill('Resolução do Senado')
  await expectSound(page, 'a value')
  await dialog.getByRole('button', { name: /^Usar este valor/ }).click()
  await expect(page.getByRole('list', { name: 'Mudanças' })).toContainText('pCBS')
})
