import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { toast } from '@/ui'
import { renderPages } from '@/ui/test-page'
import { currentToast } from '@/ui/toast/toast-store'
import ReportsPage from './reports-page'

it.each(['Gerar Relatório de Vendas', 'Gerar Análise Fiscal', 'Gerar Relatório de Clientes'])(
  'has the button “%s”, which says for 3000 ms that it is not there yet',
  async (name) => {
    toast.close()
    renderPages({ '/app/reports': <ReportsPage /> })
    await userEvent.click(screen.getByRole('button', { name }))
    expect(await screen.findByText('Funcionalidade não implementada ainda')).toBeVisible()
    expect(currentToast()?.duration).toBe(3000)
  },
)

it('keeps the places of its charts', () => {
  renderPages({ '/app/reports': <ReportsPage /> })
  for (const name of ['Vendas por período', 'Impostos por mês', 'Clientes que mais compram'])
    expect(screen.getByRole('heading', { name })).toBeVisible()
})
