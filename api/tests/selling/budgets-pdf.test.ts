// The PDF of a budget or order, as its reader's program finds the words in it.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, newCompany, office } from '../helpers/builders.ts'
import { addProduct, item, newBudget, pdfText } from '../helpers/budgets.ts'
import type { Caller } from '../helpers/caller.ts'
import { punctuated, unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { png } from '../helpers/images.ts'
import { newPerson, type Person } from '../helpers/people.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let company: Company
let other: Company
let ana: Person

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  company = made.own
  other = made.other
  ana = await newPerson(admin, { razao_social: 'Ana Conceição' })
})

describe('the PDF', () => {
  test('says what the budget says, in selectable text', async () => {
    // Short enough for its column: a longer code is continued on the next line.
    const product = addProduct(server.database, company.id, { code: 'LJ-H12', description: 'Laje treliçada H12 EPS' })
    const client = await newPerson(admin, {
      razao_social: 'Construtora <b>Norte</b> & Filhos Ltda',
      pessoa_tipo: 2,
      logradouro: 'Rua das Flores',
      numero: '12',
      telefone: '19987654321',
    })
    const one = await newBudget(admin, company.id, client.id, {
      data_orcamento: '2026-11-21',
      validade: 30,
      prazo_entrega: 15,
      forma_pagamento: 'Boleto',
      condicao_pagamento: '30/60',
      numero_parcelas: 2,
      obra: 'Bloco A',
      endereco_entrega: 'Estrada Velha, km 4',
      observacao: 'Descarga por conta do cliente.\n</markup>',
      desconto: '14.00',
      acrescimo: '100.00',
      itens: [
        item(product.id, '1250.5', { valor_venda: '34.5678', desconto: '0.02' }),
        item(product.id, '12', { descricao: 'Escora <i>metálica</i>' }),
      ],
    })
    const answer = await api.getBudgetPdf(admin, company.id, one.id)
    answer.expect(200)
    expect(answer.headers['content-disposition']).toBe(
      `inline; filename="orcamento-${one.numero_pedido}-construtora-b-norte-b-filhos-ltda.pdf"`,
    )
    const pages = pdfText(answer.bytes)
    expect(pages.length).toBe(1)
    const text = pages[0]!.replaceAll('\u00a0', ' ')
    for (const words of [
      `ORÇAMENTO Nº ${one.numero_pedido}`,
      company.razao_social,
      punctuated(company.cnpj),
      'Data 21/11/2026',
      'Válido até 21/12/2026',
      'Construtora <b>Norte</b> & Filhos Ltda',
      punctuated(client.cpf_cnpj),
      'Rua das Flores, 12',
      '(19) 98765-4321',
      'Bloco A',
      'Estrada Velha, km 4',
      product.code,
      'Laje treliçada H12 EPS',
      '1.250,5',
      '34,5678',
      '0,02',
      '43.227,01',
      'Escora <i>metálica</i>',
      '414,00',
      'Soma dos itens',
      'R$ 43.641,01',
      '− R$ 14,00',
      '+ R$ 100,00',
      'R$ 43.727,01',
      'Boleto',
      '30/60',
      '15 dias, até 06/12/2026',
      '30 dias, até 21/12/2026',
      '21/12/2026',
      '21.863,51',
      '20/01/2027',
      '21.863,50',
      'Descarga por conta do cliente.',
      '</markup>',
      'Página 1 de 1',
      'Gerado em',
    ])
      expect(text.replace(/ +/g, ' ')).toContain(words)
  })

  test('repeats the head of the table over pages and counts them', async () => {
    const product = addProduct(server.database, company.id)
    const itens = Array.from({ length: 60 }, (_, at) => item(product.id, '1', { descricao: `Item ${at + 1}` }))
    const one = await newBudget(admin, company.id, ana.id, { itens, tipo: 'Pedido' })
    const answer = await api.getBudgetPdf(admin, company.id, one.id)
    const pages = pdfText(answer.bytes)
    expect(pages.length).toBeGreaterThan(1)
    expect(answer.headers['content-disposition']).toContain(`pedido-${one.numero_pedido}-ana-conceicao.pdf`)
    pages.forEach((page, at) => {
      expect(page).toContain(`Página ${at + 1} de ${pages.length}`)
      expect(page).toContain(`PEDIDO Nº ${one.numero_pedido}`)
    })
    expect(pages.slice(0, 2).every((page) => page.includes('DESCRIÇÃO'))).toBe(true)
    for (let at = 1; at <= 60; at += 1)
      expect(pages.filter((page) => new RegExp(`Item ${at}\\b`).test(page)).length).toBe(1)
  })

  test.each([
    ['a PNG', () => png(), 'image/png'],
    [
      'an SVG',
      () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><rect width="40" height="10" fill="#0B6675"/></svg>',
        ),
      'image/svg+xml',
    ],
  ] as const)('carries %s as the company’s logo', async (_, bytes, type) => {
    const own = await newCompany(admin)
    const one = await newBudget(admin, own.id, ana.id, { total_venda: '1.00' })
    const without = (await api.getBudgetPdf(admin, own.id, one.id)).bytes
    ;(await api.putCompanyLogo(admin, own.id, 'documents', bytes(), type)).expect(200)
    const withLogo = await api.getBudgetPdf(admin, own.id, one.id)
    withLogo.expect(200)
    expect(withLogo.bytes.length).not.toBe(without.length)
    expect(pdfText(withLogo.bytes)[0]).toContain(own.razao_social)
  })

  test('many at once leave room for others', async () => {
    const one = await newBudget(admin, company.id, ana.id)
    const pdfs = Array.from({ length: 24 }, () => api.getBudgetPdf(admin, company.id, one.id))
    const reads = Array.from({ length: 24 }, () => api.getBudget(admin, company.id, one.id))
    for (const answer of await Promise.all(reads)) answer.expect(200)
    for (const answer of await Promise.all(pdfs)) answer.expect(200)
  })

  test('of nothing is not found', async () => {
    const one = await newBudget(admin, company.id, ana.id)
    ;(await api.getBudgetPdf(admin, company.id, crypto.randomUUID())).problem(404, 'not_found')
    ;(await api.getBudgetPdf(admin, company.id, unique())).problem(404, 'not_found')
    ;(await api.getBudgetPdf(admin, other.id, one.id)).problem(404, 'not_found')
  })
})
