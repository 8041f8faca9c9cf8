import { IconBarcode, IconBolt, IconCash, IconCreditCard, IconDots } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'

export type PaymentKind = {
  digit: string
  tPag: string
  label: string
  icon?: Icon
  isCard?: true
  needsText?: true
  isCredit?: true
}

/** What one digit pays with; the last one opens the others. */
export const MAIN_KINDS: readonly PaymentKind[] = [
  { digit: '1', tPag: '01', label: 'Dinheiro', icon: IconCash },
  { digit: '2', tPag: '20', label: 'Pix', icon: IconBolt },
  { digit: '3', tPag: '04', label: 'Débito', icon: IconCreditCard, isCard: true },
  { digit: '4', tPag: '03', label: 'Crédito', icon: IconCreditCard, isCard: true },
  { digit: '5', tPag: '15', label: 'Boleto', icon: IconBarcode },
]
export const OTHERS = { digit: '6', label: 'Outros', icon: IconDots } as const

export const OTHER_KINDS: readonly PaymentKind[] = [
  { digit: '1', tPag: '02', label: 'Cheque' },
  { digit: '2', tPag: '05', label: 'Cartão da loja' },
  { digit: '3', tPag: '10', label: 'Vale alimentação' },
  { digit: '4', tPag: '11', label: 'Vale refeição' },
  { digit: '5', tPag: '12', label: 'Vale presente' },
  { digit: '6', tPag: '13', label: 'Vale combustível' },
  { digit: '7', tPag: '16', label: 'Depósito bancário' },
  { digit: '8', tPag: '18', label: 'Transferência ou carteira digital' },
  { digit: '9', tPag: '19', label: 'Fidelidade ou cashback' },
  { digit: '0', tPag: '99', label: 'Outra forma', needsText: true },
  { digit: 'C', tPag: '21', label: 'Crédito da loja', isCredit: true },
]

const ALL = [...MAIN_KINDS, ...OTHER_KINDS]

export const kindName = (tPag: string) => ALL.find((kind) => kind.tPag === tPag)?.label ?? `Forma ${tPag}`

/** Static Pix: what the QR code on the screen charges. */
export const PIX = '20'

/** Card brands of the layout (tBand). */
export const BRANDS = [
  { value: '01', label: 'Visa' },
  { value: '02', label: 'Mastercard' },
  { value: '03', label: 'American Express' },
  { value: '06', label: 'Elo' },
  { value: '07', label: 'Hipercard' },
  { value: '05', label: 'Diners Club' },
  { value: '04', label: 'Sorocred' },
  { value: '08', label: 'Aura' },
  { value: '09', label: 'Cabal' },
  { value: '99', label: 'Outra' },
] as const
