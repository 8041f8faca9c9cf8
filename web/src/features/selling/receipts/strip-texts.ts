import { formatInteger } from '@/ui'

const notas = (count: number) => (count === 1 ? '1 nota' : `${formatInteger(count)} notas`)

/** Apart from the other texts of receipts, since every screen has the strip. */
export const stripTexts = {
  label: 'Contingência',
  selling: (waiting: number) =>
    waiting === 0
      ? 'Vendendo em contingência.'
      : `Vendendo em contingência: ${notas(waiting)} ${waiting === 1 ? 'espera' : 'esperam'} envio.`,
  asks: 'O caixa escolhe, a cada venda, se emite em contingência.',
  see: (waiting: number) => (waiting === 1 ? 'Ver a nota' : `Ver as ${notas(waiting)}`),
}
