import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import type { ReceiptCorrections } from '@/api'
import { problem, tagged } from '@/testing'
import { another, asOperador, receipt, showReceipts, startTestServer } from '../testing'

const { server, calls } = startTestServer()

type Letter = ReceiptCorrections['items'][number]
const letter = (changes: Partial<Letter> = {}): Letter => ({
  ...{ id: 'c1', numero: 1, estado: 'registrado', texto: 'Unidade: M2', motivo: null, quem: 'Rafael Nogueira' },
  ...{ protocolo: '135260048172999', registrada_em: '2026-11-20T19:43:00Z', created_at: '2026-11-20T19:42:00Z' },
  ...changes,
})
const WHY = 'Carta de correção não muda valor, quantidade nem imposto.'
const corrections = (changes: Partial<ReceiptCorrections> = {}): ReceiptCorrections => ({
  ...{ numero: 1, motivo: null, ate: '2026-12-20T18:42:09Z', anterior: '', items: [] },
  assuntos: [
    { codigo: 'unidade', nome: 'Unidade', recusa: null },
    { codigo: 'pedido', nome: 'Pedido de compra', recusa: null },
    { codigo: 'valor', nome: 'Valor', recusa: WHY },
  ],
  ...changes,
})
const has = (changes: Partial<ReceiptCorrections>) =>
  server.use(http.get('*/api/companies/a/receipts/:rid/corrections', () => HttpResponse.json(corrections(changes))))
const answers = (respond: Parameters<typeof http.post>[1]) =>
  server.use(http.post('*/api/companies/a/receipts/:rid/corrections', respond))

const nfe = another(412, { modelo: 55 })
function open(company?: typeof asOperador) {
  server.use(http.get(`*/api/companies/a/receipts/${nfe.id}`, () => tagged(receipt({ nota: nfe }))))
  showReceipts(`/app/receipts/${nfe.id}`, company)
  return userEvent.setup()
}
async function openDialog(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Carta de correção' }))
  return screen.findByRole('dialog', { name: 'Carta de correção' })
}
async function choose(user: ReturnType<typeof userEvent.setup>, dialog: HTMLElement, at: number, name: string) {
  const list = within(dialog).getAllByRole('combobox', { name: /O que está errado/ })[at]
  if (list) await user.click(list)
  await user.click(await screen.findByRole('option', { name }))
}

it('corrects several things by one letter', async () => {
  has({})
  answers(() => HttpResponse.json(nfe, { status: 202 }))
  const user = open()
  const dialog = await openDialog(user)
  await choose(user, dialog, 0, 'Unidade')
  await user.type(within(dialog).getByRole('textbox', { name: /Como deve ser/ }), 'M2')
  await user.click(within(dialog).getByRole('button', { name: 'Corrigir mais alguma coisa' }))
  await choose(user, dialog, 1, 'Pedido de compra')
  await user.type(
    within(dialog)
      .getAllByRole('textbox', { name: /Como deve ser/ })
      .at(-1) ?? dialog,
    'OC 4411',
  )
  await user.click(within(dialog).getByRole('button', { name: /^Enviar carta/ }))
  expect(await screen.findByText('Carta de correção enviada')).toBeVisible()
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
    numero: 1,
    itens: [
      { assunto: 'unidade', texto: 'M2' },
      { assunto: 'pedido', texto: 'OC 4411' },
    ],
  })
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
})

it('says at once what a letter must not change, and at its field what the server refuses', async () => {
  has({ numero: 2, anterior: 'Unidade: M2' })
  const message = 'Com as cartas anteriores a correção tem 1200 letras, e cabem 1000: escreva menos.'
  answers(() => problem(422, 'invalid', 'Confira.', { errors: [{ field: 'itens.0.texto', message }] }))
  const user = open()
  const dialog = await openDialog(user)
  expect(within(dialog).getByText(/repetido nesta carta: Unidade: M2/)).toBeVisible()
  await choose(user, dialog, 0, 'Valor')
  expect(within(dialog).getByText(WHY)).toBeVisible()
  await choose(user, dialog, 0, 'Pedido de compra')
  const field = within(dialog).getByRole('textbox', { name: /Como deve ser/ })
  await user.type(field, 'OC 4411')
  await user.click(within(dialog).getByRole('button', { name: /^Enviar carta/ }))
  await waitFor(() => expect(field).toHaveAccessibleDescription(message))
  expect(field).toHaveValue('OC 4411')
})

it('says why none may be written now', async () => {
  has({ motivo: 'O prazo para corrigir esta nota acabou.' })
  const dialog = await openDialog(open())
  expect(await within(dialog).findByText('O prazo para corrigir esta nota acabou.')).toBeVisible()
})

it('shows what became of each letter', async () => {
  const motivo = 'O evento não está no formato da SEFAZ.'
  has({ items: [letter({ id: 'c2', numero: 2, estado: 'recusado', protocolo: null, motivo }), letter()] })
  open()
  const card = await screen.findByRole('list', { name: 'Cartas de correção' })
  expect(within(card).getByText('Carta 2: recusada')).toBeVisible()
  expect(within(card).getByText(motivo)).toBeVisible()
  expect(within(card).getByText('Carta 1: registrada')).toBeVisible()
  expect(within(card).getAllByRole('button', { name: 'Baixar XML' })).toHaveLength(1)
})

it('prints a registered letter', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window)
  has({ items: [letter()] })
  server.use(http.get('*/corrections/c1/pdf', () => new HttpResponse('%PDF')))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Imprimir carta 1' }))
  await waitFor(() => expect(String(opened.mock.calls[0]?.[0])).toMatch(/corrections\/c1\/pdf$/))
})

it('is written by a gerente alone', async () => {
  has({ items: [letter()] })
  open(asOperador)
  expect(await screen.findByRole('list', { name: 'Cartas de correção' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Carta de correção' })).not.toBeInTheDocument()
})
