// An order becomes receipts at the counter: whole or in parts, and a cancelled part comes back.
import { cpf } from '../../api/tests/helpers/people.ts'
import { expect, expectSound, numericCnpj } from '../helpers.ts'
import { budget, test } from '../homologation.ts'
import { GOODS } from '../shop.ts'
import { Till } from '../till.ts'

test(
  'a budget becomes an order and the order receipts, in parts, and a cancelled part can be sold again',
  {
    tag: '@promise',
  },
  async ({ page, shop }) => {
    const products = await Promise.all(
      Object.values(GOODS)
        .slice(0, 3)
        .map((one) => shop.product(one.prod_cProd)),
    )
    const { id } = await budget(shop, 'Orçamento', products, cpf())
    const address = shop.at(`budgets/${id}/edit`)
    await shop.admin.enter(page)
    await page.goto(address)
    await page.getByRole('button', { name: 'Transformar em pedido' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Transformar em pedido' }).click()
    await page.getByRole('button', { name: 'Faturar' }).click()

    // Two of the three, now.
    const till = Till.at(page)
    await expect(till.items).toHaveCount(3)
    await till.says('José Aparecido Ramos')
    await expectSound(page, 'an order at the counter')
    await till.field.focus()
    await till.press('Delete')
    await expect(till.items).toHaveCount(2)
    await till.finish('1')
    await till.says('Autorizada')
    await page.goto(address)
    await expect(page.getByText(/Faturado \d\d %: nota 1$/)).toBeVisible()

    // The rest.
    await page.getByRole('button', { name: 'Faturar' }).click()
    await expect(till.items).toHaveCount(1)
    await till.finish('1')
    await expect(till.card(2)).toContainText('Autorizada')
    await page.goto(address)
    await expect(page.getByText('Faturado 100 %: notas 1, 2')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Faturar' })).toHaveCount(0)

    await shop.cancel(2)
    await page.reload()
    await expect(page.getByText(/Faturado \d\d %: nota 1$/)).toBeVisible()
    await page.getByRole('button', { name: 'Faturar' }).click()
    await expect(till.items).toHaveCount(1)
  },
)

test('a company as client gets an NF-e, and the counter says why', async ({ page, shop }) => {
  await shop.save('readiness/credenciamento_nfe', { marcado: true })
  const { id } = await budget(shop, 'Pedido', [await shop.product(GOODS.laje.prod_cProd)], numericCnpj())
  await shop.admin.enter(page)
  await page.goto(shop.at(`budgets/${id}/edit`))
  await page.getByRole('button', { name: 'Faturar' }).click()
  await expect(page.getByText('NF-e (modelo 55): quem compra é empresa.')).toBeVisible()
  const till = Till.at(page)
  const preview = page.getByRole('button', { name: 'Ver prévia' })
  await preview.click()
  await till.says(/^Faltam R\$/)
  await till.field.focus()
  await till.press('F8', '1', 'Enter')
  const [document] = await Promise.all([page.waitForResponse(/sales\/preview$/), preview.click()])
  expect([document.status(), document.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await expect(page.getByRole('region', { name: 'NF-e 1' })).toHaveCount(0)
  await page.bringToFront()
  await till.field.focus()
  await till.press('F10')
  await expect(page.getByRole('region', { name: 'NF-e 1' })).toContainText('Autorizada')
})

test('a day of the SVC: what SEFAZ does not answer goes out by the SVC, and the first number is cancelled by itself', async ({
  page,
  shop,
  simulator,
}) => {
  await shop.save('readiness/credenciamento_nfe', { marcado: true })
  const { id } = await budget(shop, 'Pedido', [await shop.product(GOODS.laje.prod_cProd)], numericCnpj())
  await shop.admin.enter(page)
  await page.goto(shop.at(`budgets/${id}/edit`))
  await page.getByRole('button', { name: 'Faturar' }).click()
  const till = Till.at(page)
  await expect(till.items).toHaveCount(1)
  const away = ['NFeAutorizacao4', 'NFeConsultaProtocolo4', 'NFeStatusServico4'].map((service) => ({
    ...{ service, authoriser: 'nfe' as const, fault: 'drop' as const },
    when: service === 'NFeAutorizacao4' ? ('after' as const) : ('before' as const),
  }))
  await simulator.behave(...away)
  await till.field.focus()
  await till.press('F8', '1', 'Enter', 'F10')
  const card = page.getByRole('region', { name: 'NF-e 1' })
  await expect(card).toContainText('A SEFAZ não respondeu. Emitir pela SVC, a SEFAZ de reserva?', { timeout: 30_000 })

  // Not switched on yet: nothing is spent.
  await card.getByRole('button', { name: 'Emitir pela SVC' }).click()
  await till.says(/A SVC-AN não está atendendo: às \d\d:\d\d ela respondeu 114 .* Tente de novo a partir das \d\d:\d\d/)
  await simulator.switchSvc('ligada')
  shop.letStatusBeAsked()
  await page.keyboard.press('Control+e')
  await expect(page.getByRole('region', { name: 'NF-e 2' })).toContainText('Autorizada', { timeout: 30_000 })

  // SEFAZ is back, and had the first.
  await simulator.behave()
  await simulator.switchSvc('desligada')
  await page.goto(shop.at('receipts'))
  const row = (numero: number) =>
    page.getByRole('row').filter({ hasText: new RegExp(`NF-e\\s*${numero}\\b|\\b${numero}\\s*NF-e`) })
  await expect(row(1)).toContainText('Cancelada', { timeout: 60_000 })
  await expect(row(2)).toContainText('Autorizada')
})
