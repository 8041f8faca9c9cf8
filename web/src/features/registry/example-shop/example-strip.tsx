import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '@/api'
import type { ExampleShop } from '@/api'
import { HazardStrip, toast } from '@/ui'
import classes from './example-strip.module.css'
import { createExampleShop, exampleShopKey, exampleShopNow } from './queries'
import { texts } from './texts'
import { useRemoveExampleShop } from './use-remove-example-shop'

/** Over every screen of the made-up shop. */
export function ExampleStrip() {
  const mayRemove = useMay()('DELETE /api/example-shop')
  const queryClient = useQueryClient()
  const { data: shop } = useQuery({ ...exampleShopNow, enabled: mayRemove })
  const remove = useRemoveExampleShop()
  const [isBusy, setBusy] = useState(false)
  const whileBusy = async (work: () => Promise<void>) => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  const goOn = async () => {
    try {
      queryClient.setQueryData(exampleShopKey, await createExampleShop())
    } catch (problem) {
      toast.failed(texts.createFailed, problem)
    }
  }
  // Nothing before it is known how far the shop is; others than administrators are not told that.
  const said = shop ? stateOf(shop) : mayRemove ? '' : null
  return (
    <HazardStrip
      label={texts.strip}
      name={texts.stripName}
      text={said ?? texts.stripText}
      shortText={said ?? texts.stripShortText}
    >
      {mayRemove && (
        <span className={classes.acts}>
          {shop?.estado === 'falhou' && (
            <button type="button" disabled={isBusy} onClick={() => void whileBusy(goOn)}>
              {texts.tryAgain}
            </button>
          )}
          <button type="button" disabled={isBusy} aria-label={texts.remove} onClick={() => void whileBusy(remove)}>
            <span className={classes.long}>{texts.remove}</span>
            <span className={classes.short}>{texts.removeShort}</span>
          </button>
        </span>
      )}
    </HazardStrip>
  )
}

/** What is said of a shop that is not ready; null: it is. */
function stateOf({ estado, feitas, total, erro }: ExampleShop): string | null {
  if (estado === 'preparando') return texts.stripProgress(feitas, total)
  return estado === 'falhou' ? texts.stopped(erro) : null
}
