import { IconBuildingStore } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, ProgressBar, toast } from '@/ui'
import classes from './example-shop-offer.module.css'
import { createExampleShop, exampleShopKey, exampleShopNow } from './queries'
import { texts } from './texts'

/** Under an empty list of companies, for administrators: a made-up shop instead. Nothing where it is not to be had. */
export function ExampleShopOffer() {
  const queryClient = useQueryClient()
  const { data: shop } = useQuery(exampleShopNow)
  const [isAsking, setAsking] = useState(false)
  const create = async () => {
    setAsking(true)
    try {
      queryClient.setQueryData(exampleShopKey, await createExampleShop())
      await queryClient.invalidateQueries({ queryKey: ['companies'] })
      await queryClient.invalidateQueries({ queryKey: ['session'] })
    } catch (problem) {
      toast.failed(texts.createFailed, problem)
    } finally {
      setAsking(false)
    }
  }
  if (!shop) return null
  if (shop.estado === 'preparando') {
    return (
      <div className={classes.progress}>
        <ProgressBar label={texts.building} value={shop.feitas} total={shop.total} />
      </div>
    )
  }
  if (!shop.oferecida) return null
  return (
    <div className={classes.offer}>
      <Button kind="secondary" icon={IconBuildingStore} loading={isAsking} onClick={() => void create()}>
        {texts.offer}
      </Button>
      <p className={classes.text}>{texts.offerText}</p>
    </div>
  )
}
