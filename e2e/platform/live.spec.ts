// An open record that somebody else saves.
import { enterCompany, expect, product, test } from '../helpers.ts'

test('what others save reaches an open record: taken over, offered beside what is typed, or compared', async ({
  page,
  server,
}) => {
  const { admin, company, path } = await enterCompany(page, server)
  const { id } = await admin.create(path('products'), product('LJ-12', { prod_xProd: 'Laje H12' }))
  const saveElsewhere = (changes: object) => admin.change(path(`products/${id}`), changes)
  await page.goto(`${server.url}/app/products/${id}/edit?empresa=${company.id}`)
  const price = page.getByRole('textbox', { name: 'Valor unitário', exact: true })
  const total = page.getByRole('textbox', { name: 'Valor total' })
  const name = page.getByRole('textbox', { name: 'Descrição' })
  await expect(price).toHaveValue('62,00')

  await saveElsewhere({ prod_vUnCOM: '64.90' })
  await expect(page.getByText(/^Alguém salvou agora: Valor unitário 64,90/)).toBeVisible()
  await expect(price).toHaveValue('64,90')

  await name.fill('Laje H12 com EPS')
  await saveElsewhere({ prod_vUnCOM: '66.00' })
  await page.getByRole('button', { name: 'Atualizar' }).click()
  await expect(price).toHaveValue('66,00')
  await expect(name).toHaveValue('Laje H12 com EPS')

  await price.fill('70')
  await page.getByRole('button', { name: /^Mais campos.*valor total/ }).click()
  await expect(total).toHaveValue('70,00')
  await saveElsewhere({ prod_vUnCOM: '68.00' })
  await page.getByRole('button', { name: 'Comparar' }).click()
  const ofPrice = page.getByRole('group', { name: 'Valor unitário', exact: true })
  await expect(ofPrice.getByRole('radio', { name: /^O que você digitou: 70/ })).toBeChecked()
})
