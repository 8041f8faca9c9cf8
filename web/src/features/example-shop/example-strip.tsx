import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsAdmin } from '@/api'
import { toast } from '@/ui'
import classes from './example-strip.module.css'
import { createExampleShop, exampleShopKey, exampleShopNow } from './queries'
import { texts } from './texts'
import { useRemoveExampleShop } from './use-remove-example-shop'

/** The hazard tape over every screen of the made-up shop. */
export function ExampleStrip() {
  const isAdmin = useIsAdmin()
  const queryClient = useQueryClient()
  const { data: shop } = useQuery({ ...exampleShopNow, enabled: isAdmin })
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
  const said =
    shop?.estado === 'preparando'
      ? texts.stripProgress(shop.feitas, shop.total)
      : shop?.estado === 'falhou'
        ? texts.stopped(shop.erro)
        : null
  return (
    <section className={classes.strip} aria-label={texts.strip}>
      <span className={classes.tape} aria-hidden="true" />
      <strong className={classes.name}>{texts.stripName}</strong>
      <span className={classes.text}>{said ?? texts.stripText}</span>
      <span className={classes.shortText}>{said ?? texts.stripShortText}</span>
      {isAdmin && (
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
    </section>
  )
}
