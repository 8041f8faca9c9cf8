// Valid data with defaults, different on every call, so that tests need not clean up after one another.
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'

interface Place {
  codigo: string
  nome: string
  uf: string
}

export const places: Place[] = readFileSync(new URL('../../../reference-data/municipios.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.match(/^(\d{7}),"?(.*?)"?,([A-Z]{2}),\d{2}\r?$/)!)
  .map(([, codigo, nome, uf]) => ({ codigo: codigo!, nome: nome!, uf: uf! }))

export const placeOf = (codigo: string) => places.find((place) => place.codigo === codigo)!
const anyPlace = () => places[randomInt(places.length)]!

/** Where companies are unless a test says otherwise: days begin at its midnight. */
export const timeZone = 'America/Sao_Paulo'
/** YYYY-MM-DD there. */
export const dayIn = (zone: string, at = new Date()) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)
export const today = () => dayIn(timeZone)

let serial = 0
/** A word no other call gives. */
export const unique = () => `${Date.now().toString(36)}${process.pid.toString(36)}${(serial += 1).toString(36)}`

const pick = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** The two check digits of a CNPJ: every character counts as its ASCII code less 48. */
function cnpjDigits(body: string): string {
  const digit = (text: string) => {
    const sum = [...text]
      .reverse()
      .reduce((total, character, at) => total + (character.charCodeAt(0) - 48) * (2 + (at % 8)), 0)
    return String(sum % 11 < 2 ? 0 : 11 - (sum % 11))
  }
  const first = digit(body)
  return first + digit(body + first)
}

/** The CNPJ with these twelve characters. */
export const withDigits = (body: string) => body + cnpjDigits(body)
/** Never one twice: from anywhere on in steps that have no part in common with their number. */
let cnpjs = randomInt(10 ** 8)
export const numericCnpj = () => withDigits(`${(cnpjs = (cnpjs + 61_803_399) % 10 ** 8)}`.padStart(8, '0') + '0001')
export const alphanumericCnpj = () =>
  withDigits(`${pick('ABCDEFGHJKLMNPQRSTUVWXYZ', 2)}${pick('0123456789ABCDEFGHJKLMNPQRSTUVWXYZ', 6)}0001`)
export const punctuated = (cnpj: string) => cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')

/** What a form would send; wrong values are welcome as overrides. */
export function company(
  overrides: Record<string, unknown> = {},
): Record<string, unknown> & { razao_social: string; cnpj: string } {
  const place =
    typeof overrides.codigo_municipio === 'string' ? (placeOf(overrides.codigo_municipio) ?? anyPlace()) : anyPlace()
  return {
    razao_social: `Lajes ${unique()} Ltda`,
    cnpj: numericCnpj(),
    inscricao_estadual: pick('123456789', 9),
    crt: 1,
    cep: pick('123456789', 8),
    codigo_municipio: place.codigo,
    logradouro: 'Rua das Palmeiras',
    numero: '120',
    bairro: 'Centro',
    municipio: place.nome,
    uf: place.uf,
    fuso_horario: timeZone,
    ...overrides,
  }
}

export const password = 'laje treliçada 12'
export const email = () => `${unique()}@exemplo.com.br`
