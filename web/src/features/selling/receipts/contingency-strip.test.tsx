import { screen } from '@testing-library/react'
import { http } from 'msw'
import { expect, it } from 'vitest'
import type { Contingency } from '@/api'
import { showScreens, startServer, tagged } from '@/testing'
import { ContingencyStrip } from './contingency-strip'

const away: Contingency = {
  ...{ ambiente: 'producao', modo: 'automatica', ativa: false, motivo: null, esperando: 3 },
  agora: { causa: 'fora', desde: '2026-11-20T18:42:00Z', texto: 'SEFAZ fora do ar desde 15:42.', perguntar: false },
  ...{ impedimentos: [], aviso: null, lembretes: [] },
}

const { server, asked } = startServer(http.get('*/api/companies/a/contingency', () => tagged(away)))

const show = () => showScreens('/', [{ path: '/', element: <ContingencyStrip companyId="a" /> }])

it('says since when and why, and how many wait', async () => {
  show()
  expect(await screen.findByRole('region', { name: 'Contingência' })).toHaveTextContent(
    'SEFAZ fora do ar desde 15:42. Vendendo em contingência: 3 notas esperam envio.',
  )
  expect(screen.getByRole('link', { name: 'Ver as 3 notas' })).toHaveAttribute(
    'href',
    '/app/receipts?empresa=a&status=contingencia',
  )
})

it('says that the clerk chooses', async () => {
  const agora = away.agora && { ...away.agora, perguntar: true }
  server.use(http.get('*/api/companies/a/contingency', () => tagged({ ...away, agora, esperando: 0 })))
  show()
  expect(await screen.findByRole('region', { name: 'Contingência' })).toHaveTextContent('O caixa escolhe, a cada venda')
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
})

it('is not there while sales go to SEFAZ', async () => {
  server.use(http.get('*/api/companies/a/contingency', () => tagged({ ...away, agora: null, esperando: 0 })))
  const { client } = show()
  await expect.poll(() => asked.length > 0 && client.isFetching() === 0).toBe(true)
  expect(screen.queryByRole('region', { name: 'Contingência' })).not.toBeInTheDocument()
})
