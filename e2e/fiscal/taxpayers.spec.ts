// A new client's data from SEFAZ's registry, by keys alone.
import { type Page } from '@playwright/test'
import { expect, expectSound, numericCnpj, punctuated, toast } from '../helpers.ts'
import { test } from '../shop.ts'

const campinas = {
  IE: '110042490114',
  UF: 'SP',
  xNome: 'CONSTRUTORA IPÊ AMARELO LTDA',
  xFant: 'IPÊ AMARELO',
  xLgr: 'RUA DAS VIGOTAS',
  nro: '100',
  xBairro: 'CENTRO',
  cMun: '3509502',
  xMun: 'CAMPINAS',
  CEP: '13010000',
}
const santos = { ...campinas, IE: '633048219110', cMun: '3548500', xMun: 'SANTOS', CEP: '11010000' }

async function typeCnpj(page: Page, cnpj: string) {
  await expect(page.getByLabel('CPF')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('CNPJ')).toBeFocused()
  await page.keyboard.type(cnpj)
}

test('a CNPJ brings the client; of several inscrições one is chosen', async ({ page, shop, simulator, server }) => {
  const [one, two] = [numericCnpj(), numericCnpj()]
  await simulator.register(one, campinas)
  await simulator.register(two, campinas, { ...santos, habilitada: false })
  await shop.admin.enter(page)
  await page.goto(`${server.url}/app/people/new?empresa=${shop.id}`)
  await typeCnpj(page, one)
  const name = page.getByLabel('Razão Social')
  await expect(name).toHaveValue('CONSTRUTORA IPÊ AMARELO LTDA')
  await expect(name).toHaveAccessibleDescription('Da SEFAZ de SP. Confira.')
  await expect(page.getByRole('combobox', { name: 'Município' })).toHaveValue('Campinas')
  await expectSound(page, 'a client from SEFAZ')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Pessoa criada com sucesso.')).toBeVisible()
  await page.getByRole('link', { name: 'CONSTRUTORA IPÊ AMARELO LTDA', exact: true }).click()
  await expect(page.getByLabel('CNPJ')).toHaveValue(punctuated(one))
  await expect(page.getByLabel('Inscrição Estadual')).toHaveValue('110042490114')

  await page.goto(`${server.url}/app/people/new?empresa=${shop.id}`)
  await typeCnpj(page, two)
  await expect(page.getByText('Tem 2 inscrições na SEFAZ de SP. Qual é?')).toBeVisible()
  await expectSound(page, 'several inscrições')
  const other = page.getByRole('button', { name: 'IE 633048219110 · Santos · não habilitada' })
  await page.getByLabel('CNPJ').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(other).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Inscrição Estadual')).toHaveValue('633048219110')
  await expect(page.getByRole('combobox', { name: 'Município' })).toHaveValue('Santos')
})
