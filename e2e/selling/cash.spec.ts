// The till: a day with two of them and a manager, and what a clerk may only do with a gerente's leave.
import { type Page } from '@playwright/test'
import { expectFitting } from '../fitting.ts'
import { expect, expectSound, heading, newWindow, password, toast } from '../helpers.ts'
import { GOODS, test } from '../shop.ts'
import { Till } from '../till.ts'

const { laje } = GOODS

async function openTill(page: Page, station: string, fundo: string) {
  const dialog = page.getByRole('dialog', { name: 'Abrir caixa' })
  await dialog.getByRole('combobox', { name: 'Estação' }).click()
  await page.getByRole('option', { name: station }).click()
  await dialog.getByLabel('Fundo de troco').fill(fundo)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Caixa aberto')).toBeVisible()
}

test(
  'a till is opened before it sells, and closed by a blind count that alone shows what is missing',
  {
    tag: '@promise',
  },
  async ({ page, shop, printer, browser }) => {
    await shop.addStation('Caixa 1', printer)
    await shop.addStation('Caixa 2', printer)
    const clerk = await shop.addClerk()
    const other = await shop.addClerk()

    await test.step('the first till of the company is opened in Caixa', async () => {
      await clerk.enter(page)
      await page.goto(shop.at('cash'))
      await expect(heading(page, 'Nenhum caixa aberto ainda')).toBeVisible()
      await expectSound(page, 'no till')
      await page.keyboard.press('n')
      await expect(page.getByRole('dialog', { name: 'Abrir caixa' })).toBeVisible()
      await expectSound(page, 'opening a till')
      await openTill(page, 'Caixa 1', '200')
      await expect(page.getByRole('region', { name: 'O caixa deste computador' })).toContainText('Caixa 1 · aberto por')
    })

    const second = await newWindow(browser, other)
    await test.step('from then on nothing is sold with a closed till; it is opened right there', async () => {
      const till = await Till.open(second, shop, other)
      await till.says('O caixa deste computador está fechado. Abra o caixa para vender.')
      await expectSound(second, 'a counter with a closed till')
      await till.fill(laje.prod_cProd)
      await till.press('F8', '1', 'Enter', 'F10')
      await expect(second.getByRole('dialog', { name: 'Abrir caixa' })).toBeVisible()
      await openTill(second, 'Caixa 2', '0')
      await expect(second.getByText('O caixa deste computador está fechado.')).toHaveCount(0)
      await till.press('F10')
      await till.next(1)
    })

    await test.step('the first till sells in cash with change, and by card', async () => {
      const till = await Till.open(page, shop, clerk)
      await till.fill(laje.prod_cProd)
      await till.press('F8', '1')
      await till.type('100')
      await till.press('Enter', 'F10')
      await till.next(2)
      await till.fill(laje.prod_cProd)
      await till.finish('3')
      await till.next(3)
    })

    await test.step('cash is taken out, and what is there is not told', async () => {
      await page.goto(shop.at('cash'))
      await page.getByRole('button', { name: 'Sangria', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Sangria' })
      await dialog.getByLabel('Valor').fill('150')
      await dialog.getByLabel('Motivo').fill('Depósito no banco')
      await expectSound(page, 'taking cash out')
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect.poll(() => printer.papers.at(-1)?.lines.join('\n')).toMatch(/sangria[^]*150,00/i)
      await page
        .getByRole('region', { name: 'O caixa deste computador' })
        .getByRole('link', { name: 'Ver caixa' })
        .click()
      await expect(page.getByText('O que o caixa deve ter aparece depois da sua contagem.')).toBeVisible()
      await expect(page.getByRole('row', { name: /Depósito no banco/ })).toContainText('− 150,00')
      await expectFitting(page, 'an open session')
      await expectSound(page, 'an open session')
    })

    await test.step('more than there is takes a gerente', async () => {
      await page.getByRole('button', { name: 'Sangria', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Sangria' })
      await dialog.getByLabel('Valor').fill('500')
      await dialog.getByLabel('Motivo').fill('Cofre')
      await page.keyboard.press('Enter')
      const approval = page.getByRole('dialog', { name: 'Autorização do gerente' })
      await expect(approval).toContainText('acima do que há na gaveta')
      await page.keyboard.press('Escape')
      await expect(approval).toBeHidden()
      await dialog.getByRole('button', { name: 'Cancelar' }).click()
      await page.getByRole('button', { name: 'Sair sem salvar' }).click()
    })

    await test.step('it is counted and closed blind', async () => {
      // No answer on the way may hold what the till expects.
      const answers: string[] = []
      page.on('response', async (response) => {
        if (/\/cash\//.test(response.url()) && response.request().method() === 'GET')
          answers.push(await response.text().catch(() => ''))
      })
      await page.getByRole('link', { name: 'Fechar caixa' }).click()
      await expect(heading(page, 'Fechar caixa')).toBeVisible()
      await page.getByLabel('Quantas de R$ 100').fill('1')
      await page.getByLabel('Quantas de R$ 1', { exact: true }).fill('2')
      await page.getByRole('textbox', { name: 'Cartão de débito' }).fill('62,90')
      await expect(page.getByRole('region', { name: 'Você contou' })).toContainText('164,90')
      await expectFitting(page, 'counting a till')
      await expectSound(page, 'counting a till')
      expect(answers.join()).not.toContain('112.90')
      await page.keyboard.press('Control+Enter')
      const question = page.getByRole('dialog', { name: 'Fechar o caixa?' })
      await expectSound(page, 'closing a till')
      await question.getByRole('button', { name: 'Fechar caixa' }).click()
      await expect(toast(page, 'Caixa fechado')).toBeVisible()
      // 200 + 62,90 − 150 = 112,90 expected in cash, 102,00 counted.
      const table = page.getByRole('table', { name: 'Contagem por forma' })
      await expect(table.getByRole('row', { name: /^Dinheiro/ })).toContainText('− 10,90')
      await expect(table.getByRole('row', { name: /^Dinheiro/ })).toContainText('Faltou')
      await expect(table.getByRole('row', { name: /^Cartão de débito/ })).toContainText('Confere')
      await expect(table.getByRole('columnheader', { name: 'Esperado' })).toHaveCount(0)
      await expectSound(page, 'a closed till, own')
    })

    await test.step('the other till cannot be closed by the first clerk', async () => {
      const path = shop.path('cash/sessions?situacao=abertos')
      const { items } = await clerk.read<{ items: [{ id: string; pode: boolean; fundo: string | null }] }>(path)
      expect(items).toMatchObject([{ pode: false, fundo: null }])
      await page.goto(shop.at(`cash/${items[0].id}/close`))
      await expect(page.getByText('Este caixa já foi fechado, ou é de outra pessoa.')).toBeVisible()
    })
    await second.context().close()
  },
)

test('the manager sees what each till holds and held, and where that comes from', async ({ page, shop, printer }) => {
  const clerk = await shop.addClerk()
  const sessions = shop.path('cash/sessions')
  for (const nome of ['Caixa 1', 'Caixa 2']) {
    const { id: estacao_id } = await shop.addStation(nome, printer)
    const { id } = await clerk.create(sessions, { estacao_id, fundo: '200.00' })
    if (nome === 'Caixa 2') continue
    await shop.sell({ estacao_id })
    await clerk.create(`${sessions}/${id}/movements`, { tipo: 'sangria', valor: '150.00', motivo: 'Depósito no banco' })
    // 200,00 + 62,90 − 150,00 = 112,90 expected.
    const counted = { contagem: [{ tPag: '01', contado: '102.00' }] }
    expect((await clerk.call('POST', `${sessions}/${id}/close`, counted)).status).toBe(200)
  }
  await shop.admin.enter(page)
  await page.goto(shop.at('cash'))
  await expect(page.getByRole('row', { name: /Caixa 1/ })).toContainText('Faltou')
  await expect(page.getByRole('row', { name: /Caixa 2/ })).toContainText('Aberto')
  await expectFitting(page, 'sessions of tills')
  await expectSound(page, 'sessions of tills')
  await page
    .getByRole('row', { name: /Caixa 1/ })
    .getByRole('link')
    .first()
    .click()
  const origin = page.getByRole('region', { name: 'De onde vem o esperado' })
  await expect(origin).toContainText('Fundo de abertura200,00')
  await expect(origin).toContainText('− 150,00')
  await page.getByRole('textbox', { name: 'Observação do gerente' }).fill('Troco errado na nota 2.')
  await page.getByRole('button', { name: 'Salvar observação' }).click()
  await expect(toast(page, 'Observação salva')).toBeVisible()
  await expectFitting(page, 'a closed till')
  await expectSound(page, 'a closed till')

  await page.goto(shop.at('cash'))
  await page.getByRole('link', { name: 'Relatório', exact: true }).click()
  const report = page.getByRole('table', { name: 'Por dia, operador e forma' })
  // Both sessions are one clerk's of one day, and one of them is not counted yet.
  const cash = report.getByRole('row', { name: /Dinheiro/ })
  for (const text of ['400,00', '62,90', '− 150,00', '312,90', 'aberto']) await expect(cash).toContainText(text)
  await expectFitting(page, 'the report of tills')
  await expectSound(page, 'the report of tills')
})

test('a discount over the limit takes a gerente, once and for this sale', async ({ page, shop }) => {
  const clerk = await shop.addClerk()
  const till = await Till.open(page, shop, clerk)
  await till.fill(laje.prod_cProd)
  await till.answer('F4', '12,90')
  await till.press('F8', '1', 'Enter', 'F10')
  const dialog = page.getByRole('dialog', { name: 'Autorização do gerente' })
  await expect(dialog).toContainText(/Desconto de R\$\s12,90 nesta venda\./)
  await expect(dialog.getByLabel('E-mail do gerente')).toBeFocused()
  await expectSound(page, 'a leave by a gerente')

  // The clerk's own password is no gerente's.
  await page.keyboard.type(clerk.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('E-mail do gerente')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('E-mail do gerente').fill(shop.admin.email)
  await dialog.getByRole('textbox', { name: 'Senha' }).fill(password)
  await page.keyboard.press('Enter')
  await till.says('Autorizada')
  await expect.poll(() => shop.issued()).toEqual({ sales: 1, notas: ['1 autorizada'] })
})

test('an operador is made one in the manage-companies dialog', async ({ page, shop }) => {
  const clerk = await shop.addClerk()
  await shop.admin.enter(page)
  await page.goto(`${shop.server.url}/app/users`)
  await page
    .getByRole('button', { name: /^Gerenciar Empresas/ })
    .last()
    .click()
  const papel = page
    .getByRole('dialog')
    .getByRole('combobox', { name: /^Papel em Lajes Boa Vista/ })
    .first()
  await expect(papel).toHaveValue('Operador')
  await expectSound(page, 'companies of a user')
  await papel.click()
  await page.getByRole('option', { name: 'Gerente' }).click()
  await expect(toast(page, 'Papel alterado para Gerente.')).toBeVisible()
  expect(await clerk.read(`/api/companies/${shop.id}`)).toMatchObject({ papel: 'gerente' })
})
