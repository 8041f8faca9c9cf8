// A till as a clerk uses it: by keys alone.
import { expect, type Page } from '@playwright/test'
import type { Person } from './helpers.ts'
import { Reader } from './reader.ts'
import type { Shop } from './shop.ts'

export class Till {
  readonly page: Page
  /** Keys pressed besides the codes and their Enter. */
  keys = 0
  private reader?: Reader
  private constructor(page: Page) {
    this.page = page
  }

  /** Of a page that shows the counter already. */
  static at(page: Page): Till {
    return new Till(page)
  }

  static async open(page: Page, shop: Shop, clerk: Person = shop.admin): Promise<Till> {
    await clerk.enter(page)
    await page.goto(shop.counter)
    const till = new Till(page)
    await expect(till.field).toBeFocused()
    return till
  }

  get field() {
    return this.page.getByRole('combobox', { name: 'Produto' })
  }
  get items() {
    return this.page.getByRole('table', { name: 'Itens da venda' }).locator('tbody tr')
  }
  /** The sent sales, the newest last. */
  get cards() {
    return this.page.getByRole('region', { name: /^NFC-e / })
  }
  card(numero: number) {
    return this.page.getByRole('region', { name: `NFC-e ${numero.toLocaleString('pt-BR')}` })
  }
  says(text: string | RegExp) {
    return expect(this.page.getByText(text).first()).toBeVisible()
  }

  /** As a reader does it: the code and Enter, one after the other, waiting for nothing, not even for a busy computer. */
  async scan(...codes: string[]): Promise<void> {
    this.reader ??= await Reader.of(this.page, 'has')
    for (const code of codes) await this.reader.scan(code)
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key)
      this.keys += 1
    }
  }
  /** As a hand does it, which is slower than a reader. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text, { delay: 60 })
    this.keys += text.length
  }

  /** Answers the one question of the window that a key opens. */
  async answer(key: string, text: string): Promise<void> {
    await this.press(key)
    await expect(this.page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
    await this.type(text)
    await this.press('Enter')
    await expect(this.page.getByRole('dialog')).toBeHidden()
  }

  /** Scans and waits until so many items are priced. */
  async fill(...codes: string[]): Promise<void> {
    await this.scan(...codes)
    await expect(this.items).toHaveCount(codes.length)
  }

  /** Pays all that is missing by the keys of a kind, and issues. */
  async finish(...kind: string[]): Promise<void> {
    await this.press('F8', ...kind, 'Enter')
    await expect(this.page.getByRole('group', { name: 'Formas de pagamento' })).toBeHidden()
    await this.press('F10')
    await this.says('Leia o primeiro produto.')
  }

  /** Waits for SEFAZ's answer and puts the card away. */
  async next(numero: number): Promise<void> {
    await expect(this.card(numero)).toContainText('Autorizada')
    await this.press('Enter')
    await expect(this.card(numero)).toHaveCount(0)
  }
}
