// A builder's order is invoiced at once and leaves over weeks: each truck with its remessa, one item comes back, and the
// accountant gets all of it.
import { readFileSync } from 'node:fs'
import { partsOf } from '../../api/tests/helpers/imports.ts'
import { DIALOG_SIZES, expectFitting } from '../fitting.ts'
import { expect, expectSound, heading, numericCnpj } from '../helpers.ts'
import { budget, test } from '../homologation.ts'
import { GOODS } from '../shop.ts'
import { Till } from '../till.ts'

const { laje } = GOODS

test("a builder's order is invoiced for future delivery, leaves on three trucks, and one item comes back", async ({
  page,
  shop,
}) => {
  test.slow()
  await shop.save('readiness/credenciamento_nfe', { marcado: true })
  const product = await shop.product(laje.prod_cProd)
  const { id } = await budget(shop, 'Pedido', [product], numericCnpj(), '6.0000')
  await shop.admin.enter(page)
  await page.setViewportSize({ width: 1366, height: 768 })

  await test.step('it is invoiced by one switch', async () => {
    await page.goto(shop.at(`budgets/${id}/edit`))
    await page.getByRole('button', { name: 'Faturar' }).click()
    const till = Till.at(page)
    await expect(page.getByText('NF-e (modelo 55): quem compra é empresa.')).toBeVisible()
    await page.getByRole('switch', { name: /Entrega futura/ }).focus()
    await page.keyboard.press('Space')
    await expect(
      page.getByText('NF-e (modelo 55): fatura agora, e cada caminhão leva a NF-e de remessa.'),
    ).toBeVisible()
    await expectSound(page, 'a sale for future delivery')
    await page.setViewportSize({ width: 1366, height: 768 })
    await till.field.focus()
    await till.press('F8', '1', 'Enter', 'F10')
    await expect(page.getByRole('region', { name: 'NF-e 1' })).toContainText('Autorizada')
  })

  const dialog = page.getByRole('dialog', { name: 'Nova entrega' })
  const link = (numero: number) => page.getByRole('link', { name: `Remessa: NF-e ${numero}` })
  await test.step('three trucks leave, each with its remessa', async () => {
    await page.goto(shop.at(`budgets/${id}/deliveries`))
    for (const [at, quantity] of ['1', '2', '3'].entries()) {
      await page.getByRole('button', { name: 'Nova entrega' }).click()
      await expect(dialog.getByRole('switch', { name: /Emitir a NF-e de remessa/ })).toBeChecked()
      if (at === 0) {
        await expectFitting(page, 'a new delivery with its remessa', DIALOG_SIZES)
        await page.setViewportSize({ width: 1366, height: 768 })
      }
      await dialog.getByRole('textbox', { name: /Quanto sai de/ }).fill(quantity)
      await page.keyboard.press('Control+Enter')
      await expect(dialog).toBeHidden()
      await expect(link(at + 2)).toBeVisible()
    }
    await expect(page.getByText('Autorizada')).toHaveCount(3)
    await expect(page.getByText('Tudo foi entregue.')).toBeVisible()
    await expectSound(page, 'deliveries with remessas')
    await page.setViewportSize({ width: 1366, height: 768 })
  })

  await test.step('a remessa is a nota like all others, and leads back to its truck', async () => {
    await link(4).click()
    await expect(heading(page, 'NF-e 4')).toBeVisible()
    await expect(page.getByText(/Remessa da entrega 3 do pedido nº/)).toBeVisible()
    await page.getByRole('link', { name: 'Ver entregas do pedido' }).click()
    await expect(heading(page, /^Entregas do Pedido/)).toBeVisible()
  })

  await test.step('the nota that invoiced it cannot be cancelled any more, and says why', async () => {
    await page.goto(shop.at('receipts'))
    await expect(page.getByText('Remessa', { exact: true })).toHaveCount(3)
    await page.getByRole('link', { name: 'José Aparecido Ramos' }).last().click()
    await expect(heading(page, 'NF-e 1')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancelar nota…' })).toHaveCount(0)
  })

  await test.step('one comes back, with an NF-e that names its truck', async () => {
    await page.getByRole('button', { name: 'Devolver…' }).click()
    const back = page.getByRole('dialog', { name: 'Devolver mercadoria' })
    await back.getByRole('textbox', { name: /Quanto volta de/ }).fill('1')
    await back.getByLabel('Motivo').fill('Sobrou na obra')
    await page.keyboard.press('Enter')
    await expect(back).toBeHidden()
    await page.getByRole('link', { name: /Crédito/ }).click()
    await page.getByRole('button', { name: 'Emitir NF-e de devolução' }).click()
    await expect(page.getByText(/NF-e 5, série \d+, autorizada/)).toBeVisible()
  })

  await test.step('the accountant gets five of them', async () => {
    await page.goto(shop.at('receipts'))
    await page.getByRole('button', { name: 'Baixar XML do mês' }).click()
    const month = page.getByRole('dialog', { name: 'XML do mês' })
    await month.getByRole('combobox', { name: 'Mês' }).click()
    await page.getByRole('option').first().click()
    await month.getByRole('button', { name: 'Preparar os arquivos' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      month
        .getByRole('link', { name: /^Baixar/ })
        .or(month.getByRole('button', { name: /^Baixar \(/ }))
        .click(),
    ])
    const documents = Object.values(partsOf(readFileSync(await file.path()))).filter((text) =>
      text.includes('<nfeProc'),
    )
    const cfops = documents.map((text) => /<CFOP>(\d+)<\/CFOP>/.exec(text)?.[1])
    expect(cfops.toSorted()).toEqual(['1202', '5117', '5117', '5117', '5922'])
  })
})
