import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import type { XmlMonth } from '@/api'
import { problem } from '@/testing'
import { showReceipts, startTestServer } from './testing'
import { monthsUntil } from './xml-month-dialog'

const { server, calls, asked } = startTestServer()

const month: XmlMonth = {
  ...{ id: 'm1', ambiente: 'producao', mes: '2026-10', estado: 'preparando', notas: 0, erro: null },
  ...{ created_at: '2026-11-20T12:00:00Z', pronta_em: null, guardada_ate: null, arquivos: [] },
}
const ready: XmlMonth = {
  ...{ ...month, estado: 'pronta', notas: 1284, pronta_em: '2026-11-20T12:00:09Z' },
  ...{ guardada_ate: '2026-11-27T12:00:09Z' },
  arquivos: [
    { n: 1, tamanho: 12_300_000 },
    { n: 2, tamanho: 340_000 },
  ],
}

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:1')
  URL.revokeObjectURL = vi.fn()
})

async function ask() {
  const user = userEvent.setup()
  showReceipts('/app/receipts')
  await user.click(await screen.findByRole('button', { name: 'Baixar XML do mês' }))
  const dialog = await screen.findByRole('dialog', { name: 'XML do mês' })
  await user.click(within(dialog).getByRole('button', { name: 'Preparar os arquivos' }))
  return { user, dialog }
}

it('offers the months up to this one, over the turn of a year', () => {
  expect(monthsUntil(new Date(2026, 0, 31)).slice(0, 3)).toEqual([
    { value: '2026-01', label: 'janeiro de 2026' },
    { value: '2025-12', label: 'dezembro de 2025' },
    { value: '2025-11', label: 'novembro de 2025' },
  ])
})

it('has the month that ended made, waits for it and gives out its files', async () => {
  let answers = 0
  server.use(
    http.post('*/api/companies/a/receipts/xml-month', () => HttpResponse.json(month, { status: 202 })),
    http.get('*/api/companies/a/receipts/xml-month/m1', () => HttpResponse.json(++answers < 2 ? month : ready)),
    http.get(
      '*/api/companies/a/receipts/xml-month/m1/files/2',
      () => new HttpResponse('PK', { headers: { 'content-disposition': 'attachment; filename="2026-10-2.zip"' } }),
    ),
  )
  const { user, dialog } = await ask()
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ mes: monthsUntil(new Date())[1]?.value })
  expect(
    await within(dialog).findByText(/^Pronto: 1\.284 notas\. Guardado até 27\/11\/2026/, {}, { timeout: 4_000 }),
  ).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Baixar 2 de 2 (340 KB)' }))
  expect(await screen.findByText('2026-10-2.zip')).toBeVisible()
})

it('says why a month could not be made', async () => {
  server.use(
    http.post('*/api/companies/a/receipts/xml-month', () => HttpResponse.json(month, { status: 202 })),
    http.get('*/api/companies/a/receipts/xml-month/m1', () =>
      HttpResponse.json({ ...month, estado: 'falhou', erro: 'O disco está cheio.' }),
    ),
  )
  const { dialog } = await ask()
  expect(await within(dialog).findByText('O disco está cheio.')).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Preparar os arquivos' })).toBeEnabled()
})

it('says who may ask for it', async () => {
  server.use(
    http.post('*/api/companies/a/receipts/xml-month', () => problem(403, 'forbidden', 'Só um gerente pede os XML.')),
  )
  await ask()
  expect(await screen.findByText('Só um gerente pede os XML.')).toBeVisible()
})

it('exports exactly what the list shows', async () => {
  const user = userEvent.setup()
  server.use(
    http.get(
      '*/api/companies/a/receipts/export',
      () => new HttpResponse('x', { headers: { 'content-disposition': 'attachment; filename="notas.csv"' } }),
    ),
  )
  showReceipts('/app/receipts?status=canceladas&search=52998224725')
  await user.click(await screen.findByRole('button', { name: 'Exportar 1 nota' }))
  await user.click(await screen.findByRole('menuitem', { name: /CSV/ }))
  await waitFor(() =>
    expect(asked).toContainEqual({
      path: '/api/companies/a/receipts/export',
      query: { situacao: 'canceladas', search: '52998224725', format: 'csv' },
    }),
  )
})
