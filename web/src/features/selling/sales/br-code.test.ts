import { describe, expect, it } from 'vitest'
import { brCode, crc16, pixTxid } from './br-code'

const loja = { chave: '11222333000181', nome: 'LAJES BOA VISTA LTDA', cidade: 'CAMPINAS' }

describe('the text of a Pix', () => {
  it('is the example of the Central Bank', () => {
    const example = { chave: '123e4567-e12b-12d1-a456-426655440000', nome: 'Fulano de Tal', cidade: 'BRASILIA' }
    expect(brCode(example)).toBe(
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    )
  })

  it('has the amount and the sale', () => {
    expect(brCode({ ...loja, valor: '1234.50', txid: 'V0197F3A2C41D7E0B9' })).toBe(
      '00020126360014br.gov.bcb.pix01141122233300018152040000530398654071234.505802BR5920LAJES BOA VISTA LTDA6008CAMPINAS62220518V0197F3A2C41D7E0B96304AE81',
    )
  })

  it.each([
    ['folds accents', { nome: 'PÃO & AÇÚCAR', cidade: 'SÃO PAULO' }, '5912PAO & ACUCAR', '6009SAO PAULO'],
    ['keeps to 25', { nome: 'COMERCIO DE PRE MOLDADOS SERRA AZUL' }, '5924COMERCIO DE PRE MOLDADOS', '6008CAMPINAS'],
    ['and to 15', { cidade: 'SAO JOSE DO RIO PRETO' }, '5920LAJES BOA VISTA LTDA', '6015SAO JOSE DO RIO'],
    ['drops what no ASCII can say', { nome: 'LOJA “BOA” ☂' }, '5908LOJA BOA', '6008CAMPINAS'],
  ])('%s', (_, changes, name, city) => {
    const text = brCode({ ...loja, ...changes })
    expect(text).toContain(name + city)
    expect(text).toMatch(new RegExp(`6304${crc16(text.slice(0, -4))}$`))
  })

  it('takes letters and digits as reference, 25 at most', () => {
    expect(brCode({ ...loja, txid: 'v-1 2' })).toContain('62070503V12')
    expect(brCode({ ...loja, txid: 'A'.repeat(30) })).toContain(`62290525${'A'.repeat(25)}6304`)
    expect(brCode({ ...loja, txid: '--' })).toContain('0503***')
  })
})

it('sums like the check value of CRC-16/CCITT-FALSE', () => expect(crc16('123456789')).toBe('29B1'))

it('names a sale by the beginning of its id', () => {
  expect(pixTxid('0197f3a2-c41d-7e0b-9abc-def012345678')).toBe('V0197F3A2C41D7E0B9ABC')
})
