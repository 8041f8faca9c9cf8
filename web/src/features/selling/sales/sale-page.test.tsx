import { QueryObserver } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { Link } from 'react-router'
import { expect, it } from 'vitest'
import { FALLBACK_SESSION, SessionProvider } from '@/api'
import type { Contingency, IssuedSale, ReceiptSummary, SaleInput } from '@/api'
import { contingencyNow } from '@/features/selling/receipts'
import { boaVista, done, marina, pageOf, problem, showScreens, startServer, tagged } from '@/testing'
import SalePage from './sale-page'
import { found, issued, product } from './testing'

const settings = {
  ...{ contingencia_apos_s: 10, desconto_operador: '5.00', operador_cancela: 'N', inutilizar_auto: 'S', qr: 2 },
  ...{ imprimir_sempre: 'S', vias_contingencia: 2, ind_pres: 1, padroes_balanca: [] },
  pix: { chave: '11222333000181', nome: 'LAJES BOA VISTA LTDA', cidade: 'CAMPINAS' },
  credenciadoras: [{ nome: 'Cielo', cnpj: '01027058000191' }],
}
const contingency: Contingency = {
  ...{ ambiente: 'producao', modo: 'automatica', ativa: false, motivo: null, agora: null, esperando: 0 },
  ...{ impedimentos: [], aviso: null, lembretes: [] },
}

/** What the server has of each sale; a test changes the receipt as SEFAZ would. */
const nota: Partial<ReceiptSummary> = {}
const parked: object[] = []
let lastIssued: IssuedSale | null = null

const { server, calls, asked } = startServer(
  http.get('*/api/companies/a/sale-settings', () => tagged(settings)),
  http.get('*/api/companies/a/contingency', () => tagged(contingency)),
  http.get('*/api/companies/a/products/lookup', ({ request }) => {
    const code = new URL(request.url).searchParams.get('code') ?? ''
    const [, quantity, name = code] = /^(\d+)\*(.*)$/.exec(code) ?? []
    return HttpResponse.json(found(name, {}, quantity === undefined ? '1.0000' : `${quantity}.0000`))
  }),
  http.get('*/api/companies/a/sales', () => HttpResponse.json({ items: parked })),
  http.get('*/api/companies/a/sales/:vid', () => tagged({ ...lastIssued, nota: { ...lastIssued?.nota, ...nota } })),
  http.post('*/api/companies/a/sales', async ({ request }) => {
    const body = (await request.json()) as SaleInput
    lastIssued = issued(body)
    return tagged(lastIssued, '"1"', 201)
  }),
)

function open(company = boaVista) {
  for (const name of Object.keys(nota)) Reflect.deleteProperty(nota, name)
  parked.length = 0
  const shown = showScreens(
    '/app/receipts/new',
    [
      {
        path: '/app/receipts/new',
        element: (
          <>
            <Link to="/" state={{ signOut: true }}>
              Sair da conta
            </Link>
            <SalePage />
          </>
        ),
      },
      { path: '/app', element: <p>Início</p> },
      { path: '/', element: <p>Fora</p> },
    ],
    { company },
  )
  return { user: userEvent.setup(), ...shown }
}

const field = () => screen.getByRole('combobox', { name: 'Produto' })
/** As a hand does it; userEvent is as fast as a reader. */
const typeByHand = (into: HTMLElement, value: string) => fireEvent.change(into, { target: { value } })
const posted = () =>
  calls.filter(({ path }) => path.endsWith('/sales')).map(({ body }) => JSON.parse(body) as SaleInput)

it('sells three scanned items in cash with four keys', async () => {
  const { user } = open()
  expect(field()).toHaveFocus()
  await user.keyboard('AREIA{Enter}2*CAL{Enter}LJ{Enter}')
  await screen.findByRole('button', { name: 'Tirar: Produto LJ' })
  expect(asked.filter(({ path }) => path.endsWith('lookup')).map(({ query }) => query.code)).toEqual([
    'AREIA',
    '2*CAL',
    'LJ',
  ])
  await user.keyboard('{F8}1{Enter}{F10}')
  await screen.findByText(/Emitindo NFC-e 1\.284…/)
  expect(posted()).toMatchObject([
    {
      ...{ emitir: true, total_visto: '251.60', pagamentos: [{ tPag: '01', valor: '251.60' }] },
      itens: [{ produto_id: 'AREIA' }, { produto_id: 'CAL', quantidade: '2.0000' }, { produto_id: 'LJ' }],
    },
  ])
  expect(field()).toHaveFocus()
  expect(screen.getByText('Leia o primeiro produto.')).toBeInTheDocument()

  // SEFAZ answers; the next sale is under way already.
  await user.keyboard('BRITA{Enter}')
  nota.estado = 'autorizada'
  nota.version = 2
  expect(await screen.findByText('Autorizada')).toBeInTheDocument()
  expect(screen.getByText('R$ 37,10')).toBeInTheDocument()
  expect(await screen.findByText('Produto BRITA')).toBeInTheDocument()
  await user.keyboard('{Enter}')
  expect(screen.queryByText(/^Autorizada/)).not.toBeInTheDocument()
})

it('is paid by a store credit as far as that goes, and the rest in cash', async () => {
  const credits: Record<string, object> = {
    '7K3M9QXR': { saldo: '40.00', situacao: 'aberto', validade: '2027-11-20' },
    USADO234: { saldo: '0.00', situacao: 'usado', validade: '2027-11-20' },
    VENCIDO2: { saldo: '9.00', situacao: 'vencido', validade: '2026-01-31' },
  }
  server.use(
    http.get('*/api/companies/a/store-credits/:codigo', ({ params }) => {
      const credit = credits[String(params.codigo)]
      return credit ? HttpResponse.json(credit) : problem(404, 'not_found', 'Não há crédito com este código.')
    }),
  )
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F8}6c')
  const code = screen.getByRole('textbox', { name: 'Código do crédito' })
  expect(code).toHaveFocus()
  for (const [typed, said] of [
    ['', 'Digite o código do crédito.'],
    ['NADA', 'Não há crédito com este código.'],
    ['usado-234', 'Este crédito já foi todo usado.'],
    ['vencido2', /Este crédito venceu em 31\/01\/2026\./],
  ] as const) {
    typeByHand(code, typed)
    await user.keyboard('{Enter}')
    expect(await screen.findByText(said)).toBeInTheDocument()
  }
  const amount = screen.getByRole('textbox', { name: 'Valor em Crédito da loja' })
  typeByHand(amount, '41')
  typeByHand(code, '7k3m-9qxr')
  await user.type(code, '{Enter}')
  expect(await screen.findByText(/Este crédito tem R\$\s40,00\./)).toBeInTheDocument()
  await user.clear(amount)
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Crédito 7K3M-9QXR')).toBeInTheDocument()
  await user.keyboard('{F8}1{Enter}{F10}')
  await screen.findByText(/Emitindo NFC-e/)
  expect(posted().at(-1)?.pagamentos).toMatchObject([
    { tPag: '21', valor: '40.00', credito: '7K3M9QXR' },
    { tPag: '01', valor: '22.90' },
  ])
})

it('refuses a card or Pix above what is missing, and asks once about far too much cash', async () => {
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F8}4')
  const card = screen.getByRole('textbox', { name: 'Valor em Crédito' })
  typeByHand(card, '63')
  await user.keyboard('{Enter}')
  expect(screen.getByText(/^Passa do que falta, R\$\s62,90\. Só dinheiro e cheque dão troco\.$/)).toBeInTheDocument()
  await user.keyboard('{Escape}1')
  const cash = screen.getByRole('textbox', { name: 'Valor em Dinheiro' })
  typeByHand(cash, '1.500')
  await user.keyboard('{Enter}')
  expect(await screen.findByText(/O cliente entregou mesmo R\$\s1\.500,00 em Dinheiro\?/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Corrigir' }))
  await waitFor(() => expect(cash).toHaveFocus())
  expect(cash).toHaveValue('1.500')
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: /^Receber R\$\s1\.500,00$/ }))
  expect(screen.getByText('Troco').nextSibling).toHaveTextContent('R$ 1.437,10')
})

it('says what F10 lacks, and goes there', async () => {
  const { user } = open()
  await user.keyboard('{F10}')
  expect(screen.getByText('Inclua ao menos um produto na venda.')).toBeInTheDocument()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F10}')
  expect(screen.getByText('Faltam R$ 62,90 para fechar a venda.')).toBeInTheDocument()
  await user.keyboard('15,00') // six characters at once would be a reader's
  expect(screen.queryByLabelText(/Valor em/)).toBeInTheDocument()
  expect(posted()).toEqual([])
})

it('pays in several ways and gives change from cash', async () => {
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F8}350{Enter}')
  expect(await screen.findByText('12,90', { exact: false, selector: 'dd' })).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: /Dinheiro/ })).toHaveFocus())
  await user.keyboard('120{Enter}')
  expect(screen.getByText('Troco').nextSibling).toHaveTextContent('R$ 7,10')
  expect(field()).toHaveFocus()
  await user.keyboard('{F10}')
  await screen.findByText(/Emitindo NFC-e/)
  expect(posted()[0]?.pagamentos).toMatchObject([
    { tPag: '04', valor: '50.00', credenciadora: '01027058000191', tBand: null, cAut: null },
    { tPag: '01', valor: '20.00' },
  ])
})

it('loses no key that is pressed before the next button can have come', async () => {
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F8}')
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  press('6')
  press('3')
  expect(screen.getByLabelText(/^Valor em vale alimentação/i)).toHaveFocus()
  press('Enter')
  expect(field()).toHaveFocus()
  await user.keyboard('{F10}')
  await screen.findByText(/Emitindo NFC-e/)
  expect(posted()[0]?.pagamentos).toMatchObject([{ tPag: '10', valor: '62.90' }])
})

it('shows the QR code of a Pix until the clerk has seen the money', async () => {
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F8}2{Enter}')
  const dialog = await screen.findByRole('dialog', { name: /^Pix de R\$\s62,90$/ })
  expect(within(dialog).getByRole('img', { name: 'QR Code do Pix' })).toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Recebi o Pix' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await user.keyboard('{F10}')
  await screen.findByText(/Emitindo NFC-e/)
  const [body] = posted()
  const txid = `V${body?.id.replaceAll('-', '').slice(0, 20).toUpperCase()}`
  expect(body?.pagamentos).toMatchObject([{ tPag: '20', valor: '62.90', txid }])
})

/** Two products called cimento, which nobody knows by that code. */
const serveCimento = () => {
  const cimento = [product('CP2', { prod_xProd: 'Cimento CP II' }), product('CP5', { prod_xProd: 'Cimento CP V' })]
  server.use(
    http.get('*/products', () => pageOf(cimento)),
    http.get('*/products/lookup', ({ request }) => {
      const code = new URL(request.url).searchParams.get('code') ?? ''
      const [, quantity = '1', name = code] = /^(?:(\d+)\*)?(.*)$/.exec(code) ?? []
      const known = cimento.find(({ prod_cProd }) => prod_cProd === name)
      if (known) return HttpResponse.json(found(name, known, `${quantity}.0000`))
      return problem(404, 'not_found', `Nenhum produto tem o código ${name}.`, { sugestoes: cimento })
    }),
  )
}

it('finds products while a name is typed; Enter marks the first of several and sells none', async () => {
  serveCimento()
  const { user } = open()
  await user.keyboard('3*cim')
  expect(await screen.findAllByRole('option')).toHaveLength(2)
  expect(screen.getByRole('option', { name: /^Cimento CP II CP2 R\$\s62,90 \/ un$/ })).toBeInTheDocument()
  expect(field()).not.toHaveAttribute('aria-activedescendant')
  await user.keyboard('{Enter}')
  expect(field()).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[0]?.id)
  expect(screen.getByText('Leia o primeiro produto.')).toBeInTheDocument()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByRole('button', { name: '3,00' })).toBeInTheDocument()
  expect(screen.getByText('Cimento CP V')).toBeInTheDocument()
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('')
})

it('asks which one is meant when Enter was faster than the list', async () => {
  serveCimento()
  const { user } = open()
  await user.keyboard('2*cim{Enter}')
  await waitFor(() => expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-selected', 'true'))
  expect(field()).toHaveValue('2*cim')
  expect(screen.queryByText(/Nenhum produto tem/)).not.toBeInTheDocument()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('option')).not.toBeInTheDocument()
  await user.keyboard('{Escape}')
  expect(field()).toHaveValue('')
})

it('finds what may be meant by a code that nobody has', async () => {
  serveCimento()
  const { user } = open()
  await user.keyboard('3*CP9000{Enter}')
  expect(await screen.findByText('Nenhum produto tem o código CP9000.')).toBeInTheDocument()
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-selected', 'true'))
  expect(screen.queryByText(/Nenhum produto tem/)).not.toBeInTheDocument()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: '3,00' })).toBeInTheDocument()
})

it('walks, changes, takes out and puts back by the keyboard', async () => {
  const { user } = open()
  await user.keyboard('A{Enter}B{Enter}')
  await screen.findByText('Produto B')
  await user.keyboard('{ArrowUp}{F6}')
  const dialog = await screen.findByRole('dialog', { name: 'Quantidade' })
  await user.clear(within(dialog).getByRole('textbox'))
  await user.keyboard('0{Enter}')
  expect(within(dialog).getByText(/maior que zero/)).toBeInTheDocument()
  await user.clear(within(dialog).getByRole('textbox'))
  await user.keyboard('4,5{Enter}')
  expect(await screen.findByRole('button', { name: '4,50' })).toBeInTheDocument()
  await waitFor(() => expect(field()).toHaveFocus())
  await user.keyboard('{Delete}')
  expect(screen.queryByRole('button', { name: 'Tirar: Produto A' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Desfazer' }))
  expect(screen.getAllByRole('row')[1]).toHaveTextContent('Produto A')
})

it('says what bars every sale before F10, and lets one go on scanning', async () => {
  const why = 'O certificado venceu em 12/11. Envie o novo em Empresas para voltar a vender.'
  server.use(http.get('*/api/companies/a/contingency', () => tagged({ ...contingency, impedimentos: [why] })))
  const { user } = open()
  expect(await screen.findByText(`Não é possível emitir: ${why}`)).toBeInTheDocument()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F8}1{Enter}{F10}')
  expect(posted()).toEqual([])
  expect(field()).toHaveFocus()
})

it('issues by F10 when what barred the sale is put right, though this screen has not heard of it', async () => {
  let impedimentos = ['O certificado venceu em 12/11. Envie o novo em Empresas para voltar a vender.']
  server.use(http.get('*/api/companies/a/contingency', () => tagged({ ...contingency, impedimentos })))
  const { user } = open()
  await screen.findByText(/^Não é possível emitir/)
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  impedimentos = []
  await user.keyboard('{F8}1{Enter}{F10}')
  await screen.findByText(/Emitindo NFC-e 1\.284…/)
  expect(posted()).toHaveLength(1)
  expect(screen.queryByText(/^Não é possível emitir/)).not.toBeInTheDocument()
})

it.each<[string, (shown: ReturnType<typeof open>) => Promise<void> | void]>([
  ['a window is opened', ({ user }) => user.keyboard('{F3}')],
  ['the sale is changed', ({ user }) => user.keyboard('+-')],
  [
    'the counter is left',
    ({ client }) => {
      // As the frame does around every screen, so that the answer is awaited by somebody still.
      new QueryObserver(client, contingencyNow('a')).subscribe(() => undefined)
      cleanup()
    },
  ],
])('does not issue by an F10 that is answered after %s', async (_, goOn) => {
  let answer = () => {}
  let impedimentos = ['Falta o CSC da empresa.']
  let awaited = Promise.resolve()
  server.use(
    http.get('*/api/companies/a/contingency', async () => {
      await awaited
      return tagged({ ...contingency, impedimentos })
    }),
  )
  const shown = open()
  const { user } = shown
  await screen.findByText(/^Não é possível emitir/)
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  awaited = new Promise<void>((resolve) => (answer = resolve))
  impedimentos = []
  await user.keyboard('{F8}1{Enter}{F10}')
  await goOn(shown)
  answer()
  await waitFor(() => expect(screen.queryByText(/^Não é possível emitir/)).not.toBeInTheDocument())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(posted()).toEqual([])
})

it('takes no payment for a price that has not come, and says so', async () => {
  let answer = () => {}
  const awaited = new Promise<void>((resolve) => (answer = resolve))
  server.use(
    http.get('*/api/companies/a/products/lookup', async () => {
      await awaited
      return HttpResponse.json(found('LJ'))
    }),
  )
  const { user } = open()
  await user.keyboard('LJ{Enter}{F8}1{Enter}')
  expect(await screen.findByText('Espere o preço do que foi lido.')).toBeInTheDocument()
  answer()
  await screen.findByText('Produto LJ')
  await user.keyboard('{Enter}{F10}')
  await screen.findByText(/Emitindo NFC-e 1\.284…/)
})

it('takes the digit after F8 for a kind, though all was paid but for a code whose price has not come', async () => {
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F8}1{Enter}')
  let answer = () => {}
  const awaited = new Promise<void>((resolve) => (answer = resolve))
  server.use(
    http.get('*/api/companies/a/products/lookup', async () => {
      await awaited
      return HttpResponse.json(found('CAL'))
    }),
  )
  await user.keyboard('CAL{Enter}{F8}1{Enter}')
  expect(await screen.findByText('Espere o preço do que foi lido.')).toBeInTheDocument()
  answer()
  await screen.findByText('Produto CAL')
  await user.keyboard('{Enter}{F10}')
  await screen.findByText(/Emitindo NFC-e 1\.284…/)
  expect(posted()[0]?.pagamentos).toMatchObject([
    { tPag: '01', valor: '62.90' },
    { tPag: '01', valor: '62.90' },
  ])
})

it('says until when SEFAZ answers no more questions', async () => {
  const aviso = 'A SEFAZ bloqueou novas consultas até 16:50. Continue vendendo em contingência.'
  server.use(http.get('*/api/companies/a/contingency', () => tagged({ ...contingency, aviso })))
  open()
  expect(await screen.findByText(aviso)).toBeInTheDocument()
})

it('takes a CPF', async () => {
  const { user } = open()
  await user.keyboard('{F3}')
  const dialog = await screen.findByRole('dialog', { name: 'CPF ou CNPJ na nota' })
  const cpf = within(dialog).getByRole('textbox', { name: 'CPF ou CNPJ' })
  expect(cpf).toHaveFocus()
  typeByHand(cpf, '11222333000180')
  await user.keyboard('{Enter}')
  expect(within(dialog).getByText(/^CNPJ inválido/)).toBeInTheDocument()
  typeByHand(cpf, '52998224725')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('529.982.247-25')).toBeInTheDocument()
})

it('sells to a company of the records by NF-e, with what the buyer pays later', async () => {
  const company = {
    ...{ id: 'c', cpf_cnpj: '11222333000181' },
    ...{ razao_social: 'Construtora Horizonte', pessoa_tipo: 2 },
  }
  server.use(http.get('*/api/people', () => HttpResponse.json({ items: [company], total: 1, total_exact: true })))
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F3}')
  const dialog = await screen.findByRole('dialog', { name: 'CPF ou CNPJ na nota' })
  typeByHand(within(dialog).getByRole('textbox', { name: 'CPF ou CNPJ' }), '11222333000181')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Construtora Horizonte')).toBeInTheDocument()
  expect(screen.getByText('NF-e (modelo 55): quem compra é empresa.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /Emitir NF-e/ })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Transporte e cobrança' }))
  const details = await screen.findByRole('dialog', { name: 'Transporte e cobrança da NF-e' })
  await user.click(within(details).getByRole('button', { name: 'Incluir duplicata' }))
  await user.click(within(details).getByRole('button', { name: 'Confirmar' }))
  expect(within(details).getByText(/^Preencha o vencimento/)).toBeInTheDocument()
  await user.keyboard('{Escape}')
  expect(details).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Ver prévia' }))
  expect(screen.getByText(/^Faltam R\$\s62,90/)).toBeInTheDocument()
  expect(posted()).toEqual([])
})

it('gives a discount in per cent', async () => {
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F4}')
  const dialog = await screen.findByRole('dialog', { name: 'Desconto na venda' })
  await user.type(within(dialog).getByRole('textbox'), '101%{Enter}')
  expect(within(dialog).getByText(/até o total dos itens/)).toBeInTheDocument()
  await user.clear(within(dialog).getByRole('textbox'))
  await user.keyboard('10%{Enter}')
  expect(await screen.findByText('− 6,29')).toBeInTheDocument()
  expect(screen.getByText(/56,61/)).toBeInTheDocument()
})

it.each([
  ['F2', '529.982.247-25'],
  ['F8', '529.982.247-25'],
])('takes what is typed in a window when %s is pressed in it, and goes on', async (key, shown) => {
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F3}')
  const dialog = await screen.findByRole('dialog', { name: 'CPF ou CNPJ na nota' })
  typeByHand(within(dialog).getByRole('textbox', { name: 'CPF ou CNPJ' }), '52998224725')
  await user.keyboard(`{${key}}`)
  expect(dialog).not.toBeInTheDocument()
  expect(screen.getByText(shown)).toBeInTheDocument()
  if (key === 'F2') expect(screen.getByRole('combobox', { name: 'Produto' })).toHaveFocus()
  else expect(screen.getByRole('button', { name: /Dinheiro/ })).toHaveFocus()
})

it('stays in a window whose text is refused, whatever key is pressed', async () => {
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F4}')
  const dialog = await screen.findByRole('dialog', { name: 'Desconto na venda' })
  await user.type(within(dialog).getByRole('textbox'), '101%')
  await user.keyboard('{F10}')
  expect(within(dialog).getByText(/até o total dos itens/)).toBeInTheDocument()
  expect(posted()).toEqual([])
})

it('sells an item at another price by %', async () => {
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('%')
  const dialog = await screen.findByRole('dialog', { name: 'Preço do item' })
  const field = within(dialog).getByRole('textbox')
  await user.type(field, '=70{Enter}')
  expect(within(dialog).getByText(/^O preço do cadastro é R\$\s62,90/)).toBeInTheDocument()
  await user.clear(field)
  await user.type(field, '=60{Enter}')
  expect(await screen.findByText(/Desconto 2,90/)).toBeInTheDocument()
  expect(screen.getByRole('row', { name: /Produto LJ/ })).toHaveTextContent('60,00')
})

it('puts a sale away under a name, and takes one over', async () => {
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F9}')
  const naming = await screen.findByRole('dialog', { name: 'Guardar em espera' })
  await user.clear(within(naming).getByRole('textbox'))
  await user.keyboard('José{Enter}')
  await waitFor(() => expect(posted()).toMatchObject([{ em_espera: 'José', emitir: false }]))
  expect(await screen.findByText('Leia o primeiro produto.')).toBeInTheDocument()

  const { id } = posted()[0] ?? { id: '' }
  parked.push({
    id,
    em_espera: 'José',
    operador: 'Rafael',
    itens: 1,
    total: '62.90',
    version: 3,
    updated_at: new Date().toISOString(),
  })
  const draft = { ...issued({ id, emitir: false }).venda, version: 4, em_espera: 'José' }
  const item = { produto_id: 'LJ', cProd: 'LJ', descricao: 'Laje H8', unidade: 'UN', total: '62.90', lote: null }
  const amounts = { quantidade: '1.0000', valor: '62.9000', preco_lido: '62.9000', desconto: '0.00' }
  server.use(
    http.post(`*/api/companies/a/sales/${id}/resume`, () =>
      tagged({ venda: { ...draft, itens: [{ ...item, ...amounts }] }, nota: null }),
    ),
  )
  await user.keyboard('{F9}')
  const waiting = await screen.findByRole('dialog', { name: 'Vendas em espera' })
  await user.click(await within(waiting).findByRole('button', { name: 'Retomar' }))
  expect(await screen.findByText('Laje H8')).toBeInTheDocument()
  expect(calls.at(-1)?.body).toBe('{"version":3}')
})

it('charges the new price of a product that changed meanwhile', async () => {
  const message = 'O preço de Laje H8 mudou de R$ 62,90 para R$ 65,00 depois que entrou na venda.'
  server.use(
    http.post('*/api/companies/a/sales', () =>
      problem(422, 'invalid', 'Confira a venda.', { errors: [{ field: 'itens.0.valor', message }] }),
    ),
  )
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F8}1{Enter}{F10}')
  expect(await screen.findAllByText(message, { exact: false })).not.toHaveLength(0)
  server.use(http.get('*/products/lookup', () => HttpResponse.json(found('LJ', { prod_vUnCOM: '65.0000' }))))
  await user.click(screen.getByRole('button', { name: 'Cobrar o novo preço' }))
  expect(await screen.findAllByText(/65,00/)).not.toHaveLength(0)
  await waitFor(() => expect(screen.queryByText('A venda não foi emitida')).not.toBeInTheDocument())
})

it('goes offline by itself when the wait is over', async () => {
  server.use(
    http.get('*/api/companies/a/sale-settings', () => tagged({ ...settings, contingencia_apos_s: 0 })),
    http.get('*/api/companies/a/receipts/n1', () =>
      tagged({ nota: { ...lastIssued?.nota, id: 'n1', numero: 1284, estado: 'indefinida' }, acoes: [] }),
    ),
    http.post('*/api/companies/a/receipts/n1/contingency', () => {
      Object.assign(nota, { id: 'n2', numero: 1285, estado: 'contingencia', tpEmis: 9, substitui: 'n1' })
      nota.prazo = '2026-11-21T18:42:00Z'
      return tagged({ ...lastIssued?.nota, ...nota }, '"1"', 201)
    }),
  )
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F8}1{Enter}{F10}')
  expect(await screen.findByText(/^Emitida em contingência\. Imprima as duas vias/)).toBeInTheDocument()
  expect(await screen.findByText(/A venda foi refeita como 1\.285; a 1\.284 será/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Imprimir as duas vias' })).toBeInTheDocument()
})

it('asks at F10 where the clerk decides about contingency', async () => {
  const agora = {
    causa: 'fora',
    desde: '2026-11-20T18:42:00Z',
    texto: 'SEFAZ fora do ar desde 15:42.',
    perguntar: true,
  }
  server.use(
    http.get('*/api/companies/a/contingency', () =>
      tagged({ ...contingency, modo: 'perguntar', agora, esperando: 14 }),
    ),
  )
  const { user } = open()
  expect(
    await screen.findByText('SEFAZ fora do ar desde 15:42. Vendendo em contingência: 14 notas esperam envio.'),
  ).toBeInTheDocument()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F8}1{Enter}{F10}')
  const dialog = await screen.findByRole('dialog', { name: 'Emitir em contingência?' })
  expect(dialog).toHaveTextContent('SEFAZ fora do ar desde 15:42. Emitir em contingência?')
  await user.click(within(dialog).getByRole('button', { name: 'Emitir em contingência' }))
  await waitFor(() => expect(posted()).toMatchObject([{ contingencia: true }]))
})

it('says what SEFAZ refused, and tries again', async () => {
  const sentence = 'O NCM do item 1 não existe na tabela. Troque por um código de 8 dígitos no cadastro do produto.'
  server.use(
    http.get('*/api/companies/a/receipts/n1', () =>
      tagged({
        ...{
          nota: { ...lastIssued?.nota, ...nota },
          mensagem: sentence,
          campo: 'prod_NCM',
          sefaz_texto: null,
          item: 1,
        },
        ...{ venda: { itens: [{ produto_id: 'p9' }] }, linha_do_tempo: [] },
        acoes: [{ acao: 'issue', ate: null }],
      }),
    ),
    http.post('*/api/companies/a/receipts/n1/issue', () => {
      Object.assign(nota, { estado: 'enviando', version: 3 })
      return tagged({ ...lastIssued?.nota, ...nota }, '"3"', 202)
    }),
  )
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{F8}1{Enter}{F10}')
  await screen.findByText(/Emitindo NFC-e/)
  Object.assign(nota, { estado: 'rejeitada', version: 2 })
  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(screen.getByText('O número 1.284 continua reservado para esta venda.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Abrir produto' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Desistir' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  expect(await screen.findByText(/Emitindo NFC-e/)).toBeInTheDocument()
})

it('throws a sale away after asking, and leaves without losing one', async () => {
  const { user, path } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Sair' }))
  await waitFor(() => expect(path()).toBe('/app'))
  expect(Object.keys(localStorage).some((key) => key.startsWith('balcao-venda:a:0:'))).toBe(true)
})

it('asks about an open sale of somebody else', async () => {
  const sale = { ...issued({ id: 's9', emitir: false }).venda, version: null, scans: [], pagamentos: [] }
  const record = { owner: { id: 'u9', name: 'Rafael' }, savedAt: 1, phase: 'open', sale }
  localStorage.setItem('balcao-venda:a:0:s9', JSON.stringify(record))
  const { user } = open()
  const dialog = await screen.findByRole('dialog', { name: 'Venda aberta de Rafael' })
  expect(dialog).toHaveTextContent('Venda aberta de Rafael: retomar ou guardar em espera?')
  await user.click(within(dialog).getByRole('button', { name: 'Guardar em espera' }))
  await waitFor(() => expect(posted()).toMatchObject([{ id: 's9', em_espera: 'Rafael', emitir: false }]))
})

it('waits until it is known who sells: an open sale of one’s own is not somebody else’s', async () => {
  const sale = {
    ...issued({ id: 's8', emitir: false }).venda,
    version: null,
    scans: [],
    pagamentos: [],
    cpf: '52998224725',
  }
  const record = { owner: { id: marina.user.id, name: 'Marina' }, savedAt: 1, phase: 'open', sale }
  localStorage.setItem('balcao-venda:a:0:s8', JSON.stringify(record))
  // The server was away when the page came; of its requests that for the session is the last to succeed.
  function Late() {
    const [session, setSession] = useState(FALLBACK_SESSION)
    return (
      <SessionProvider value={session}>
        <button onClick={() => setSession(marina)}>A sessão chega</button>
        <SalePage />
      </SessionProvider>
    )
  }
  showScreens('/', [{ path: '/', element: <Late /> }], { company: boaVista })
  const user = userEvent.setup()
  expect(screen.queryByRole('combobox', { name: 'Produto' })).not.toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'A sessão chega' }))
  expect(await screen.findByText('529.982.247-25')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('marks what is only a test', () => {
  open({ ...boaVista, ambiente: 'homologacao' })
  expect(screen.getByRole('button', { name: /Emitir NFC-e de teste/ })).toBeInTheDocument()
})

it('throws a draft away on the server too', async () => {
  server.use(http.delete('*/api/companies/a/sales/s7', done))
  const sale = { ...issued({ id: 's7', emitir: false }).venda, version: 4, scans: [], cpf: '52998224725' }
  const record = { owner: { id: 'u1', name: 'Marina' }, savedAt: 1, phase: 'open', sale }
  localStorage.setItem('balcao-venda:a:0:s7', JSON.stringify(record))
  const { user } = open()
  await screen.findByText('529.982.247-25')
  await user.keyboard('{Control>}{Delete}{/Control}')
  await user.click(await screen.findByRole('button', { name: 'Descartar venda' }))
  await waitFor(() =>
    expect(calls.map(({ method, headers }) => [method, headers.get('If-Match')])).toEqual([['DELETE', '"4"']]),
  )
  expect(await screen.findByText('Consumidor não identificado')).toBeInTheDocument()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('balcao-venda:'))).toEqual([])
})

it('does not throw away what another tab began to send while one was asked', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  server.use(
    http.post('*/api/companies/a/sales', async ({ request }) => {
      lastIssued = issued((await request.json()) as SaleInput)
      await answered
      return tagged(lastIssued, '"1"', 201)
    }),
  )
  const { venda } = issued({ id: 's7', emitir: false })
  const sale = { ...venda, version: null, scans: [], cpf: '52998224725' }
  const base = { owner: { id: 'u1', name: 'Marina' }, savedAt: 1, sale }
  const key = 'balcao-venda:a:0:s7'
  localStorage.setItem(key, JSON.stringify({ ...base, phase: 'open' }))
  const { user } = open()
  await screen.findByText('529.982.247-25')
  await user.keyboard('{Control>}{Delete}{/Control}')
  const really = await screen.findByRole('button', { name: 'Descartar venda' })
  const body = { id: 's7', itens: [], emitir: true }
  const newValue = JSON.stringify({ ...base, phase: 'sending', body, intent: 'issue' })
  localStorage.setItem(key, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  await user.click(really)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  answer()
  expect(await screen.findByText(/Emitindo NFC-e 1\.284…/)).toBeInTheDocument()
})

it('puts the open sale away before signing out', async () => {
  const { user, path } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByText('Produto LJ')
  await user.click(screen.getByRole('link', { name: 'Sair da conta' }))
  const dialog = await screen.findByRole('dialog', { name: 'Há uma venda aberta' })
  await user.click(within(dialog).getByRole('button', { name: 'Guardar em espera e sair' }))
  await waitFor(() => expect(path()).toBe('/'))
  expect(posted()).toMatchObject([{ em_espera: 'Venda de Marina Duarte', emitir: false }])
})

it('says that the till is closed, opens it right there, and sells', async () => {
  localStorage.setItem('balcao-estacao:a', 'e1')
  let isOpen = false
  server.use(
    http.get('*/api/companies/a/sale-settings', () => tagged({ ...settings, imprimir_sempre: 'N', exige_caixa: 'S' })),
    http.get('*/api/companies/a/stations', () =>
      HttpResponse.json({ items: [{ id: 'e1', nome: 'Caixa 1', ativo: 'S', impressora: { caminho: 'rede' } }] }),
    ),
    http.get('*/api/companies/a/cash/sessions', () => pageOf(isOpen ? [{ id: 's1', estacao: 'Caixa 1' }] : [])),
    http.post('*/api/companies/a/cash/sessions', () => {
      isOpen = true
      return HttpResponse.json({ id: 's1' }, { status: 201 })
    }),
  )
  const { user } = open()
  const strip = await screen.findByText('O caixa deste computador está fechado. Abra o caixa para vender.')
  await user.click(screen.getByRole('button', { name: 'Abrir caixa' }))
  const dialog = await screen.findByRole('dialog', { name: 'Abrir caixa' })
  await user.type(await within(dialog).findByRole('textbox', { name: /Fundo de troco/ }), '100{Enter}')
  await waitFor(() => expect(strip).not.toBeInTheDocument())
  await waitFor(() => expect(field()).toHaveFocus())
  await user.keyboard('LJ{Enter}')
  await screen.findByRole('button', { name: 'Tirar: Produto LJ' })
  await user.keyboard('{F8}1{Enter}{F10}')
  await waitFor(() => expect(posted()).toHaveLength(1))
  expect(posted()[0]).toMatchObject({ estacao_id: 'e1' })
  localStorage.clear()
})

it('has a gerente allow a discount for this sale, and issues it', async () => {
  const aprovacao = { acao: 'desconto', referencia: 'v1', valor: '10.00' }
  server.use(
    http.post('*/api/companies/a/sales', async ({ request }) => {
      const body = (await request.json()) as SaleInput
      if (body.aprovacao_id !== 'ap1')
        return problem(422, 'aprovacao_necessaria', 'O desconto passa do limite de 5 %.', { aprovacao })
      lastIssued = issued(body)
      return tagged(lastIssued, '"1"', 201)
    }),
    http.post('*/api/companies/a/approvals', () => HttpResponse.json({ aprovacao_id: 'ap1' }, { status: 201 })),
  )
  const { user } = open()
  await user.keyboard('LJ{Enter}')
  await screen.findByRole('button', { name: 'Tirar: Produto LJ' })
  await user.keyboard('{F8}1{Enter}{F10}')
  const dialog = await screen.findByRole('dialog', { name: 'Autorização do gerente' })
  expect(dialog).toHaveTextContent(/Desconto de R\$\s10,00 nesta venda\./)
  await user.keyboard('{Escape}')
  expect(await screen.findByText('O desconto passa do limite de 5 %.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Autorização do gerente' }))
  await user.type(await screen.findByRole('textbox', { name: /E-mail do gerente/ }), 'marina@example.com')
  await user.type(screen.getByLabelText(/^Senha/), 'segredo123{Enter}')
  expect(await screen.findByRole('region', { name: 'NFC-e 1.284' })).toBeVisible()
  const bodies = posted()
  expect(bodies.map(({ aprovacao_id }) => aprovacao_id)).toEqual([undefined, 'ap1'])
  expect(bodies[1]?.id).toBe(bodies[0]?.id)
})
