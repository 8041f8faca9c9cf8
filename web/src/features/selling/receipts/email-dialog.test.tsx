import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { Receipt, ReceiptEmails } from '@/api'
import { problem, tagged } from '@/testing'
import { another, emails, nota, receipt, showReceipts, startTestServer } from './testing'

const { server, calls } = startTestServer()

type Email = ReceiptEmails['items'][number]
const email = (changes: Partial<Email> = {}): Email => ({
  ...{ id: 'm1', para: 'compras@horizonte.example', estado: 'enviado', texto: null, automatico: false },
  ...{ created_at: '2026-11-20T18:43:00Z', fim_em: '2026-11-20T18:43:02Z' },
  ...changes,
})
const has = (changes: Partial<ReceiptEmails>) =>
  server.use(http.get('*/api/companies/a/receipts/:rid/emails', () => HttpResponse.json(emails(changes))))
const answers = (respond: Parameters<typeof http.post>[1]) =>
  server.use(http.post('*/api/companies/a/receipts/:rid/emails', respond))

function open(each: Receipt = receipt()) {
  server.use(http.get(`*/api/companies/a/receipts/${each.nota.id}`, () => tagged(each)))
  showReceipts(`/app/receipts/${each.nota.id}`)
  return userEvent.setup()
}
async function openDialog(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Enviar por e-mail' }))
  return screen.findByRole('dialog', { name: 'Enviar a nota por e-mail' })
}

it('sends to the client, and to more', async () => {
  answers(() => HttpResponse.json(emails({ items: [email({ estado: 'enviando', fim_em: null })] }), { status: 202 }))
  const user = open()
  const dialog = await openDialog(user)
  const field = await within(dialog).findByRole('textbox', { name: /E-mail/ })
  expect(field).toHaveValue('compras@horizonte.example')
  await user.type(field, ', frete@rapido.example')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('A nota vai por e-mail')).toBeVisible()
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ para: 'compras@horizonte.example, frete@rapido.example' })
  expect(calls[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
})

it('says at the field what is wrong with an address, and what else is refused', async () => {
  const message = 'Digite um e-mail completo, como nome@empresa.com.br.'
  const errors = [{ field: 'para', message }]
  answers(() => problem(422, 'invalid', 'Confira os campos.', { errors }))
  const user = open()
  const dialog = await openDialog(user)
  await user.click(await within(dialog).findByRole('button', { name: /^Enviar/ }))
  await waitFor(() => expect(within(dialog).getByRole('textbox')).toHaveAccessibleDescription(message))
  answers(() => problem(429, 'limited', 'Cada pessoa envia no máximo 30 e-mails de notas em uma hora.'))
  await user.click(within(dialog).getByRole('button', { name: /^Enviar/ }))
  expect(await screen.findByText(/no máximo 30 e-mails/)).toBeVisible()
})

it('offers files and WhatsApp where this installation sends no e-mail', async () => {
  has({ disponivel: false })
  const user = open()
  const dialog = await openDialog(user)
  expect(await within(dialog).findByText(/ainda não envia e-mails/)).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Baixar XML' })).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Abrir PDF' })).toBeVisible()
  const link = within(dialog).getByRole('link', { name: 'Mandar pelo WhatsApp' })
  const address = () => new URL(link.getAttribute('href') ?? '')
  expect(address().host + address().pathname).toBe('wa.me/5519999990000')
  await waitFor(() => {
    const text = address().searchParams.get('text')
    expect(text).toContain('NFC-e 1.284 de Lajes Boa Vista Ltda')
    expect(text).toContain(nota.chave)
    expect(text).toMatch(/\nhttps?:\/\/\S+p=\d{44}/)
  })
})

it('says what became of each, and sends one that failed again', async () => {
  const texto = 'O servidor de e-mail não aceitou a mensagem para este endereço (resposta 550).'
  has({
    items: [
      email({ id: 'm3', para: 'obra@errado.example', estado: 'falhou', texto }),
      email({ id: 'm2', automatico: true }),
    ],
  })
  const user = open()
  const card = await screen.findByRole('list', { name: 'E-mail' })
  expect(within(card).getByText('Enviada para compras@horizonte.example')).toBeVisible()
  expect(within(card).getByText(/ao ser autorizada/)).toBeVisible()
  expect(within(card).getByText(texto)).toBeVisible()
  await user.click(within(card).getByRole('button', { name: 'Enviar de novo' }))
  const dialog = await screen.findByRole('dialog', { name: 'Enviar a nota por e-mail' })
  expect(await within(dialog).findByRole('textbox')).toHaveValue('obra@errado.example')
})

it('sends nothing that is not authorised, and shows what went before it was cancelled', async () => {
  has({ items: [email({ estado: 'falhou', texto: 'Esta nota foi cancelada.' })] })
  open(receipt({ nota: another(1290, { estado: 'cancelada' }) }))
  const card = await screen.findByRole('list', { name: 'E-mail' })
  expect(within(card).queryByRole('button')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Enviar por e-mail' })).not.toBeInTheDocument()
})
