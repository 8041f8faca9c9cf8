// Lists and records without a mouse: rows, pages, the way from record to record, and one price changed in few keys.
import { enterCompany, expect, heading, product, type Server, test, toast } from '../helpers.ts'
import type { Page } from '@playwright/test'

async function withProducts(page: Page, server: Server): Promise<void> {
  const { admin, path } = await enterCompany(page, server)
  for (let number = 1; number <= 12; number += 1)
    await admin.create(path('products'), product(`LJ-${String(number).padStart(2, '0')}`))
}

const row = (page: Page, code: string) => page.getByRole('link', { name: `Laje ${code}`, exact: true })
const code = (page: Page) => page.getByRole('textbox', { name: 'Código', exact: true })

test('a list and its records by keyboard', async ({ page, server }) => {
  test.slow()
  await withProducts(page, server)
  await page.goto(`${server.url}/app/products`)
  await expect(page.getByText('Exibindo 1-10 de 12 registros')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'LJ-02')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Selecionar Laje LJ-02' })).toBeChecked()

  // From record to record over the end of the page; Back leads to the row one ended at.
  for (let count = 0; count < 8; count += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(code(page)).toHaveValue('LJ-10')
  await expect(page.getByText('10 de 12')).toBeVisible()
  await page.keyboard.press('j')
  await expect(code(page)).toHaveValue('LJ-11')
  await page.keyboard.press('k')
  await expect(code(page)).toHaveValue('LJ-10')
  await expect(heading(page, 'Editar Produto')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(code(page)).toBeFocused()
  await page.goBack()
  await expect(row(page, 'LJ-10')).toBeFocused()

  await page.keyboard.press('PageDown')
  await expect(row(page, 'LJ-11')).toBeFocused()
  await page.keyboard.press('Delete')
  const question = page.getByRole('dialog', { name: 'Excluir produto' })
  await question.getByRole('button', { name: 'Excluir produto' }).click()
  await expect(toast(page, 'Produto excluído!').getByRole('button', { name: 'Desfazer' })).toBeVisible()
  await expect(question).toBeHidden()

  // The tabs say what the search finds in them.
  await page.keyboard.press('/')
  await page.keyboard.type('lj-1')
  await expect(page.getByText('Exibindo 1-2 de 2 registros')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Lixeira/ })).toHaveText('Lixeira1')
  await page.keyboard.type('2')
  await expect(page.getByText('Exibindo 1-1 de 1 registro')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(code(page)).toHaveValue('LJ-12')
})

test('one price in at most 10 keys besides the code and the price', async ({ page, server }) => {
  await withProducts(page, server)
  await page.goto(`${server.url}/app/help`)
  await expect(heading(page, 'Ajuda').first()).toBeVisible()
  let keys = 0
  const press = async (...chords: string[]) => {
    for (const chord of chords) await page.keyboard.press(chord)
    keys += chords.length
  }
  await press('Control+k')
  await page.keyboard.type('lj-07')
  await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(/^Laje LJ-07/)
  await press('Enter')
  await expect(code(page)).toHaveValue('LJ-07')
  await press('Control+k', 'v', 'a', 'l')
  await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(/^Valor unitário/)
  await press('Enter')
  await page.keyboard.type('64,90')
  await press('Control+Enter')
  await expect(toast(page, 'Produto atualizado com sucesso.')).toBeVisible()
  expect(keys).toBeLessThanOrEqual(10)
  await page.goto(`${server.url}/app/products`)
  await expect(page.getByRole('row', { name: /LJ-07/ })).toContainText('R$ 64,90')
})
