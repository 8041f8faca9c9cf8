// A newcomer who reads nothing: from an empty installation to the first receipt of the made-up shop, and out again.
import { expect, expectSound, heading, register, test, toast, unique } from '../helpers.ts'
import { Till } from '../till.ts'

test.use({ environment: { BALCAO_SIMULATOR_URL: '' } }) // a simulator of its own

test(
  'a newcomer sells in the example shop at once, and removes it without a trace',
  { tag: '@promise' },
  async ({ page, server }) => {
    const strip = page.getByRole('region', { name: 'Dados de exemplo' })

    await test.step('signs up, and takes the offer', async () => {
      await register(page, server, `curiosa.${unique()}@exemplo.com.br`)
      await page.getByRole('button', { name: 'Conhecer com dados de exemplo' }).click()
      await expect(strip).toContainText('Esta loja é inventada')
      await expect(page.getByRole('button', { name: /Empresa ativa/ })).toContainText('Loja de Exemplo')
    })

    await test.step('sells the first thing that is found', async () => {
      await page.keyboard.press('F2')
      const till = Till.at(page)
      await expect(till.field).toBeFocused()
      await expect(strip).toBeVisible()
      await till.fill('CIM-CP2-50')
      await till.finish('1')
      await till.says('Autorizada')
    })

    await test.step('finds the day’s receipts, the people and the products, each marked', async () => {
      await page.keyboard.press('Escape')
      await page.goto(`${server.url}/app/receipts`)
      await expect(page.getByRole('row', { name: /autorizada/i }).first()).toBeVisible()
      await page.goto(`${server.url}/app/products`)
      await expect(page.getByText(/de 60/)).toBeVisible()
      await page.goto(`${server.url}/app/people`)
      await expect(page.getByRole('link', { name: /\(exemplo\)$/ }).first()).toBeVisible()
      await page.goto(`${server.url}/app/companies`)
      await expect(page.getByRole('row', { name: /Loja de Exemplo/ })).toContainText('Exemplo')
      await page.goto(`${server.url}/app`)
      await expectSound(page, 'the made-up shop')
    })

    await test.step('a product of one’s own keeps it, and is said', async () => {
      await page.goto(`${server.url}/app/products/new`)
      await page
        .getByRole('textbox', { name: /^Código/ })
        .first()
        .fill('MEU-1')
      await page.getByRole('textbox', { name: /^Descrição/ }).fill('Produto meu')
      await page.keyboard.press('Control+Enter')
      await expect(
        toast(page, 'Sucesso!')
          .or(toast(page, /Produto/))
          .first(),
      ).toBeVisible()
      await strip.getByRole('button', { name: 'Remover dados de exemplo' }).click()
      await expect(page.getByRole('dialog')).toContainText('1 produto')
      await page.getByRole('button', { name: 'Entendi' }).click()
      server.database.run(`update produtos set deleted_at = created_at where prod_cProd = 'MEU-1'`)
    })

    await test.step('removed, the installation is empty again', async () => {
      await strip.getByRole('button', { name: 'Remover dados de exemplo' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remover dados de exemplo' }).click()
      await expect(toast(page, 'Dados de exemplo removidos')).toBeVisible()
      await expect(heading(page, 'Nenhuma empresa cadastrada')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Conhecer com dados de exemplo' })).toBeVisible()
      await expect(strip).toBeHidden()
      const left = ['emitente', 'produtos', 'pessoas', 'orcamento', 'venda', 'nfce'].flatMap((table) =>
        server.database.rows<{ n: number | string }>(`select count(*) as n from ${table}`).map(({ n }) => Number(n)),
      )
      expect(left).toEqual([0, 0, 0, 0, 0, 0])
    })
  },
)
