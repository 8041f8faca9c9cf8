// What a screen asks for first is asked for before the program has come, and only once.
import { EARLY_DATA } from '../../web/src/app/early-data.ts'
import { paths } from '../../web/src/app/paths.ts'
import { cpf } from '../../api/tests/helpers/people.ts'
import { enterCompany, expect, product, test } from '../helpers.ts'

test('a first visit asks for the first data of its screen early, and once', async ({ page, server }) => {
  const { admin, company, path } = await enterCompany(page, server)
  const made = await admin.create(path('products'), product('L-1'))
  const client = await admin.create('/api/people', { pessoa_tipo: 1, cpf_cnpj: cpf(), razao_social: 'Ana Alves' })
  const budget = await admin.create(path('budgets'), { cliente_id: client.id, data_orcamento: '2026-11-20' })
  const records: Record<string, string> = {
    companies: company.id,
    products: made.id,
    people: client.id,
    budgets: budget.id,
  }
  await page.route('**/api/events', () => undefined) // a stream that opens late has everything read again
  for (const [address, data] of Object.entries(EARLY_DATA)) {
    const id = records[address.split('/')[2] ?? ''] ?? ''
    if (address === paths.receipts.one(':id')) continue // needs a certificate; asked for like the other records
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url().slice(server.url.length)))
    await page.goto(server.url + address.replace(':id', id))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect
      .poll(() =>
        page.evaluate(() => [...(window as unknown as { balcaoEarly: Map<string, unknown> }).balcaoEarly.keys()]),
      )
      .toEqual([])
    const wanted = data.replace('{company}', company.id).replace('{id}', id)
    expect(
      asked.filter((each) => each === wanted),
      address,
    ).toHaveLength(1)
    expect(
      asked.filter((each) => each === '/api/session'),
      address,
    ).toHaveLength(1)
    page.removeAllListeners('request')
  }
})
