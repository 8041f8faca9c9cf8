// Who knows the keys does not wait for a window: what is typed after the key that opens it is typed in it.
import { expect } from '../helpers.ts'
import { Reader } from '../reader.ts'
import { test } from '../shop.ts'
import { Till } from '../till.ts'

test('what a clerk types ahead goes to the window that the key opens', async ({ page, shop }) => {
  const till = await Till.open(page, shop)
  await till.fill('LJ-H08')
  await page.keyboard.press('F2')
  const hand = await Reader.of(page)
  const sale = page.getByRole('main')
  const item = till.items.first()

  for (const [key, text, where, shown] of [
    ['F6', '3', item, '188,70'],
    ['%', '8,70', item, '180,00'],
    ['F4', '2,5', sale, '177,50'],
    ['F3', '52998224725', sale, '529.982.247-25'],
    ['F9', 'Ana', sale, '1 venda em espera · Ana, R$ 177,50'],
  ] as const)
    await test.step(key, async () => {
      await hand.typeAhead(key, ...text, 'Enter')
      await expect(where).toContainText(shown)
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(till.field).toBeFocused()
      await expect(till.field).toHaveValue('')
    })
})
