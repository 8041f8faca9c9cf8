import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { GoodsReturn, Returnable } from '@/api'
import { boaVista, pageOf, problem, showScreens, startServer } from '@/testing'
import ReturnDialog from './return-dialog'
import ReturnPage from './return-page'
import ReturnsPage from './returns-page'

const laje = {
  ...{ ordem: 0, cProd: 'LJ', descricao: 'Laje treliçada H8', unidade: 'M2', quantidade: '3.0000' },
  ...{ devolvida: '0.0000', resta: '3.0000', pago: '0.95', valor_devolvido: '0.00' },
}
const vigota = {
  ...{ ordem: 1, cProd: 'VG', descricao: 'Vigota TR8', unidade: 'UN', quantidade: '2.0000' },
  ...{ devolvida: '2.0000', resta: '0.0000', pago: '82.00', valor_devolvido: '82.00' },
}
const returnable: Returnable = {
  ...{ nfce_id: 'n1', motivo: null, cancelavel_ate: null, itens: [laje, vigota], devolucoes: [] },
}
const made: GoodsReturn = {
  devolucao: {
    ...{ id: 'd1', ambiente: 'producao', venda_id: 'v1', nfce_id: 'n1', serie: 1, numero: 1284, motivo: 'Não serviu' },
    ...{ destino: 'credito', total: '0.63', estacao_id: null, sessao_id: null, nfe_chave: null, nfe_em: null },
    ...{ nfe_id: null, nfe_serie: null, nfe_numero: null, nfe_estado: null },
    ...{ user_id: 'u1', usuario: 'Marina Duarte', created_at: '2026-11-21T13:00:00Z' },
  },
  itens: [{ ...laje, quantidade: '2.0000', valor: '0.63' }],
  credito: { codigo: '7K3M9QXR', valor: '0.63', saldo: '0.63', validade: '2027-11-21' },
  nfe_motivo: 'Marque o credenciamento para NF-e em Pronto para emitir.',
}

const { server, calls } = startServer(
  http.get('*/api/companies/a/receipts/n1/returnable', () => HttpResponse.json(returnable)),
  http.get('*/api/companies/a/stations', () =>
    HttpResponse.json({ items: [{ id: 'e1', nome: 'Caixa 1', ativo: 'S', impressora: { caminho: 'rede' } }] }),
  ),
  http.post('*/api/companies/a/returns', () => HttpResponse.json(made, { status: 201 })),
  http.post('*/api/companies/a/stations/e1/vouchers', () => HttpResponse.json({ ok: true, texto: 'Impresso.' })),
  http.get('*/api/companies/a/returns', () => pageOf([made.devolucao])),
  http.get('*/api/companies/a/returns/d1', () => HttpResponse.json(made)),
)
beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('balcao-estacao:a', 'e1')
})
const sent = (end: string) =>
  calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => JSON.parse(body) as unknown)

const doing = { cancelled: 0, closed: 0 }
function open(at: string, company = boaVista) {
  Object.assign(doing, { cancelled: 0, closed: 0 })
  const dialog = (
    <ReturnDialog
      company="a"
      nota={{ id: 'n1', numero: 1284 }}
      onCancelInstead={() => (doing.cancelled += 1)}
      onClose={() => (doing.closed += 1)}
    />
  )
  showScreens(
    at,
    [
      { path: '/dialog', element: dialog },
      { path: '/app/receipts/returns', element: <ReturnsPage /> },
      { path: '/app/receipts/returns/:id', element: <ReturnPage /> },
    ],
    { company },
  )
  return userEvent.setup()
}

it('takes goods back for credit, says what for, and prints the paper', async () => {
  const user = open('/dialog')
  const back = await screen.findByRole('textbox', { name: 'Quanto volta de Laje treliçada H8' })
  const dialog = screen.getByRole('dialog', { name: 'Devolver mercadoria' })
  expect(back).toHaveFocus()
  expect(within(dialog).getByRole('textbox', { name: 'Quanto volta de Vigota TR8' })).toBeDisabled()
  await user.type(back, '2')
  expect(await within(dialog).findByText(/R\$\s0,63/)).toBeVisible()
  await user.type(within(dialog).getByRole('textbox', { name: /Motivo/ }), 'Não serviu{Enter}')
  await waitFor(() => expect(doing.closed).toBe(1))
  expect(sent('/returns')).toMatchObject([
    {
      ...{ nfce_id: 'n1', destino: 'credito', motivo: 'Não serviu', estacao_id: null, total_visto: '0.63' },
      itens: [{ ordem: 0, quantidade: '2.0000' }],
    },
  ])
  expect(await screen.findByText(/Crédito 7K3M-9QXR, de R\$\s0,63/)).toBeInTheDocument()
  await waitFor(() => expect(sent('/vouchers')).toEqual([{ codigo: '7K3M9QXR', ambiente: 'producao' }]))
})

it('pays back out of this computer’s till, and takes all back at once', async () => {
  const user = open('/dialog')
  await user.click(await screen.findByRole('button', { name: 'Volta tudo' }))
  await user.click(screen.getByRole('radio', { name: 'Dinheiro' }))
  expect(screen.getByText('Sai do caixa de Caixa 1.')).toBeVisible()
  expect(screen.queryByRole('textbox', { name: /O crédito vale até/ })).not.toBeInTheDocument()
  await user.type(screen.getByRole('textbox', { name: /Motivo/ }), 'Defeito')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent('/returns')).toHaveLength(1))
  expect(sent('/returns')).toMatchObject([
    { destino: 'dinheiro', estacao_id: 'e1', validade: null, total_visto: '0.95', itens: [{ quantidade: '3.0000' }] },
  ])
})

it('offers cancelling while that is possible', async () => {
  const cancelavel_ate = '2026-11-20T19:12:09Z'
  server.use(
    http.get('*/api/companies/a/receipts/n1/returnable', () => HttpResponse.json({ ...returnable, cancelavel_ate })),
  )
  const user = open('/dialog')
  expect(await screen.findByText(/ainda pode ser cancelada, até \d\d:12/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancelar a nota' }))
  expect(doing.cancelled).toBe(1)
})

it('says why nothing may come back, and what the server refuses', async () => {
  server.use(
    http.post('*/api/companies/a/returns', () =>
      problem(422, 'invalid', 'Corrija.', {
        errors: [{ field: 'itens.0.quantidade', message: 'Restam 1 M2 deste item.' }],
      }),
    ),
  )
  const user = open('/dialog')
  await user.type(await screen.findByRole('textbox', { name: 'Quanto volta de Laje treliçada H8' }), '2')
  await user.type(screen.getByRole('textbox', { name: /Motivo/ }), 'Defeito{Enter}')
  expect((await screen.findAllByText('Restam 1 M2 deste item.'))[0]).toBeInTheDocument()
  expect(doing.closed).toBe(0)
})

it('of a receipt that was cancelled is not begun', async () => {
  const motivo = 'Esta nota foi cancelada: não há o que devolver.'
  server.use(
    http.get('*/api/companies/a/receipts/n1/returnable', () => HttpResponse.json({ ...returnable, motivo, itens: [] })),
  )
  open('/dialog')
  expect(await screen.findByText(motivo)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Devolver/ })).not.toBeInTheDocument()
})

it('lists what came back, and which NF-e of entry is missing', async () => {
  open('/app/receipts/returns')
  expect(await screen.findByText('Não serviu')).toBeVisible()
  expect(screen.getAllByText('Pendente')[0]).toBeVisible()
})

it('keeps the key of the NF-e of entry, and says what is wrong with it', async () => {
  let isWrong = true
  server.use(
    http.post('*/api/companies/a/returns/d1/entry-note', () =>
      isWrong
        ? problem(422, 'invalid', 'Corrija.', { errors: [{ field: 'nfe_chave', message: 'Esta chave não existe.' }] })
        : HttpResponse.json(made),
    ),
  )
  const user = open('/app/receipts/returns/d1')
  expect(await screen.findByText('7K3M-9QXR')).toBeVisible()
  const key = screen.getByRole('textbox', { name: 'Chave de acesso da NF-e' })
  await user.type(key, '3526{Enter}')
  expect(await screen.findByText('Esta chave não existe.')).toBeVisible()
  isWrong = false
  await user.type(key, '11{Enter}')
  expect(await screen.findByText('Chave salva')).toBeInTheDocument()
  expect(sent('/entry-note')).toEqual([{ nfe_chave: '3526' }, { nfe_chave: '352611' }])
})

const issued: GoodsReturn = {
  ...made,
  devolucao: { ...made.devolucao, nfe_id: 'e1', nfe_serie: 1, nfe_numero: 5, nfe_estado: 'enviando' },
  nfe_motivo: 'Esta devolução já tem a NF-e nº 5, série 1. Abra a nota.',
}
const shownAs = (change: Partial<GoodsReturn['devolucao']>, nfe_motivo: string | null = null) =>
  server.use(
    http.get('*/api/companies/a/returns/d1', () =>
      HttpResponse.json({ ...made, devolucao: { ...made.devolucao, ...change }, nfe_motivo }),
    ),
  )

it('says why no NF-e can be issued here, and keeps the sheet at hand', async () => {
  open('/app/receipts/returns/d1')
  expect(await screen.findByText(made.nfe_motivo ?? 'a reason')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Folha para o contador' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Emitir NF-e de devolução' })).not.toBeInTheDocument()
})

it('issues the NF-e of entry, and shows it on its way', async () => {
  let isIssued = false
  server.use(
    http.get('*/api/companies/a/returns/d1', () =>
      HttpResponse.json(isIssued ? issued : { ...made, nfe_motivo: null }),
    ),
    http.post('*/api/companies/a/returns/d1/entry-nfe', () => {
      isIssued = true
      return HttpResponse.json(issued, { status: 201 })
    }),
  )
  const user = open('/app/receipts/returns/d1')
  await user.click(await screen.findByRole('button', { name: 'Emitir NF-e de devolução' }))
  expect(await screen.findByText('NF-e 5, série 1 a caminho')).toBeInTheDocument()
  expect(sent('/entry-nfe')).toEqual([{ depois_de: null }])
  expect(await screen.findByText('A NF-e 5, série 1 está a caminho.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Abrir NF-e de devolução' })).toHaveAttribute(
    'href',
    expect.stringContaining('/receipts/e1'),
  )
  expect(screen.queryByRole('button', { name: 'Emitir NF-e de devolução' })).not.toBeInTheDocument()
  expect(screen.queryByRole('textbox', { name: 'Chave de acesso da NF-e' })).not.toBeInTheDocument()
})

it('names the one that was cancelled when it issues another, and says what the server refuses', async () => {
  shownAs({ nfe_id: 'e1', nfe_serie: 1, nfe_numero: 5, nfe_estado: 'cancelada' })
  server.use(
    http.post('*/api/companies/a/returns/d1/entry-nfe', () =>
      problem(422, 'emissao_bloqueada', 'A NFC-e foi cancelada depois da devolução.'),
    ),
  )
  const user = open('/app/receipts/returns/d1')
  expect(await screen.findByText('A NF-e 5, série 1 não vale mais: emita outra.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Emitir NF-e de devolução' }))
  expect(await screen.findByText('A NFC-e foi cancelada depois da devolução.')).toBeInTheDocument()
  expect(sent('/entry-nfe')).toEqual([{ depois_de: 'e1' }])
})

it.each([
  [{ nfe_estado: 'rejeitada' }, 'Recusada', /A NF-e 5, série 1 foi recusada/],
  [{ nfe_estado: 'autorizada', nfe_chave: '35'.repeat(22) }, 'Emitida', /NF-e 5, série 1, autorizada/],
])('shows how its NF-e stands: %o', async (change, badge, sentence) => {
  shownAs({ nfe_id: 'e1', nfe_serie: 1, nfe_numero: 5, ...change }, 'Esta devolução já tem a NF-e.')
  open('/app/receipts/returns/d1')
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.getAllByText(badge)[0]).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Chave de acesso da NF-e' })).not.toBeInTheDocument()
})
