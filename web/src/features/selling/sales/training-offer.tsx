import { useState } from 'react'
import { Button, toast } from '@/ui'
import { texts } from './texts'
import classes from './training.module.css'

type OfferProps = { onStart: () => Promise<void> }

/** Under an empty sale. */
export function TrainingOffer({ onStart }: OfferProps) {
  const [isStarting, setStarting] = useState(false)
  const start = async () => {
    setStarting(true)
    try {
      await onStart()
    } catch (problem) {
      toast.failed(texts.training.startFailed, problem)
      setStarting(false)
    }
  }
  return (
    <div className={classes.offer}>
      <span>{texts.training.offer}</span>
      <Button kind="quiet" loading={isStarting} onClick={() => void start()}>
        {texts.training.start}
      </Button>
    </div>
  )
}
