import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { sales, sheet, showReport, startTestServer } from './testing'

const { server, asked } = startTestServer()
const region = (name: string) => screen.getByRole('region', { name })

describe('Análise Fiscal', () => {
  it('shows the taxes of the period by CFOP, and by what one chooses', async () => {
    const { search } = showReport('/app/reports/fiscal')
    const table = await screen.findByRole('region', { name: 'Por CFOP, em números' })
    expect(within(table).getByRole('row', { name: /^5102 900 72\.095,30/ })).toBeVisible()
    expect(within(table).getByRole('row', { name: /^Total 900 72\.095,30/ })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Tudo' }))
    expect(search()).toBe('?ver=tudo')
    const all = within(region('Cada combinação, em números'))
    expect(all.getByRole('row', { name: /^5102 102 68109900 Sem alíquota SP 900/ })).toBeVisible()
    expect(screen.getByText('Só as 500 combinações de maior valor. Exporte para ter todas.')).toBeVisible()
  })

  it('writes a rate as people do', async () => {
    showReport('/app/reports/fiscal?ver=aliquota')
    const table = await screen.findByRole('region', { name: 'Por alíquota do ICMS, em números' })
    expect(within(table).getByRole('row', { name: /^18 % 900/ })).toBeVisible()
  })
})

describe('Clientes', () => {
  it('shows who buys, how much each is of all, and who no longer comes', async () => {
    showReport('/app/reports/clients')
    const curve = await screen.findByRole('slider', { name: 'Curva ABC dos clientes' })
    expect(curve.getAttribute('aria-valuetext')).toMatch(/^Construtora Alvorada: R\$\s900,00, .*classe A/)
    const best = within(region('Quem mais compra'))
    expect(
      best.getByRole('row', { name: /^Construtora Alvorada 3 300,00 20\/11\/2026 900,00 90,0\s%\s?A$/ }),
    ).toBeVisible()
    expect(best.getByRole('link', { name: /Vendas sem cliente nem CPF/ })).toHaveAttribute(
      'href',
      expect.stringContaining('cliente=-'),
    )
    const gone = within(region('Não compram há 90 dias'))
    expect(gone.getByRole('link', { name: 'Ana Araújo' })).toHaveAttribute('href', '/app/people/k9/edit')
  })
})

describe('Fechamento do mês', () => {
  it('begins with the month that has ended, and says what keeps it open', async () => {
    showReport('/app/reports/closing?mes=2026-10')
    expect(await screen.findByText(/1 nota sem fim/)).toBeVisible()
    expect(asked.find(({ path }) => path.endsWith('/closing'))?.query).toEqual({ mes: '2026-10' })
    expect(screen.getByText('Série 1 de NFC-e: 1.300')).toBeVisible()
    expect(screen.getByText('Série 1 de NFC-e: 1.400 a 1.401')).toBeVisible()
    expect(screen.getByRole('row', { name: /^65 · 1 1\.200 1\.640 430 6 2 1 2 1\.000,00 70\.000,00$/ })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Abrir Números' })).toHaveAttribute(
      'href',
      '/app/receipts/numbers?empresa=a',
    )
  })

  it('counts NF-e of entry apart, once there are any', async () => {
    const [first] = sheet.series
    const series = [first, { ...first, modelo: 55, entradas: { quantidade: 3, valor: '410.00' } }]
    server.use(http.get('*/reports/closing', () => HttpResponse.json({ ...sheet, series })))
    showReport('/app/reports/closing?mes=2026-10')
    expect(
      await screen.findByRole('row', { name: /^55 · 1 .* 430 6 3 2 1 2 1\.000,00 410,00 70\.000,00$/ }),
    ).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'Entradas' })).toBeVisible()
    expect(screen.getByText('Série 1 de NFC-e: 1.300')).toBeVisible()
    expect(screen.getByText('Série 1 de NF-e: 1.300')).toBeVisible()
  })

  it('says that nothing is left to do, and has the ZIP of that month', async () => {
    const series = sheet.series.map((each) => ({ ...each, faltam: 0, intervalos: [] }))
    server.use(http.get('*/reports/closing', () => HttpResponse.json({ ...sheet, series, pendentes: 0 })))
    showReport('/app/reports/closing?mes=2026-10')
    expect(await screen.findByText(/o mês pode fechar/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Arquivos XML (ZIP)' }))
    expect(await screen.findByRole('dialog')).toHaveTextContent(/Preparar|XML/)
  })

  it('knows no month that is none', async () => {
    showReport('/app/reports/closing?mes=2026-13')
    await screen.findByText(/1 nota sem fim/)
    expect(asked.find(({ path }) => path.endsWith('/closing'))?.query.mes).toMatch(/^\d{4}-(0[1-9]|1[0-2])$/)
  })
})

describe('Todas as empresas', () => {
  it('puts the companies beside each other, with their sum, and each leads to its report', async () => {
    server.use(
      http.get('*/api/companies/b/reports/sales', () =>
        HttpResponse.json({ ...sales, total: { ...sales.total, faturado: '17.10' }, variacao: null }),
      ),
    )
    showReport('/app/reports/companies?de=2026-11-01&ate=2026-11-27')
    const table = within(await screen.findByRole('region', { name: 'Vendas' }))
    const rows = table.getAllByRole('row')
    expect(rows).toHaveLength(4)
    expect(rows[1]).toHaveTextContent(/440.*71\.482,90/)
    expect(rows[2]).toHaveTextContent(/17,10.*–$/)
    expect(rows[3]).toHaveTextContent(/^Total.*880.*71\.500,00/)
    expect(table.getAllByRole('link')[0]).toHaveAttribute(
      'href',
      '/app/reports/sales?empresa=a&de=2026-11-01&ate=2026-11-27',
    )
  })

  it('says which company did not come, and adds up the others', async () => {
    server.use(http.get('*/api/companies/b/reports/clients', () => HttpResponse.json({}, { status: 503 })))
    showReport('/app/reports/companies?ver=clientes')
    const table = within(await screen.findByRole('region', { name: 'Clientes' }, { timeout: 10_000 }))
    expect(table.getByRole('row', { name: /não carregou/ })).toBeVisible()
    expect(table.getByRole('row', { name: /^Total.*800,00/ })).toBeVisible()
  })
})
