// Spreadsheets in and out, as somebody who keeps products in one.
import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { enterCompany, expect, expectSound, product, type Server, test } from '../helpers.ts'

async function openImport(page: Page, server: Server) {
  const office = await enterCompany(page, server)
  await page.goto(`${server.url}/app/products/import`)
  return office
}

/** 200 rows in an order of their own; the lines named have an NCM that does not exist. */
function sheet(badLines: number[]): string {
  const rows = Array.from({ length: 200 }, (_, at) => {
    const line = at + 2
    return `Laje ${at};"${at + 1},50";${badLines.includes(line) ? '99999999' : '6810.91.00'};LJ-${at}`
  })
  return ['Descrição;Valor unitário;NCM;Código', ...rows].join('\r\n')
}

const upload = (page: Page, name: string, text: string) =>
  page
    .getByLabel('Planilha de produtos: arquivo')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })

async function download(page: Page, press: () => Promise<void>): Promise<{ file: Download; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { file, bytes: readFileSync(await file.path()) }
}

test(
  'of a spreadsheet the good rows go in and the bad ones come back with their reason, and an export has what the list shows',
  {
    tag: '@promise',
  },
  async ({ page, server }) => {
    await openImport(page, server)
    await upload(page, 'lajes.csv', sheet([5, 77, 150]))
    await expect(page.getByRole('button', { name: 'Importar 197 produtos' })).toBeVisible()
    for (const line of ['5', '77', '150'])
      await expect(page.getByRole('cell', { name: line, exact: true })).toBeVisible()
    await expect(page.getByRole('cell', { name: /^NCM / })).toHaveCount(3)
    await expectSound(page, 'import-preview')

    const rejected = await download(page, () =>
      page.getByRole('button', { name: 'Baixar 3 linhas com problema' }).click(),
    )
    const text = rejected.bytes.toString('utf8')
    expect(text.trim().split(/\r?\n/)).toHaveLength(4)
    expect(text).toContain('Motivo')

    await page.getByRole('button', { name: 'Importar 197 produtos' }).click()
    await expect(page.getByText('Importação concluída')).toBeVisible()
    await page.getByRole('link', { name: 'Ver produtos' }).click()
    await expect(page.getByText('Exibindo 1-10 de 197 registros')).toBeVisible()
    const [stored] = server.database.rows(
      `select count(*) as n from produtos where prod_xProd = 'Laje 0' and prod_vUnCOM = 15000`,
    )
    expect(stored).toEqual({ n: 1 })
    const logged = server.database.rows(
      `select resultado from action_logs where action_type = 'import_apply' order by resultado`,
    )
    expect(logged).toEqual([{ resultado: 'processing' }, { resultado: 'success' }])

    await page.getByRole('searchbox').fill('laje 19')
    await expect(page.getByText('Exibindo 1-10 de 12 registros')).toBeVisible()
    await page.getByRole('button', { name: 'Exportar 12 produtos' }).click()
    const { file, bytes } = await download(page, () => page.getByRole('menuitem', { name: /CSV/ }).click())
    expect(file.suggestedFilename()).toMatch(/^produtos-\d{4}-\d{2}-\d{2}\.csv$/)
    expect(bytes.subarray(0, 3), 'what tells spreadsheets that it is UTF-8').toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const lines = bytes.toString('utf8').trim().split(/\r\n/)
    expect(lines).toHaveLength(13)
    expect(lines.find((line) => line.includes('Laje 190'))).toContain('191,50')
  },
)

test('5,000 products with mistakes of every kind: the good ones go in, the bad ones come back and go in once mended', async ({
  page,
  server,
}) => {
  test.setTimeout(240_000)
  await openImport(page, server)
  const bad: Record<number, Partial<Record<'name' | 'price' | 'ncm' | 'code' | 'ean', string>>> = {
    10: { ncm: '99999999' },
    500: { price: 'doze reais' },
    1234: { ean: '7891234567890' },
    2500: { name: '' },
    3000: { code: 'LJ-7' }, // a second row with this code
    4999: { price: '-1,00' },
  }
  const row = (line: number, { name, price, ncm, code, ean } = bad[line] ?? {}) =>
    [
      name ?? `Laje ${line}`,
      price ?? `"${line},50"`,
      ncm ?? '6810.91.00',
      code ?? `LJ-${line}`,
      ean ?? 'SEM GTIN',
    ].join(';')
  const head = 'Descrição;Valor unitário;NCM;Código;EAN'
  await upload(page, 'tabela.csv', [head, ...Array.from({ length: 5000 }, (_, at) => row(at + 2))].join('\r\n'))
  await expect(page.getByRole('button', { name: 'Importar 4.994 produtos' })).toBeVisible({ timeout: 120_000 })

  const rejected = await download(page, () =>
    page.getByRole('button', { name: 'Baixar 6 linhas com problema' }).click(),
  )
  const lines = rejected.bytes.toString('utf8').trim().split(/\r?\n/)
  expect(lines).toHaveLength(7)
  for (const line of lines.slice(1)) expect(line, 'each with its reason').toMatch(/\S+ \S+ \S+/)
  await page.getByRole('button', { name: 'Importar 4.994 produtos' }).click()
  await expect(page.getByText('Importação concluída')).toBeVisible({ timeout: 120_000 })

  await page.goto(`${server.url}/app/products/import`)
  const mended = Object.keys(bad).map((line) => row(Number(line), {}))
  await upload(page, 'tabela-corrigida.csv', [head, ...mended].join('\r\n'))
  await page.getByRole('button', { name: 'Importar 6 produtos' }).click()
  await expect(page.getByText('Importação concluída')).toBeVisible()
  await page.getByRole('link', { name: 'Ver produtos' }).click()
  await expect(page.getByText('Exibindo 1-10 de 5.000 registros')).toBeVisible()
})

test('the same file again changes nothing, and a cancelled import leaves nothing behind', async ({ page, server }) => {
  const { admin, path } = await openImport(page, server)
  await admin.create(path('products'), product('P0', { prod_vUnCOM: '12.5000' }))
  await upload(page, 'iguais.csv', 'código;valor unitário\r\nP0;12,50\r\n')
  await expect(page.getByText('Tudo nesta planilha já está cadastrado exatamente assim.')).toBeVisible()
  await page.getByRole('button', { name: 'Importar outra planilha' }).click()

  await upload(page, 'novos.csv', 'código;descrição\r\nN1;Novo um\r\nN2;Novo dois\r\n')
  await expect(page.getByRole('button', { name: 'Importar 2 produtos' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar importação' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar importação' }).click()
  await expect(page.getByRole('status').getByText('Nada desta planilha foi gravado.')).toBeVisible()
  expect(server.database.rows('select count(*) as n from produtos')[0]).toEqual({ n: 1 })
  await expect(page.getByRole('row', { name: /novos\.csv/ })).toContainText('Cancelada')
})
