import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { FiscalTables } from '@/api'
import { problem, showScreens, startServer } from '@/testing'
import FiscalTablesPage from './fiscal-tables-page'

const change: FiscalTables['mudancas'][number] = {
  id: 'm1',
  arquivo: 'ncm.csv',
  tipo: 'arquivo',
  nome_arquivo: 'Tabela_NCM.csv',
  dados_de: '2026-11-20',
  created_at: '2026-11-21T12:00:00Z',
  por: 'Marina Duarte',
  desfeita_em: null,
}
const tables: FiscalTables = {
  problema: null,
  revisao: 1,
  tabelas: [
    {
      arquivo: 'nfce-parametros.csv',
      origem: 'programa',
      dados_de: '2026-11-01',
      linhas: 53,
      conhecida_ate: '2026-12-31',
    },
    { arquivo: 'ncm.csv', origem: 'instalacao', dados_de: '2026-11-20', linhas: 10513, conhecida_ate: null },
  ],
  mudancas: [change],
}
const difference = {
  ...{ arquivo: 'ncm.csv', dados_de: '2026-11-20', novas: 1, mudadas: 0, retiradas: 0, produtos: 3 },
  linhas: [{ chave: '01012199', antes: null, depois: 'descricao: Cavalos' }],
}

const { server, calls } = startServer(
  http.get('*/api/fiscal-tables', () => HttpResponse.json(tables)),
  http.get('*/api/states', () => HttpResponse.json([])),
  http.post('*/api/fiscal-tables/check', () => HttpResponse.json(difference)),
  http.post('*/api/fiscal-tables', () => HttpResponse.json(tables, { status: 201 })),
  http.post('*/api/fiscal-tables/values', () => HttpResponse.json(tables, { status: 201 })),
)
const sent = (path: string) =>
  calls.filter((call) => call.path === path).map(({ body }) => JSON.parse(body) as Record<string, string>)

async function show() {
  showScreens('/app/fiscal-tables', [{ path: '*', element: <FiscalTablesPage /> }], { role: 'admin' })
  await screen.findByRole('table', { name: 'Tabelas fiscais' })
}

async function choose(...parts: BlobPart[]) {
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar arquivo: NCM' }))
  await userEvent.upload(await screen.findByLabelText(/: arquivo$/), new File(parts, 'nova.csv'))
}
const take = () => screen.getByRole('button', { name: 'Usar esta tabela' })

it('shows each table with its origin, age and size, and undoes a change by one click', async () => {
  const undone = { ...tables, mudancas: [{ ...change, desfeita_em: '2026-11-22T12:00:00Z' }] }
  server.use(http.post('*/api/fiscal-tables/changes/m1/undo', () => HttpResponse.json(undone)))
  await show()
  const row = (name: RegExp) => screen.getByRole('row', { name })
  expect(row(/^Regras e alíquotas/)).toHaveTextContent('Do programa01/11/20265331/12/2026')
  expect(row(/^NCM/)).toHaveTextContent('Enviada20/11/202610.513')
  await userEvent.click(screen.getByRole('button', { name: 'Desfazer: NCM: Tabela_NCM.csv' }))
  expect(await screen.findByText('Desfeita')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Desfazer/ })).not.toBeInTheDocument()
})

it('shows what a file changes before it is taken over', async () => {
  await choose('codigo,descricao\n01012199,Cavalos\n')
  expect(await screen.findByText('3 produtos usam as linhas que mudam.')).toBeVisible()
  const rows = screen.getByRole('table', { name: 'O que muda' })
  expect(within(rows).getByRole('row', { name: /01012199/ })).toHaveTextContent('Cavalos')
  expect(sent('/api/fiscal-tables')).toEqual([])
  await userEvent.click(take())
  expect(await screen.findByText('Tabela em uso.')).toBeVisible()
  expect(sent('/api/fiscal-tables')).toMatchObject([
    { arquivo: 'ncm.csv', conteudo: 'codigo,descricao\n01012199,Cavalos\n', nome_arquivo: 'nova.csv' },
  ])
})

it('shows every fault of a file, which cannot be taken over', async () => {
  const errors = ['Linha 2, coluna codigo: faltam números.', 'Linha 9: falta uma coluna.'].map((message) => ({
    field: 'conteudo',
    message,
  }))
  server.use(http.post('*/api/fiscal-tables/check', () => problem(422, 'invalid', 'Confira.', { errors })))
  await choose('codigo\n1\n')
  expect(await screen.findByText('2 erros no arquivo')).toBeVisible()
  for (const { message } of errors) expect(screen.getByText(message)).toBeVisible()
  expect(take()).toBeDisabled()
})

it.each([
  ['Latin-1', [new Uint8Array([0x63, 0xf3, 0x64])], /não é texto UTF-8/],
  ['a page of the web', ['\n<!doctype html><p>Erro</p>'], /página da internet/],
])('sends no %s', async (_, parts, sentence) => {
  await choose(...parts)
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(take()).toBeDisabled()
  expect(calls).toEqual([])
})

it('sends one value from a day on', async () => {
  await show()
  await userEvent.click(screen.getByRole('button', { name: /^Informar um valor/ }))
  await userEvent.type(await screen.findByLabelText(/^Quanto/), '8,8')
  await userEvent.type(screen.getByLabelText(/^Vale desde/), '01/01/2027')
  await userEvent.type(screen.getByLabelText(/^De onde vem/), 'Resolução 1')
  await userEvent.click(screen.getByRole('button', { name: /^Usar este valor/ }))
  await waitFor(() =>
    expect(sent('/api/fiscal-tables/values')).toEqual([
      {
        ...{ parametro: 'pCBS', uf: '*', ambiente: '*', alcance: 'sefaz' },
        ...{ desde: '2027-01-01', valor: '8.8000', fonte: 'Resolução 1' },
      },
    ]),
  )
})
