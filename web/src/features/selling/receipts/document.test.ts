import { expect, it } from 'vitest'
import { printedMoment, readDocument } from './document'
import { vector } from './testing'

it('reads what is printed of a document', () => {
  const read = readDocument(vector('v02-simples-csosn500-troco'))
  expect(read).toMatchObject({ isOffline: false, protocol: null })
  expect(read.key).toMatch(/^\d{44}$/)
  expect(read.qrCode).toContain(read.key)
  expect(read.issuer.cnpj).toMatch(/^[\dA-Z]{14}$/)
  expect(read.items.length).toBeGreaterThan(0)
  expect(read.items.every(({ name, quantity, total }) => name && Number(quantity) > 0 && Number(total) > 0)).toBe(true)
  expect(Number(read.change)).toBeGreaterThan(0)
  const paid = read.payments.reduce((sum, { value }) => sum + Number(value), 0)
  expect(paid - Number(read.change)).toBeCloseTo(Number(read.sums.total), 2)
})

it.each(['v05-contingencia-offline-qr2', 'v06-contingencia-offline-qr3-cnpj-alfa'])('knows %s as offline', (name) => {
  expect(readDocument(vector(name)).isOffline).toBe(true)
})

it('names the consumer', () => {
  expect(readDocument(vector('v04-ibscbs-2026-consumidor-cpf')).consumer).toMatchObject({
    kind: 'CPF',
    document: expect.stringMatching(/^\d{11}$/) as string,
  })
  expect(readDocument(vector('v01-simples-csosn102-dinheiro')).consumer).toBeNull()
})

it('takes the protocol only of what is authorised', () => {
  const nfe = vector('v01-simples-csosn102-dinheiro').replace(/^<\?xml[^>]*>\s*/, '')
  const withProtocol = (cStat: number) =>
    `<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00">${nfe}<protNFe versao="4.00"><infProt>` +
    `<tpAmb>2</tpAmb><dhRecbto>2026-11-20T15:42:09-03:00</dhRecbto><nProt>135260048172936</nProt>` +
    `<cStat>${cStat}</cStat><xMotivo>Texto</xMotivo><xMsg>Leve esta nota</xMsg></infProt></protNFe></nfeProc>`
  const read = readDocument(withProtocol(100))
  expect(read.protocol).toEqual({ number: '135260048172936', at: '2026-11-20T15:42:09-03:00' })
  expect(read.messages).toContain('Leve esta nota')
  expect(readDocument(withProtocol(302)).protocol).toBeNull()
})

it.each(['', 'não é XML', '<html/>', '<NFe xmlns="http://www.portalfiscal.inf.br/nfe"/>'])(
  'refuses what is no document: %s',
  (xml) => {
    expect(() => readDocument(xml)).toThrow('O XML da nota não pôde ser lido.')
  },
)

it('writes a moment as the document says it, in its own time zone', () => {
  expect(printedMoment('2026-11-20T23:59:59-04:00')).toBe('20/11/2026 23:59:59')
})
