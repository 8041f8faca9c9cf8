// What becomes of sales at SEFAZ, as one sees it: refused, corrected, tried again, printed, cancelled; offline; and numbers voided.
import { type Page } from '@playwright/test'
import { expectFitting } from '../fitting.ts'
import { expect, expectSound, heading, toast } from '../helpers.ts'
import { test } from '../shop.ts'

const authorisation = 'NFeAutorizacao4'
const motivo = 'Cliente desistiu da compra'

const consumer = { cpf: '52998224725', nome: 'Marcos Vinícius Teles' }

const badge = (page: Page, word: string) => page.locator('[data-tone]').filter({ hasText: word }).first()

async function giveReason(page: Page, dialog: string, button: string) {
  const asked = page.getByRole('dialog', { name: dialog })
  await asked.getByRole('textbox', { name: /^Motivo/ }).fill(motivo)
  await asked.getByRole('button', { name: button }).click()
}

test(
  'a refused receipt is corrected, sent again under its number, printed, and cancelled',
  {
    tag: '@promise',
  },
  async ({ page, server, simulator, shop, printer }) => {
    await shop.admin.enter(page)
    await simulator.behave({
      service: authorisation,
      cStat: 778,
      xMotivo: 'Rejeicao: Informado NCM inexistente [nItem:1]',
    })
    const { id, numero } = await shop.sell(consumer)
    await shop.reaches(id, 'rejeitada')

    // The dashboard and the menu know; the list says why.
    await page.goto(`${server.url}/app`)
    await page.getByRole('link', { name: /^Notas/ }).click()
    await expect(page.getByRole('link', { name: /^Notas.*1 precisa de atenção/ })).toBeVisible()
    await expect(badge(page, 'Rejeitada')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Abrir produto' })).toBeVisible()
    await expectSound(page, 'receipts with a refused one')
    await page.getByRole('link', { name: 'Marcos Vinícius Teles' }).click()

    const card = page.getByRole('region', { name: `A SEFAZ recusou a nota ${numero}.` })
    await expect(card).toContainText(`O número ${numero} continua reservado para esta venda.`)
    await expectFitting(page, 'a refused receipt')
    await expectSound(page, 'a refused receipt')
    await card.getByRole('link', { name: 'Abrir produto' }).click()
    const ncm = page.getByRole('combobox', { name: 'NCM' })
    await expect(ncm).toBeFocused()
    await ncm.fill('68101100')
    await page.getByRole('option', { name: /^6810\.11\.00/ }).click()
    await page.keyboard.press('Control+Enter')

    await expect(heading(page, `NFC-e ${numero}`)).toBeVisible()
    await simulator.behave()
    await card.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(badge(page, 'Autorizada')).toBeVisible()
    const paper = page.getByRole('region', { name: 'A nota como é impressa' })
    await expect(paper.getByText(/^Protocolo de autorização: \d{15}$/)).toBeVisible()
    await expect(paper.getByText('CONSUMIDOR CPF: 529.982.247-25')).toBeVisible()
    await expectFitting(page, 'an authorised receipt')
    await expectSound(page, 'an authorised receipt')

    const station = await shop.addStation('Caixa 1', printer)
    await page.evaluate(([key, id]) => localStorage.setItem(key!, id!), [`balcao-estacao:${shop.id}`, station.id])
    await page.reload()
    await expect(badge(page, 'Autorizada')).toBeVisible()
    await page.keyboard.press('Control+p')
    await expect.poll(() => printer.papers.length).toBe(1)
    await expect(page.getByRole('list', { name: 'Linha do tempo' })).toContainText('Impressa a via do consumidor')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar XML' }).click()
    expect((await download).suggestedFilename()).toMatch(/^\d{44}-nfe\.xml$/)

    await expect(page.getByRole('timer')).toContainText(/Restam \d+ minutos/)
    await page.getByRole('button', { name: 'Cancelar nota…' }).click()
    await giveReason(page, 'Cancelar a nota', 'Cancelar a nota')
    await expect(badge(page, 'Cancelada')).toBeVisible()
    await expect(paper.getByText('CANCELADA').first()).toBeVisible()
    await expect(page.getByRole('link', { name: /precisa de atenção/ })).toHaveCount(0)
  },
)

test('a hanging sale goes offline from its page, and each receipt leads to the other', async ({
  page,
  server,
  simulator,
  shop,
}) => {
  await shop.admin.enter(page)
  await simulator.behave({ service: authorisation, fault: 'silence', when: 'after' })
  const { id, numero } = await shop.sell()
  await page.goto(`${server.url}/app/receipts/${id}`)
  await expect(badge(page, 'Enviando')).toBeVisible()
  await expect(page.getByText('A nota ainda não pode ser impressa.')).toBeVisible()
  await page.getByRole('button', { name: 'Emitir em contingência' }).click()
  const next = numero + 1
  await expect(heading(page, `NFC-e ${next}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'A nota como é impressa' })).toContainText('EMITIDA EM CONTINGÊNCIA')
  await expectFitting(page, 'an offline receipt')
  await page.getByRole('link', { name: `No lugar da ${numero}` }).click()
  await expect(heading(page, `NFC-e ${numero}`)).toBeVisible()
  await expect(page.getByText(`A venda foi refeita como ${next}`)).toBeVisible()
  await expectSound(page, 'a receipt without an answer')
  await simulator.behave()
})

test(
  'no number is lost: that of a receipt that was given up is voided at SEFAZ',
  { tag: '@promise' },
  async ({ page, server, simulator, shop }) => {
    await shop.admin.enter(page)
    await simulator.behave({ service: authorisation, cStat: 528, xMotivo: 'Rejeicao: Valor do ICMS difere' })
    const { id, numero } = await shop.sell()
    await shop.reaches(id, 'rejeitada')
    await simulator.behave()
    await page.goto(`${server.url}/app/receipts/numbers`)
    await expect(page.getByRole('region', { name: 'Pendentes' })).toContainText('corrigir até 10/')
    await page.getByRole('link', { name: `Corrigir: NFC-e ${numero}` }).click()
    await page.getByRole('button', { name: 'Desistir da nota' }).click()
    await giveReason(page, 'Desistir da nota', 'Desistir da nota')
    await expect(badge(page, 'Inutilizar')).toBeVisible()
    await expectSound(page, 'a receipt that was given up')

    await page.goto(`${server.url}/app/receipts/numbers`)
    await expect(page.getByText('nada sem registro')).toBeVisible()
    await expectFitting(page, 'numbers')
    await expectSound(page, 'numbers')
    await page.getByRole('button', { name: `Inutilizar agora: ${numero}` }).click()
    await giveReason(page, 'Inutilizar 1 número', 'Inutilizar 1 número')
    await expect(toast(page, 'Inutilização pedida à SEFAZ')).toBeVisible()
    await expect(page.getByText('Nenhum número espera inutilização.')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('listitem').filter({ hasText: 'Inutilizadas' })).toContainText('1')
    await expect(page.getByText('nada sem registro')).toBeVisible()
  },
)
