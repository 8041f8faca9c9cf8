// What an administrator sets up before the first receipt: certificate, SEFAZ settings, technical responsible.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page } from '@playwright/test'
import { certificateOfAuthority, newAuthority, trustOfAuthority } from '../../api/tests/helpers/certificates.ts'
import { endedPfx, numericOwner, pfx, pfxPassword } from '../certificates.ts'
import {
  enterCompany,
  expect,
  expectSound,
  heading,
  numericCnpj,
  password,
  Person,
  punctuated,
  type Server,
  test,
  toast,
} from '../helpers.ts'
import { SHOP, test as besideSimulator } from '../shop.ts'

const CSC = '0123456789ABCDEF0123456789ABCDEF0123'

const withCompany = (page: Page, server: Server, changes = {}) => enterCompany(page, server, { ...SHOP, ...changes })

const codes = (server: Server) =>
  server.database
    .rows('select action_type, resultado from action_logs')
    .map((each) => `${each.action_type} ${each.resultado}`)

test.describe('certificate', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Certificado Digital A1' })
  const save = (page: Page) => dialog(page).getByRole('button', { name: 'Salvar Certificado' })
  const choose = (page: Page, file: ReturnType<typeof pfx>) => page.getByLabel(/: arquivo$/).setInputFiles(file)
  const secret = (page: Page) => dialog(page).getByLabel(/^Senha do certificado/)

  async function open(page: Page, server: Server) {
    await page.goto(`${server.url}/app/companies`)
    await page.getByRole('button', { name: /^Certificado Digital A1/ }).click()
    await expect(secret(page)).toBeVisible()
  }

  test(
    'a certificate is taken only when it opens, is valid and is the company’s own, and nobody can read it back',
    {
      tag: '@promise',
    },
    async ({ page, server }) => {
      await withCompany(page, server)
      await open(page, server)
      await expect(dialog(page).getByText('Não Configurado')).toBeVisible()
      await expect(save(page)).toBeDisabled()

      await choose(page, { ...pfx('a1-numerico'), name: 'certificado.pem' })
      await expect(toast(page, 'Formato de arquivo inválido!')).toContainText(
        'Por favor, selecione um arquivo com a extensão .pfx.',
      )

      await choose(page, pfx('a1-numerico'))
      await expect(save(page)).toBeDisabled()
      await secret(page).fill('não é esta')
      await save(page).click()
      await expect(secret(page)).toHaveAccessibleDescription(/Senha do certificado incorreta/)
      await expect(secret(page)).toBeFocused()

      await choose(page, endedPfx(numericOwner))
      await secret(page).fill(pfxPassword)
      await save(page).click()
      await expect(toast(page, 'Erro no Upload')).toContainText('Este certificado venceu em')

      await choose(page, pfx('a1-alfa'))
      await save(page).click()
      await expect(toast(page, 'Erro no Upload')).toContainText('12.ABC.345/01DE-35')
      await expectSound(page, 'certificate refused')

      await choose(page, pfx('a1-numerico'))
      await save(page).click()
      await expect(toast(page, 'Certificado Salvo!')).toContainText('As configurações foram salvas com sucesso.')
      await expect(dialog(page).getByText('Configurado', { exact: true })).toBeVisible()
      await expect(dialog(page).getByText(punctuated(numericOwner), { exact: true })).toBeVisible()
      await expect(dialog(page).getByRole('meter')).toBeVisible()
      await expectSound(page, 'certificate')

      await choose(page, pfx('a1-numerico-legacy'))
      await secret(page).fill(pfxPassword)
      await save(page).click()
      await expect(dialog(page).getByText('a1-numerico-legacy.pfx', { exact: true })).toBeVisible()

      await dialog(page).getByRole('button', { name: 'Remover certificado' }).click()
      await page
        .getByRole('dialog', { name: 'Remover certificado' })
        .getByRole('button', { name: 'Remover certificado' })
        .click()
      await expect(dialog(page).getByText('Não Configurado')).toBeVisible()
      expect(codes(server)).toEqual(
        expect.arrayContaining([
          'certificate_upload error',
          'certificate_upload success',
          'certificate_update success',
        ]),
      )
      // Neither the file nor its password is anywhere to be read.
      expect(JSON.stringify(server.database.rows('select * from digital_certificates'))).not.toContain(pfxPassword)
    },
  )

  test('of another branch is taken with a note', async ({ page, server }) => {
    await withCompany(page, server, { cnpj: '11222333000262' })
    await open(page, server)
    await choose(page, pfx('a1-numerico'))
    await secret(page).fill(pfxPassword)
    await save(page).click()
    await expect(dialog(page).getByText(/outro estabelecimento da mesma empresa/)).toBeVisible()
  })
})

/** A server that trusts an authority of the story's own. */
const ofAuthority = test.extend<{ authority: string }>({
  authority: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'balcao-autoridade-'))
    newAuthority(folder)
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  environment: async ({ authority }, use) => use({ BALCAO_SEFAZ_CA: trustOfAuthority(authority, authority) }),
})

test.describe('SEFAZ settings', () => {
  const csc = (page: Page) => page.getByRole('textbox', { name: /^CSC/ })
  const save = (page: Page) => page.getByRole('button', { name: /Salvar Configurações/ }).click()

  async function fill(page: Page, next: string) {
    await page.getByLabel(/^Próximo número/).fill(next)
    await page.getByLabel(/^ID do CSC/).fill('1')
    await csc(page).fill(CSC)
  }

  ofAuthority(
    'an administrator sets SEFAZ up in homologação and turns produção on, and the CSC stays secret',
    {
      tag: '@promise',
    },
    async ({ page, server, authority }) => {
      const { admin, company } = await withCompany(page, server)
      await page.goto(`${server.url}/app`)
      await page.getByRole('link', { name: 'Ir para produção' }).click()
      await expect(heading(page, 'Configurações da SEFAZ')).toBeVisible()
      await expect(page.getByText('Pendente')).toBeVisible()
      await expect(page.getByRole('radio', { name: 'Homologação' })).toBeChecked()

      await fill(page, '37')
      await csc(page).fill('CURTO')
      await save(page)
      await expect(csc(page)).toHaveAccessibleDescription(/de 16 a 36/)
      await expect(csc(page)).toBeFocused()
      await csc(page).fill(CSC)
      await save(page)
      await expect(toast(page, 'Configurações Salvas!')).toBeVisible()
      await expect(page.getByText('Configurado', { exact: true }).first()).toBeVisible()
      await page.reload()
      await expect(page.getByLabel(/^Próximo número/)).toHaveValue('37')
      await expect(csc(page)).toHaveValue(/0123$/)
      await expect(csc(page)).not.toHaveValue(CSC)
      await expect(page.getByLabel(/^ID do CSC/)).toHaveValue('000001')
      await expectSound(page, 'SEFAZ settings')

      await page.getByRole('button', { name: 'Revelar CSC' }).click()
      const reveal = page.getByRole('dialog', { name: 'Revelar CSC' })
      await reveal.getByLabel(/^Sua senha/).fill('não é esta')
      await page.keyboard.press('Enter')
      await expect(reveal.getByLabel(/^Sua senha/)).toHaveAccessibleDescription(/não confere/)
      await reveal.getByLabel(/^Sua senha/).fill(password)
      await page.keyboard.press('Enter')
      await expect(reveal.getByRole('textbox', { name: 'CSC de homologação' })).toHaveValue(CSC)
      await expectSound(page, 'CSC revealed')
      await page.keyboard.press('Escape')

      // Somebody else moved the number meanwhile.
      const address = `/api/companies/${company.id}/sefaz-settings`
      const moved = { ambiente: 'homologacao', serie: 1, numero_inicial: 90, proximo_lido: 37, csc_id: '000001' }
      await admin.save(address, moved)
      await expect(page.getByLabel(/^Próximo número/)).toHaveValue('90')

      await page.getByRole('radio', { name: 'Produção' }).check()
      await expect(page.getByLabel(/^Próximo número/)).toHaveValue('1')
      await fill(page, '1200')
      await save(page)
      const question = page.getByRole('dialog', { name: 'Ligar produção' })
      for (const text of ['Lajes Boa Vista Ltda', punctuated(numericOwner), '1.200'])
        await expect(question).toContainText(text)
      await expectSound(page, 'going to produção')
      const turnOn = question.getByRole('button', { name: 'Ligar produção' })
      await turnOn.click()
      await expect(page.getByText(/Envie o certificado em Empresas/).first()).toBeVisible()
      const file_base64 = certificateOfAuthority(authority, numericOwner, pfxPassword).toString('base64')
      const certificate = { file_name: 'empresa.pfx', file_base64, password: pfxPassword }
      await admin.save(`/api/companies/${company.id}/certificate`, certificate)
      await save(page)
      await turnOn.click()
      await expect(toast(page, 'Configurações Salvas!')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Ir para produção' })).toBeHidden()
      expect(await page.title()).not.toContain('[Teste]')

      // Homologação kept its own.
      await page.getByRole('radio', { name: 'Homologação' }).check()
      await expect(page.getByLabel(/^Próximo número/)).toHaveValue('90')
      expect(codes(server)).toEqual(
        expect.arrayContaining(['sefaz_config_create success', 'sefaz_config_update success', 'secret_reveal success']),
      )
    },
  )

  test('without a certificate the test is simulated, and says so', async ({ page, server }) => {
    const { company } = await withCompany(page, server)
    await page.goto(`${server.url}/app/companies`)
    await page.getByRole('button', { name: /^Configurações da SEFAZ/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Configurações da SEFAZ' })
    await expect(dialog).toContainText(company.razao_social)
    await dialog.getByRole('button', { name: 'Testar Conexão' }).click()
    await expect(dialog.getByText('Testando...')).toHaveCount(3)
    await expect(toast(page, 'Conexão Bem-Sucedida!')).toBeVisible()
    await expect(dialog.getByText('Teste simulado.')).toBeVisible()
    await expectSound(page, 'SEFAZ dialog')
    expect(codes(server)).toContain('sefaz_test_connection success')
  })

  besideSimulator(
    'the connection is tested: online, slow, refusing the certificate, down',
    async ({ page, simulator, server }) => {
      await withCompany(page, server)
      await page.goto(`${server.url}/app/sefaz`)
      await page.getByText('Simulador', { exact: true }).click()
      await fill(page, '1')
      await save(page)
      await expect(toast(page, 'Configurações Salvas!')).toBeVisible()
      const panel = page.getByRole('region', { name: 'Status dos Serviços' })
      // Between two tests of a company some seconds must pass.
      const run = (meanwhile = async () => {}) =>
        expect(async () => {
          const answer = page.waitForResponse((each) => each.url().endsWith('/sefaz-settings/test'))
          await page.getByRole('button', { name: 'Testar Conexão' }).click()
          await meanwhile()
          expect((await answer).status()).toBe(200)
        }).toPass({ timeout: 90_000, intervals: [2_000] })

      await run()
      await expect(toast(page, 'Conexão Bem-Sucedida!')).toBeVisible()
      await expect(panel.getByText('Serviço Online', { exact: true })).toHaveCount(3)
      await expect(panel.getByText(/código 107 · \d+ ms/)).toBeVisible()
      await expect(panel.getByText('Teste simulado.')).toBeHidden()
      await expectSound(page, 'services online')

      await simulator.behave({ service: '*', delay_ms: 4000 })
      await run(() => expect(panel.getByText('Testando...')).toHaveCount(3, { timeout: 1_000 }))
      await expect(panel.getByText('Serviço Online', { exact: true })).toHaveCount(3)

      await simulator.behave({ service: '*', cStat: 280, xMotivo: 'Rejeicao: Certificado Transmissor invalido' })
      await run()
      await expect(toast(page, 'A conexão falhou')).toBeVisible()
      await expect(panel.getByText('Recusado', { exact: true })).toHaveCount(3)

      await simulator.behave({ service: '*', fault: 'drop' })
      await run()
      await expect(panel.getByText('Fora do ar', { exact: true })).toHaveCount(3)
      await expectSound(page, 'services down')
      expect(codes(server)).toEqual(
        expect.arrayContaining(['sefaz_test_connection success', 'sefaz_test_connection error']),
      )
    },
  )

  test('others set up homologação, but not produção', async ({ page, server }) => {
    const { admin, company } = await withCompany(page, server)
    const user = await Person.signUp(server)
    await admin.link(user, company.id, 'gerente')
    await page.context().clearCookies()
    await user.enter(page)
    await page.goto(`${server.url}/app/sefaz?empresa=${company.id}`)
    await expect(page.getByRole('radio', { name: 'Produção' })).toBeDisabled()
    await expect(page.getByText('Só um administrador liga a produção.')).toBeVisible()
    await fill(page, '5')
    await save(page)
    await expect(toast(page, 'Configurações Salvas!')).toBeVisible()
    await page.goto(`${server.url}/app/techResp?empresa=${company.id}`)
    await expect(page.getByText('Acesso Negado')).toBeVisible()
  })
})

test('technical responsible: Pendente, refused at its field, then Configurado', async ({ page, server }) => {
  await withCompany(page, server)
  await page.goto(`${server.url}/app/techResp`)
  await expect(page.getByText('Pendente')).toBeVisible()
  await page
    .getByLabel('CNPJ')
    .fill(punctuated(numericCnpj()).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)))
  await page.getByLabel('Nome do contato').fill('Marina Duarte')
  await page.getByLabel('E-mail').fill('marina@exemplo.com.br')
  await page.getByLabel('Telefone').fill('(17) 99999-1234')
  await page.getByRole('button', { name: /^Salvar/ }).click()
  await expect(page.getByLabel('CNPJ')).toBeFocused()
  await expectSound(page, 'technical responsible with an error')
  await page.getByLabel('CNPJ').fill(punctuated(numericCnpj()))
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Configurações Salvas!')).toBeVisible()
  await expect(page.getByText('Configurado', { exact: true })).toBeVisible()
})
