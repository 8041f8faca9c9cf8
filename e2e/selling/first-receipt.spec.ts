// From an empty program to what a shop needs of it first, by clicks alone.
import { pfx, pfxPassword } from '../certificates.ts'
import { email, expect, expectSound, fillCompany, heading, register, toast } from '../helpers.ts'
import { GOODS, test } from '../shop.ts'
import { Till } from '../till.ts'

/** Of the certificate at hand. */
const company = { name: 'Lajes Boa Vista Ltda', cnpj: '11.222.333/0001-81' }

test('an empty program leads by its first steps to the first own receipt', async ({ page, server, simulator }) => {
  test.slow()
  expect(simulator.environment).not.toEqual({})
  await page.addInitScript(() => (window.print = () => {}))
  const steps = page.getByRole('region', { name: 'Primeiros passos' })
  const next = async (name: string) => {
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
    await steps.getByRole('link', { name, exact: true }).click()
  }

  await register(page, server, email())
  await page
    .getByRole('main')
    .getByRole('link', { name: /empresa/i })
    .first()
    .click()
  await expect(heading(page, 'Nova Empresa')).toBeVisible()
  await fillCompany(page, company)
  await page.getByRole('button', { name: /Salvar Empresa/ }).click()
  await expect(heading(page, 'Primeiros passos')).toBeVisible()

  await steps.getByRole('link', { name: 'Enviar' }).click()
  const certificate = page.getByRole('dialog', { name: 'Certificado Digital A1' })
  await page.getByLabel(/: arquivo$/).setInputFiles(pfx('a1-numerico'))
  await certificate.getByLabel(/^Senha do certificado/).fill(pfxPassword)
  await certificate.getByRole('button', { name: 'Salvar Certificado' }).click()
  await expect(toast(page, 'Certificado Salvo!')).toBeVisible()
  await page.keyboard.press('Escape')

  await next('Configurar')
  await page.getByText('Simulador', { exact: true }).click()
  await page.getByRole('textbox', { name: /^CSC/ }).fill('0123456789ABCDEF0123456789ABCDEF0123')
  await page.getByLabel(/^ID do CSC/).fill('1')
  await page.getByRole('button', { name: /^Salvar Configurações/ }).click()
  await expect(toast(page, 'Configurações Salvas!')).toBeVisible()

  await next('Cadastrar')
  await page.getByRole('textbox', { name: 'Código', exact: true }).fill('LJ-H08')
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Laje treliçada H8 com EPS')
  await page.getByRole('combobox', { name: 'NCM' }).fill('68109100')
  await page.getByRole('combobox', { name: 'Unidade comercial' }).fill('M2')
  await page.getByRole('textbox', { name: 'Valor unitário' }).first().fill('62,90')
  await page.getByRole('combobox', { name: 'Perfil fiscal' }).click()
  await page.getByRole('option', { name: 'Revenda', exact: true }).click()
  await page.getByRole('button', { name: /^Salvar Produto/ }).click()
  await expect(toast(page, 'Sucesso!')).toBeVisible()

  await next('Vender')
  const till = Till.at(page)
  await expect(till.field).toBeFocused()
  await till.fill('LJ-H08')
  await till.finish('1')
  await till.next(1)
})

test('Pix is set up on the screen, and the next sale shows its QR code', async ({ page, shop }) => {
  await shop.save('sale-settings', {})
  await shop.admin.enter(page)
  await page.goto(shop.at('sale-settings'))
  await page.getByLabel('Chave Pix').fill('pix@boavista.com.br')
  await page.getByLabel('Nome de quem recebe').fill('LAJES BOA VISTA')
  await page.getByLabel('Cidade de quem recebe').fill('CAMPINAS')
  await page.getByRole('button', { name: /^Salvar/ }).click()
  await expect(toast(page, 'Configurações de venda salvas')).toBeVisible()
  await expectSound(page, 'settings of sales')

  await page.goto(shop.counter)
  const till = Till.at(page)
  await expect(till.field).toBeFocused()
  await till.fill(GOODS.cimento.prod_cProd)
  await till.press('F8', '2', 'Enter')
  const dialog = page.getByRole('dialog', { name: /^Pix de R\$\s39,90$/ })
  await expect(dialog.getByRole('img', { name: 'QR Code do Pix' })).toBeVisible()
  await till.press('Enter')
  await expect(dialog).toBeHidden()
  await till.press('F10')
  await till.next(1)
})
