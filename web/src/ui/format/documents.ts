/** Puts characters into the places marked # of a pattern, as far as they go. */
function fill(pattern: string, characters: string): string {
  let result = ''
  let next = 0
  for (const place of pattern) {
    if (next >= characters.length) break
    result += place === '#' ? characters.charAt(next++) : place
  }
  return result
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

const CNPJ_IN_TEXT = /[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}|\b[0-9A-Z]{12}\d{2}\b/

/** 14 characters, letters allowed since July 2026, without punctuation and in capitals. Finds it inside pasted text. */
export function plainCnpj(text: string): string {
  const capitals = text.toUpperCase()
  const clean = (part: string) => part.replace(/[^0-9A-Z]/g, '')
  const all = clean(capitals)
  return (all.length > 14 ? clean(CNPJ_IN_TEXT.exec(capitals)?.[0] ?? all) : all).slice(0, 14)
}

export const plainCpf = (text: string) => digitsOf(text).slice(0, 11)
export const plainCep = (text: string) => digitsOf(text).slice(0, 8)

/** National number with area code, or a service number such as 0800; +55 and the trunk's zero are dropped. */
export function plainPhone(text: string): string {
  const digits = digitsOf(text)
  const national = text.trim().startsWith('+55') || digits.length > 12 ? digits.replace(/^0*55/, '') : digits
  return (/^0[3589]00/.test(national) ? national : national.replace(/^0/, '')).slice(0, 11)
}

/** Digits, or the word ISENTO as far as it is typed. */
export function plainInscricaoEstadual(text: string): string {
  let letters = text.toUpperCase().replace(/[^A-Z]/g, '')
  while (!'ISENTO'.startsWith(letters)) letters = letters.slice(0, -1)
  return letters || digitsOf(text).slice(0, 14)
}

/** CPF as long as it can be one, else CNPJ. */
export function plainCpfCnpj(text: string): string {
  return plainCnpj(text)
}

/** Modulo 11 with weights 2, 3, … from the right, beginning anew after `lastWeight`; letters count by their ASCII code. */
function checkDigit(text: string, lastWeight: number): string {
  const sum = Array.from(text)
    .toReversed()
    .reduce((total, sign, at) => total + (sign.charCodeAt(0) - 48) * (2 + (at % (lastWeight - 1))), 0)
  const rest = sum % 11
  return rest < 2 ? '0' : String(11 - rest)
}

const isRepeated = (plain: string) => /^(.)\1+$/.test(plain)

function hasCheckDigits(plain: string, lastWeight: number): boolean {
  const at = plain.length - 2
  const first = checkDigit(plain.slice(0, at), lastWeight)
  return !isRepeated(plain) && plain.slice(at) === first + checkDigit(plain.slice(0, at) + first, lastWeight)
}

/** Why a whole CNPJ cannot exist, as the server says it; null when it can, or while it is not whole. */
export function cnpjProblem(plain: string): string | null {
  if (plain.length !== 14 || (/^[0-9A-Z]{12}\d{2}$/.test(plain) && hasCheckDigits(plain, 9))) return null
  return 'CNPJ inválido. Confira os números digitados.'
}

/** The same of a CPF. */
export function cpfProblem(plain: string): string | null {
  if (!/^\d{11}$/.test(plain) || hasCheckDigits(plain, 12)) return null
  return 'CPF inválido. Confira os números digitados.'
}

export const formatCnpj = (plain: string) => fill('##.###.###/####-##', plain)
export const formatCpf = (plain: string) => fill('###.###.###-##', plain)
export const formatCep = (plain: string) => fill('#####-###', plain)

export function formatCpfCnpj(plain: string): string {
  return /^\d{0,11}$/.test(plain) ? formatCpf(plain) : formatCnpj(plain)
}

/** (17) 3222-1234 or (17) 99999-1234; other lengths, such as 0800 numbers, stay as they are. */
export function formatPhone(plain: string): string {
  if (plain.length < 3) return plain
  if (/^0[3589]00/.test(plain)) return fill('#### ### ####', plain)
  return fill(plain.length > 10 ? '(##) #####-####' : '(##) ####-####', plain)
}
