import { useState } from 'react'
import { useMay } from '@/api'
import { Button, confirm, toast } from '@/ui'
import { forgetPlace } from './storage'
import { texts } from './texts'
import { clearTraining, practiseFor } from './training'
import classes from './training.module.css'

type Props = {
  company: string
  /** Where this computer keeps the practised sales. */
  place: string
  /** Nothing of practice is left. */
  onCleared: () => void
}

/** Over the counter while its tab practises. */
export function TrainingStrip({ company, place, onCleared }: Props) {
  const [isClearing, setClearing] = useState(false)
  const mayClear = useMay()('POST /api/companies/{id}/training/clear')
  const { training } = texts
  const clear = async () => {
    const { title, text, confirm: confirmLabel, done, failed } = training.clear
    if (!(await confirm({ title, text, confirmLabel, isDanger: true }))) return
    setClearing(true)
    try {
      await clearTraining(company)
      forgetPlace(place)
      toast.success(done)
      onCleared()
    } catch (problem) {
      toast.failed(failed, problem)
    } finally {
      setClearing(false)
    }
  }
  return (
    <section className={classes.strip} aria-label={training.strip}>
      <span className={classes.tape} aria-hidden="true" />
      <strong className={classes.name}>{training.name}</strong>
      <span className={classes.text}>{training.text}</span>
      <span className={classes.stripActs}>
        {mayClear && (
          <button type="button" disabled={isClearing} onClick={() => void clear()}>
            {training.clear.label}
          </button>
        )}
        <button type="button" onClick={() => practiseFor(null)}>
          {training.leave}
        </button>
      </span>
    </section>
  )
}

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
