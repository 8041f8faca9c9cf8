import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { boaVista, problem, showScreens, startServer, tagged } from '@/testing'
import SaleSettingsPage from './sale-settings-page'

const settings = {
  ...{
    contingencia_apos_s: 10,
    exige_caixa: 'N',
    desconto_operador: '5.00',
    operador_cancela: 'N',
    qr: 2,
    nfe_por_email: 'N',
  },
  ...{ inutilizar_auto: 'S', imprimir_sempre: 'S', vias_contingencia: 2, ind_pres: 1, pix: null },
  ...{ credenciadoras: [], padroes_balanca: ['2CCCCCCPPPPPD'] },
}
const noTable = {
  ...{ situacao: 'sem_tabela', uf: null, versao: null, fonte: null, vigencia_inicio: null, vigencia_fim: null },
  ...{ nome_arquivo: null, linhas: null, created_at: null },
}
const { server, calls } = startServer(
  http.get('*/api/companies/a/sale-settings', () => tagged(settings, '"0"')),
  http.get('*/api/companies/a/ibpt', () => HttpResponse.json(noTable)),
  http.get('*/api/companies/a/contingency', () => tagged({ modo: 'automatica', ativa: false, motivo: null }, '"3"')),
  http.put('*/api/companies/a/contingency', () => tagged({ modo: 'perguntar', ativa: false, motivo: null }, '"4"')),
)
const sent = (at: number) => JSON.parse(calls[at]?.body ?? 'null') as unknown

async function open() {
  showScreens('/app/sale-settings', [{ path: '*', element: <SaleSettingsPage /> }], {
    role: 'admin',
    company: boaVista,
  })
  await screen.findByRole('textbox', { name: 'Chave Pix' })
  return userEvent.setup()
}

it('saves what was changed with all the rest as it was', async () => {
  const pix = { chave: '11222333000181', nome: 'LAJES BOA VISTA', cidade: 'CAMPINAS' }
  const credenciadoras = [{ nome: 'Cielo', cnpj: '01027058000191' }]
  server.use(
    http.put('*/api/companies/a/sale-settings', () =>
      tagged({ ...settings, pix, credenciadoras, exige_caixa: 'S' }, '"1"'),
    ),
  )
  const user = await open()
  await user.type(screen.getByRole('textbox', { name: 'Chave Pix' }), pix.chave)
  await user.type(screen.getByRole('textbox', { name: 'Nome de quem recebe' }), pix.nome)
  await user.type(screen.getByRole('textbox', { name: 'Cidade de quem recebe' }), pix.cidade)
  await user.click(screen.getByRole('button', { name: 'Adicionar credenciadora' }))
  await user.type(screen.getByRole('textbox', { name: 'Credenciadora 1: Nome' }), 'Cielo')
  await user.click(screen.getByRole('textbox', { name: 'Credenciadora 1: CNPJ' }))
  await user.paste('01.027.058/0001-91')
  await user.click(screen.getByRole('switch', { name: /caixa aberto/ }))
  await user.click(screen.getByRole('button', { name: /^Salvar/ }))
  expect(await screen.findByText('Configurações de venda salvas')).toBeVisible()
  expect(calls[0]?.headers.get('If-Match')).toBe('"0"')
  expect(sent(0)).toEqual({ ...settings, pix, credenciadoras, exige_caixa: 'S' })
})

it('shows at its field what the server refused inside Pix and the labels', async () => {
  const errors = [
    { field: 'pix.chave', message: 'Digite a chave.' },
    { field: 'padroes_balanca.0', message: 'Um formato tem 13 lugares.' },
  ]
  server.use(
    http.put('*/api/companies/a/sale-settings', () => problem(422, 'invalid', 'Confira os campos.', { errors })),
  )
  const user = await open()
  await user.click(screen.getByRole('button', { name: /^Salvar/ }))
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Chave Pix' })).toHaveAccessibleDescription('Digite a chave.'),
  )
  expect(screen.getAllByText('Um formato tem 13 lugares.', { exact: false }).length).toBeGreaterThan(0)
})

it('changes at once what happens when SEFAZ does not answer', async () => {
  const user = await open()
  await user.click(await screen.findByRole('radio', { name: 'Perguntar' }))
  expect(await screen.findByText('Contingência mudada')).toBeVisible()
  expect(calls[0]?.headers.get('If-Match')).toBe('"3"')
  expect(sent(0)).toEqual({ modo: 'perguntar', ativa: false, motivo: null })
})
