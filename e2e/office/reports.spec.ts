// The owner's morning, the accountant's first day of the month, and who sees none of it.
import { expect, expectSound, heading, newWindow, today } from '../helpers.ts'
import { GOODS, test } from '../shop.ts'

test('an owner goes by keys from the dashboard to a refused receipt and back, and from an hour to its receipts', async ({
  page,
  shop,
  simulator,
}) => {
  for (let count = 0; count < 3; count += 1) await shop.reaches((await shop.sell()).id, 'autorizada')
  await simulator.behave({ service: 'NFeAutorizacao4', cStat: 778, xMotivo: 'Rejeicao: NCM inexistente', times: 1 })
  const refused = await shop.sell()
  await shop.reaches(refused.id, 'rejeitada')
  await shop.admin.enter(page)
  await page.goto(`${shop.server.url}/app?empresa=${shop.id}`)

  await test.step('what is to be resolved comes first', async () => {
    const resolve = page.getByRole('link', { name: `Corrigir: NFC-e ${refused.numero}` })
    await resolve.focus()
    await page.keyboard.press('Enter')
    await expect(heading(page, /^NFC-e/)).toContainText(String(refused.numero))
    await page.goBack()
  })

  await test.step('the figure of the month is the sum of its receipts', async () => {
    const figure = page.locator('dl > div').filter({ hasText: 'Faturamento do mês' })
    await expect(figure).toContainText('188,70')
    await figure.getByRole('link').press('Enter')
    await expect(page).toHaveURL(/status=autorizadas/)
    await expect(page.getByText(/Autorizado R\$\s188,70/)).toBeVisible()
    await expect(page.getByRole('group', { name: 'Por forma de pagamento' })).toContainText(/Dinheiro R\$\s188,70/)
    await page.goBack()
  })

  await test.step('an hour of today leads to its receipts', async () => {
    const hours = page.getByRole('slider', { name: 'Vendas de hoje por hora' })
    await hours.focus()
    await expect(hours).toHaveAttribute('aria-valuetext', /3 notas/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/hora=\d+/)
    await expect(page.getByText('Exibindo 1-3 de 3 registros')).toBeVisible()
    await page.goBack()
  })
  await expect(heading(page, 'Últimos 14 dias')).toBeVisible()
  await expectSound(page, 'dashboard that sells')
})

test('the reports say what was sold, and their address carries everything', async ({ page, shop }) => {
  for (let count = 0; count < 2; count += 1) await shop.reaches((await shop.sell()).id, 'autorizada')
  await shop.admin.enter(page)
  await page.goto(`${shop.server.url}/app/reports?empresa=${shop.id}`)
  await expect(page.getByRole('slider', { name: 'Vendas por período' })).toBeVisible()
  await expectSound(page, 'reports')

  await test.step('Vendas', async () => {
    await page.getByRole('link', { name: 'Gerar Relatório de Vendas' }).click()
    await page.getByRole('button', { name: 'Hoje', exact: true }).click()
    await expect(page).toHaveURL(/periodo=hoje/)
    await expect(page.getByRole('row', { name: new RegExp(GOODS.laje.prod_xProd) })).toContainText('125,80')
    await page.getByRole('button', { name: 'Produto', exact: true }).click()
    await page.reload()
    await expect(page.getByRole('slider', { name: 'Curva ABC dos produtos' })).toHaveAttribute(
      'aria-valuetext',
      /classe A/,
    )
    await expectSound(page, 'report of sales')
    await page.getByRole('region', { name: 'Produtos' }).getByRole('link', { name: /Laje/ }).click()
    await expect(page.getByText('Exibindo 1-2 de 2 registros')).toBeVisible()
    await page.goBack()
  })

  await test.step('a file of it', async () => {
    await page.getByRole('button', { name: 'Exportar' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Relatório em PDF' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  })
})

test('the clients of a period, and a period that is none', async ({ page, shop }) => {
  await shop.reaches((await shop.sell()).id, 'autorizada')
  await shop.admin.enter(page)
  await test.step('Clientes', async () => {
    await page.goto(`${shop.server.url}/app/reports/clients?empresa=${shop.id}`)
    await expect(page.getByText('Sem cliente', { exact: false }).first()).toBeVisible()
    await expectSound(page, 'report of clients')
  })

  await test.step('a period that ends before it begins is refused by a sentence', async () => {
    await page.goto(`${shop.server.url}/app/reports/sales?empresa=${shop.id}&de=${today()}&ate=2026-01-01`)
    await expect(heading(page, 'Erro ao carregar o relatório')).toBeVisible()
    await page.getByRole('button', { name: 'Mês', exact: true }).click()
    await expect(page.getByRole('slider', { name: 'Por dia' })).toBeVisible()
  })
})

test('an accountant closes the month: numbers, values and the files', async ({ page, shop }) => {
  for (let count = 0; count < 2; count += 1) await shop.reaches((await shop.sell()).id, 'autorizada')
  await shop.cancel(2)
  await shop.admin.enter(page)
  await page.goto(`${shop.server.url}/app/reports/closing?empresa=${shop.id}&mes=${today().slice(0, 7)}`)
  await expect(page.getByText('o mês pode fechar')).toBeVisible()
  const row = page.getByRole('row', { name: /^65 · 1 1 2 1 1 0 0 0/ })
  await expect(row).toContainText('62,90')
  await expectSound(page, 'closing sheet')

  await page.goto(`${shop.server.url}/app/reports/fiscal?empresa=${shop.id}`)
  await expect(page.getByRole('row', { name: /^5102 1/ })).toContainText('62,90')
  await expectSound(page, 'fiscal analysis')
  await page.getByRole('link', { name: 'Fechamento do mês' }).click()
  await page.getByRole('button', { name: 'Arquivos XML (ZIP)' }).click()
  await page.getByRole('button', { name: 'Preparar' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /ZIP|Baixar|Arquivo/i })).toBeVisible()
})

test('an operador sees no sum of others, whatever the address', async ({ browser, shop }) => {
  await shop.reaches((await shop.sell()).id, 'autorizada')
  const clerk = await shop.addClerk()
  const page = await newWindow(browser, clerk)
  for (const report of ['', '/sales', '/fiscal', '/clients', '/closing']) {
    await page.goto(`${shop.server.url}/app/reports${report}?empresa=${shop.id}`)
    await expect(page.getByText('Acesso Negado')).toBeVisible()
  }
  await page.goto(`${shop.server.url}/app?empresa=${shop.id}`)
  await expect(heading(page, 'Últimas notas')).toBeVisible()
  await expect(page.getByText('Faturamento do mês')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Relatórios' })).toBeHidden()
  await page.goto(`${shop.server.url}/app/receipts?empresa=${shop.id}`)
  await expect(page.getByText(/R\$\s62,90/)).toBeHidden()
  for (const report of ['sales', 'fiscal', 'clients', 'closing?mes=2026-10'])
    expect((await clerk.call('GET', shop.path(`reports/${report}`))).status).toBe(403)
})
