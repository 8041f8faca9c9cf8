// Values of products where they stand: a price in the list, prices and tax values of many at once.
import { type Page } from '@playwright/test'
import { enterCompany, expect, expectSound, product, type Server, test, toast } from '../helpers.ts'

/** Somebody with ten products without tax values, at their list. */
async function withTen(page: Page, server: Server) {
  const office = await enterCompany(page, server)
  for (let number = 1; number <= 10; number += 1) {
    const two = String(number).padStart(2, '0')
    const values = { prod_xProd: `Laje ${two}`, prod_vUnCOM: `${number}0.00` }
    await office.admin.create(office.path('products'), product(`LJ-${two}`, values))
  }
  await page.goto(`${server.url}/app/products`)
  return office
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

async function selectAll(page: Page) {
  await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).check()
}

test('one price in at most ten keys besides code and price, and back again', async ({ page, server }) => {
  await withTen(page, server)
  await expect(row(page, 'Laje 07')).toContainText('R$ 70,00')
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await press('/')
  await page.keyboard.type('LJ-07')
  await expect(page.getByRole('row', { name: /Laje/ })).toHaveCount(1)
  await press('ArrowDown')
  await press('p')
  await expect(page.getByRole('textbox', { name: 'Preço de Laje 07' })).toBeFocused()
  await page.keyboard.type('64,90')
  await press('Enter')
  await expect(toast(page, 'Laje 07: de R$ 70,00 para R$ 64,90.')).toBeVisible()
  expect(keys).toBeLessThanOrEqual(10)
  await expect(row(page, 'Laje 07')).toContainText('R$ 64,90')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(row(page, 'Laje 07')).toContainText('R$ 70,00')
})

test('prices down the list, and what cannot be a price is told at its row', async ({ page, server }) => {
  await withTen(page, server)
  await page.getByRole('button', { name: 'Preço de Laje 01' }).click()
  await page.keyboard.type('11')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Preço de Laje 02' })).toBeFocused()
  await page.keyboard.type('62,0,0')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Digite um preço com até 4 casas. Exemplo: 62,90')).toBeVisible()
  await expectSound(page, 'a refused price')
  await expect(page.getByRole('textbox', { name: 'Preço de Laje 02' })).toHaveValue('62,0,0')
  await page.keyboard.press('Escape')
  await expect(row(page, 'Laje 01')).toContainText('R$ 11,00')
  await expect(row(page, 'Laje 02')).toContainText('R$ 20,00')
})

test('two people at the same price: the second is told before anything is overwritten', async ({ page, server }) => {
  const { admin, path } = await withTen(page, server)
  await page.getByRole('button', { name: 'Preço de Laje 03' }).click()
  await page.keyboard.type('35')
  const { items } = await admin.read<{ items: [{ id: string }] }>(path('products?prod_cProd=LJ-03'))
  await admin.change(path(`products/${items[0].id}`), { prod_vUnCOM: '33.00' })
  await page.keyboard.press('Enter')
  await expect(page.getByText(/mudou este preço agora: R\$\s33,00/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Preço de Laje 03' }).press('Enter')
  await expect(row(page, 'Laje 03')).toContainText('R$ 35,00')
})

test('five percent more for a selection: old and new first, and one way back', async ({ page, server }) => {
  await withTen(page, server)
  await selectAll(page)
  await page.getByRole('button', { name: 'Alterar preços de 10' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alterar preços' })
  await dialog.getByRole('textbox', { name: 'Quanto' }).fill('5')
  await expect(dialog.getByRole('row', { name: /Laje 04/ })).toContainText('R$ 40,00R$ 42,00')
  await expectSound(page, 'the preview of prices')
  await dialog.getByRole('button', { name: 'Alterar 10 preços' }).click()
  await expect(toast(page, '10 preços alterados.')).toBeVisible()
  await expect(row(page, 'Laje 04')).toContainText('R$ 42,00')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(toast(page, '10 produtos voltaram ao que eram.')).toBeVisible()
  await expect(row(page, 'Laje 04')).toContainText('R$ 40,00')
})

test('ten products made ready by a perfil fiscal that was offered', async ({ page, server }) => {
  await withTen(page, server)
  await expect(page.getByRole('button', { name: 'Com pendência10' })).toBeVisible()
  await page.getByRole('link', { name: 'Perfis fiscais' }).click()
  await page.getByRole('button', { name: 'Usar este: Revenda', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Perfis fiscais' })).toContainText('Revenda')
  await expectSound(page, 'Perfis fiscais')
  await page.goBack()
  await selectAll(page)
  await page.getByRole('button', { name: 'Aplicar perfil fiscal a 10' }).click()
  const dialog = page.getByRole('dialog', { name: 'Aplicar perfil fiscal' })
  await expect(dialog.getByRole('status')).toContainText('10 ficam prontos para nota.')
  await dialog.getByRole('button', { name: 'Aplicar a 10 produtos' }).click()
  await expect(toast(page, 'Perfil aplicado a 10 produtos.')).toBeVisible()
  await expect(page.getByText('Pronto para nota')).toHaveCount(10)

  // A new one begins with the default profile.
  await page.keyboard.press('n')
  await expect(page.getByRole('combobox', { name: 'Perfil fiscal' })).toHaveValue('Revenda')
  await page.getByRole('button', { name: /^Mais campos CFOP 5\.102/ }).click()
  await expect(page.getByRole('combobox', { name: 'CFOP padrão' })).toHaveValue('5.102')
})
