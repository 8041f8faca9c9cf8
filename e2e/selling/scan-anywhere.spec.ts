// A scan is never lost: in each state and field of the counter the item is there, and what had the focus is as it was.
import type { Locator, Page } from '@playwright/test'
import { expect, password, type Person } from '../helpers.ts'
import { type Pace, Reader } from '../reader.ts'
import { GOODS, saleSettings, type Shop, test } from '../shop.ts'
import type { Simulator } from '../simulator.ts'
import { Till } from '../till.ts'

/** One that begins like a form of payment and is a valid amount, and one that is a GTIN. */
const CODES = ['12345670', '7891000101001']
const PACES: Pace[] = [
  { gap: 2, end: 'Enter' },
  { gap: 35, end: 'Enter' },
  { gap: 15, end: null },
  { gap: 8, end: 'Tab' },
]
const POSTED = /\/api\/companies\/[^/]+\/sales$/

type Place = { page: Page; till: Till; shop: Shop; simulator: Simulator }
type State = {
  name: string
  /** Brings the counter there, from an open sale with the focus in the scan field. */
  go: (place: Place) => Promise<unknown>
  /** What was focused keeps the focus and its value; otherwise the scan field has it. */
  keeps?: boolean
  /** What is scanned has no price before one leaves it. */
  isCutOff?: boolean
  /** Goes back. */
  leave?: (place: Place) => Promise<unknown>
}

const escape = ({ page }: Place) => page.keyboard.press('Escape')
const toField = async (place: Place) => {
  await place.page.keyboard.press('F2')
  await expect(place.till.field).toBeFocused()
}
/** Closes what was typed of a payment. */
const noPayment = async (place: Place) => {
  await escape(place)
  await toField(place)
}
const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (key: string, then?: (dialog: Locator) => Promise<unknown>) => async (place: Place) => {
  await place.page.keyboard.press(key)
  await expect(dialog(place.page).locator(':focus')).toBeVisible()
  await then?.(dialog(place.page))
}
const closed = async (place: Place) => {
  await escape(place)
  await expect(dialog(place.page)).toBeHidden()
  await expect(place.till.field).toBeFocused()
}
const pressed =
  (...keys: string[]) =>
  async ({ page }: Place) => {
    for (const key of keys) await page.keyboard.press(key)
  }

const states: State[] = [
  { name: 'a direct visit', go: async () => {} },
  {
    name: 'after F5',
    go: async ({ page, till }) => {
      await page.reload()
      await expect(till.field).toBeFocused()
    },
  },
  { name: 'after a click on blank space', go: ({ page }) => page.mouse.click(700, 690) },
  { name: 'after a click on the total', go: ({ page }) => page.getByText('Subtotal').click() },
  { name: 'after a click on an item', go: ({ till }) => till.items.first().getByText('Peça').click() },
  { name: 'with the focus on the page', go: ({ page }) => page.locator('#content').focus() },
  {
    name: 'with the focus nowhere',
    go: ({ page }) => page.evaluate(() => (document.activeElement as HTMLElement).blur()),
  },
  {
    name: 'at a button that takes out an item',
    go: ({ page }) =>
      page
        .getByRole('button', { name: /^Tirar/ })
        .first()
        .focus(),
  },
  {
    name: 'after an item was taken out, at what puts it back',
    go: async ({ page }) => {
      await page.keyboard.press('Delete')
      await page.getByRole('button', { name: 'Desfazer' }).focus()
      await page.keyboard.press('Enter')
    },
  },
  { name: 'after F10 that lacks something', go: pressed('F10'), keeps: true, leave: toField },
  {
    name: 'after a click on the button that issues',
    // It looks disabled while something is lacking, and says what when it is pressed.
    go: ({ page }) => page.getByRole('button', { name: /^Emitir NFC-e/ }).click({ force: true }),
    keeps: true,
    leave: toField,
  },
  {
    name: 'at the companies',
    go: async ({ page }) => {
      await page.getByRole('button', { name: /^Empresa ativa/ }).click()
      await expect(page.getByRole('listbox', { name: 'Empresas' })).toBeFocused()
    },
    keeps: true,
    leave: async (place) => {
      await escape(place)
      await toField(place)
    },
  },
  {
    name: 'with a name in the scan field and its list open',
    go: async ({ page, till }) => {
      await till.type('treliçada')
      await expect(page.getByRole('option')).toHaveCount(2)
      await page.keyboard.press('ArrowDown')
      // A hand takes the reader now.
      await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    },
    keeps: true,
    leave: async ({ page, till }) => {
      await till.field.fill('')
      await expect(page.getByRole('option')).toHaveCount(0)
    },
  },

  { name: 'at the kinds of payment', go: pressed('F8'), keeps: true, leave: toField },
  { name: 'at the other kinds', go: pressed('F8', '6'), keeps: true, leave: noPayment },
  { name: 'in the amount in cash', go: pressed('F8', '1', '1', '5'), keeps: true, leave: noPayment },
  { name: 'in an empty amount by card', go: pressed('F8', '4'), keeps: true, leave: noPayment },
  {
    name: 'at the acquirer',
    go: async (place) => {
      await pressed('F8', '4', '7')(place)
      await place.page.getByRole('combobox', { name: 'Credenciadora' }).focus()
    },
    keeps: true,
    leave: noPayment,
  },
  {
    name: 'at the brand',
    go: async (place) => {
      await pressed('F8', '3')(place)
      await place.page.getByRole('combobox', { name: 'Bandeira' }).focus()
    },
    keeps: true,
    leave: noPayment,
  },
  {
    name: 'in the open list of brands',
    go: async (place) => {
      await pressed('F8', '3')(place)
      await place.page.getByRole('combobox', { name: 'Bandeira' }).click()
      await expect(place.page.getByRole('option', { name: 'Visa' })).toBeVisible()
    },
    keeps: true,
    leave: async (place) => {
      await escape(place)
      await noPayment(place)
    },
  },
  {
    name: 'in the authorisation',
    go: async (place) => {
      await pressed('F8', '4')(place)
      await place.page.getByRole('textbox', { name: 'Autorização' }).fill('A-77')
    },
    keeps: true,
    leave: noPayment,
  },
  {
    name: 'in the words of another kind',
    go: async (place) => {
      await pressed('F8', '6', '0')(place)
      await place.page.getByRole('textbox', { name: 'Qual é a forma' }).fill('Permuta')
    },
    keeps: true,
    leave: noPayment,
  },
  { name: 'in the code of a store credit', go: pressed('F8', '6', 'c', '7', 'k'), keeps: true, leave: noPayment },
  {
    name: 'at the button that takes a payment in',
    go: async (place) => {
      await pressed('F8', '1')(place)
      await place.page.getByRole('button', { name: 'Lançar pagamento' }).focus()
    },
    leave: async (place) => {
      await pressed('F8')(place)
      await noPayment(place)
    },
  },
  {
    name: 'after part of it was paid',
    go: async (place) => {
      await pressed('F8', '1', '1', 'Enter')(place)
      await expect(place.page.getByRole('button', { name: /Dinheiro/ }).first()).toBeFocused()
    },
    keeps: true,
    leave: toField,
  },
  {
    name: 'after a payment was taken out by key',
    go: async ({ page }) => {
      await page.getByRole('button', { name: /^Tirar pagamento/ }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: /^Tirar pagamento/ })).toHaveCount(0)
    },
  },
  {
    name: 'at a Pix whose money is awaited',
    go: async (place) => {
      await pressed('F8', '2', 'Enter')(place)
      await expect(place.page.getByRole('button', { name: 'Recebi o Pix' })).toBeFocused()
    },
    keeps: true,
    leave: closed,
  },

  { name: 'in the CPF', go: inDialog('F3', () => Promise.resolve()), keeps: true, leave: closed },
  {
    name: 'in the name of the consumer',
    go: inDialog('F3', (open) => open.getByRole('textbox', { name: 'Nome' }).fill('Ana Lima')),
    keeps: true,
    leave: closed,
  },
  {
    name: 'at a button of a window',
    go: inDialog('F3', (open) => open.getByRole('button', { name: 'Vender sem identificar' }).focus()),
    keeps: true,
    leave: closed,
  },
  {
    name: 'in the discount',
    go: inDialog('F4', (open) => open.getByRole('textbox', { name: 'Desconto' }).fill('2,5')),
    keeps: true,
    leave: closed,
  },
  { name: 'in the quantity', go: inDialog('F6'), keeps: true, leave: closed },
  { name: 'in the name to put it away under', go: inDialog('F9'), keeps: true, leave: closed },
  { name: 'in the list of all keys', go: inDialog('?'), keeps: true, leave: closed },
  {
    name: 'in Ctrl+K',
    go: inDialog('Control+k', (open) => expect(open.getByRole('combobox')).toBeFocused()),
    keeps: true,
    leave: closed,
  },
  { name: 'where throwing it away is asked', go: inDialog('Control+Delete'), keeps: true, leave: closed },
  {
    name: 'where signing out is asked',
    go: async ({ page, till }) => {
      await page.keyboard.press('Control+k')
      await till.type('sair')
      await page.keyboard.press('Enter')
      await expect(dialog(page)).toContainText('Há uma venda aberta')
    },
    keeps: true,
    leave: async (place) => {
      await escape(place)
      await expect(dialog(place.page)).toBeHidden()
    },
  },
]

/** One sale after the other; each begins with what was scanned in the one before. */
const sold: State[] = [
  {
    name: 'while a sale is on its way',
    go: async ({ page, till }) => {
      await page.route(POSTED, (route) => (route.request().method() === 'POST' ? undefined : route.continue()))
      await till.press('F8', '1', 'Enter', 'F10')
      await till.says('Emitindo…')
    },
    leave: async ({ page, till }) => {
      // What was scanned is kept over F5, and is of the next sale.
      await page.unroute(POSTED)
      await page.reload()
      await till.says('Autorizada')
      await expect(till.items).toHaveCount(1)
    },
  },
  {
    name: 'at a button of the card of a sale',
    go: ({ till }) => till.card(1).getByRole('button', { name: 'Imprimir' }).focus(),
  },
  {
    name: 'after the card was put away',
    go: ({ till }) => till.card(1).getByRole('button', { name: 'Próxima venda' }).press('Enter'),
  },
  {
    name: 'at a refused sale',
    go: async ({ till, simulator }) => {
      await simulator.behave({
        service: 'NFeAutorizacao4',
        cStat: 778,
        xMotivo: 'Rejeicao: Informado NCM inexistente [nItem:1]',
      })
      await till.finish('1')
      await expect(till.card(2)).toContainText('Rejeitada')
      await till.card(2).getByRole('button', { name: 'Tentar de novo' }).focus()
    },
  },
  {
    name: 'in the reason why a sale is given up',
    go: async ({ page, till }) => {
      await till.card(2).getByRole('button', { name: 'Desistir' }).press('Enter')
      await dialog(page).getByRole('textbox').fill('Cliente')
    },
    keeps: true,
    leave: async (place) => {
      await escape(place)
      await expect(dialog(place.page)).toBeHidden()
    },
  },
  {
    name: 'after a refused sale was tried again',
    go: async ({ till, simulator }) => {
      await simulator.behave()
      await till.card(2).getByRole('button', { name: 'Tentar de novo' }).press('Enter')
    },
    leave: async ({ till }) => {
      await expect(till.card(2)).toContainText('Autorizada')
      await till.next(2)
    },
  },
  {
    name: 'at what charges a new price',
    go: async ({ page, shop, till }) => {
      const product = await shop.product(CODES[0]!)
      const body = { ...product, prod_vUnCOM: '10.50' }
      await shop.admin.call('PUT', shop.path(`products/${product.id}`), body, { 'if-match': '*' })
      await till.press('F8', '1', 'Enter', 'F10')
      await page.getByRole('button', { name: 'Cobrar o novo preço' }).focus()
    },
    leave: async ({ page, till }) => {
      const charge = page.getByRole('button', { name: 'Cobrar o novo preço' })
      await expect(page.locator('[data-scan]')).toHaveCount(0) // what is still missing is read first
      await till.press('F8', '1', 'Enter', 'F10')
      await charge.press('Enter')
      await expect(charge).toHaveCount(0)
      await expect(till.field).toBeFocused()
    },
  },
  {
    name: 'among the sales that wait',
    go: async ({ page, till }) => {
      await till.answer('F9', 'Mesa 4')
      await till.says('Em espera: Mesa 4')
      await till.press('F9')
      await expect(dialog(page).getByRole('button', { name: 'Retomar' })).toBeFocused()
    },
    keeps: true,
    leave: async ({ page, till }) => {
      // The sale that is gone on with has what was scanned meanwhile.
      const before = await till.items.count()
      await page.keyboard.press('Enter')
      await expect(dialog(page)).toBeHidden()
      await expect.poll(() => till.items.count()).toBeGreaterThan(before)
    },
  },
  {
    name: 'where one is asked about the open sale of somebody else',
    go: async ({ page }) => {
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage).filter((name) => name.startsWith('balcao-venda:'))) {
          const record = JSON.parse(localStorage.getItem(key)!) as { owner: { id: string; name: string } }
          localStorage.setItem(key, JSON.stringify({ ...record, owner: { id: 'x', name: 'Rafael' } }))
        }
      })
      await page.reload()
      await expect(dialog(page)).toContainText('Venda aberta de Rafael')
    },
    keeps: true,
    leave: async ({ page, till }) => {
      const before = await till.items.count()
      await dialog(page).getByRole('button', { name: 'Retomar' }).press('Enter')
      await expect.poll(() => till.items.count()).toBeGreaterThan(before)
    },
  },
  {
    name: 'in the lot of a product',
    go: async ({ page, shop, till }) => {
      const traced = { ...GOODS.eps, prod_cProd: 'LOTE-1', prod_xProd: 'Selante', prod_rastro: 'S' }
      await shop.addProduct(traced)
      await till.scan('LOTE-1')
      await page.getByRole('button', { name: 'Informar lote' }).click()
      await dialog(page).getByRole('textbox', { name: 'Lote', exact: true }).fill('L-1')
    },
    keeps: true,
    leave: closed,
  },
  {
    name: 'in a date of the lot',
    go: async ({ page }) => {
      await page.getByRole('button', { name: 'Informar lote' }).click()
      await dialog(page)
        .getByRole('textbox', { name: /^Fabricação/ })
        .fill('01/02/2026')
    },
    keeps: true,
    leave: closed,
  },
  {
    name: 'in the change fund of a till that is closed',
    go: async ({ page, shop }) => {
      await shop.admin.create(shop.path('stations'), {
        nome: 'Caixa 1',
        impressora: { caminho: 'navegador', papel: '80' },
      })
      await shop.save('sale-settings', { ...saleSettings, exige_caixa: 'S' })
      await page.reload()
      await page.getByRole('button', { name: 'Abrir caixa' }).press('Enter')
      await dialog(page)
        .getByRole('textbox', { name: /^Fundo de troco/ })
        .fill('100')
    },
    keeps: true,
    leave: closed,
  },
]

const approval = (page: Page) => page.getByRole('dialog', { name: 'Autorização do gerente' })
const signIn = (page: Page) => page.getByRole('dialog', { name: 'Sua sessão terminou' })
/** Asks a gerente for a discount that an operador may not give. */
const askGerente = async ({ page, till }: Place) => {
  await till.answer('F4', '50%')
  await till.press('F8', '1', 'Enter', 'F10')
  await expect(approval(page).getByLabel('E-mail')).toBeFocused()
}
const writtenBy = async (open: Locator, { email, secret = password }: { email: string; secret?: string }) => {
  await open.getByLabel('E-mail').fill(email)
  await open.getByLabel(/^Senha/).fill(secret)
}

/** Windows over an operador's open sale that ask who one is. */
const asked: State[] = [
  {
    name: 'in the e-mail of a gerente who is asked to allow a discount',
    go: async (place) => {
      await askGerente(place)
      await approval(place.page).getByLabel('E-mail').fill('gerente@')
    },
    keeps: true,
  },
  {
    name: 'in the password of that gerente',
    go: ({ page, shop }) => writtenBy(approval(page), { email: shop.admin.email }),
    keeps: true,
    leave: async ({ page, till, shop }) => {
      // Two more items than were paid: said, and the gerente's approval holds once they are.
      await page.keyboard.press('Enter')
      await expect(approval(page)).toBeHidden()
      await till.says(/^Faltam /)
      expect(shop.issued().sales).toBe(0)
      await till.press('F8', '1', 'Enter', 'F10')
      await till.says('Leia o primeiro produto.')
      await till.next(1)
      await till.fill(CODES[0]!)
    },
  },
  {
    name: 'in the e-mail, where the session has ended',
    go: async ({ page, till, shop }) => {
      shop.server.database.run('delete from sessions')
      await till.scan(CODES[1]!)
      await expect(signIn(page)).toBeVisible()
      await signIn(page).getByLabel('E-mail').focus()
    },
    keeps: true,
    isCutOff: true,
  },
  {
    name: 'in the password, where the session has ended',
    go: ({ page }) =>
      signIn(page)
        .getByLabel(/^Senha/)
        .fill('meia-senha'),
    keeps: true,
    leave: async ({ page, till }) => {
      await signIn(page)
        .getByLabel(/^Senha/)
        .fill(password)
      await page.keyboard.press('Enter')
      await expect(signIn(page)).toBeHidden()
      // Each that was scanned without a session has its price now.
      await expect(till.items).toHaveCount(4)
    },
  },
]

/** On a phone the payment has a window of its own. */
const narrow: State[] = [
  {
    name: 'on a phone, at the kinds of payment',
    go: async ({ page }) => {
      await page.getByRole('button', { name: 'Pagamento' }).click()
      await expect(dialog(page).getByRole('button', { name: 'Dinheiro', exact: true })).toBeFocused()
    },
    keeps: true,
  },
  { name: 'on a phone, in the amount', go: pressed('1', '7'), keeps: true, leave: closed },
]

/** What was scanned: an item, or one whose price is awaited. */
const shown = (page: Page) =>
  page
    .getByRole('table', { name: 'Itens da venda' })
    .locator('tbody tr')
    .or(page.getByRole('list', { name: 'Itens da venda' }).getByRole('listitem'))
    .or(page.locator('[data-scan]'))

/** What has the focus, so that it can be told whether it is still the same. */
async function focused(page: Page) {
  const handle = await page.evaluateHandle(() => document.activeElement)
  const value = () => handle.evaluate((element) => (element as HTMLInputElement | null)?.value)
  const before = await value()
  return async (name: string) => {
    expect(await handle.evaluate((element) => element === document.activeElement), `${name}: keeps the focus`).toBe(
      true,
    )
    expect(await value(), `${name}: keeps what stood there`).toBe(before)
  }
}

async function open(page: Page, shop: Shop, clerk?: Person): Promise<Till> {
  for (const prod_cProd of CODES) await shop.addProduct({ ...GOODS.eps, prod_cProd, prod_xProd: `Peça ${prod_cProd}` })
  await page.setViewportSize({ width: 1366, height: 768 })
  return Till.open(page, shop, clerk)
}

/** Brings the counter to one state after the other, and scans in each; `paces` in turn. */
async function visitor(place: Place, paces: Pace[]) {
  const { page, till } = place
  const reader = await Reader.of(page)
  let scans = 0
  const visit = async ({ name, go, keeps, leave, isCutOff }: State) => {
    await test.step(name, async () => {
      await go(place)
      const code = CODES[scans % CODES.length]!
      const items = shown(page).filter({ hasText: code })
      const count = await items.count()
      const isAsBefore = keeps ? await focused(page) : () => expect(till.field, name).toBeFocused()
      // Without an end the scan field waits for Enter, as it does for a hand.
      const pace = paces[scans++ % paces.length]!
      await reader.scan(code, keeps || pace.end ? pace : PACES[0])
      await expect(items, name).toHaveCount(count + 1)
      await isAsBefore(name)
      await leave?.(place)
      if (!isCutOff) await expect(page.locator('[data-scan]'), `${name}: each has its price`).toHaveCount(0)
    })
  }
  return { visit, scans: () => scans }
}

test('nothing scanned is lost, wherever the focus is', { tag: '@promise' }, async ({ page, shop, simulator }) => {
  test.slow()
  const till = await open(page, shop)
  const { visit, scans } = await visitor({ page, till, shop, simulator }, PACES)
  await till.fill(CODES[0]!)
  for (const state of states) await visit(state)
  expect(shop.issued().sales).toBe(0)

  await page.keyboard.press('Control+Delete')
  await page.getByRole('button', { name: 'Descartar venda' }).click()
  await till.fill(CODES[0]!)
  for (const state of sold) await visit(state)
  expect(shop.issued().sales).toBe(2)

  await page.setViewportSize({ width: 375, height: 812 })
  for (const state of narrow) await visit(state)
  expect(scans()).toBeGreaterThanOrEqual(40)
})

test('nothing scanned is lost where a window asks who one is', async ({ page, shop, simulator }) => {
  test.slow()
  const till = await open(page, shop, await shop.addClerk())
  // In the fields of a sign-in only what ends like a code is one: a program types there too.
  const { visit } = await visitor({ page, till, shop, simulator }, [PACES[0]!, PACES[1]!])
  await till.fill(CODES[0]!)
  for (const state of asked) await visit(state)
})
