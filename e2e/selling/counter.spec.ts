// A day at the counter: sales of every kind, by keys alone.
import { expect, expectSound, newWindow } from '../helpers.ts'
import { GOODS, test } from '../shop.ts'
import { Till } from '../till.ts'

const { laje, eps, cimento } = GOODS

test(
  'a burst of scanned codes all arrive in their order, and selling them takes four keys more',
  {
    tag: '@promise',
  },
  async ({ page, shop }) => {
    const till = await Till.open(page, shop)
    const codes = Array.from({ length: 30 }, (_, at) => Object.values(GOODS)[at % 4]!.prod_cProd)
    await till.fill(...codes)
    for (const [at, code] of codes.entries()) await expect(till.items.nth(at)).toContainText(code)
    await till.press('F8', '1', 'Enter', 'F10')
    expect(till.keys).toBeLessThanOrEqual(4)
    await till.says('Autorizada')
    await expect.poll(() => shop.issued()).toEqual({ sales: 1, notas: ['1 autorizada'] })
  },
)

test('the first visit draws the counter with 210 kB of script', async ({ page, shop }) => {
  const scripts: number[] = []
  page.on('response', async (response) => {
    if (!response.url().endsWith('.js')) return
    scripts.push(Number((await response.allHeaders())['content-length']))
  })
  await Till.open(page, shop)
  await page.waitForLoadState('networkidle')
  expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(210_000)
})

test(
  'cash with change, Pix, and several forms for one sale are paid by keys alone',
  { tag: '@promise' },
  async ({ page, shop }) => {
    const till = await Till.open(page, shop, await shop.addClerk())

    await test.step('cash with change', async () => {
      await till.fill(`2*${laje.prod_cProd}`)
      await till.press('F8', '1')
      await till.type('150')
      await till.press('Enter', 'F10')
      await expect(till.card(1)).toContainText(/Autorizada\s*Troco R\$\s24,20/)
      await till.next(1)
    })

    await test.step('Pix, seen at the bank', async () => {
      await till.fill(cimento.prod_cProd)
      await till.press('F8', '2', 'Enter')
      const pix = page.getByRole('dialog', { name: /^Pix de R\$\s39,90$/ })
      await expect(pix.getByRole('img', { name: 'QR Code do Pix' })).toBeVisible()
      await expect(pix.getByRole('button', { name: 'Recebi o Pix' })).toBeFocused()
      await expectSound(page, 'Pix')
      await till.press('Enter')
      await expect(pix).toBeHidden()
      await till.press('F10')
      await till.next(2)
    })

    await test.step('part card, part another form, part cash; a CPF, a discount, a quantity', async () => {
      await till.fill(laje.prod_cProd, cimento.prod_cProd)
      await till.answer('F6', '3')
      await expect(till.items.nth(1)).toContainText('119,70')
      await till.answer('F3', '52998224725')
      await till.says('529.982.247-25')
      await till.answer('F4', '2,60')
      await till.says('− 2,60')
      await till.press('F8', '3')
      await till.type('100')
      await till.press('Enter')
      await till.says(/^R\$\s80,00$/)
      await till.press('6', '0')
      await till.type('50')
      await till.press('Tab')
      await till.type('Permuta')
      await till.press('Enter')
      await till.press('1')
      await till.type('50')
      await till.press('Enter')
      await expectSound(page, 'a sale that is paid')
      await till.press('F10')
      await expect(till.card(3)).toContainText(/Troco R\$\s20,00/)
      await till.next(3)
    })

    await expect
      .poll(() => shop.issued())
      .toEqual({
        ...{ sales: 3, notas: ['1 autorizada', '2 autorizada', '3 autorizada'] },
      })
  },
)

test('a day without a mouse', async ({ page, shop, simulator }) => {
  test.slow()
  const till = await Till.open(page, shop)
  await expectSound(page, 'an empty counter')

  await test.step('each kind of payment', async () => {
    // Dinheiro, Débito, Crédito, Boleto, Cheque, Vale alimentação.
    const kinds = [['1'], ['3'], ['4'], ['5'], ['6', '1'], ['6', '3']]
    for (const [at, keys] of kinds.entries()) {
      await till.fill(eps.prod_cProd)
      await till.finish(...keys)
      await till.next(1 + at)
    }
  })

  await test.step('repeated, stepped, removed and put back', async () => {
    await till.fill(eps.prod_cProd, '*')
    await till.press('+', '+')
    await expect(till.items.nth(1)).toContainText('3,00')
    await till.press('ArrowUp', 'Delete')
    await expect(till.items).toHaveCount(1)
    await till.finish('1')
    await till.next(7)
  })

  await test.step('a name instead of a code', async () => {
    await till.type('treliçada')
    const found = page.getByRole('listbox', { name: 'Produto' }).getByRole('option')
    await expect(found).toHaveCount(2)
    await expectSound(page, 'what a name may mean')
    // Enter does not decide between two.
    await till.press('Enter')
    await expect(found.first()).toHaveAttribute('aria-selected', 'true')
    await till.says('Leia o primeiro produto.')
    await till.press('ArrowDown', 'Enter')
    await expect(till.items).toHaveCount(1)
    await expect(till.items).toContainText(GOODS.vigota.prod_xProd)
    await till.finish('1')
    await till.next(8)
  })

  await test.step('one refused for its product, corrected, and tried again under the same number', async () => {
    const refused = await shop.addProduct({ ...eps, prod_cProd: 'NCM-X', prod_xProd: 'Sem NCM certo' })
    await simulator.behave({
      service: 'NFeAutorizacao4',
      cStat: 778,
      xMotivo: 'Rejeicao: Informado NCM inexistente [nItem:1]',
    })
    await till.fill('NCM-X')
    await till.finish('1')
    const card = till.card(9)
    await expect(card).toContainText('Rejeitada')
    await expect(card).toContainText('O número 9 continua reservado para esta venda.')
    await expectSound(page, 'refused')
    // The next customer does not wait for it.
    await simulator.behave()
    await till.fill(eps.prod_cProd)
    await till.finish('1')
    await till.next(10)
    await card.getByRole('button', { name: 'Abrir produto' }).press('Enter')
    await expect(page).toHaveURL(new RegExp(`/app/products/${refused.id}/edit`))
    await page.goto(shop.counter)
    await card.getByRole('button', { name: 'Tentar de novo' }).press('Enter')
    await expect(card).toContainText('Autorizada')
    await till.field.focus()
    await till.next(9)
  })

  await test.step('one cancelled', async () => {
    await till.fill(eps.prod_cProd)
    await till.finish('1')
    await till.next(11)
    await shop.cancel(11)
  })

  // Last, since SEFAZ counts as slow for some minutes after it.
  await test.step('SEFAZ away: offline with both copies, sent by itself when it is back', async () => {
    await simulator.behave({ service: '*', fault: 'silence', when: 'before' })
    await till.fill(laje.prod_cProd)
    await till.finish('1')
    await till.says('A SEFAZ está demorando. Se passar de 5 segundos, emitimos em contingência.')
    const card = till.card(13)
    await expect(card).toContainText('Emitida em contingência. Imprima as duas vias e entregue uma ao cliente.')
    await expect(card).toContainText('Não sabemos se a SEFAZ recebeu a 12. A venda foi refeita como 13')
    await expectSound(page, 'offline')
    await simulator.behave()
    await expect(card).toContainText('Autorizada', { timeout: 60_000 })
    await till.next(13)
  })

  const { sales, notas } = shop.issued()
  expect(sales).toBe(12)
  expect(notas.filter((nota) => !/autorizada$/.test(nota))).toEqual([
    '11 cancelada',
    expect.stringMatching(/^12 (indefinida|abandonada|cancelada_subst|inutilizada)$/),
  ])
  expect(notas.map((nota) => Number(nota.split(' ')[0]))).toEqual(Array.from({ length: 13 }, (_, at) => at + 1))
})

test('two tills, one parked sale: the second is told who has it', async ({ page, shop, browser }) => {
  const till = await Till.open(page, shop)
  await till.fill(laje.prod_cProd, eps.prod_cProd)
  await till.answer('F9', 'Mesa 4')
  await till.says('Em espera: Mesa 4')

  const other = await newWindow(browser, shop.admin)
  // Whose line is slow to tell what others do.
  await other.route(/\/api\/events/, (route) => route.abort())
  const second = await Till.open(other, shop)
  await second.press('F9')
  const list = other.getByRole('dialog', { name: 'Vendas em espera' })
  await expect(list).toContainText('Mesa 4')
  await expectSound(other, 'parked sales')

  await till.press('F9')
  await expect(page.getByRole('dialog', { name: 'Vendas em espera' })).toContainText('Mesa 4')
  await till.press('Enter')
  await expect(till.items).toHaveCount(2)
  await list.getByRole('button', { name: 'Retomar' }).press('Enter')
  await second.says(/já retomou esta venda/)
  await other.close()

  await till.finish('1')
  await till.next(1)
  await expect.poll(() => shop.issued()).toEqual({ sales: 1, notas: ['1 autorizada'] })
})
