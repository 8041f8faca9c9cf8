import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import type { MockInstance } from 'vitest'
import type { Receipt } from '@/api'
import { problem, tagged } from '@/testing'
import { another, asOperador, atStation, nota, receipt, refused, showReceipts, startTestServer } from './testing'

const { server, calls, asked } = startTestServer()

let opened: MockInstance<typeof window.open>
beforeEach(() => {
  opened = vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window)
  opened.mockClear()
  localStorage.clear()
})

const serve = (...receipts: Receipt[]) =>
  server.use(...receipts.map((each) => http.get(`*/api/companies/a/receipts/${each.nota.id}`, () => tagged(each))))

const open = (each: Receipt) => {
  serve(each)
  return showReceipts(`/app/receipts/${each.nota.id}`)
}

const LEFT_MS = 24.5 * 60_000
/** Authorised just now, with this much of its time left. */
const cancellable = (leftMs = LEFT_MS): Receipt => {
  const until = new Date(Date.now() + leftMs).toISOString()
  return receipt({
    nota: { ...nota, cancelavel_ate: until, dhRecbto: new Date(Date.now() - 60_000).toISOString() },
    acoes: [{ acao: 'cancel', ate: until }],
  })
}

it('shows the paper as it is printed, what was paid, the key and what happened', async () => {
  open(receipt())
  expect(await screen.findByRole('heading', { name: 'NFC-e 1.284' })).toBeVisible()
  const paper = await screen.findByRole('region', { name: 'A nota como é impressa' })
  expect(within(paper).getByText('Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica')).toBeVisible()
  expect(within(paper).getByRole('img', { name: 'QR Code da nota' })).toBeVisible()
  // The vector has no protocol, and so it may not look like a receipt.
  expect(within(paper).getAllByText('NÃO AUTORIZADA, SEM VALOR FISCAL')).toHaveLength(2)
  expect(screen.getByText('3526')).toBeVisible()
  expect(screen.getByText(/R\$\s4\.150,00/)).toBeVisible()
  expect(screen.getByText('Pagamento Instantâneo (PIX) - Estático')).toBeVisible()
  const line = screen.getByRole('list', { name: 'Linha do tempo' })
  expect(within(line).getAllByRole('listitem')[0]).toHaveTextContent('100 Autorizado o uso da NF-e')
  expect(within(line).getAllByRole('listitem')[0]).toHaveTextContent('resposta em 1,1 s')
})

it('says the alerts that SEFAZ authorised it with', async () => {
  const alertas = [
    { cMsg: '172', xMsg: 'CNPJ do destinatário irregular' },
    { cMsg: '9', xMsg: 'Outro' },
  ]
  open(receipt({ nota: { ...nota, cStat: 120, alertas } }))
  expect(await screen.findByText('Autorizada com alerta: CNPJ do destinatário irregular; Outro.')).toBeVisible()
  expect(screen.getByText('Alerta 172')).toBeVisible()
})

it('prints by Ctrl P at the station of this computer, a copy alone too', async () => {
  const printed = atStation(server)
  const user = userEvent.setup()
  open(receipt())
  await screen.findByRole('button', { name: /^Imprimir/ })
  await user.keyboard('{Control>}p{/Control}')
  await waitFor(() => expect(printed).toEqual(['n1284 null']))
  await user.click(screen.getByRole('button', { name: 'Outro papel' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Via do estabelecimento' }))
  await waitFor(() => expect(printed).toEqual(['n1284 null', 'n1284 estabelecimento']))
  expect(opened).not.toHaveBeenCalled()
})

it('offers other papers, and the paper itself where the browser prints nothing', async () => {
  const user = userEvent.setup()
  open(receipt())
  await user.click(await screen.findByRole('button', { name: 'Outro papel' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Folha A4' }))
  expect(await screen.findByText('Este navegador não imprime. Abra a nota e imprima por ela.')).toBeVisible()
  expect(asked).toContainEqual(expect.objectContaining({ query: { papel: 'a4', via: 'consumidor', reimpressao: 'N' } }))
  expect(JSON.parse(calls.at(-1)?.body ?? '')).toMatchObject({ via: 'consumidor', ok: false })
  await user.click(screen.getByRole('button', { name: 'Abrir para imprimir' }))
  await waitFor(() => expect(opened).toHaveBeenCalledTimes(1))
  expect(String(opened.mock.calls[0]?.[0])).toContain('/danfe?papel=80&via=consumidor')
})

it('offers no print before it is a receipt, and says so', async () => {
  open(receipt({ nota: another(1286, { estado: 'indefinida', nProt: null }) }))
  expect(await screen.findByText(/A SEFAZ não respondeu sobre a 1\.286/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Imprimir/ })).not.toBeInTheDocument()
  expect(screen.getByText(/A nota ainda não pode ser impressa/)).toBeVisible()
})

it('offers exactly what the server names', async () => {
  const user = userEvent.setup()
  const hanging = receipt({
    nota: another(1286, { estado: 'enviando', nProt: null }),
    acoes: [
      { acao: 'contingency', ate: null },
      { acao: 'check', ate: null },
    ],
  })
  const next = receipt({ nota: another(1287, { estado: 'contingencia', substitui: 'n1286' }) })
  serve(next)
  server.use(http.post('*/api/companies/a/receipts/n1286/contingency', () => tagged(next.nota, '"1"', 201)))
  const { path } = open(hanging)
  expect(await screen.findByRole('button', { name: 'Conferir agora' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cancelar nota…' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Emitir em contingência' }))
  await waitFor(() => expect(path()).toBe('/app/receipts/n1287'))
  expect(await screen.findByRole('link', { name: 'No lugar da 1.286' })).toBeVisible()
  expect(screen.getByRole('button', { name: /Imprimir as duas vias/ })).toBeVisible()
})

it('says why it was refused, where that is put right, and tries again', async () => {
  const user = userEvent.setup()
  const wrong = refused()
  server.use(
    http.post('*/api/companies/a/receipts/n1285/issue', () =>
      tagged({ ...wrong.nota, estado: 'enviando' }, '"4"', 202),
    ),
  )
  open(wrong)
  const card = await screen.findByRole('region', { name: 'A SEFAZ recusou a nota 1.285.' })
  expect(within(card).getByText(/O NCM do item não existe/)).toBeVisible()
  expect(within(card).getByText('O número 1.285 continua reservado para esta venda.')).toBeVisible()
  expect(within(card).getByRole('link', { name: 'Abrir produto' })).toHaveAttribute(
    'href',
    '/app/products/p2/edit?empresa=a&nota=n1285&campo=prod_NCM',
  )
  expect(within(card).getByText('Resposta completa da SEFAZ, código 778')).toBeVisible()
  await user.click(within(card).getByRole('button', { name: 'Tentar de novo' }))
  expect(await screen.findByText('A NFC-e 1.285 está com a SEFAZ.')).toBeVisible()
})

it('says with which number it goes on when trying again ends in contingency', async () => {
  const user = userEvent.setup()
  const next = receipt({ nota: another(1290, { estado: 'contingencia', substitui: 'n1285' }) })
  serve(next)
  server.use(http.post('*/api/companies/a/receipts/n1285/issue', () => tagged(next.nota, '"1"', 201)))
  const { path } = open(refused())
  await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }))
  expect(
    await screen.findByText('A 1.285 foi recusada e será inutilizada; a venda saiu como 1.290, em contingência.'),
  ).toBeVisible()
  expect(path()).toBe('/app/receipts/n1290')
})

it('asks about reprinting when what was handed out has another QR code now', async () => {
  const printed = atStation(server)
  const user = userEvent.setup()
  const wrong = refused({ nota: another(1285, { estado: 'contingencia_rejeitada', nProt: null }) })
  server.use(
    http.post('*/api/companies/a/receipts/n1285/issue', () =>
      tagged({ ...wrong.nota, estado: 'contingencia' }, '"4"', 202),
    ),
  )
  open(wrong)
  await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }))
  await user.click(await screen.findByRole('button', { name: 'Reimprimir' }))
  await waitFor(() => expect(printed).toEqual(['n1285 null']))
})

it.each(['S', 'N'])('lets an operador cancel only where the company says so: %s', async (operador_cancela) => {
  server.use(http.get('*/api/companies/a/sale-settings', () => tagged({ operador_cancela })))
  const one = cancellable()
  serve(one)
  showReceipts(`/app/receipts/${one.nota.id}`, asOperador)
  expect(await screen.findByRole('timer')).toBeVisible()
  if (operador_cancela === 'S') expect(await screen.findByRole('button', { name: 'Cancelar nota…' })).toBeVisible()
  else expect(screen.queryByRole('button', { name: 'Cancelar nota…' })).not.toBeInTheDocument()
  expect(screen.queryAllByText('Para cancelar esta nota, peça a um gerente.')).toHaveLength(
    operador_cancela === 'S' ? 0 : 1,
  )
})

it('tells an operador who gives a receipt up', async () => {
  const wrong = refused()
  serve(wrong)
  showReceipts(`/app/receipts/${wrong.nota.id}`, asOperador)
  expect(await screen.findByText('Para desistir da nota, peça a um gerente.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Desistir da nota' })).not.toBeInTheDocument()
})

it('gives up with a reason, and says when that has to wait', async () => {
  const user = userEvent.setup()
  server.use(
    http.post('*/api/companies/a/receipts/n1285/abandon', () =>
      problem(
        409,
        'numero_em_conferencia',
        'Ainda estamos conferindo se a SEFAZ recebeu a 1.285. Tente de novo às 15:58.',
      ),
    ),
  )
  open(refused())
  await user.click(await screen.findByRole('button', { name: 'Desistir da nota' }))
  const dialog = await screen.findByRole('dialog', { name: 'Desistir da nota' })
  await user.type(within(dialog).getByRole('textbox'), 'curto')
  await user.click(within(dialog).getByRole('button', { name: 'Desistir da nota' }))
  expect(await within(dialog).findByText('Faltam 10 letras.')).toBeVisible()
  expect(calls).toEqual([])
  await user.type(within(dialog).getByRole('textbox'), ', o cliente foi embora')
  await user.click(within(dialog).getByRole('button', { name: 'Desistir da nota' }))
  expect(await screen.findByText(/Tente de novo às 15:58/)).toBeVisible()
  expect(JSON.parse(calls.at(-1)?.body ?? '')).toEqual({ motivo: 'curto, o cliente foi embora' })
  // What was typed is not lost.
  expect(within(dialog).getByRole('textbox')).toHaveValue('curto, o cliente foi embora')
})

it('cancels with a reason while there is time, and says how much', async () => {
  const user = userEvent.setup()
  server.use(http.post('*/api/companies/a/receipts/n1284/cancel', () => tagged(nota, '"4"', 202)))
  open(cancellable())
  expect(await screen.findByRole('timer')).toHaveTextContent(
    /^Dá para cancelar até \d\d:\d\d, se a mercadoria ainda não saiu\. Restam 24 minutos\.$/,
  )
  await user.click(screen.getByRole('button', { name: 'Cancelar nota…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancelar a nota' })
  await user.type(within(dialog).getByRole('textbox'), 'Cliente desistiu da compra')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Cancelamento a caminho')).toBeVisible()
  expect(JSON.parse(calls.at(-1)?.body ?? '')).toEqual({ motivo: 'Cliente desistiu da compra' })
})

it('says that the time to cancel is over', async () => {
  open(receipt())
  expect(await screen.findByText(/O prazo para cancelar acabou/)).toBeVisible()
})

it('takes the XML of what SEFAZ authorised with another content', async () => {
  const user = userEvent.setup()
  const without = receipt({ nota: { ...nota, estado: 'autorizada_sem_xml' } })
  let isIn = false
  const accepts = (isAccepted: boolean) =>
    server.use(
      http.post('*/api/companies/a/receipts/n1284/xml', ({ request }) => {
        expect(request.headers.get('content-type')).toBe('application/xml')
        isIn = isAccepted
        return isAccepted ? tagged(nota) : problem(422, 'invalid', 'Este XML é de outra nota.')
      }),
    )
  accepts(false)
  open(without)
  server.use(http.get('*/api/companies/a/receipts/n1284', () => tagged(isIn ? receipt() : without)))
  const choice = await screen.findByLabelText('XML da nota: arquivo')
  expect(screen.queryByRole('button', { name: 'Baixar XML' })).not.toBeInTheDocument()
  await user.upload(choice, new File(['<outra/>'], 'outra.xml', { type: 'text/xml' }))
  expect(await screen.findByText('Este XML é de outra nota.')).toBeVisible()
  accepts(true)
  await user.upload(choice, new File(['<nfeProc/>'], 'nota.xml', { type: 'text/xml' }))
  expect(await screen.findByText('A NFC-e 1.284 já pode ser impressa.')).toBeVisible()
  expect(await screen.findByRole('region', { name: 'A nota como é impressa' })).toBeVisible()
})

it('says that there is no such receipt here', async () => {
  server.use(http.get('*/api/companies/a/receipts/gone', () => problem(404, 'not_found', 'Registro não encontrado.')))
  showReceipts('/app/receipts/gone')
  expect(await screen.findByRole('heading', { name: 'Nota não encontrada' })).toBeVisible()
})
