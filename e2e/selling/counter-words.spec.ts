// What the clerk reads when a sale does not go as it should: the sentences that no other story of the counter provokes.
import { expect, expectSound } from '../helpers.ts'
import { GOODS, type Shop, test } from '../shop.ts'
import { Till } from '../till.ts'

const { laje, eps } = GOODS
const authorisation = 'NFeAutorizacao4'
const ncm = { service: authorisation, cStat: 778, xMotivo: 'Rejeicao: Informado NCM inexistente [nItem:1]' }
const POSTED = /\/api\/companies\/[^/]+\/sales$/

const offline = (shop: Shop, ativa: boolean) =>
  shop.save('contingency', { modo: 'automatica', ativa, motivo: ativa ? 'Internet da loja em manutenção' : null })

test('a company as consumer, and a sale of which nobody knows whether it was saved', async ({ page, shop }) => {
  const till = await Till.open(page, shop)
  await till.fill(laje.prod_cProd)
  await till.press('F3')
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
  await till.type('11222333000181')
  await till.press('Enter')
  // An NF-e needs who buys with address: a new client begins with what was typed.
  const client = page.getByRole('dialog', { name: 'Nova Pessoa' })
  await expect(client.getByRole('textbox', { name: 'CNPJ' })).toHaveValue('11.222.333/0001-81')
  await till.press('Escape')
  await expect(page.getByRole('dialog', { name: 'CPF ou CNPJ na nota' })).toBeVisible()
  await till.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  let told = 0
  await page.route(POSTED, async (route) => {
    if (route.request().method() !== 'POST' || told > 0) return route.continue()
    told += 1
    await route.fetch()
    const problem = { type: 'about:blank', title: 'Sem resposta', status: 503, code: 'resultado_desconhecido' }
    await route.fulfill({
      ...{ status: 503, contentType: 'application/problem+json' },
      body: JSON.stringify({ ...problem, detail: 'Não sabemos se foi salvo. Confira antes de repetir.' }),
    })
  })
  await till.press('F8', '1', 'Enter', 'F10')
  await till.says('Conferindo se a venda foi gravada…')
  await till.next(1)
  expect(shop.issued()).toEqual({ sales: 1, notas: ['1 autorizada'] })
})

test('a number that another system used, and an authorisation of other bytes', async ({ page, shop, simulator }) => {
  const till = await Till.open(page, shop)
  await simulator.behave({ service: authorisation, cStat: 206, xMotivo: 'Rejeicao: NF-e ja inutilizada', times: 1 })
  await till.fill(laje.prod_cProd)
  await till.finish('1')
  await expect(till.card(2)).toContainText('O número 1 já era usado por outro sistema. A venda saiu como 2.')
  await till.next(2)

  await simulator.behave({ service: authorisation, fault: 'wrong_digest' })
  await till.fill(eps.prod_cProd)
  await till.finish('1')
  await expect(till.card(3)).toContainText(
    'A SEFAZ autorizou a nota 3, mas o Balcão não tem o arquivo dela. A venda vale; o gerente foi avisado.',
  )
  await expectSound(page, 'another document')
})

test('refused, and sold offline instead', async ({ page, shop, simulator }) => {
  const till = await Till.open(page, shop)
  await simulator.behave(ncm)
  await till.fill(laje.prod_cProd)
  await till.finish('1')
  const card = till.card(1)
  await expect(card).toContainText('Rejeitada')
  await simulator.behave()
  await offline(shop, true)
  await card.getByRole('button', { name: 'Tentar de novo' }).press('Enter')
  await expect(till.card(2)).toContainText('A 1 foi recusada e será inutilizada; a venda saiu como 2, em contingência.')
  await expectSound(page, 'sold offline instead')
})

test('refused after the customer left with its paper, corrected, and printed anew', async ({
  page,
  shop,
  simulator,
}) => {
  test.slow()
  const till = await Till.open(page, shop)
  await simulator.behave({ service: authorisation, fault: 'silence', when: 'before' })
  await till.fill(laje.prod_cProd)
  await till.finish('1')
  const card = till.card(2)
  await expect(card).toContainText('Emitida em contingência.', { timeout: 30_000 })
  await simulator.behave(ncm)
  await expect(card).toContainText(/A SEFAZ recusou a nota 2, já entregue ao cliente\. Corrija .+ e envie até /, {
    timeout: 90_000,
  })
  await till.says(/^SEFAZ muito lenta desde \d\d:\d\d\./)
  await expectSound(page, 'refused after it was handed out')

  const { id } = await shop.product(laje.prod_cProd)
  await shop.admin.change(shop.path(`products/${id}`), { prod_NCM: '25232910' })
  await simulator.behave({ service: authorisation, delay_ms: 8000 })
  await card.getByRole('button', { name: 'Tentar de novo' }).press('Enter')
  await expect(card).toContainText('A nota foi corrigida e o QR Code mudou. Reimprimir?')
  await simulator.behave()
  await expect(card).toContainText('Autorizada', { timeout: 90_000 })
})

test('given up too early: SEFAZ may still have got it', async ({ page, shop, simulator }) => {
  test.slow()
  await shop.save('contingency', { modo: 'desligada', ativa: false })
  const till = await Till.open(page, shop)
  await simulator.behave({ service: authorisation, fault: 'silence', when: 'before', times: 1 })
  await till.fill(laje.prod_cProd)
  await till.finish('1')
  const card = till.card(1)
  await till.says('A SEFAZ está demorando.')
  // Asked for, not found, and sent once more.
  await simulator.behave(ncm)
  await expect(card).toContainText('Rejeitada', { timeout: 120_000 })
  await card.getByRole('button', { name: 'Desistir' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await till.type('Cliente desistiu da compra')
  await till.press('Enter')
  await till.says(/Ainda estamos conferindo se a SEFAZ recebeu a 1\. Tente de novo às \d\d:\d\d\./)
  await expect(card).toContainText('O número 1 continua reservado para esta venda.')
  await expectSound(page, 'given up too early')
})

test(
  'without SEFAZ the counter sells on in contingency, and the receipts are sent by themselves when it is back',
  {
    tag: '@promise',
  },
  async ({ page, shop, simulator }) => {
    const till = await Till.open(page, shop)
    await simulator.end()
    for (const numero of [1, 2]) {
      await till.fill(eps.prod_cProd)
      await till.finish('1')
      await expect(
        till.cards.filter({
          hasText: 'Emitida em contingência. Imprima as duas vias e entregue uma ao cliente.',
        }),
      ).toHaveCount(numero)
    }
    await till.says(
      /^Este computador está sem internet desde \d\d:\d\d\. Vendendo em contingência: 2 notas esperam envio\.$/,
    )
    await expectSound(page, 'offline')
    await simulator.start()
    await expect(till.cards.filter({ hasText: 'Autorizada' })).toHaveCount(2, { timeout: 60_000 })
    const { sales, notas } = shop.issued()
    expect(sales).toBe(2)
    expect(notas.filter((nota) => nota.endsWith(' autorizada'))).toHaveLength(2)
  },
)
