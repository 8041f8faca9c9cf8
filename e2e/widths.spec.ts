// Every screen at every width: nothing scrolls sideways or is cut off, and a list says which record a row is about.
import { type Page } from '@playwright/test'
import { cpf } from '../api/tests/helpers/people.ts'
import { expect, Person, type Server, test } from './helpers.ts'

type Size = { name: string; width: number; height: number }

const SIZES: readonly Size[] = [
  { name: '375', width: 375, height: 812 },
  { name: '640', width: 640, height: 800 },
  { name: '720', width: 720, height: 800 },
  { name: '1440 at 200 %', width: 720, height: 450 },
  { name: '1024', width: 1024, height: 768 },
  { name: '1100', width: 1100, height: 800 },
  { name: '1280', width: 1280, height: 720 },
  { name: '1366', width: 1366, height: 768 },
  { name: '1440', width: 1440, height: 900 },
  { name: '1920', width: 1920, height: 1080 },
]
/** Where a dialog is most likely to break. */
const DIALOG_SIZES = SIZES.filter(({ name }) => ['375', '1440 at 200 %', '1366'].includes(name))

const LONG = 'Pré-fabricado-de-concreto-armado-com-enchimento-de-EPS-sem-espaço-nenhum'

/** What is wrong on the page as it stands, in words. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const tooWide = (element: Element) => element.scrollWidth - element.clientWidth
    for (const element of [document.documentElement, document.querySelector('main')])
      if (element && tooWide(element) > 1)
        // widths are rounded
        faults.push(`${element.localName} scrolls sideways by ${tooWide(element)} px`)

    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    /** Only for screen readers, or in something that is. */
    const isForReaders = (element: Element): boolean =>
      getComputedStyle(element).clipPath !== 'none' ||
      (element.parentElement ? isForReaders(element.parentElement) : false)
    const clips = (element: Element) => /hidden|clip/.test(getComputedStyle(element).overflowX)
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)

    /** A text reaches out of its element, or out of what cuts it off. */
    const isTextCut = (text: Node, element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right, width } = range.getBoundingClientRect()
      if (width === 0 || isForReaders(text.parentElement!)) return false
      if (text.parentElement!.closest('[aria-hidden="true"]')) return false // drawn beside the name, as a chart's values
      for (let around = text.parentElement; around && around.localName !== 'main'; around = around.parentElement) {
        if (scrolls(around)) return false // what does not fit can be scrolled to
        if (around !== element && !clips(around)) continue
        const box = around.getBoundingClientRect()
        if (right > box.right + 1 || left < box.left - 1) return true
      }
      return false
    }
    const isCut = (element: Element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) if (isTextCut(texts.currentNode, element)) return true
      return false
    }
    const LABELS = 'button, a[data-kind], h1, h2, h3, [data-tone], label:has(> span), input[type=radio] + label, th'
    for (const element of document.querySelectorAll(LABELS)) {
      if (!isSeen(element) || !element.textContent.trim()) continue
      if (isCut(element)) faults.push(`${element.localName} is cut: ${element.textContent.trim().slice(0, 40)}`)
    }

    for (const field of document.querySelectorAll('input'))
      if (/^\d\d\/\d\d\/\d{4}$/.test(field.value) && isSeen(field) && tooWide(field) > 0)
        faults.push(`date is cut: ${field.value}`)

    const least = innerWidth <= 800 ? 160 : 220
    for (const table of document.querySelectorAll('table')) {
      const name = table.querySelector('tbody td[data-name]')
      if (name && isSeen(name) && name.clientWidth < least)
        faults.push(`the column that names a record has ${name.clientWidth} px, not ${least}`)
    }
    return faults
  })
}

async function expectFitting(page: Page, screen: string, sizes: readonly Size[] = SIZES): Promise<void> {
  for (const { name, width, height } of sizes) {
    await page.setViewportSize({ width, height })
    // What measures itself does so after the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect.soft(await faultsOf(page), `${screen} at ${name}`).toEqual([])
  }
}

type Shop = { company: string; product: string; person: string; budget: string }

/** A company with ordinary records, and one of each with a name of 70 letters and no space. */
async function fill(server: Server): Promise<{ admin: Person; shop: Shop }> {
  const admin = await Person.signUp(server)
  const { id: company } = await admin.newCompany({
    razao_social: 'Lajes Boa Vista Ltda',
    nome_fantasia: 'Lajes Boa Vista',
  })
  const post = async (path: string, body: object) => {
    const answer = await admin.call('POST', path, body, { 'idempotency-key': crypto.randomUUID() })
    expect(answer.status, path).toBe(201)
    return (await answer.json()) as { id: string }
  }
  let product = ''
  for (let number = 1; number <= 12; number += 1) {
    const prod_xProd = number === 1 ? LONG : `Vigota treliçada TR8, ${number},00 m`
    const body = {
      prod_cProd: `VG-TR8-${number}00`,
      prod_xProd,
      prod_NCM: '68109100',
      prod_uCOM: 'un',
      prod_vUnCOM: '38.5000',
    }
    product = (await post(`/api/companies/${company}/products`, body)).id
  }
  const clients = ['Construtora Ipê Amarelo Ltda', LONG.slice(0, 60)].map((razao_social) => ({
    pessoa_tipo: 1,
    cpf_cnpj: cpf(),
    razao_social,
  }))
  const [person = ''] = await Promise.all(clients.map(async (each) => (await post('/api/people', each)).id))
  const item = {
    composicao_id: product,
    descricao: 'Vigota',
    quantidade: '186.0000',
    valor_venda: '74.5000',
    desconto: '0.00',
  }
  const budgetOf = (tipo: string) => ({
    cliente_id: person,
    data_orcamento: '2026-11-20',
    tipo,
    itens: [item, item, item, item],
  })
  const { id: budget } = await post(`/api/companies/${company}/budgets`, budgetOf('Orçamento'))
  await post(`/api/companies/${company}/budgets`, budgetOf('Pedido'))
  return { admin, shop: { company, product, person, budget } }
}

const SCREENS: Record<string, (shop: Shop) => string> = {
  Dashboard: () => '',
  Empresas: () => '/companies',
  'Nova Empresa': () => '/companies/new',
  'Editar Empresa': ({ company }) => `/companies/${company}/edit`,
  Usuários: () => '/users',
  'Resp. Técnico': () => '/techResp',
  Produtos: () => '/products',
  'Novo Produto': () => '/products/new',
  'Editar Produto': ({ product }) => `/products/${product}/edit`,
  'Importar produtos': () => '/products/import',
  Pessoas: () => '/people',
  'Nova Pessoa': () => '/people/new',
  'Editar Pessoa': ({ person }) => `/people/${person}/edit`,
  'Importar pessoas': () => '/people/import',
  Vender: () => '/receipts/new',
  Orçamentos: () => '/budgets',
  'Novo Orçamento': () => '/budgets/new',
  'Editar Orçamento': ({ budget }) => `/budgets/${budget}/edit`,
  Relatórios: () => '/reports',
  Logs: () => '/logs',
  Ajuda: () => '/help',
  Versões: () => '/versions',
  'Configurações da SEFAZ': () => '/sefaz',
  'Minha conta': () => '/account',
}

const loaded = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"], [role="progressbar"]')).toHaveCount(0)
}

test('every screen at every width', async ({ page, server }) => {
  test.setTimeout(120_000)
  const { admin, shop } = await fill(server)
  await admin.enter(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [name, pathOf] of Object.entries(SCREENS)) {
    await page.goto(`${server.url}/app${pathOf(shop)}`)
    await loaded(page)
    await expectFitting(page, name)
  }
})

test('dialogs on a phone, zoomed in, and on the usual screen', async ({ page, server }) => {
  test.setTimeout(120_000)
  const { admin } = await fill(server)
  await admin.enter(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })

  const dialog = async (name: RegExp | string) => {
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expectFitting(page, `dialog ${String(name)}`, DIALOG_SIZES)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await page.goto(`${server.url}/app/companies`)
  for (const name of ['Certificado Digital A1', 'Configurações da SEFAZ']) {
    await page.getByRole('row', { name: /Boa Vista/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name }).click()
    await dialog(name)
    await page.keyboard.press('Escape')
  }
  await page.goto(`${server.url}/app/products`)
  await page.getByRole('row', { name: /sem-espaço/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await dialog('Excluir produto')
  await page.goto(`${server.url}/app/users`)
  await loaded(page)
  await page.keyboard.press('n')
  await dialog('Novo Usuário')
})

test('a budget on the usual screen, and lists and forms on a phone', async ({ page, server }) => {
  const { admin, shop } = await fill(server)
  await admin.enter(page)
  const box = async (locator: ReturnType<Page['locator']>) => (await locator.boundingBox())!

  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`${server.url}/app/budgets/${shop.budget}/edit`)
  await loaded(page)
  const items = page.getByRole('table', { name: 'Itens' })
  expect((await box(items)).y, 'where the items begin').toBeLessThan(430)
  const third = await box(items.getByRole('row').nth(3))
  const bar = await box(page.locator('[data-save-bar]'))
  expect(third.y + third.height, 'the third item is seen').toBeLessThanOrEqual(bar.y)

  await page.setViewportSize({ width: 375, height: 812 })
  const buttons = page.locator('[data-save-bar]').locator('a, button')
  const tops = await buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  expect(new Set(tops).size, 'the buttons of the save bar are one row').toBe(1)
  await page.goto(`${server.url}/app/products`)
  await loaded(page)
  const eighth = await box(page.getByRole('listitem').filter({ hasText: 'VG-TR8' }).nth(7))
  const pager = await box(page.getByRole('navigation', { name: 'Páginas' }))
  expect(eighth.y + eighth.height, 'eight rows are seen').toBeLessThanOrEqual(pager.y + 1)
})
