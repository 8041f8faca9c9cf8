// Products, as the people who type them in all day meet them.
import { type Page } from '@playwright/test'
import { choose, enterCompany, expect, expectSound, heading, product, type Server, test, toast } from '../helpers.ts'

const save = /^Salvar Produto/

/** Somebody with a company that has these products, at its list. */
async function withProducts(page: Page, server: Server, products: object[]) {
  const office = await enterCompany(page, server)
  for (const one of products) await office.admin.create(office.path('products'), one)
  await page.goto(`${server.url}/app/products`)
  return office
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(2, '0')
    return product(`LJ-${number}`, { prod_xProd: `Laje ${number}` })
  })

test('the NCM is found by words, its path is shown, and an unknown one cannot be saved', async ({ page, server }) => {
  await withProducts(page, server, [])
  await page.getByRole('link', { name: /Cadastrar o primeiro/ }).click()
  await page.getByRole('textbox', { name: 'Código', exact: true }).fill('LJ')
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Laje')
  const ncm = page.getByRole('combobox', { name: 'NCM' })
  await ncm.fill('99999999')
  await page.getByRole('button', { name: save }).click()
  await expect(page.getByRole('alert').filter({ hasText: '1 campo precisa de atenção' })).toBeVisible()
  await expect(ncm).toBeFocused()
  await ncm.fill('pré-fabricados construção')
  const found = page.getByRole('option', { name: /6810\.91\.00/ })
  await expect(found).toContainText('Obras de cimento')
  await found.click()
  await expect(ncm).toHaveValue('6810.91.00')
  await expect(ncm).toHaveAccessibleDescription(/Elementos pré-fabricados/)
  await page.getByRole('button', { name: save }).click()
  await expect(page.getByRole('row', { name: /Laje/ })).toContainText('6810.91.00')
})

test('the fields follow the company: CSOSN or CST, and what does not apply is folded away but kept', async ({
  page,
  server,
}) => {
  const { admin, path } = await withProducts(page, server, [
    { prod_cProd: 'A', prod_xProd: 'Laje', icms_CST: '102', icms_pCredSN: '1.25' },
  ])
  await page.getByRole('link', { name: 'Laje', exact: true }).click()
  await page.getByRole('button', { name: /^ICMS.*CSOSN 102/ }).click()
  await expect(page.getByLabel('Crédito do Simples')).toBeHidden()
  await expect(page.getByText(/o CSOSN 102 não usa/)).toBeVisible()
  await choose(page, 'CSOSN', '101 Tributada pelo Simples Nacional com permissão de crédito')
  await expect(page.getByLabel('Crédito do Simples')).toHaveValue('1,25')
  await choose(page, 'CSOSN', '102 Tributada pelo Simples Nacional sem permissão de crédito')
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Laje nova')
  await page.getByRole('button', { name: save }).click()
  await expect(toast(page, 'Sucesso!')).toBeVisible()
  const { items } = await admin.read<{ items: [{ icms_pCredSN: string }] }>(path('products?search=nova'))
  expect(items[0].icms_pCredSN).toBe('1.2500')
})

test('a copy starts at its code and is a product of its own', async ({ page, server }) => {
  await withProducts(page, server, numbered(1))
  await page.getByRole('link', { name: 'Laje 01', exact: true }).click()
  await page.getByRole('link', { name: 'Duplicar' }).click()
  await expect(heading(page, 'Novo Produto')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Descrição' })).toHaveValue('Laje 01')
  await expect(page.getByRole('textbox', { name: 'Código', exact: true })).toBeFocused()
  await page.keyboard.type('LJ-01')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('textbox', { name: 'Código', exact: true })).toHaveAccessibleDescription(
    /já é do produto Laje 01/,
  )
  await page.getByRole('textbox', { name: 'Código', exact: true }).fill('LJ-02')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Exibindo 1-2 de 2 registros')).toBeVisible()
  await expect(page.getByRole('row', { name: /LJ-02/ })).toContainText('6810.91.00')
})

test('deleted, undone, deleted again, found in the bin, restored', async ({ page, server }) => {
  await withProducts(page, server, numbered(2))
  const row = page.getByRole('row', { name: /Laje 01/ })
  const remove = async () => {
    await row.getByRole('button', { name: /^Excluir/ }).click()
    const question = page.getByRole('dialog', { name: 'Excluir produto' })
    await expect(question).toContainText('Tem certeza que deseja excluir o produto Laje 01?')
    await question.getByRole('button', { name: 'Excluir produto' }).click()
    await expect(toast(page, 'Produto excluído!')).toBeVisible()
    await expect(row).toBeHidden()
  }
  await remove()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(row).toBeVisible()
  await remove()
  await page.getByRole('button', { name: /^Lixeira/ }).click()
  await expect(
    page.getByRole('button', { name: 'Lixeira 1' }).or(page.getByRole('button', { name: 'Lixeira1' })),
  ).toBeVisible()
  await row.getByRole('button', { name: /^Restaurar/ }).click()
  await expect(toast(page, 'Produto restaurado.')).toBeVisible()
  await page.getByRole('button', { name: /^Ativos/ }).click()
  await expect(row).toBeVisible()
})

test('five of many: deleted and restored together, the button says how many', async ({ page, server }) => {
  await withProducts(page, server, numbered(14))
  for (const at of [1, 2, 3, 4, 5]) await page.getByRole('checkbox', { name: `Selecionar Laje 0${at}` }).check()
  await page.getByRole('button', { name: 'Excluir 5' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir 5 produtos' }).click()
  await expect(toast(page, '5 produtos excluídos!')).toBeVisible()
  await expect(page.getByText('Exibindo 1-9 de 9 registros')).toBeVisible()
  await page.getByRole('button', { name: /^Lixeira/ }).click()
  await expect(page.getByText('Exibindo 1-5 de 5 registros')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).check()
  await page.getByRole('button', { name: 'Restaurar 5' }).click()
  await expect(toast(page, '5 produtos restaurados.')).toBeVisible()
})

test('products are sound in every screen', async ({ page, server }) => {
  test.setTimeout(240_000)
  const { company } = await withProducts(page, server, [{ ...numbered(1)[0], icms_CST: '102', prod_vUnCOM: '74.5' }])
  await expect(page.getByRole('link', { name: 'Laje 01', exact: true })).toBeVisible()
  await expectSound(page, 'product list')
  await page.getByRole('checkbox', { name: 'Selecionar Laje 01' }).check()
  await expectSound(page, 'product list with a selection')
  await page.getByRole('button', { name: /^Exportar/ }).click()
  await expect(page.getByRole('menuitem', { name: /CSV/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Laje 01', exact: true }).click()
  await page.getByRole('button', { name: /^ICMS.*CSOSN 102/ }).click()
  await expect(page.getByRole('combobox', { name: 'CSOSN' })).toBeVisible()
  await expectSound(page, 'product form')
  await page.goto(`${server.url}/app/products/new?empresa=${company.id}`)
  await expect(page.getByRole('button', { name: save })).toBeVisible()
  await page.getByRole('button', { name: save }).click()
  await expect(page.getByText(/campos precisam de atenção/)).toBeVisible()
  await expectSound(page, 'product form with errors')
})
