import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { done, problem, showScreens, startServer } from '@/testing'
import { IbptTable } from './ibpt-table'

const none = {
  ...{ situacao: 'sem_tabela', uf: null, versao: null, fonte: null, vigencia_inicio: null, vigencia_fim: null },
  ...{ nome_arquivo: null, linhas: null, created_at: null },
}
const table = {
  ...{ situacao: 'em_vigor', uf: 'SP', versao: '26.2.B', fonte: 'IBPT/empresometro.com.br' },
  ...{ vigencia_inicio: '2026-10-20', vigencia_fim: '2026-12-31', nome_arquivo: 'TabelaIBPTaxSP26.2.B.csv' },
  ...{ linhas: 12163, created_at: '2026-11-28T12:00:00Z' },
}
let stored: object = none
const { server, calls } = startServer(
  http.get('*/api/companies/a/ibpt', () => HttpResponse.json(stored)),
  http.put('*/api/companies/a/ibpt', () => {
    stored = table
    return HttpResponse.json(table)
  }),
  http.delete('*/api/companies/a/ibpt', () => {
    stored = none
    return done()
  }),
)

const file = new File(['codigo;ex'], 'TabelaIBPTaxSP26.2.B.csv')
async function open(current: object) {
  stored = current
  showScreens('/', [{ path: '*', element: <IbptTable company="a" /> }])
  return screen.findByLabelText(/: arquivo$/)
}

it('sends the table that is chosen under its name, and takes it away when that is sure', async () => {
  const field = await open(none)
  expect(screen.getByText(/^Sem a tabela as notas só dizem os tributos aproximados/)).toBeVisible()
  await userEvent.upload(field, file)
  expect(await screen.findByText('Versão 26.2.B, em vigor até 31/12/2026. 12.163 NCM.')).toBeVisible()
  expect(calls[0]?.headers.get('X-File-Name')).toBe('TabelaIBPTaxSP26.2.B.csv')
  await userEvent.click(screen.getByRole('button', { name: 'Tirar tabela' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Tirar tabela' }))
  expect(await screen.findByText(/^Sem a tabela/)).toBeVisible()
})

it('says at the file why it was refused, and keeps the one before', async () => {
  const sentence = 'Esta tabela do IBPT é de RJ, e a empresa é de SP. Envie a de SP.'
  server.use(http.put('*/api/companies/a/ibpt', () => problem(422, 'invalid', sentence)))
  const field = await open({ ...table, situacao: 'vencida' })
  expect(screen.getByText(/^A versão 26\.2\.B venceu em 31\/12\/2026/)).toBeVisible()
  await userEvent.upload(field, file)
  expect(await screen.findByRole('group', { name: 'Tabela nova do IBPT' })).toHaveAccessibleDescription(sentence)
})
