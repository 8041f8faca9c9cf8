// Nothing is ever blank: without a line, with the server away, and after an update that took a screen's file away.
import { enterCompany, expect, heading, test } from '../helpers.ts'

const FILE = /\/assets\/products-page-.*\.js/
const menu = { name: 'Produtos' }

test(
  'without a connection no screen is blank: it says so, and comes by itself when the connection is back',
  {
    tag: '@promise',
  },
  async ({ page, server }) => {
    await enterCompany(page, server)
    await page.goto(`${server.url}/app`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await page.context().setOffline(true)
    await page.getByRole('link', menu).click()
    await expect(heading(page, 'Esta tela ainda não abriu')).toBeVisible()
    await expect(page.getByText('Mostrando o que já estava aqui')).toBeVisible()
    await expect(
      page.getByText('Sem conexão com o servidor. A tela abre sozinha assim que a conexão voltar.'),
    ).toBeVisible()
    await expect(page.getByRole('link', menu)).toBeVisible()

    await page.context().setOffline(false)
    await expect(heading(page, 'Nenhum produto cadastrado')).toBeVisible()
    await expect(page.getByText('Mostrando o que já estava aqui')).toBeHidden()
  },
)

test('after an update that took the file away the page reloads once by itself', async ({ page, server }) => {
  await enterCompany(page, server)
  await page.goto(`${server.url}/app`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  let loads = 0
  page.on('load', () => (loads += 1))
  // Until the reload: then the page asks for the files of the new version.
  await page.route(FILE, (route) => (loads === 0 ? route.fulfill({ status: 404 }) : route.continue()))
  await page.getByRole('link', menu).click()
  await expect(heading(page, 'Nenhum produto cadastrado')).toBeVisible()
  expect(loads).toBe(1)
})

test('a list keeps its rows when the next page cannot be read', async ({ page, server }) => {
  const { admin } = await enterCompany(page, server, { razao_social: 'Lajes 01 Ltda' })
  for (let count = 2; count <= 12; count += 1)
    await admin.newCompany({ razao_social: `Lajes ${String(count).padStart(2, '0')} Ltda` })
  await page.goto(`${server.url}/app/companies`)
  await expect(page.getByRole('link', { name: 'Lajes 01 Ltda', exact: true })).toBeVisible()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Próxima' }).click()
  await expect(page.getByText('Erro ao carregar empresas')).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Lajes 01 Ltda', exact: true })).toBeVisible()

  await page.context().setOffline(false)
  await expect(page.getByRole('link', { name: 'Lajes 12 Ltda', exact: true })).toBeVisible()
})

test('a first visit asks for the screen and the session before the program’s base has come', async ({
  page,
  server,
}) => {
  await enterCompany(page, server)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let letIn = () => {}
  const held = new Promise<void>((done) => (letIn = done))
  await page.route(/\/assets\/base-.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${server.url}/app/products/new`, { waitUntil: 'commit' })
  for (const file of [/\/product-page-.*\.js$/, /\/product-page-.*\.css$/, /\/shell-.*\.js$/, /\/api\/session$/])
    await expect.poll(() => asked.some((path) => file.test(path))).toBe(true)
  expect(asked.filter((path) => /products-page|budget/.test(path))).toEqual([])
  letIn()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Asked for once: what was brought early is what is used.
  expect(asked.filter((path) => path === '/api/session')).toHaveLength(1)
  expect(new Set(asked.filter((path) => path.endsWith('.js'))).size).toBe(
    asked.filter((path) => path.endsWith('.js')).length,
  )
})
