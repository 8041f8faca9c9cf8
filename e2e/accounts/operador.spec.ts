// An operador sees what the counter needs, and is told at every other address who may open it.
import { cpf } from '../../api/tests/helpers/people.ts'
import { expect, heading, newWindow, toast } from '../helpers.ts'
import { GOODS, test } from '../shop.ts'
import { Till } from '../till.ts'

const { laje } = GOODS

const MENU = [
  'Dashboard',
  'Vender',
  'Treinar',
  'Produtos',
  'Pessoas',
  'Orçamentos',
  'Notas',
  'Caixa',
  'Ajuda',
  'Versões',
]
const OF_GERENTES = [
  ...['companies', 'products/new', 'products/import', 'tax-profiles', 'tax-profiles/new', 'people/import'],
  ...['receipts/numbers', 'receipts/returns', 'receipts/credits', 'cash/report'],
  ...['stations', 'sale-settings', 'readiness', 'reports', 'logs', 'sefaz'],
]
const OF_ADMINS = ['companies/new', 'users', 'techResp']

test('an operador’s day: every menu, every address and every key', async ({ page, shop }) => {
  await shop.admin.change('/api/account', { full_name: 'Ana Gerente' })
  const clerk = await shop.addClerk()
  const { id: product } = await shop.product(laje.prod_cProd)
  await shop.sell()
  await shop.reaches((await shop.sell()).id, 'autorizada')
  // What a screen shows is never answered with a refusal.
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
  })
  const denied = page.getByText('Acesso Negado')

  await test.step('every menu', async () => {
    await clerk.enter(page)
    await page.goto(shop.at(''))
    const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link')
    await expect(links).toHaveText(MENU.map((name) => new RegExp(name)))
    for (const name of MENU.filter((each) => each !== 'Vender' && each !== 'Treinar')) {
      await links.filter({ hasText: name }).click()
      await expect(heading(page, name).first()).toBeVisible()
      await expect(denied).toBeHidden()
    }
  })

  await test.step('every address', async () => {
    for (const address of OF_GERENTES) {
      await page.goto(shop.at(address))
      await expect(page.getByText('Só gerentes desta empresa abrem esta tela: Ana Gerente.')).toBeVisible()
    }
    for (const address of OF_ADMINS) {
      await page.goto(shop.at(address))
      await expect(page.getByText('Você não tem permissão para acessar esta página.')).toBeVisible()
    }
    await page.goto(shop.at(`products/${product}/edit`))
    await expect(page.getByText('Só um gerente da empresa altera produtos.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Descrição', exact: true })).toBeDisabled()
    await expect(page.getByRole('button', { name: /Salvar/ })).toBeHidden()
  })

  await test.step('every key', async () => {
    await page.goto(shop.at('products'))
    await expect(page.getByRole('row', { name: /Laje treliçada/ })).toBeVisible()
    await page.keyboard.press('n')
    await page.keyboard.press('Control+k')
    const options = page.getByRole('option')
    for (const [text, found] of [
      ['importar', []],
      ['relatórios', []],
      ['sefaz', []],
      ['laje treliçada', [/Laje treliçada/]],
    ] as const) {
      await page.keyboard.type(text)
      if (found.length > 0) await expect(options).toHaveText([...found])
      else await expect(page.getByText(/^Nada com/)).toBeVisible()
      await page.getByRole('combobox', { name: 'Buscar ou ir para' }).fill('')
    }
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/app\/products\?/)
  })

  await test.step('a client is kept, a sale made', async () => {
    const client = await clerk.create<{ id: string }>('/api/people', {
      ...{ pessoa_tipo: 1, cpf_cnpj: cpf(), razao_social: 'José Ramos' },
    })
    await page.goto(shop.at(`people/${client.id}/edit`))
    await page.getByRole('textbox', { name: /^Nome/ }).first().fill('José Ramos Filho')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('row', { name: /José Ramos Filho/ })).toBeVisible()
    const till = await Till.open(page, shop, clerk)
    await till.fill(laje.prod_cProd)
    await till.finish('1')
    await till.next(3)
  })

  await test.step('the own receipt is seen, without those of others and without sums', async () => {
    await page.goto(shop.at('receipts'))
    await expect(page.getByRole('row', { name: /NFC-e|62,90/ })).toHaveCount(1)
    await expect(page.getByText(/Autorizad[oa]s? R\$/)).toBeHidden()
  })
  expect(refused).toEqual([])
})

test('who becomes an operador in an open form is told so, and loses nothing typed', async ({ page, shop, browser }) => {
  await shop.admin.enter(page)
  const gerente = await shop.addClerk()
  await shop.admin.link(gerente, shop.id, 'gerente')
  const { id } = await shop.product(laje.prod_cProd)
  const theirs = await newWindow(browser, gerente)
  await theirs.goto(shop.at(`products/${id}/edit`))
  const description = theirs.getByRole('textbox', { name: 'Descrição', exact: true })
  await description.fill('Laje com outro nome')
  await shop.admin.link(gerente, shop.id, 'operador')
  await theirs.keyboard.press('Control+Enter')
  await expect(toast(theirs, 'Só um gerente desta empresa pode fazer isto.')).toBeVisible()
  await expect(description).toHaveValue('Laje com outro nome')
  expect((await shop.product(laje.prod_cProd)).prod_xProd).toBe(laje.prod_xProd)
  await theirs.reload()
  await expect(theirs.getByText('Só um gerente da empresa altera produtos.')).toBeVisible()
  await expect(description).toHaveValue(laje.prod_xProd)
  await theirs.context().close()
})
