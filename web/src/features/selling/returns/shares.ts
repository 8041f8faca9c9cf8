import { decimal } from '@/ui'

type Part = { quantidade: string; devolvida: string; pago: string }

/**
 * What is given back for so much more of an item: its share of what was paid, so that in the end it was all of it, to the
 * cent. As the server reckons it (selling/returns/shares.hpp).
 */
export function shareOf({ quantidade, devolvida, pago }: Part, back: string): string {
  const upTo = (returned: string) => decimal.divide(decimal.multiply([pago, returned], 6), quantidade, 2)
  return decimal.subtract(upTo(decimal.add(devolvida, back)), upTo(devolvida))
}
