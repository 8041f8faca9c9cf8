// From an empty installation to a second day of work, as the issue of the foundation tells it.
import {
  expect,
  fillCompany,
  heading,
  numericCnpj,
  password,
  punctuated,
  register,
  signIn,
  test,
  toast,
  unique,
} from '../helpers.ts'

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#0b6e72"/></svg>',
)

test(
  'from an empty installation to two companies and two accounts, and a crash loses nothing',
  {
    tag: '@promise',
  },
  async ({ page, server }) => {
    const owner = `dona.ana.${unique()}@exemplo.com.br`
    const first = { name: `Lajes Boa Vista ${unique()}`, cnpj: punctuated(numericCnpj()) }
    const second = { name: `Artefatos do Vale ${unique()}`, cnpj: punctuated(numericCnpj()) }
    const switcher = page.getByRole('button', { name: /Empresa ativa/ })

    await test.step('sign up: the first account is admin and has no company yet', async () => {
      await register(page, server, owner)
      await expect(page).toHaveURL(/\/app$/)
      await expect(switcher).toContainText('Nenhuma Empresa')
      await expect(heading(page, 'Nenhuma Empresa')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Usuários' })).toBeVisible()
    })

    await test.step('a wrong CNPJ: the message is at the field, focus is there, nothing typed is lost', async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Empresas' }).click()
      await page
        .getByRole('link', { name: /Nova Empresa|Cadastrar a primeira/ })
        .first()
        .click()
      await expect(heading(page, 'Nova Empresa')).toBeVisible()
      await fillCompany(page, {
        name: first.name,
        cnpj: first.cnpj.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
      })
      await page
        .getByLabel('Logo do sistema: arquivo')
        .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: logo })
      await page.getByRole('button', { name: /Salvar Empresa/ }).click()
      await expect(page.getByLabel('CNPJ')).toHaveAccessibleDescription(/CNPJ inválido/)
      await expect(page.getByLabel('CNPJ')).toBeFocused()
      await expect(page.getByRole('alert').filter({ hasText: '1 campo precisa de atenção' })).toBeVisible()
      await expect(page.getByLabel('Razão Social')).toHaveValue(first.name)
      await expect(page.getByLabel('Código IBGE')).toHaveValue('3509502')
    })

    const companies = () => page.getByRole('navigation').getByRole('link', { name: 'Empresas' }).click()

    await test.step('corrected it is saved with its logo, leads to the next step, and is in the list', async () => {
      await page.getByLabel('CNPJ').fill(first.cnpj)
      await page.getByRole('button', { name: /Salvar Empresa/ }).click()
      await expect(page).toHaveURL(/\/app\?empresa=/)
      await expect(heading(page, 'Primeiros passos')).toBeVisible()
      await companies()
      await expect(page.getByRole('row', { name: new RegExp(first.name) })).toContainText(first.cnpj)
      await page.getByRole('link', { name: first.name, exact: true }).click()
      await page.getByRole('button', { name: /Logos.*1 logo/ }).click()
      await expect(page.getByRole('img', { name: 'Logo do sistema' })).toBeVisible()
      await page.goBack()
    })

    await test.step('a second company; both are found by name and by CNPJ', async () => {
      await page.getByRole('link', { name: /Nova Empresa/ }).click()
      await fillCompany(page, second)
      await page.keyboard.press('Control+Enter')
      await expect(heading(page, 'Primeiros passos')).toBeVisible()
      await companies()
      await expect(page.getByRole('row', { name: new RegExp(second.name) })).toBeVisible()
      const search = page.getByRole('searchbox', { name: 'Buscar por razão social ou CNPJ' })
      await search.fill('ARTEFATOS')
      await expect(page.getByRole('row', { name: new RegExp(first.name) })).toBeHidden()
      await expect(page.getByRole('row', { name: new RegExp(second.name) })).toBeVisible()
      await search.fill(first.cnpj)
      await expect(page.getByRole('row', { name: new RegExp(first.name) })).toBeVisible()
      await expect(page.getByText('Exibindo 1-1 de 1 registro')).toBeVisible()
      await expect(page).toHaveURL(/search=/)

      await page.getByRole('link', { name: first.name, exact: true }).click()
      await expect(heading(page, 'Editar Empresa')).toBeVisible()
      await page.goBack()
      await expect(search).toHaveValue(first.cnpj)
      await expect(page.getByText('Exibindo 1-1 de 1 registro')).toBeVisible()
    })

    await test.step('switching tells so, and F5 keeps it', async () => {
      await page.goto(`${server.url}/app`)
      for (const { name } of [first, second]) {
        await switcher.click()
        await page.getByRole('option', { name: new RegExp(name) }).click()
        await expect(switcher).toHaveAccessibleName(new RegExp(name))
      }
      await expect(toast(page, 'Empresa ativa alterada!')).toContainText(`Agora você está gerenciando ${second.name}`)
      await expect(switcher).toHaveAccessibleName(new RegExp(second.name))
      await page.reload()
      await expect(switcher).toHaveAccessibleName(new RegExp(second.name))
    })

    let id = ''
    await test.step('signing out leads to the landing page', async () => {
      await page.goto(`${server.url}/app/companies`)
      await page.getByRole('link', { name: first.name, exact: true }).click()
      await expect(heading(page, 'Editar Empresa')).toBeVisible()
      id = new URL(page.url()).pathname.split('/')[3]!
      await page.getByRole('button', { name: 'Sair' }).first().click()
      await expect(page).toHaveURL(`${server.url}/`)
      await page.getByRole('link', { name: 'Acessar Painel' }).first().click()
      await expect(page).toHaveURL(/\/app\/login/)
    })

    await test.step('a second account is a user, sees no company, and the address of one is not found', async () => {
      await page.getByRole('button', { name: 'Registre-se' }).click()
      await page.getByLabel('E-mail').fill(`balconista.${unique()}@exemplo.com.br`)
      await page.getByLabel(/^Senha/).fill(password)
      await page.getByRole('button', { name: 'Registrar' }).click()
      await expect(page).toHaveURL(/\/app$/)
      await expect(switcher).toContainText('Nenhuma Empresa')
      await page.getByRole('navigation').getByRole('link', { name: 'Empresas' }).click()
      await expect(heading(page, 'Nenhuma empresa cadastrada')).toBeVisible()
      await expect(page.getByRole('link', { name: /Nova Empresa/ })).toBeHidden()
      await expect(page.getByRole('link', { name: 'Usuários' })).toBeHidden()
      await page.goto(`${server.url}/app/companies/${id}/edit`)
      await expect(heading(page, 'Empresa não encontrada')).toBeVisible()
      const answer = await page.request.get(`${server.url}/api/companies/${id}`)
      expect(answer.status()).toBe(404)
    })

    await test.step('after a crash of the server everything is there', async () => {
      const signedOut = page.waitForResponse((response) => response.url().endsWith('/api/auth/sign-out'))
      await page.getByRole('button', { name: 'Sair' }).first().click()
      await signedOut
      await server.kill()
      await server.start()
      await page.goto(`${server.url}/app/companies`)
      await expect(page).toHaveURL(/\/app\/login/)
      await signIn(page, owner)
      // Back to the page one came from.
      await expect(page).toHaveURL(/\/app\/companies/)
      for (const { name, cnpj } of [first, second])
        await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(cnpj)
      await page.getByRole('link', { name: first.name, exact: true }).click()
      await page.getByRole('button', { name: /Logos.*1 logo/ }).click()
      await expect(page.getByRole('img', { name: 'Logo do sistema' })).toBeVisible()
    })
  },
)
