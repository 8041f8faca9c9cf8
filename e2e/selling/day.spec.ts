// A first day in the office without a mouse.
import type { Page } from '@playwright/test'
import { cpf } from '../../api/tests/helpers/people.ts'
import { enterCompany, expect, heading, test, toast } from '../helpers.ts'

async function goTo(page: Page, place: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.type(place)
  await page.keyboard.press('Enter')
  await expect(heading(page, place)).toBeVisible()
}

test(
  'products, clients and a budget with its PDF are entered by keys alone',
  { tag: '@promise' },
  async ({ page, server }) => {
    const { admin, path } = await enterCompany(page, server)
    await page.goto(`${server.url}/app`)
    await expect(heading(page, 'Dashboard')).toBeVisible()

    const count = 4
    await goTo(page, 'Produtos')
    await page.keyboard.press('n')
    for (let number = 1; number <= count; number += 1) {
      await expect(page.getByRole('textbox', { name: 'Código', exact: true })).toBeFocused()
      await page.keyboard.type(`L${number}X`)
      await page.keyboard.press('Tab')
      await page.keyboard.type(`Laje treliçada ${number}`)
      for (let at = 0; at < 2; at += 1) await page.keyboard.press('Tab') // EAN
      await page.keyboard.type('M2')
      await page.keyboard.press('Tab') // the quantity is folded away
      await page.keyboard.type(`${number},00`)
      if (number === count) break
      await page.getByRole('button', { name: 'Salvar e novo' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('textbox', { name: 'Descrição' })).toHaveValue('')
    }
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(`Exibindo 1-${count} de ${count} registros`)).toBeVisible()

    await goTo(page, 'Pessoas')
    await page.keyboard.press('n')
    await expect(page.getByLabel('CPF')).toBeFocused()
    await page.keyboard.type(cpf())
    await page.getByLabel('Nome Completo').focus()
    await page.keyboard.type('Cliente do Dia')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('row', { name: /Cliente do Dia/ })).toBeVisible()

    await goTo(page, 'Orçamentos')
    await page.keyboard.press('n')
    await expect(heading(page, 'Novo Orçamento')).toBeVisible()
    await page.getByRole('combobox', { name: /^Cliente/ }).focus()
    await page.keyboard.type('cliente do dia')
    await expect(page.getByRole('option', { name: /Cliente do Dia/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: /^Cliente/ })).toHaveValue('Cliente do Dia')
    await page.keyboard.press('Insert')
    for (let number = 1; number <= count; number += 1) {
      await expect(page.getByRole('combobox', { name: 'Produto a adicionar' })).toBeFocused()
      await page.keyboard.type(`l${number}x`)
      await page.keyboard.press('Enter')
      await expect(page.getByLabel(`Quantidade do item ${number}`, { exact: true })).toBeFocused()
      await page.keyboard.type('2')
      for (let at = 0; at < 3; at += 1) await page.keyboard.press('Enter')
    }
    // 2 · (1 + 2 + 3 + 4)
    await expect(page.getByRole('region', { name: 'Totais' })).toContainText('20,00')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    await expect(toast(page, 'Orçamento 1 criado com sucesso.')).toBeVisible()

    const { items } = await admin.read<{ items: [{ id: string; total_fatura: string }] }>(path('budgets'))
    expect(items).toMatchObject([{ total_fatura: '20.00' }])
    const pdf = await admin.call('GET', path(`budgets/${items[0].id}/pdf`))
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  },
)
