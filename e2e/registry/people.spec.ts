// People: clients and suppliers of everybody in the installation.
import { type Page } from '@playwright/test'
import {
  choose,
  enterCompany,
  expect,
  expectSound,
  heading,
  numericCnpj,
  punctuated,
  type Server,
  test,
  toast,
} from '../helpers.ts'

const save = /^Salvar Pessoa/
const CPFS = ['123.456.780-62', '123.456.781-43', '123.456.782-24']

async function withPeople(page: Page, server: Server, names: string[]) {
  const { admin } = await enterCompany(page, server)
  for (const [at, razao_social] of names.entries())
    await admin.create('/api/people', { cpf_cnpj: CPFS[at], razao_social })
  await page.goto(`${server.url}/app/people`)
}

test('a wrong CPF is told at its field; corrected, the person is in the list', async ({ page, server }) => {
  await withPeople(page, server, [])
  await expect(heading(page, 'Nenhuma pessoa cadastrada')).toBeVisible()
  await page.getByRole('link', { name: /Cadastrar a primeira/ }).click()
  await expect(page.getByLabel('CPF')).toBeFocused()
  await page.getByLabel('CPF').fill('123.456.780-63')
  await page.getByLabel('Nome Completo').fill('José Aparecido Ramos')
  await choose(page, 'UF', 'SP - São Paulo')
  await choose(page, 'Município', 'São José do Rio Preto')
  await page.getByRole('button', { name: save }).click()
  await expect(page.getByLabel('CPF')).toHaveAccessibleDescription(/CPF inválido/)
  await expect(page.getByLabel('CPF')).toBeFocused()
  await expect(page.getByLabel('Nome Completo')).toHaveValue('José Aparecido Ramos')
  await page.getByLabel('CPF').fill(CPFS[0]!)
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Sucesso!')).toBeVisible()
  const row = page.getByRole('row', { name: /José Aparecido Ramos/ })
  for (const text of ['Pessoa Física', CPFS[0]!, 'São José do Rio Preto/SP']) await expect(row).toContainText(text)
  await page.getByRole('searchbox', { name: 'Buscar por nome, CPF ou CNPJ' }).fill('jose ramos')
  await expect(page.getByText('Exibindo 1-1 de 1 registro')).toBeVisible()
})

test('a known CPF leads to its record', async ({ page, server }) => {
  await withPeople(page, server, ['Maria das Dores'])
  await page.getByRole('link', { name: /Nova Pessoa/ }).click()
  await expect(heading(page, 'Nova Pessoa')).toBeVisible()
  await page.getByLabel('CPF').fill(CPFS[0]!)
  await page.getByLabel('Nome Completo').fill('Outra Maria')
  await page.getByRole('button', { name: save }).click()
  await expect(page.getByLabel('CPF')).toHaveAccessibleDescription(/Já existe um cadastro com este CPF/)
  await page.getByRole('link', { name: 'Abrir o cadastro existente' }).click()
  // What was typed is not lost without asking.
  await page.getByRole('dialog', { name: 'Sair sem salvar?' }).getByRole('button', { name: 'Sair sem salvar' }).click()
  await expect(heading(page, 'Editar Pessoa')).toBeVisible()
  await expect(page.getByLabel('Nome Completo')).toHaveValue('Maria das Dores')
})

test('the type changes the labels and keeps what is typed', async ({ page, server }) => {
  await withPeople(page, server, [])
  await page.goto(`${server.url}/app/people/new`)
  await page.getByText('Pessoa Jurídica').click()
  await page.getByLabel('CNPJ').fill(punctuated(numericCnpj()))
  await page.getByLabel('Razão Social').fill('Construtora Ipê Ltda')
  await page.getByLabel('Inscrição Estadual').fill('isento')
  await page.getByText('Pessoa Física').click()
  await expect(page.getByLabel('Inscrição Estadual')).toBeHidden()
  await expect(page.getByLabel('Nome Completo')).toHaveValue('Construtora Ipê Ltda')
  await expect(page.getByLabel('Apelido')).toBeVisible()
  await page.getByText('Pessoa Jurídica').click()
  await expect(page.getByLabel('Inscrição Estadual')).toHaveValue('ISENTO')
  await page.getByRole('button', { name: save }).click()
  await expect(page.getByRole('row', { name: /Construtora Ipê Ltda/ })).toContainText('Pessoa Jurídica')
})

test(
  'what is deleted comes back: at once by undo, later from the bin',
  { tag: '@promise' },
  async ({ page, server }) => {
    await withPeople(page, server, ['Ana Lúcia', 'Bruno', 'Carlos'])
    const row = page.getByRole('row', { name: /Ana Lúcia/ })
    await row.getByRole('button', { name: /^Excluir/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir pessoa' }).click()
    await expect(toast(page, 'Pessoa excluída!')).toBeVisible()
    await expect(page.getByText('Exibindo 1-2 de 2 registros')).toBeVisible()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect(row).toBeVisible()
    for (const name of ['Bruno', 'Carlos']) await page.getByRole('checkbox', { name: `Selecionar ${name}` }).check()
    await page.getByRole('button', { name: 'Excluir 2' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir 2 pessoas' }).click()
    await expect(toast(page, '2 pessoas excluídas!')).toBeVisible()
    await page.getByRole('button', { name: /^Lixeira/ }).click()
    await expect(page.getByRole('button', { name: 'Restaurar: Bruno' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).check()
    await page.getByRole('button', { name: 'Restaurar 2' }).click()
    await expect(toast(page, '2 pessoas restauradas.')).toBeVisible()
  },
)

test('people are sound in every screen', async ({ page, server }) => {
  test.setTimeout(240_000)
  await withPeople(page, server, [])
  await expect(heading(page, 'Nenhuma pessoa cadastrada')).toBeVisible()
  await expectSound(page, 'no people')
  await page.goto(`${server.url}/app/people/new`)
  await page.getByText('Pessoa Jurídica').click()
  await page.getByRole('button', { name: save }).click()
  await expect(page.getByText(/campos precisam de atenção/)).toBeVisible()
  await expectSound(page, 'person form with errors')
  await page.getByText('Pessoa Física').click()
  await page.getByLabel('CPF').fill(CPFS[0]!)
  await page.getByLabel('Nome Completo').fill('Ana Lúcia')
  await page.getByRole('button', { name: save }).click()
  await expect(page.getByRole('link', { name: 'Ana Lúcia', exact: true })).toBeVisible()
  await expectSound(page, 'people list')
})
