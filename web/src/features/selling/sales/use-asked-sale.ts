import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { SALE_PARAM } from '@/app/paths'
import { toast } from '@/ui'
import type { Desk } from './desk'
import { readSale } from './queries'
import { saleOfDraft } from './sale'
import { texts } from './texts'

/** Goes on with the draft that the address names, such as one of an order that is invoiced. Named once: F5 keeps what was done since. */
export function useAskedSale(company: string, desk: Desk, parkName: string): void {
  const [params, setParams] = useSearchParams()
  const asked = params.get(SALE_PARAM)
  const take = useEffectEvent(async (id: string) => {
    setParams(
      (now) => {
        now.delete(SALE_PARAM)
        return now
      },
      { replace: true },
    )
    try {
      const sale = await readSale(company, id)
      if (sale.estado === 'aberta') desk.goOnWith(saleOfDraft(sale), parkName)
      else toast.info(texts.asked.over)
    } catch (problem) {
      toast.failed(texts.asked.failed, problem)
    }
  })
  useEffect(() => {
    if (asked !== null) void take(asked)
  }, [asked])
}
