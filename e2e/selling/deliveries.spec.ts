// An order that leaves on trucks: what is left of each item, a romaneio for each, and a truck that comes back.
import { cpf } from '../../api/tests/helpers/people.ts'
import { DIALOG_SIZES, expectFitting } from '../fitting.ts'
import { expect, expectSound, heading, toast } from '../helpers.ts'
import { GOODS, test } from '../shop.ts'

test('an order leaves truck by truck, by keys, until nothing is left, and a truck that came back counts no more', async ({
  page,
  shop,
}) => {
  test.slow() // axe looks at three screens in both schemes and widths
  const [laje, vigota] = [await shop.product(GOODS.laje.prod_cProd), await shop.product(GOODS.vigota.prod_cProd)]
  const person = await shop.admin.create('/api/people', {
    ...{ pessoa_tipo: 1, cpf_cnpj: cpf(), razao_social: 'José Aparecido Ramos' },
    ...{ logradouro: 'Rua das Palmeiras', numero: '120', bairro: 'Centro', municipio: '3509502', uf: 'SP' },
  })
  const { id } = await shop.admin.create(shop.path('budgets'), {
    ...{ data_orcamento: '2026-11-20', data_venda: '2026-11-20', tipo: 'Pedido', cliente_id: person.id },
    itens: [
      { composicao_id: laje.id, quantidade: '40.0000' },
      { composicao_id: vigota.id, quantidade: '3.0000' },
    ],
  })
  const dialog = page.getByRole('dialog', { name: 'Nova entrega' })
  const out = (name: string) => dialog.getByRole('textbox', { name: `Quanto sai de ${name}` })
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

  await shop.admin.enter(page)
  await page.goto(shop.at(`budgets/${id}/edit`))
  await page.getByRole('link', { name: 'Entregas' }).click()
  await expect(heading(page, /^Entregas do Pedido/)).toBeVisible()
  await expectSound(page, 'an order of which nothing has left')
  await page.setViewportSize({ width: 1366, height: 768 })

  await test.step('the first truck takes a part of the slabs', async () => {
    await page.getByRole('button', { name: 'Nova entrega' }).click()
    await expect(out(laje.prod_xProd)).toBeFocused()
    await expectFitting(page, 'a new delivery', DIALOG_SIZES)
    await expectSound(page, 'a new delivery')
    await page.setViewportSize({ width: 1366, height: 768 })
    await expect(dialog.getByLabel('Endereço da entrega')).toHaveValue(/Rua das Palmeiras, 120/)
    await out(laje.prod_xProd).fill('41')
    await page.keyboard.press('Control+Enter')
    await expect(dialog.getByText('Faltam entregar 40 M2 deste item.').first()).toBeVisible()
    await out(laje.prod_xProd).fill('15,5')
    await dialog.getByLabel('Motorista').fill('José Lima')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Entrega registrada')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(row(laje.prod_xProd).getByRole('cell').last()).toHaveText('24,5')
  })

  await test.step('the second one takes the rest', async () => {
    await page.getByRole('button', { name: 'Nova entrega' }).click()
    await dialog.getByRole('button', { name: 'Sai tudo' }).click()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Tudo foi entregue.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Nova entrega' })).toHaveCount(0)
    await expectSound(page, 'an order that was delivered')
    await page.setViewportSize({ width: 1366, height: 768 })
  })

  await test.step('its romaneio opens in a tab of its own', async () => {
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Romaneio da entrega 2' }).click(),
    ])
    await tab.close()
  })

  await test.step('the first one came back: a gerente undoes it, with a reason', async () => {
    await page.getByRole('button', { name: 'Desfazer' }).last().click()
    const undo = page.getByRole('dialog', { name: 'Desfazer a entrega 1?' })
    await undo.getByLabel('Motivo').fill('A obra estava fechada')
    await page.keyboard.press('Enter')
    await expect(undo).toBeHidden()
    await expect(row(laje.prod_xProd).getByRole('cell').last()).toHaveText('15,5')
    await expect(page.getByText(/Desfeita em .*: A obra estava fechada/)).toBeVisible()
  })
})
