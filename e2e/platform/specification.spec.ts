// What the specification says in pixels, measured in the running product.
import { type Page } from '@playwright/test'
import { enterCompany, expect, Person, test } from '../helpers.ts'

const widthOf = async (page: Page, name: RegExp) => (await page.getByRole('button', { name }).boundingBox())?.width

test('the switcher is 200 px wide, with a company and with none', async ({ page, server }) => {
  const admin = await Person.signUp(server)
  await admin.enter(page)
  await page.goto(`${server.url}/app/help`)
  await expect(page.getByText('Nenhuma Empresa', { exact: true })).toBeVisible()
  expect(await widthOf(page, /Nenhuma Empresa/)).toBe(200)
  await admin.newCompany({ razao_social: 'Lajes e Pré-Moldados do Vale do Rio Preto Ltda' })
  for (const width of [1440, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await page.reload()
    await expect(page.getByRole('button', { name: /Empresa ativa: Lajes/ })).toBeVisible()
    expect(await widthOf(page, /Empresa ativa/)).toBe(200)
  }
})

test('the menu stands beside the page from 1024 px on, and names the version at its foot', async ({ page, server }) => {
  const { admin } = await enterCompany(page, server)
  const versions = await (await admin.call('GET', '/api/versions')).json()
  const version = `Versão ${(versions as { items: { version: string }[] }).items[0]!.version}`
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const opener = page.getByRole('button', { name: 'Abrir o menu' })

  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto(`${server.url}/app/help`)
  await expect(menu.getByText(version, { exact: true })).toBeVisible()
  await expect(opener).toBeHidden()

  await page.setViewportSize({ width: 1023, height: 800 })
  await expect(menu).toBeHidden()
  await opener.click()
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByText(version, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})

test('who is signed in is told in a narrow header as far as there is room', async ({ page, server }) => {
  const { admin } = await enterCompany(page, server)
  await page.goto(`${server.url}/app/help`)
  const who = page.getByRole('button', { name: `Conta de ${admin.email} admin` })
  const email = who.getByText(admin.email, { exact: true })
  /** Seen, and not only heard. */
  const isDrawn = async () => ((await email.boundingBox())?.width ?? 0) > 40
  for (const [width, isWhole] of [
    [1023, true],
    [900, true],
    [899, false],
    [480, false],
    [479, false],
    [375, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(who, `${width} px`).toBeVisible()
    await expect.poll(isDrawn, { message: `${width} px` }).toBe(isWhole)
    const header = await page.getByRole('banner').evaluate((node) => node.scrollWidth - node.clientWidth)
    expect(header, `${width} px: the header is wider than the page`).toBeLessThanOrEqual(0)
  }
})

test('the companies of a user take 60 % of the window’s height at most', async ({ page, server }) => {
  test.slow()
  const admin = await Person.signUp(server)
  for (let count = 1; count <= 18; count += 1) await admin.newCompany({ razao_social: `Lajes ${count} Ltda` })
  await Person.signUp(server)
  await admin.enter(page)
  await page.goto(`${server.url}/app/users`)
  await page
    .getByRole('button', { name: /^(Gerenciar Empresas|Mais ações): / })
    .first()
    .click()
  const list = page.getByRole('region', { name: 'Gerenciar Empresas' })
  for (const height of [900, 640]) {
    await page.setViewportSize({ width: 1440, height })
    await expect.poll(async () => Math.round((await list.boundingBox())?.height ?? 0)).toBe(height * 0.6)
  }
})
