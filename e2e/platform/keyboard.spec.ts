// The whole way without a mouse: sign up, new company, list, switch, sign out.
import type { Page } from '@playwright/test'
import { email, expect, heading, numericCnpj, password, test, toast } from '../helpers.ts'

/** Goes on with Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: RegExp, role?: string): Promise<void> {
  for (let count = 0; count < 80; count += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      // The page itself (which has the focus until its elements are there) and parts that scroll hold everybody's text.
      if (!element || element.tabIndex < 0) return { text: '', role: '' }
      const labels = element.labels
      const text = element.getAttribute('aria-label') ?? (labels?.length ? labels[0]!.innerText : element.textContent)
      return { text: text.trim(), role: element.getAttribute('role') ?? element.tagName.toLowerCase() }
    })
    if (name.test(focused.text) && (!role || role === focused.role)) return
  }
  throw new Error(`80 times Tab and ${name} never had the focus`)
}

async function fill(page: Page, label: RegExp, text: string): Promise<void> {
  await tabTo(page, label)
  await page.keyboard.type(text)
}

test('from the landing page to a saved company and out again', async ({ page, server }) => {
  test.slow()
  await page.goto(server.url)
  const name = 'Lajes do Teclado'
  await tabTo(page, /Acessar Sistema/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Boas-vindas ao Balcão!')).toBeVisible()
  await page.keyboard.type(email())
  await fill(page, /^Senha/, password)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Nenhuma Empresa')).toBeVisible()

  await tabTo(page, /Nova Empresa/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Nova Empresa')).toBeVisible()
  await fill(page, /^Razão Social/, name)
  await fill(page, /^CNPJ/, numericCnpj())
  await fill(page, /^Inscrição Estadual/, 'ISENTO')
  await fill(page, /^CEP/, '13010001')
  await fill(page, /^Logradouro/, 'Rua das Palmeiras')
  await fill(page, /^Número/, '120')
  await fill(page, /^Bairro/, 'Centro')
  await fill(page, /^UF/, 'São Paulo')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'UF' })).toHaveValue('SP - São Paulo')
  await fill(page, /^Município/, 'Campinas')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Código IBGE')).toHaveValue('3509502')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Sucesso!')).toBeVisible()
  await expect(page).toHaveURL(/\/app\?empresa=/) // the next step is on its dashboard
  await tabTo(page, /^Empresas/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()

  // The keys of the list.
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: /Buscar por razão social/ })).toBeFocused()
  await page.keyboard.type('teclado')
  await expect(page.getByText('Exibindo 1-1 de 1 registro')).toBeVisible()
  await page.keyboard.press('Escape')

  await tabTo(page, /^Empresa ativa/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox', { name: 'Empresas' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Empresa ativa/ })).toBeFocused()

  await tabTo(page, /^Sair/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Acessar Sistema' }).first()).toBeVisible()
})
