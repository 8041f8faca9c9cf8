import { http } from 'msw'
import { expect, it } from 'vitest'
import { createQueryClient } from '@/api'
import { pageOf } from '@/testing'
import find from './find-records'
import { another, startTestServer } from './testing'

const { server, asked } = startTestServer()

const search = (text: string) =>
  find(text, { companyId: 'a', queryClient: createQueryClient(), navigate: () => Promise.resolve(), may: () => true })

it('finds a receipt by its number, first and with what can be done', async () => {
  server.use(
    http.get('*/api/companies/a/receipts', () =>
      pageOf([another(1284), another(12840, { nome: null, documento: null, estado: 'rejeitada' })]),
    ),
  )
  const [exact, other] = await search('1.284')
  expect(asked[0]?.query).toMatchObject({ search: '1284' })
  expect(exact).toMatchObject({
    ...{ label: 'NFC-e 1.284 · Marcos Vinícius Teles', name: '1.284', isExact: true },
    to: '/app/receipts/n1284?empresa=a',
  })
  expect(exact?.actions.map(({ label }) => label)).toEqual(['Imprimir', 'Abrir', 'Baixar XML'])
  expect(other).toMatchObject({ isExact: false, label: 'NFC-e 12.840 · Consumidor não identificado' })
  expect(other?.actions.map(({ id }) => id)).not.toContain('print')
})

it('knows a key as exact', async () => {
  const { chave } = another(1284)
  const [found] = await search(chave.replace(/(.{4})/g, '$1 '))
  expect(found?.isExact).toBe(true)
})
