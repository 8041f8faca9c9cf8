// Every screen at every width: nothing scrolls sideways or is cut off, and a list says which record a row is about.
import { type Page } from '@playwright/test'
import { cpf } from '../../api/tests/helpers/people.ts'
import { DIALOG_SIZES, expectFitting, PROMISED_SIZES } from '../fitting.ts'
import { enterCompany, expect, expectAccessible, product, type Server, test, useScheme } from '../helpers.ts'

const LONG = 'Pré-fabricado-de-concreto-armado-com-enchimento-de-EPS-sem-espaço-nenhum'

type Shop = { company: string; product: string; person: string; budget: string; order: string; session: string }

/** A company with ordinary records, and one of each with a name of 70 letters and no space. */
async function fill(page: Page, server: Server): Promise<Shop> {
  const names = { razao_social: 'Lajes Boa Vista Ltda', nome_fantasia: 'Lajes Boa Vista' }
  const { admin, company, path } = await enterCompany(page, server, names)
  let id = ''
  for (let number = 1; number <= 12; number += 1) {
    const prod_xProd = number === 1 ? LONG : `Vigota treliçada TR8, ${number},00 m`
    const body = product(`VG-TR8-${number}00`, { prod_xProd, prod_vUnCOM: '38.5000' })
    id = (await admin.create(path('products'), body)).id
  }
  const client = (razao_social: string) =>
    admin.create('/api/people', { pessoa_tipo: 1, cpf_cnpj: cpf(), razao_social })
  const { id: person } = await client('Construtora Ipê Amarelo Ltda')
  await client(LONG.slice(0, 60))
  const item = { composicao_id: id, descricao: 'Vigota', quantidade: '186.0000', valor_venda: '74.5000' }
  const budget = (tipo: string) =>
    admin.create(path('budgets'), {
      ...{ cliente_id: person, data_orcamento: '2026-11-20', tipo },
      itens: [item, item, item, item],
    })
  const first = await budget('Orçamento')
  const order = await budget('Pedido')
  const { itens } = await admin.read<{ itens: { id: string }[] }>(path(`budgets/${order.id}`))
  await admin.create(path(`budgets/${order.id}/deliveries`), {
    ...{ endereco: LONG, motorista: LONG.slice(0, 60), placa: 'ABC1D23' },
    itens: itens.slice(0, 2).map(({ id: item_id }) => ({ item_id, quantidade: '10.5' })),
  })
  const { id: estacao_id } = await admin.create(path('stations'), {
    nome: LONG.slice(0, 40),
    impressora: { caminho: 'rede', host: '127.0.0.1', porta: 9100, papel: '80' },
  })
  // Lists of what was imported before stand on the screens of imports.
  for (const of of [path('imports'), '/api/people/imports']) {
    const answer = await fetch(server.url + of, {
      method: 'POST',
      headers: {
        ...admin.headers,
        'idempotency-key': crypto.randomUUID(),
        'content-type': 'text/csv',
        'x-file-name': encodeURIComponent(`${LONG}.csv`),
      },
      body: 'codigo;nome\r\n1;Laje\r\n',
    })
    expect(answer.status, await answer.text()).toBe(202)
  }
  const session = await admin.create(path('cash/sessions'), { estacao_id, fundo: '1000000.00' })
  return { company: company.id, product: id, person, budget: first.id, order: order.id, session: session.id }
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
  'Perfis fiscais': () => '/tax-profiles',
  'Novo Perfil Fiscal': () => '/tax-profiles/new',
  Pessoas: () => '/people',
  'Nova Pessoa': () => '/people/new',
  'Editar Pessoa': ({ person }) => `/people/${person}/edit`,
  'Importar pessoas': () => '/people/import',
  Estações: () => '/stations',
  'Configurações de venda': () => '/sale-settings',
  'Pronto para emitir': () => '/readiness',
  Caixa: () => '/cash',
  'Um caixa': ({ session }) => `/cash/${session}`,
  'Fechar caixa': ({ session }) => `/cash/${session}/close`,
  'Relatório do caixa': () => '/cash/report',
  Vender: () => '/receipts/new',
  Notas: () => '/receipts',
  Números: () => '/receipts/numbers',
  Devoluções: () => '/receipts/returns',
  'Créditos da loja': () => '/receipts/credits',
  Orçamentos: () => '/budgets',
  'Novo Orçamento': () => '/budgets/new',
  'Editar Orçamento': ({ budget }) => `/budgets/${budget}/edit`,
  'Entregas do pedido': ({ order }) => `/budgets/${order}/deliveries`,
  Relatórios: () => '/reports',
  Vendas: () => '/reports/sales',
  'Análise Fiscal': () => '/reports/fiscal',
  Clientes: () => '/reports/clients',
  'Fechamento do mês': () => '/reports/closing',
  'Todas as empresas': () => '/reports/companies',
  'Nova senha': () => '/new-password#x',
  Logs: () => '/logs',
  Ajuda: () => '/help',
  Versões: () => '/versions',
  'Configurações da SEFAZ': () => '/sefaz',
  'Tabelas fiscais': () => '/fiscal-tables',
  'Minha conta': () => '/account',
}

const loaded = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"], [role="progressbar"]')).toHaveCount(0)
}

async function open(page: Page, server: Server, path: string): Promise<void> {
  await page.goto(`${server.url}/app${path}`)
  await loaded(page)
}

// In two, which run side by side: here each screen at every width, there at the two that people use most, and by axe.
const screens = Object.entries(SCREENS)
const half = Math.ceil(screens.length / 2)
for (const [which, some] of [
  ['first', screens.slice(0, half)],
  ['last', screens.slice(half)],
] as const) {
  test(`every screen at every width: the ${which} half of them`, async ({ page, server }) => {
    test.setTimeout(300_000)
    const shop = await fill(page, server)
    for (const [name, pathOf] of some) {
      await open(page, server, pathOf(shop))
      await expectFitting(page, name)
    }
  })

  test(
    `every screen fits a phone and a desk, and axe finds nothing in light and dark: the ${which} half of them`,
    {
      tag: '@promise',
    },
    async ({ page, server }) => {
      test.slow()
      const shop = await fill(page, server)
      for (const [at, [name, pathOf]] of some.entries()) {
        await useScheme(page, at % 2 === 0 ? 'light' : 'dark')
        await open(page, server, pathOf(shop))
        await expectFitting(page, name, PROMISED_SIZES)
        await expectAccessible(page, name)
      }
    },
  )
}

test('dialogs on a phone, zoomed in, and on the usual screen', async ({ page, server }) => {
  test.setTimeout(120_000)
  await fill(page, server)
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
  for (const [action, title] of [
    [/^Alterar preços de/, 'Alterar preços'],
    [/^Aplicar perfil fiscal a/, 'Aplicar perfil fiscal'],
  ] as const) {
    await page.goto(`${server.url}/app/products`)
    await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).check()
    await page.getByRole('button', { name: action }).click()
    if (title === 'Alterar preços') {
      await page.getByRole('textbox', { name: 'Quanto' }).fill('5')
      await expect(page.getByRole('dialog').getByRole('row', { name: /sem-espaço/ })).toBeVisible()
    }
    await dialog(title)
  }
  await open(page, server, '/users')
  await page.keyboard.press('n')
  await dialog('Novo Usuário')
})

test('a budget on the usual screen, and lists and forms on a phone', async ({ page, server }) => {
  const shop = await fill(page, server)
  const box = async (locator: ReturnType<Page['locator']>) => (await locator.boundingBox())!

  await page.setViewportSize({ width: 1366, height: 768 })
  await open(page, server, `/budgets/${shop.budget}/edit`)
  const items = page.getByRole('table', { name: 'Itens' })
  expect((await box(items)).y, 'where the items begin').toBeLessThan(430)
  const third = await box(items.getByRole('row').nth(3))
  const bar = await box(page.locator('[data-save-bar]'))
  expect(third.y + third.height, 'the third item is seen').toBeLessThanOrEqual(bar.y)

  await page.setViewportSize({ width: 375, height: 812 })
  const buttons = page.locator('[data-save-bar]').locator('a, button')
  const tops = await buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  expect(new Set(tops).size, 'the buttons of the save bar are one row').toBe(1)
  await open(page, server, '/products')
  const eighth = await box(page.getByRole('listitem').filter({ hasText: 'VG-TR8' }).nth(7))
  const pager = await box(page.getByRole('navigation', { name: 'Páginas' }))
  expect(eighth.y + eighth.height, 'eight rows are seen').toBeLessThanOrEqual(pager.y + 1)
})
