import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showReport, startTestServer } from './testing'

startTestServer()

it('has the three specified reports, each with its button and a first look', async () => {
  showReport('/app/reports')
  for (const [name, to] of [
    ['Gerar Relatório de Vendas', 'sales'],
    ['Gerar Análise Fiscal', 'fiscal'],
    ['Gerar Relatório de Clientes', 'clients'],
    ['Abrir o fechamento', 'closing'],
  ] as const)
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', `/app/reports/${to}?empresa=a`)
  expect(await screen.findByRole('slider', { name: 'Vendas por período' })).toBeVisible()
  expect(await screen.findByRole('list', { name: 'Impostos do mês' })).toHaveTextContent(/ICMSR\$\s?1\.200,00|ICMS/)
  expect(await screen.findByRole('link', { name: /Construtora Alvorada/ })).toHaveAttribute(
    'href',
    '/app/receipts?empresa=a&de=2026-11-01&ate=2026-11-27&cliente=k1&status=autorizadas',
  )
})

it('asks for a company first', () => {
  showReport('/app/reports/sales', null)
  expect(screen.getByText('Escolha no alto da tela a empresa cujos relatórios você quer ver.')).toBeVisible()
})
