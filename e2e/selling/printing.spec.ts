// Stations and what comes out of their printers.
import { expect, expectSound, heading, toast } from '../helpers.ts'
import { GOODS, test } from '../shop.ts'
import { Till } from '../till.ts'

test(
  'a till prints each receipt by itself, again on request, and sells on when the printer fails',
  {
    tag: '@promise',
  },
  async ({ page, shop, printer }) => {
    await shop.admin.enter(page)
    await page.goto(shop.at('stations'))
    await expect(heading(page, 'Nenhuma estação cadastrada')).toBeVisible()
    await expectSound(page, 'no stations')
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'Nova estação' })
    await dialog.getByLabel('Nome').fill('Caixa 1')
    await dialog.getByText('Impressora na rede').click()
    await dialog.getByLabel('Endereço da impressora').fill('8.8.8.8')
    await dialog.getByLabel('Porta').fill(String(printer.port))
    await page.keyboard.press('Control+Enter')
    await expect(dialog.getByLabel('Endereço da impressora')).toBeFocused()
    await expectSound(page, 'a station with an error')
    await dialog.getByLabel('Endereço da impressora').fill('127.0.0.1')
    await page.keyboard.press('Control+Enter')
    await expect(toast(page, 'Estação salva')).toBeVisible()

    await page.getByRole('button', { name: 'Imprimir teste' }).click()
    await expect.poll(() => printer.papers.length).toBe(1)
    await page.getByRole('button', { name: 'Usar neste computador' }).click()
    await expect(page.getByText('Este computador é Caixa 1.')).toBeVisible()
    await expectSound(page, 'stations')

    const till = await Till.open(page, shop)
    await till.fill(GOODS.laje.prod_cProd)
    await till.finish('1')
    await till.says('Autorizada')
    await expect.poll(() => printer.papers.length).toBe(2)
    expect(printer.papers[1]!.lines.join('\n')).toContain('LJ-H08')
    expect(printer.papers[1]!.qr).toHaveLength(1)

    // The printer has said that it is done, and the counter knows.
    const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
    await expect.poll(kept).toContain('isPrinted\\":true')

    // Printed again on request, marked; the card goes with the next scan.
    await till.press('Control+p')
    await expect.poll(() => printer.papers.length).toBe(3)
    expect(printer.papers[2]!.lines.join('\n')).toMatch(/reimpress/i)
    await till.fill(GOODS.eps.prod_cProd)
    await expect(till.cards).toHaveCount(0)

    printer.mood = 'without paper'
    await till.finish('1')
    await expect(toast(page, 'A impressora não respondeu').or(toast(page, /papel/))).toBeVisible()
    await expect(till.card(2)).toContainText('Autorizada')
  },
)
