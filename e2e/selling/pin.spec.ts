// Change of person at a counter: by PIN, in six keys, with the sale as it is; and a gerente's leave by PIN.
import type { Page } from '@playwright/test'
import { expect, expectSound, type Person } from '../helpers.ts'
import { Reader } from '../reader.ts'
import { GOODS, type Shop, test } from '../shop.ts'
import { Till } from '../till.ts'

const { laje, vigota } = GOODS

/** A clerk signed in at Caixa 1, which accepts PINs; Bianca and the gerente have one. */
async function openTill(page: Page, shop: Shop): Promise<Till> {
  const [clerk, bianca] = [await shop.addClerk(), await shop.addClerk()]
  const name = (who: Person, full_name: string) => who.save('/api/account', { full_name })
  await name(clerk, 'Ana Prado')
  await name(bianca, 'Bianca Reis')
  await name(shop.admin, 'Gilda Matos')
  const setPin = async (who: Person, pin: string) =>
    expect((await who.call('PUT', shop.path('pin'), { pin })).status).toBe(200)
  await setPin(bianca, '2748')
  await setPin(shop.admin, '90817')
  const station = await shop.admin.create(shop.path('stations'), { nome: 'Caixa 1', impressora: {}, aceita_pin: 'S' })
  const [key, id] = [`balcao-estacao:${shop.id}`, station.id]
  await page.addInitScript(([at, is]) => localStorage.setItem(at, is), [key, id] as const)
  await page.addInitScript(() => (window.print = () => {}))
  return Till.open(page, shop, clerk)
}

const change = (page: Page) => page.getByRole('dialog', { name: 'Quem vai vender?' })
const personKey = (page: Page, name: string | RegExp) =>
  page.getByRole('toolbar', { name: 'Teclas da venda' }).getByRole('button', { name })

/** Waits for what a hand sees before it goes on. */
async function choose(till: Till, number: string, name: string): Promise<void> {
  await expect(personKey(till.page, /Trocar pessoa|Vendendo/)).toBeVisible()
  await till.press('F7')
  await expect(change(till.page).getByRole('button', { name: /Bianca Reis/ })).toBeFocused()
  await till.press(number)
  await expect(change(till.page).getByLabel(`PIN de ${name}`)).toBeFocused()
}

test('another person takes the counter in six keys, and sells what was scanned before', async ({ page, shop }) => {
  const till = await openTill(page, shop)
  await till.fill(laje.prod_cProd)
  await expect(personKey(page, 'Trocar pessoa')).toBeVisible()
  till.keys = 0
  await choose(till, '1', 'Bianca Reis')
  await till.type('2748')
  await expect(change(page)).toBeHidden()
  expect(till.keys).toBeLessThanOrEqual(6)
  await expect(till.field).toBeFocused()
  await expect(personKey(page, 'Vendendo: Bianca')).toBeVisible()
  await expect(till.items).toHaveCount(1)
  await till.finish('1')
  await till.next(1)
  const sold = shop.server.database.rows<{ full_name: string }>(
    "select u.full_name from venda v join users u on u.id = v.operador_id where v.estado = 'emitida'",
  )
  expect(sold).toEqual([{ full_name: 'Bianca Reis' }])

  await test.step('a PIN that ended is asked for when it is needed, and the sale goes on', async () => {
    await till.fill(vigota.prod_cProd)
    shop.server.database.run('update operador_balcao set usado_em = 0')
    await till.press('F8', '1', 'Enter', 'F10')
    await expect(change(page)).toContainText('O PIN de Bianca Reis precisa ser digitado de novo.')
    await expect(change(page).getByRole('button', { name: /Bianca Reis/ })).toBeFocused()
    await till.press('1')
    await expect(change(page).getByLabel('PIN de Bianca Reis')).toBeFocused()
    await till.type('2748')
    await till.says('Leia o primeiro produto.')
    await till.next(2)
  })

  await test.step('and the counter goes back to who is signed in', async () => {
    await till.press('F7')
    await change(page).getByRole('button', { name: 'Voltar para Ana Prado' }).click()
    await expect(personKey(page, 'Trocar pessoa')).toBeVisible()
    await till.fill(laje.prod_cProd)
    await till.finish('1')
    await till.next(3)
  })
})

test('a wrong PIN says so, and a scanned code is none', async ({ page, shop }) => {
  const till = await openTill(page, shop)
  await choose(till, '1', 'Bianca Reis')
  await expectSound(page, 'change of person')
  await till.type('3000')
  await expect(change(page)).toContainText('PIN incorreto. Confira e tente de novo.')
  await expect(change(page).getByLabel('PIN de Bianca Reis')).toBeFocused()
  const tried: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/operators')) tried.push(request.url())
  })
  // One begins in the field, with as many digits as a PIN at a reader's slow pace; one at the list.
  const reader = await Reader.of(page)
  await reader.scan('7891000101001', { gap: 35, end: 'Enter' })
  await expect(change(page).getByLabel('PIN de Bianca Reis')).toHaveValue('')
  await till.press('ArrowUp')
  await reader.scan('12345670', { gap: 2, end: 'Enter' })
  await till.press('Escape')
  await expect(change(page)).toBeHidden()
  for (const code of ['7891000101001', '12345670']) await till.says(code)
  expect(tried).toEqual([])
})

test('a gerente allows a discount by PIN', async ({ page, shop }) => {
  const till = await openTill(page, shop)
  await till.fill(laje.prod_cProd)
  await till.answer('F4', '12,90')
  await till.press('F8', '1', 'Enter', 'F10')
  const dialog = page.getByRole('dialog', { name: 'Autorização do gerente' })
  await expect(dialog.getByLabel('PIN de Gilda Matos')).toBeFocused()
  await expectSound(page, 'a leave by PIN')
  await till.type('30001')
  await expect(dialog).toContainText('PIN incorreto. Confira e tente de novo.')
  await till.type('90817')
  await till.says('Autorizada')
  await expect.poll(() => shop.issued()).toEqual({ sales: 1, notas: ['1 autorizada'] })
})
