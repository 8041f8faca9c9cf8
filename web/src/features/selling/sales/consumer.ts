import { cnpjProblem, cpfProblem } from '@/ui'

/** The law's sentence, as the server says it too. */
export const NO_COMPANIES =
  'Nota para empresa (CNPJ) não pode mais ser NFC-e desde 04/05/2026 (Ajuste SINIEF 11/25): precisa de NF-e modelo 55. Venda sem identificar, ou guarde como Pedido.'

/** Why these characters cannot stand for a consumer; null when they can, or when there are none. */
export function consumerProblem(plain: string): string | null {
  if (plain === '') return null
  if (plain.length > 11 || /\D/.test(plain)) return cnpjProblem(plain) ?? NO_COMPANIES
  if (plain.length < 11) {
    const missing = 11 - plain.length
    return missing === 1 ? 'Falta 1 dígito do CPF.' : `Faltam ${missing} dígitos do CPF.`
  }
  return cpfProblem(plain)
}
