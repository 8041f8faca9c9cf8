// The screens around the records: dashboard, logs, help and notifications.
import { cpf } from '../../api/tests/helpers/people.ts'
import { enterCompany, expect, expectSound, heading, type Person, test, today } from '../helpers.ts'

/** An order of this month for a new client. */
async function newOrder(admin: Person, company: string, client: string, total_venda: string): Promise<void> {
  const { id } = await admin.create('/api/people', { pessoa_tipo: 1, cpf_cnpj: cpf(), razao_social: client })
  const days = { data_orcamento: today(), data_venda: today() }
  await admin.create(`/api/companies/${company}/budgets`, { tipo: 'Pedido', cliente_id: id, total_venda, ...days })
}

test('the dashboard shows a new order by itself', { tag: '@promise' }, async ({ page, server }) => {
  const { admin, company } = await enterCompany(page, server)
  const { id } = company
  await page.goto(`${server.url}/app?empresa=${id}`)
  const figure = (label: string) => page.locator('dl > div').filter({ hasText: label })
  await expect(figure('Faturamento do mês')).toContainText('0,00')
  await expect(figure('Ticket médio')).toContainText('–')
  await expect(heading(page, 'Primeiros passos')).toBeVisible()

  await newOrder(admin, id, 'Construtora Ipê Amarelo', '4150.00')
  await expect(figure('Faturamento do mês')).toContainText(/4\.150,00.*pedidos/)
  await expect(figure('Clientes únicos')).toContainText('1')
  await expect(page.getByRole('link', { name: /Construtora Ipê Amarelo/ })).toContainText('4.150,00')
  await newOrder(admin, id, 'Depósito São Judas', '99999999.99')
  await expect(figure('Faturamento do mês')).toContainText('100.004.149,99')

  await expectSound(page, 'dashboard with orders')
  const days = page.getByRole('slider', { name: 'Últimos 14 dias' })
  await days.press('ArrowLeft')
  await expect(days).toHaveAttribute('aria-valuetext', /R\$\s0,00, 0 pedidos/)
  await page.getByRole('button', { name: 'Ver em tabela: Últimos 14 dias' }).click()
  const last = page.getByRole('region', { name: 'Últimos 14 dias' }).getByRole('row').last()
  await expect(last).toContainText('100.004.149,99')
})

test('logs are filtered, opened and exported', async ({ page, server }) => {
  const { admin, company } = await enterCompany(page, server)
  for (const nome_fantasia of ['Nome de antes', 'Nome de agora'])
    await admin.change(`/api/companies/${company.id}`, { nome_fantasia })
  await page.goto(`${server.url}/app/logs`)
  await expect(page.getByRole('row', { name: /Empresa criada/ })).toContainText(company.razao_social)

  await test.step('by action, day and type', async () => {
    await page.getByRole('combobox', { name: 'Ação' }).click()
    await page.getByRole('option', { name: 'Empresa alterada' }).click()
    await expect(page.getByText('Exibindo 1-2 de 2 registros')).toBeVisible()
    await page.getByRole('textbox', { name: 'Data: de' }).fill(today().split('-').reverse().join('/'))
    await expect(page).toHaveURL(new RegExp(`de=${today()}`))
    await expect(page.getByText('Exibindo 1-2 de 2 registros')).toBeVisible()
  })

  await test.step('what changed, before and after', async () => {
    await page.getByRole('link', { name: 'Empresa alterada' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Empresa alterada' })
    await expect(dialog.getByRole('row', { name: 'Nome Fantasia Nome de antes Nome de agora' })).toBeVisible()
    await expectSound(page, 'log entry')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expectSound(page, 'logs')
  })

  await test.step('the file has as many rows as the list', async () => {
    await page.getByRole('button', { name: 'Exportar 2 registros' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /CSV/ }).click()
    const stream = await (await download).createReadStream()
    let text = ''
    for await (const chunk of stream) text += String(chunk)
    expect(text.trim().split('\n')).toHaveLength(3)
  })

  await test.step('nothing of that type', async () => {
    await page.getByRole('group', { name: 'Situação' }).getByRole('button', { name: 'Processando' }).click()
    await expect(heading(page, 'Nenhum Log Encontrado')).toBeVisible()
  })
})

test('help is found from a screen’s “?”, and by words', async ({ page, server }) => {
  await enterCompany(page, server)
  await page.goto(`${server.url}/app/products/import`)
  await page.getByRole('link', { name: 'Ajuda desta tela' }).click()
  await expect(page).toHaveURL(/\/app\/help#importar$/)
  const subject = page.getByRole('heading', { name: 'Importar e exportar planilhas', level: 2 })
  await expect(subject).toBeFocused()
  await expect(subject).toBeInViewport()

  await page.getByRole('searchbox', { name: 'Buscar na ajuda' }).fill('ORCAMENTO transformar')
  await expect(page.getByText('Escolha “Transformar em pedido” e confirme.')).toBeVisible()
  await expectSound(page, 'help with a search')
  await page.goBack()
  await expect(heading(page, 'Importar produtos')).toBeVisible()
})

test('a missing set-up and a missing certificate are notified, and lead to where they are settled', async ({
  page,
  server,
}) => {
  const { admin, company, path } = await enterCompany(page, server)
  const { razao_social } = company
  await page.goto(`${server.url}/app`)
  const bell = page.getByRole('button', { name: /^Notificações/ })
  await expect(bell).toHaveAccessibleName('Notificações, 1 nova')
  await bell.click()
  const list = page.getByRole('list', { name: 'Notificações' })
  await expect(list.getByRole('link', { name: /Configurações da SEFAZ pendentes/ })).toContainText(razao_social)
  await expect(bell).toHaveAccessibleName('Notificações')
  await expectSound(page, 'notifications')

  const settings = { ambiente: 'homologacao', serie: 1, numero_inicial: 1, csc: 'ABCDEFGH12345678', csc_id: '000001' }
  await admin.save(path('sefaz-settings'), settings)
  await list.getByRole('link', { name: /Falta o certificado digital/ }).click()
  await expect(page.getByRole('dialog', { name: 'Certificado Digital A1' })).toContainText(razao_social)
})
