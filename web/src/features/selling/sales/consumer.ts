import { cnpjProblem, cpfProblem } from '@/ui'

const CPF_LENGTH = 11

/** A company's document, as far as it can be told. */
export const isCnpj = (plain: string) => plain.length > CPF_LENGTH || /\D/.test(plain)

/** Why these characters cannot stand for who buys; null when they can, or when there are none. */
export function consumerProblem(plain: string): string | null {
  if (plain === '') return null
  if (isCnpj(plain)) return cnpjProblem(plain)
  if (plain.length < CPF_LENGTH) {
    const missing = CPF_LENGTH - plain.length
    return missing === 1 ? 'Falta 1 dígito do CPF.' : `Faltam ${missing} dígitos do CPF.`
  }
  return cpfProblem(plain)
}
