import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { SaleSettings } from '@/api'
import { printReceipt, useThisStation } from '@/features/registry/stations'
import { toast } from '@/ui'
import type { Desk } from './desk'
import { hasPaper } from './sent'
import type { SentSale } from './sent'
import { texts } from './texts'

/**
 * Prints what a sent sale's customer is given; at a station by itself as soon as it is a receipt, unless the company wants to
 * be asked. A browser that is no station prints only when it is told to.
 */
export function usePrinting(
  company: string,
  desk: Desk,
  sent: readonly SentSale[],
  settings: SaleSettings | null,
): (one: SentSale) => Promise<void> {
  const queryClient = useQueryClient()
  const station = useThisStation(company)
  const begun = useRef(new Set<string>())

  const print = async ({ id, nota }: SentSale): Promise<void> => {
    begun.current.add(nota.id)
    const why = await printReceipt(queryClient, company, nota)
    if (why === null) desk.notePrinted(id)
    else toast.error(texts.card.unprinted, why)
  }
  const printByItself = useEffectEvent(() => {
    for (const one of sent) {
      if (!hasPaper(one.nota) || one.isPrinted || one.isCorrected || begun.current.has(one.nota.id)) continue
      if (!desk.printsByItself(one.id)) continue
      print(one).catch((problem: unknown) => toast.failed(texts.card.unprinted, problem))
    }
  })
  const isAutomatic = Boolean(station) && settings?.imprimir_sempre === 'S'
  useEffect(() => {
    if (isAutomatic) printByItself()
  }, [isAutomatic, sent])
  return print
}
