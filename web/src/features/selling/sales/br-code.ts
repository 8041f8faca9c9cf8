/** Who receives the money, as the sale settings keep it. */
export type PixReceiver = { chave: string; nome: string; cidade: string }

type Charge = PixReceiver & {
  /** '1234.50'; without it the payer types the amount. */
  valor?: string
  /** Capitals and digits, 25 at most; without it the receiver cannot tell the payment from others. */
  txid?: string
}

const MOST = { chave: 77, nome: 25, cidade: 15, txid: 25 }
const NO_TXID = '***'

/** Without accents and whatever else is not printable ASCII, as far as it fits. */
function ascii(text: string, most: number): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '')
  return plain
    .replace(/[^\x20-\x7e]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, most)
    .trim()
}

/** Identifier, length in two digits, value. */
const field = (id: string, value: string) => id + String(value.length).padStart(2, '0') + value

/** CRC-16 with polynomial 0x1021 from FFFF (CCITT-FALSE), four capitals. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** The text of a static Pix (BR Code, "Manual de padrões para iniciação do Pix", EMV MPM): what the QR code says. */
export function brCode({ chave, nome, cidade, valor, txid }: Charge): string {
  const account = field('00', 'br.gov.bcb.pix') + field('01', ascii(chave, MOST.chave))
  const reference =
    (txid ?? '')
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, '')
      .slice(0, MOST.txid) || NO_TXID
  const payload = [
    field('00', '01'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    valor === undefined ? '' : field('54', valor),
    field('58', 'BR'),
    field('59', ascii(nome, MOST.nome)),
    field('60', ascii(cidade, MOST.cidade)),
    field('62', field('05', reference)),
    '6304',
  ].join('')
  return payload + crc16(payload)
}

/** How the bank statement names a sale: V and the first 20 digits of its id. */
export function pixTxid(saleId: string): string {
  return `V${saleId.replaceAll('-', '').slice(0, 20).toUpperCase()}`
}
