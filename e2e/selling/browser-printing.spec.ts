// Printing by the browser itself.
import { launchOptions } from '../browser.ts'
import { expect } from '../helpers.ts'
import { GOODS, test } from '../shop.ts'
import { Till } from '../till.ts'

// The headless shell shows no PDF: it downloads one, and a frame that should show it never loads.
test.use({ launchOptions: { ...launchOptions, executablePath: '/usr/bin/chromium' } })

test('without a station the browser prints, only when told to', async ({ page, shop }) => {
  const till = await Till.open(page, shop)
  await till.fill(GOODS.laje.prod_cProd)
  await till.finish('1')
  await till.says('Autorizada')
  await till.press('Control+p')
  await expect(page.locator('iframe#balcao-impressao')).toHaveAttribute('src', /^blob:/)
  const prints = async () => {
    const { items } = await shop.admin.read<{ items: [{ id: string }] }>(shop.path('receipts?numero=1'))
    return (await shop.admin.read<{ items: object[] }>(shop.path(`receipts/${items[0].id}/prints`))).items
  }
  await expect.poll(prints).toMatchObject([{ caminho: 'navegador', ok: true }])
})
