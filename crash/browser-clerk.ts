// Sells with the program's own screens, by keys, in Chromium; a server that dies is the page's to bear. What was sent and
// heard is written down from the wire, and what left the shop from what the screen said.
import { pause } from '../api/tests/helpers/server.ts'
import { type Browser, chromium, habits, launchOptions, type Locator, type Page } from '../e2e/browser.ts'
import type { Cashier } from './cashier.ts'
import { Dice } from './dice.ts'
import { type Journal, seenOf, type Seen } from './journal.ts'
import { Till } from './till.ts'
import type { World } from './world.ts'

/** Servers come back within seconds, and pages try again every few. */
const patience_ms = 60_000
const posted = /\/api\/companies\/[^/]+\/sales$/
const askedFor = /\/api\/companies\/[^/]+\/sales\/([0-9a-f-]{36})$/

export const openBrowser = (): Promise<Browser> => chromium.launch(launchOptions)

export class BrowserClerk {
  private readonly page: Page
  private readonly world: World
  private readonly journal: Journal
  private readonly drawer: Cashier
  private readonly till: Till
  private readonly dice: Dice
  private readonly counter: string
  /** Sales that were sent and that nobody has told the end of. */
  private readonly unanswered = new Set<string>()
  private writing = Promise.resolve()

  private constructor(page: Page, world: World, number: number, journal: Journal, drawer: Cashier, seed: number) {
    this.page = page
    this.world = world
    this.journal = journal
    this.drawer = drawer
    this.till = new Till(world, number)
    this.dice = new Dice(seed, number + 1)
    this.counter = `${urlOf(world, number)}/app/receipts/new?empresa=${world.company.id}`
    page.on('request', (request) => {
      if (request.method() !== 'POST' || !posted.test(request.url())) return
      const { id } = request.postDataJSON() as { id: string }
      this.unanswered.add(id)
      journal.write({ what: 'sale', venda: id })
    })
    page.on('response', (response) => {
      const request = response.request()
      const isPost = request.method() === 'POST' && posted.test(request.url())
      const id = isPost ? (request.postDataJSON() as { id: string }).id : askedFor.exec(request.url())?.[1]
      if (id === undefined || !this.unanswered.has(id)) return
      // Of a page that was left meanwhile there is no body: the next one sends it again, or asks for it.
      const body = response.json().catch(() => undefined) as Promise<any>
      this.writing = this.writing.then(async () => this.heard(id, isPost, response.status(), await body))
    })
  }

  /** `drawer`: the cashier of the same number, who opens and closes the till. */
  static async open(browser: Browser, world: World, number: number, journal: Journal, drawer: Cashier, seed: number) {
    const context = await browser.newContext(habits)
    context.setDefaultTimeout(patience_ms)
    const [name, value] = world.cashiers[number]!.cookie!.split('=') as [string, string]
    await context.addCookies([{ name, value, url: urlOf(world, number) }])
    const station = JSON.stringify([`balcao-estacao:${world.company.id}`, world.stations[number]!])
    await context.addInitScript(`localStorage.setItem(...${station})`)
    const clerk = new BrowserClerk(await context.newPage(), world, number, journal, drawer, seed)
    await drawer.openTill()
    await clerk.arrive()
    return clerk
  }

  private get field() {
    return this.page.getByRole('combobox', { name: 'Produto' })
  }
  private get items() {
    return this.page.getByRole('table', { name: 'Itens da venda' }).locator('tbody tr')
  }

  /** One customer, while others may still wait for SEFAZ. */
  async serve(): Promise<void> {
    await this.handOut()
    const { prod_cProd } = this.dice.pick(this.world.products)
    await this.field.focus()
    await this.page.keyboard.type(`2*${prod_cProd}`)
    await this.page.keyboard.press('Enter')
    const priced = this.items.filter({ hasText: '82,00' })
    await this.is(priced)
    if (this.dice.happens(0.2)) await this.arrive()
    await this.is(priced) // F5 has lost nothing
    await this.page.keyboard.press('F8')
    await this.page.keyboard.press('1')
    await this.page.keyboard.type('100')
    await this.page.keyboard.press('Enter')
    await this.page.getByRole('group', { name: 'Formas de pagamento' }).waitFor({ state: 'hidden' })
    await this.page.keyboard.press('F10')
    if (this.dice.happens(0.3)) await this.page.keyboard.press('F10')
    if (this.dice.happens(0.2)) await this.arrive() // whatever the page was waiting for
    await this.is(this.page.getByText('Leia o primeiro produto.'))
  }

  /** Waits until every card has its end. Of a sale whose answer was heard by a page that was left at once, the server is asked. */
  async finish(): Promise<void> {
    const deadline = Date.now() + patience_ms
    for (;;) {
      await this.handOut()
      if ((await this.cards.count()) === 0) break
      if (Date.now() > deadline) throw new Error(`the browser still waits: ${await this.words()}`)
      await pause(200)
    }
    await this.writing
    for (const vid of this.unanswered) {
      const { status, body } = await this.till.call('getSale', { vid })
      this.heard(vid, false, status, body)
      if (this.unanswered.has(vid)) throw new Error(`the browser forgot the sale ${vid}, which the server answers with ${status}`)
    }
  }

  closeTill(): Promise<void> {
    return this.drawer.closeTill()
  }

  private get cards() {
    return this.page.getByRole('region', { name: /^NFC-e / })
  }

  /** Gives out every paper that is ready, and tries again what was refused. */
  private async handOut(): Promise<void> {
    for (const card of await this.cards.all()) {
      const again = card.getByRole('button', { name: 'Tentar de novo' })
      if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => undefined) // answered meanwhile
      const next = card.getByRole('button', { name: 'Próxima venda' })
      if (!(await next.isVisible())) continue
      const numero = Number(/^NFC-e ([\d.]+)/.exec((await card.getAttribute('aria-label'))!)![1]!.replaceAll('.', ''))
      const isValid = /Autorizada|Contingência/.test(await card.innerText())
      await next.click()
      await this.page.getByRole('region', { name: `NFC-e ${numero.toLocaleString('pt-BR')}`, exact: true }).waitFor({ state: 'hidden' })
      if (isValid) this.journal.write({ what: 'handed', numero })
      this.world.count(`browser handed out ${isValid ? 'a receipt' : 'nothing'}`)
    }
  }

  /** Opens the counter, anew if it is open: F5, again until a server is there. */
  private async arrive(): Promise<void> {
    const deadline = Date.now() + patience_ms
    this.world.count('browser F5')
    for (;;) {
      try {
        await this.page.goto(this.counter, { waitUntil: 'commit', timeout: 5_000 })
        await this.field.waitFor({ timeout: 5_000 })
        return
      } catch (error) {
        if (Date.now() > deadline) throw error
        await pause(200)
      }
    }
  }

  private async is(what: Locator): Promise<void> {
    try {
      await what.first().waitFor()
    } catch (error) {
      throw new Error(`the browser shows something else: ${await this.words()}`, { cause: error })
    }
  }
  private words(): Promise<string> {
    return this.page.locator('body').innerText()
  }

  private heard(venda: string, isPost: boolean, status: number, body: any): void {
    if (body === undefined || !this.unanswered.has(venda)) return
    if (body.nota) {
      this.journal.write({ what: 'accepted', venda, nota: seenOf(body.nota as Seen) })
      this.world.count('browser sold')
    } else if (isPost && status >= 400 && status < 500 && status !== 429) {
      this.journal.write({ what: 'refused', venda, status, code: String(body.code) })
      this.world.count(`browser sale refused: ${body.code} ${body.detail ?? ''}`)
    } else return
    this.unanswered.delete(venda)
  }
}

const urlOf = (world: World, number: number) => `http://127.0.0.1:${world.servers[number % world.servers.length]!.port}`
