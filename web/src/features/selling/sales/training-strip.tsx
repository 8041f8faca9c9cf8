import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '@/api'
import { confirm, formatDay, toast } from '@/ui'
import { forgetPlace } from './storage'
import { stripTexts as training } from './lesson-texts'
import { clearTraining, practiseFor, trainingConditions } from './training'
import { TrainingConditions } from './training-conditions'
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
  const [isChoosing, setChoosing] = useState(false)
  const { data: conditions } = useQuery(trainingConditions(company))
  const said = [
    conditions?.dia && training.conditions.asIf(formatDay(conditions.dia)),
    conditions?.exigir_ibscbs === 'S' && training.conditions.strict,
  ]
    .filter(Boolean)
    .join(' ')
  const mayClear = useMay()('POST /api/companies/{id}/training/clear')
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
      <span className={classes.text}>{said || training.text}</span>
      <span className={classes.stripActs}>
        <button type="button" onClick={() => setChoosing(true)}>
          {training.conditions.label}
        </button>
        {mayClear && (
          <button type="button" disabled={isClearing} onClick={() => void clear()}>
            {training.clear.label}
          </button>
        )}
        <button type="button" onClick={() => practiseFor(null)}>
          {training.leave}
        </button>
      </span>
      {isChoosing && conditions && (
        <TrainingConditions company={company} conditions={conditions} onClose={() => setChoosing(false)} />
      )}
    </section>
  )
}
