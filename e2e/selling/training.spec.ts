// A clerk's first day: six guided sales in the simulator, in one tab, and nothing of them in what is real.
import { enterCompany, expect, expectSound, newWindow, numericCnpj, product, test, toast } from '../helpers.ts'
import { GOODS, SHOP, test as besideSimulator } from '../shop.ts'
import { Till } from '../till.ts'

const { laje, eps } = GOODS
const BUILDER = {
  ...{ pessoa_tipo: 2, razao_social: 'Construtora Ipê Amarelo Ltda', logradouro: 'Rua dos Jequitibás', numero: '1120' },
  ...{ bairro: 'Centro', municipio: '3509502', uf: 'SP', cep: '13010001' },
}

test.describe('on a server that runs its own simulator', () => {
  test.use({ environment: { BALCAO_SIMULATOR_URL: '' } })

  test(
    'a new clerk practises six sales, and the company is as it was',
    { tag: '@promise' },
    async ({ page, server, browser }) => {
      // A company that has set up nothing of SEFAZ.
      const { admin, company, path } = await enterCompany(page, server, SHOP)
      const { id } = company
      for (const goods of [laje, eps])
        await admin.create(
          path('products'),
          product('', { prod_CFOP: '5102', icms_orig: 0, icms_CST: '102', ...goods }),
        )
      await admin.change(path('sale-settings'), { contingencia_apos_s: 5 })
      await page.goto(`${server.url}/app/receipts/new?empresa=${id}`)
      const till = Till.at(page)
      await expect(till.field).toBeFocused()
      await page.getByRole('button', { name: 'Treinar' }).click()
      const guide = page.getByRole('region', { name: 'Vendas guiadas' })
      const strip = page.getByRole('region', { name: 'Treino' })
      await expect(strip).toContainText('TREINO')
      await expect(guide).toContainText('Venda 1 de 6')
      await expect(guide).toContainText('aperte Enter')
      await expectSound(page, 'the counter in practice')

      const sell = async () => {
        await till.field.focus()
        await till.fill(laje.prod_cProd)
        await till.finish('1')
      }
      const proceed = async (next: string) => {
        await guide.getByRole('button', { name: 'Próxima' }).click()
        await expect(guide).toContainText(next)
        await expect(till.field).toBeFocused()
      }

      await test.step('a simple sale, whose steps follow what is done', async () => {
        await till.fill(laje.prod_cProd)
        await expect(guide).toContainText('Aperte F8')
        await till.press('F8', '1', 'Enter')
        await expect(guide).toContainText('Aperte F10')
        await till.press('F10')
        await expect(guide).toContainText('Autorizada!')
        await proceed('Venda 2 de 6')
      })
      await test.step('with a CPF; without one it is another sale', async () => {
        await till.fill(eps.prod_cProd)
        await expect(guide).toContainText('aperte F3')
        await till.answer('F3', '52998224725')
        await till.finish('1')
        await expect(guide).toContainText('com o CPF do consumidor')
        await proceed('Venda 3 de 6')
      })
      await test.step('refused, and tried again', async () => {
        await sell()
        await expect(guide).toContainText('A SEFAZ recusou, desta vez de propósito')
        await page.getByRole('button', { name: 'Tentar de novo' }).click()
        await expect(guide).toContainText('Autorizada na segunda vez')
        await proceed('Venda 4 de 6')
      })
      await test.step('no answer: offline', async () => {
        await sell()
        await expect(guide).toContainText('Espere: em alguns segundos')
        await expect(guide).toContainText('A nota saiu em contingência')
        // F5 keeps practice and how far one has come.
        await page.reload()
        await expect(strip).toContainText('TREINO')
        await expect(guide).toContainText('Venda 4 de 6')
        await proceed('Venda 5 de 6')
      })
      await test.step('cancelled', async () => {
        await sell()
        await expect(guide).toContainText('abra a nota')
        await guide.getByRole('link', { name: 'Abrir a nota' }).click()
        await page.getByRole('button', { name: 'Cancelar nota…' }).first().click()
        await page.getByRole('dialog').getByRole('textbox').fill('Cliente desistiu da compra')
        await page.getByRole('dialog').getByRole('button', { name: 'Cancelar a nota' }).click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(page.getByText('Cancelada', { exact: true }).first()).toBeVisible()
        await page.goto(`${server.url}/app/receipts/new?empresa=${id}`)
        await expect(guide).toContainText('Cancelada. Isso só é possível')
        await proceed('Venda 6 de 6')
      })
      await test.step('to a builder, by NF-e', async () => {
        const cnpj = numericCnpj()
        await admin.create('/api/people', { ...BUILDER, cpf_cnpj: cnpj })
        await till.fill(laje.prod_cProd)
        await expect(guide).toContainText('digite o CNPJ')
        await till.answer('F3', cnpj)
        await till.press('F8', '1', 'Enter', 'F10')
        await expect(guide).toContainText('Autorizada: uma NF-e')
        await guide.getByRole('button', { name: 'Próxima' }).click()
        await expect(guide).toContainText('Treino completo')
      })

      await test.step('as if it were another day', async () => {
        const day = new Date(Date.now() + 60 * 86_400_000).toLocaleDateString('pt-BR', {
          timeZone: 'America/Sao_Paulo',
        })
        await strip.getByRole('button', { name: 'Condições' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(/^Como se fosse o dia/).fill(day)
        await expectSound(page, 'the conditions of practice')
        await dialog.getByRole('button', { name: /^Treinar assim/ }).click()
        await expect(strip).toContainText(`Como se fosse ${day}.`)
        await sell()
        await expect(till.cards.first()).toContainText('Autorizada')
      })

      await test.step('another tab sells for real, as if nothing was', async () => {
        const other = await newWindow(browser, admin)
        await other.goto(`${server.url}/app/receipts/new?empresa=${id}`)
        await expect(Till.at(other).field).toBeVisible()
        await expect(other.getByRole('region', { name: 'Treino' })).toHaveCount(0)
        await other.close()
        const ambientes = server.database.rows<{ ambiente: string }>('select distinct ambiente from nfce')
        expect(ambientes).toEqual([{ ambiente: 'simulador' }])
      })

      await test.step('thrown away', async () => {
        await strip.getByRole('button', { name: 'Apagar treino' }).click()
        await page
          .getByRole('alertdialog')
          .or(page.getByRole('dialog'))
          .getByRole('button', { name: 'Apagar treino' })
          .click()
        await expect(toast(page, 'Treino apagado')).toBeVisible()
        expect(server.database.rows('select id from nfce')).toEqual([])
        await expect(till.cards).toHaveCount(0)
        await strip.getByRole('button', { name: 'Sair do treino' }).click()
        await expect(strip).toHaveCount(0)
        await expect(page.getByRole('button', { name: 'Treinar' })).toBeVisible()
      })
    },
  )
})

besideSimulator('practice and the real sale of a tab do not mix', async ({ page, shop }) => {
  const till = await Till.open(page, shop)
  await till.fill(laje.prod_cProd)
  // With something in the sale nobody is offered to practise.
  await expect(page.getByRole('button', { name: 'Treinar' })).toHaveCount(0)
  await page.goto(`${shop.counter}&treino=1`)
  await expect(page.getByRole('region', { name: 'Treino' })).toBeVisible()
  await till.says('Leia o primeiro produto.')
  await page.getByRole('button', { name: 'Sair do treino' }).click()
  await expect(till.items).toHaveCount(1)
})
