// Goods that come back: for money, for credit, and in exchange for others; and what is left for the accountant.
import { DIALOG_SIZES, expectFitting } from '../fitting.ts'
import { expect, expectSound, heading, newWindow, toast } from '../helpers.ts'
import { GOODS, test } from '../shop.ts'
import { Till } from '../till.ts'

const { laje, cimento } = GOODS

/** A key of an NF-e of that company, with its check digit. */
function entryKey(cnpj: string): string {
  const first = `352611${cnpj}55001000000077112345679`
  const sum = [...first].reduceRight((total, digit, i) => total + Number(digit) * (2 + ((42 - i) % 8)), 0)
  return first + (sum % 11 < 2 ? 0 : 11 - (sum % 11))
}

test(
  'goods come back for money out of the till or for a credit that buys others, never more than was sold',
  {
    tag: '@promise',
  },
  async ({ page, shop, printer, browser }) => {
    const station = await shop.addStation('Caixa 1', printer)
    await shop.admin.create(shop.path('cash/sessions'), { estacao_id: station.id, fundo: '200.00' })
    const clerk = await shop.addClerk()
    const { id: produto_id, prod_vUnCOM: valor } = await shop.product(laje.prod_cProd)
    const { id, numero } = await shop.sell({
      estacao_id: station.id,
      itens: [{ produto_id, quantidade: '3', valor, preco_lido: valor }],
      pagamentos: [{ tPag: '01', valor: '200.00' }],
      total_visto: '188.70',
    })
    await shop.reaches(id, 'autorizada')
    const isHere = { key: `balcao-estacao:${shop.id}`, value: station.id }
    await page.addInitScript(({ key, value }) => localStorage.setItem(key, value), isHere)

    const back = page.getByRole('textbox', { name: `Quanto volta de ${laje.prod_xProd}` })
    const dialog = page.getByRole('dialog', { name: 'Devolver mercadoria' })
    await test.step('one of three comes back for money, out of the till', async () => {
      await shop.admin.enter(page)
      await page.goto(shop.at(`receipts/${id}`))
      await page.getByRole('button', { name: 'Devolver…' }).click()
      await expect(dialog).toContainText('ainda pode ser cancelada')
      await expect(back).toBeFocused()
      await expectFitting(page, 'returning goods', DIALOG_SIZES)
      await expectSound(page, 'returning goods')
      await page.setViewportSize({ width: 1440, height: 900 })
      await back.fill('4')
      await dialog.getByText('Dinheiro', { exact: true }).click()
      await expect(dialog).toContainText('Sai do caixa de Caixa 1.')
      await dialog.getByLabel('Motivo').fill('Sobrou na obra')
      await page.keyboard.press('Control+Enter')
      await expect(dialog.getByText('Restam 3 M2 deste item.').first()).toBeVisible()
      await back.fill('1')
      await expect(dialog).toContainText('62,90')
      await dialog.getByLabel('Motivo').focus()
      await page.keyboard.press('Enter')
      await expect(toast(page, 'Devolução registrada')).toContainText('62,90')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: 'Cancelar nota…' })).toHaveCount(0)
      await expect(page.getByRole('link', { name: /62,90 · Dinheiro/ })).toBeVisible()
      await expectSound(page, 'a receipt with a return')
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    let code = ''
    await test.step('the others come back for credit, whose paper is printed', async () => {
      await page.getByRole('button', { name: 'Devolver…' }).click()
      await expect(dialog.getByRole('row', { name: new RegExp(laje.prod_cProd) })).toContainText('2 M2')
      await page.getByRole('button', { name: 'Volta tudo' }).click()
      await dialog.getByLabel('Motivo').fill('Troca')
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect.poll(() => printer.papers.at(-1)?.lines[0]).toMatch(/^CRÉDITO .{4}-.{4} +R\$.125,80$/)
      code = /CRÉDITO (.{4}-.{4})/.exec(printer.papers.at(-1)!.lines[0]!)![1]!
    })

    await test.step('a clerk takes the credit for other goods, and what is left of it stays', async () => {
      const counter = await newWindow(browser, clerk)
      await counter.addInitScript(({ key, value }) => localStorage.setItem(key, value), isHere)
      const till = await Till.open(counter, shop, clerk)
      await till.fill(cimento.prod_cProd)
      await till.press('F8', '6', 'c')
      await expect(counter.getByRole('textbox', { name: 'Código do crédito' })).toBeFocused()
      await expectSound(counter, 'paying by a store credit')
      // A phone has the payments in a window of their own, so what was begun beside the items is gone.
      await counter.setViewportSize({ width: 1440, height: 900 })
      await till.press('F8', '6', 'c')
      await counter.getByRole('textbox', { name: 'Código do crédito' }).fill('ZZZZ-ZZZZ')
      await till.press('Enter')
      await till.says(/Não há crédito com este código/)
      await counter.getByRole('textbox', { name: 'Código do crédito' }).fill(code.toLowerCase())
      await till.press('Enter')
      await till.says(`Crédito ${code}`)
      await till.press('F10')
      await till.next(numero + 1)
      await counter.goto(shop.at('receipts/credits'))
      await expect(counter.getByText('Acesso Negado')).toBeVisible()
      await counter.close()
    })

    await test.step('the gerente sees what is left, what the till paid, and what the accountant has to do', async () => {
      await page.goto(shop.at('receipts/credits'))
      const credit = page.getByRole('row', { name: new RegExp(code) })
      await expect(credit).toContainText('85,90')
      await expectFitting(page, 'store credits')
      await expectSound(page, 'store credits')
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(shop.at('cash'))
      await page.getByRole('link', { name: 'Ver caixa' }).first().click()
      await expect(page.getByRole('row', { name: /Devolução.*Sobrou na obra/ })).toContainText('− 62,90')
      await page.goto(shop.at('receipts/returns'))
      await expect(page.getByText('Pendente', { exact: true })).toHaveCount(2)
      await expectFitting(page, 'returns')
      await expectSound(page, 'returns')
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('row', { name: /Troca/ }).getByRole('link').first().click()
      await expect(heading(page, new RegExp(`Devolução da NFC-e ${numero}`))).toBeVisible()
      await expectFitting(page, 'a return')
      await expectSound(page, 'a return')
      await page.setViewportSize({ width: 1440, height: 900 })
      const key = page.getByRole('textbox', { name: 'Chave de acesso da NF-e' })
      await key.fill('1'.repeat(44))
      await page.getByRole('button', { name: 'Salvar chave' }).click()
      await expect(page.getByText(/Esta chave de acesso não existe/)).toBeVisible()
      await key.fill(entryKey('11222333000181'))
      await page.keyboard.press('Enter')
      await expect(toast(page, 'Chave salva')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Retirar chave' })).toBeVisible()
    })
  },
)
