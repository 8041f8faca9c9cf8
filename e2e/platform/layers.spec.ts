// Windows over windows: each dialog that can open another has it on top, Escape closes the upper one alone, and what the lower
// one showed in advance goes back.
import type { Page } from '@playwright/test'
import { pfx, pfxPassword } from '../certificates.ts'
import { expect, password as ownPassword, type Person, toast } from '../helpers.ts'
import { GOODS, SHOP, type Shop, test } from '../shop.ts'
import { Till } from '../till.ts'

type Place = { page: Page; shop: Shop; other: Person }
type Pair = {
  below: string
  above: string
  /** Opens both. */
  open: (place: Place) => Promise<unknown>
  /** Instead of Escape. */
  leave?: (place: Place) => Promise<unknown>
  /** What holds after the upper one is gone. */
  then?: (place: Place) => Promise<unknown>
}

/** Behind another it is hidden from who cannot see. */
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, includeHidden: true })
const password = 'Confirme sua senha'
const unsaved = 'Sair sem salvar?'

const escape = ({ page }: Place) => page.keyboard.press('Escape')
const forgetPassword = ({ shop }: Place) => shop.server.database.run('update sessions set senha_em = 1')
const user = ({ page, other }: Place) => page.getByRole('row', { name: new RegExp(other.email) })
const usersAt = async (place: Place, action: string) => {
  await place.page.goto(`${place.shop.server.url}/app/users`)
  await user(place)
    .getByRole('button', { name: /Mais ações/ })
    .click()
  await place.page.getByRole('menuitem', { name: action, exact: true }).click()
}
const access = ({ page }: Place, company: string) =>
  dialog(page, 'Gerenciar Empresas').getByRole('switch', { name: `Acesso a ${company}`, includeHidden: true })
/** Of which `other` has no access yet. */
const second = 'Pré-Moldados Serra Azul Ltda'
const companiesAt = async ({ page, shop }: Place, action: RegExp) => {
  // Narrower, it is among further actions.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${shop.server.url}/app/companies`)
  await page.getByRole('button', { name: action }).first().click()
}
const chooseRole = async ({ page }: Place) => {
  const form = dialog(page, 'Editar Permissões')
  await form.getByRole('combobox', { name: 'Função' }).click()
  await page.getByRole('option', { name: 'admin' }).click()
}
const chooseCertificate = async ({ page }: Place) => {
  await page.getByLabel(/: arquivo$/).setInputFiles(pfx('a1-numerico'))
  await page.getByLabel(/^Senha do certificado/).fill(pfxPassword)
}
const certificate = 'Certificado Digital A1'
const sefaz = 'Configurações da SEFAZ'
const parked = 'Vendas em espera'
const payment = 'Pagamento'

const pairs: Pair[] = [
  {
    below: 'Gerenciar Empresas',
    above: password,
    open: async (place) => {
      await usersAt(place, 'Gerenciar Empresas')
      await expect(access(place, second)).not.toBeChecked()
      forgetPassword(place)
      await access(place, second).press('Space')
    },
    then: async (place) => {
      await expect(access(place, second)).not.toBeChecked()
      await expect(access(place, SHOP.razao_social)).toBeChecked()
    },
  },
  {
    below: 'Editar Permissões',
    above: password,
    open: async (place) => {
      await usersAt(place, 'Editar Permissões')
      await chooseRole(place)
      forgetPassword(place)
      await place.page.keyboard.press('Control+Enter')
    },
    then: async (place) => {
      const role = dialog(place.page, 'Editar Permissões').getByRole('combobox', { name: 'Função' })
      await expect(role).toHaveValue('admin')
      const sql = `select r.name from users u join user_roles ur on ur.user_id = u.id join roles r on r.id = ur.role_id
        where u.email = '${place.other.email}'`
      expect(place.shop.server.database.rows(sql)).toEqual([{ name: 'user' }])
    },
  },
  {
    below: 'Editar Permissões',
    above: unsaved,
    open: async (place) => {
      await usersAt(place, 'Editar Permissões')
      await chooseRole(place)
      await place.page.keyboard.press('Escape')
    },
  },
  {
    below: 'Editar',
    above: unsaved,
    open: async (place) => {
      await usersAt(place, 'Editar')
      await dialog(place.page, 'Editar').getByLabel('Nome').fill('Bianca Reis')
      await place.page.keyboard.press('Escape')
    },
  },
  {
    below: 'Redefinir senha',
    above: unsaved,
    open: async (place) => {
      await usersAt(place, 'Redefinir senha')
      await dialog(place.page, 'Redefinir senha')
        .getByLabel(/^Nova senha/)
        .fill('outra senha bem boa')
      await place.page.keyboard.press('Escape')
    },
  },
  {
    below: certificate,
    above: password,
    open: async (place) => {
      await companiesAt(place, /^Certificado Digital A1/)
      await chooseCertificate(place)
      forgetPassword(place)
      await dialog(place.page, certificate).getByRole('button', { name: 'Salvar Certificado' }).click()
    },
  },
  {
    below: certificate,
    above: 'Remover certificado',
    open: async (place) => {
      await companiesAt(place, /^Certificado Digital A1/)
      await chooseCertificate(place)
      place.shop.server.database.run(`update sessions set senha_em = ${Date.now() * 1000}`)
      await dialog(place.page, certificate).getByRole('button', { name: 'Salvar Certificado' }).click()
      await expect(toast(place.page, 'Certificado Salvo!')).toBeVisible()
      await dialog(place.page, certificate).getByRole('button', { name: 'Remover certificado' }).click()
    },
  },
  {
    below: sefaz,
    above: unsaved,
    open: async (place) => {
      await companiesAt(place, /^Configurações da SEFAZ/)
      await dialog(place.page, sefaz)
        .getByLabel(/^ID do CSC/)
        .fill('77')
      await place.page.keyboard.press('Escape')
    },
  },
  {
    below: sefaz,
    above: 'Ligar produção',
    open: async (place) => {
      await companiesAt(place, /^Configurações da SEFAZ/)
      await dialog(place.page, sefaz)
        .getByRole('radio', { name: /Produção/ })
        .check({ force: true })
      await dialog(place.page, sefaz)
        .getByRole('button', { name: /Salvar Configurações/ })
        .click()
    },
  },
  {
    below: parked,
    above: 'Descartar a venda Mesa 4?',
    open: async ({ page, shop }) => {
      const till = await Till.open(page, shop)
      await till.fill(GOODS.laje.prod_cProd)
      await till.answer('F9', 'Mesa 4')
      await till.says('Em espera: Mesa 4')
      await till.press('F9')
      await dialog(page, parked)
        .getByRole('button', { name: /^Descartar/ })
        .click()
    },
  },
  {
    below: payment,
    above: 'Confira o valor',
    open: async ({ page, shop }) => {
      const till = await Till.open(page, shop)
      await till.fill(GOODS.laje.prod_cProd)
      await page.setViewportSize({ width: 375, height: 812 })
      await page.getByRole('button', { name: payment }).click()
      await dialog(page, payment).getByRole('button', { name: 'Dinheiro', exact: true }).click()
      await till.type('5000')
      await till.press('Enter')
    },
  },
  {
    below: 'Gerenciar Empresas',
    above: 'Sua sessão terminou',
    open: async (place) => {
      await usersAt(place, 'Gerenciar Empresas')
      await expect(access(place, SHOP.razao_social)).toBeChecked()
      place.shop.server.database.run('delete from sessions')
      await access(place, SHOP.razao_social).press('Space')
    },
    // Given up, it would be asked again by the next call.
    leave: async ({ page }) => {
      await dialog(page, 'Sua sessão terminou')
        .getByLabel(/^Senha/)
        .fill(ownPassword)
      await page.keyboard.press('Enter')
    },
    then: async (place) => expect(access(place, SHOP.razao_social)).not.toBeChecked(),
  },
]

/** Whether one who clicks in the middle of a window's title meets that window. */
const isOnTop = (page: Page, name: string) =>
  dialog(page, name).evaluate((window) => {
    const { x, y, width } = window.getBoundingClientRect()
    return window.contains(document.elementFromPoint(x + width / 2, y + 24))
  })

test('each dialog that opens another has it on top, and Escape gives up the upper one alone', async ({
  page,
  shop,
}) => {
  test.slow()
  const other = await shop.addClerk()
  const place = { page, shop, other }
  await shop.admin.newCompany({ razao_social: second })
  await shop.admin.enter(page)
  for (const { below, above, open, leave, then } of pairs) {
    await test.step(`${above} over ${below}`, async () => {
      await page.setViewportSize({ width: 1366, height: 768 })
      await open(place)
      await expect(dialog(page, above)).toBeVisible()
      await expect.poll(() => isOnTop(page, above), { message: `${above} is over ${below}` }).toBe(true)
      expect(await dialog(page, above).evaluate((window) => window.contains(document.activeElement))).toBe(true)
      await (leave ?? escape)(place)
      await expect(dialog(page, above)).toHaveCount(0)
      await expect(dialog(page, below)).toBeVisible()
      await expect.poll(() => isOnTop(page, below)).toBe(true)
      await then?.(place)
    })
  }
})
