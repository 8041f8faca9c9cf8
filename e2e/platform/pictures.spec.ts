// The pictures of README, taken from the made-up shop: scripts/pictures puts them into docs/pictures.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, Person, test } from '../helpers.ts'
import { Till } from '../till.ts'

const folder = process.env.BALCAO_PICTURES ?? join(import.meta.dirname, 'results/pictures')
const SIZE = { width: 1366, height: 768 }

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' })
}

test.use({ environment: { BALCAO_SIMULATOR_URL: '' } }) // a simulator of its own

test('the pictures of README can be taken', async ({ page, server }) => {
  mkdirSync(folder, { recursive: true })
  await page.setViewportSize(SIZE)

  const owner = await Person.signUp(server)
  expect((await owner.call('POST', '/api/example-shop')).status).toBe(202)
  let company = ''
  await expect
    .poll(
      async () => {
        const shop = (await (await owner.call('GET', '/api/example-shop')).json()) as {
          estado: string
          company_id: string
        }
        company = shop.company_id
        return shop.estado
      },
      { timeout: 60_000 },
    )
    .toBe('pronta')
  await owner.enter(page)

  await test.step('Dashboard', async () => {
    await page.goto(`${server.url}/app?empresa=${company}`)
    await expect(page.getByRole('region', { name: 'Dados de exemplo' })).toContainText('Esta loja é inventada')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.getByRole('button', { name: 'Agora não' }).click()
    await expect(page.getByRole('heading', { name: 'Como você se chama?' })).toBeHidden()
    await take(page, 'dashboard')
  })

  await test.step('Vender', async () => {
    await page.goto(`${server.url}/app/receipts/new?empresa=${company}`)
    const till = Till.at(page)
    await expect(till.field).toBeFocused()
    await till.fill('TIN-AC18', 'ROL-23')
    await till.finish('1')
    await till.says('Autorizada')
    await till.fill('CIM-CP2-50', 'ARE-MED', 'TUB-SOL25')
    await expect(till.items).toHaveCount(3)
    await take(page, 'vender')
  })

  await test.step('Nota', async () => {
    await page.goto(`${server.url}/app/receipts?empresa=${company}`)
    await page.getByRole('table').getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: /NFC-e|Nota/ }).first()).toBeVisible()
    await take(page, 'nota')
  })
})
