// A first day at the counter, without touching the mouse: 20 products, 5 clients, a budget with 10 items, its PDF.
import type { Page } from '@playwright/test'
import { cpf } from '../../api/tests/helpers/people.ts'
import { expect, heading, Person, test, toast } from '../helpers.ts'

async function goTo(page: Page, place: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.type(place)
  await page.keyboard.press('Enter')
  await expect(heading(page, place)).toBeVisible()
}

test('20 products, 5 clients and a budget with 10 items by keyboard only', async ({ page, server }) => {
  test.setTimeout(300_000)
  const admin = await Person.signUp(server)
  const company = await admin.newCompany()
  await admin.enter(page)
  await page.goto(`${server.url}/app`)
  await expect(heading(page, 'Dashboard')).toBeVisible()

  await goTo(page, 'Produtos')
  await page.keyboard.press('n')
  for (let number = 1; number <= 20; number += 1) {
    await expect(page.getByRole('textbox', { name: 'Código', exact: true })).toBeFocused()
    await page.keyboard.type(`L${number}X`)
    await page.keyboard.press('Tab')
    await page.keyboard.type(`Laje treliçada ${number}`)
    for (let at = 0; at < 2; at += 1) await page.keyboard.press('Tab') // EAN
    await page.keyboard.type('M2')
    await page.keyboard.press('Tab') // the quantity is folded away
    await page.keyboard.type(`${number},00`)
    if (number === 20) break
    await page.getByRole('button', { name: 'Salvar e novo' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Descrição' })).toHaveValue('')
  }
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Exibindo 1-10 de 20 registros')).toBeVisible()

  await goTo(page, 'Pessoas')
  for (let number = 1; number <= 5; number += 1) {
    await page.keyboard.press('n')
    await expect(page.getByLabel('CPF')).toBeFocused()
    await page.keyboard.type(cpf())
    await page.getByLabel('Nome Completo').focus()
    await page.keyboard.type(`Cliente do Dia ${number}`)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('row', { name: new RegExp(`Cliente do Dia ${number}`) })).toBeVisible()
  }

  await goTo(page, 'Orçamentos')
  await page.keyboard.press('n')
  await expect(heading(page, 'Novo Orçamento')).toBeVisible()
  await page.getByRole('combobox', { name: /^Cliente/ }).focus()
  await page.keyboard.type('cliente do dia 3')
  await expect(page.getByRole('option', { name: /Cliente do Dia 3/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: /^Cliente/ })).toHaveValue('Cliente do Dia 3')
  await page.keyboard.press('Insert')
  for (let number = 1; number <= 10; number += 1) {
    await expect(page.getByRole('combobox', { name: 'Produto a adicionar' })).toBeFocused()
    await page.keyboard.type(`l${number}x`)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(`Quantidade do item ${number}`, { exact: true })).toBeFocused()
    await page.keyboard.type('2')
    for (let at = 0; at < 3; at += 1) await page.keyboard.press('Enter')
  }
  // 2 · (1 + 2 + … + 10)
  await expect(page.getByRole('region', { name: 'Totais' })).toContainText('110,00')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Orçamento 1 criado com sucesso.')).toBeVisible()

  const [row] = server.database.rows(
    'select (select count(*) from produtos) as products, (select count(*) from pessoas) as people, count(*) as items from orcamento_composicao',
  )
  expect(row).toEqual({ products: 20, people: 5, items: 10 })
  const { items } = (await (await admin.call('GET', `/api/companies/${company.id}/budgets`)).json()) as {
    items: { id: string }[]
  }
  const pdf = await admin.call('GET', `/api/companies/${company.id}/budgets/${items[0]!.id}/pdf`)
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
})
