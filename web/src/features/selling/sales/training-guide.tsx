import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ApiProblem } from '@/api'
import type { ReceiptSummary } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { Button } from '@/ui'
import { texts } from './lesson-texts'
import { advanced, BEGINNING, lessonOf, LESSONS, repeated, stepOf, withNota, withSent } from './lessons'
import type { Basket, Progress, Step } from './lessons'
import { sentSale } from './queries'
import type { SentSale } from './sent'
import { setNextAnswer } from './training'
import type { NextAnswer } from './training'
import classes from './training.module.css'

const PROGRESS_KEY = 'balcao.treino.aula'

function readProgress(company: string): Progress {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PROGRESS_KEY) ?? '') as { company: string; progress: Progress }
    return kept.company === company ? kept.progress : BEGINNING
  } catch {
    return BEGINNING
  }
}

type Props = {
  company: string
  basket: Basket
  sent: readonly SentSale[]
  /** Back to the scan field. */
  onDone: () => void
}

/** Says the next step of the guided sales. What is done it sees from the sale and from what SEFAZ's stand-in answered. */
export function TrainingGuide({ company, basket, sent, onDone }: Props) {
  const [progress, setProgress] = useState(() => readProgress(company))
  const { data } = useQuery({ ...sentSale(company, progress.sale ?? ''), enabled: progress.sale !== null })
  const nota = data?.nota ?? null

  const next = withSent(nota ? withNota(progress, nota) : progress, sent)
  if (next !== progress) setProgress(next)
  useEffect(() => {
    sessionStorage.setItem(PROGRESS_KEY, JSON.stringify({ company, progress: next }))
  }, [company, next])

  const lesson = lessonOf(next)
  // Only while its sale is not sent: what is asked for is used up by the first receipt.
  const isOpen = lesson !== undefined && next.sale === null
  const answer = lesson?.answer ?? 'normal'
  const { mutate: prepare, error } = useMutation({ mutationFn: (wanted: NextAnswer) => setNextAnswer(company, wanted) })
  useEffect(() => {
    if (isOpen) prepare(answer)
  }, [isOpen, answer, prepare])
  const problem = error && (error instanceof ApiProblem ? error.message : texts.failed)

  const go = (to: Progress) => {
    setProgress(to)
    onDone()
  }
  const step = stepOf(next, basket, nota)
  return (
    <section className={classes.guide} aria-label={texts.guide}>
      <div className={classes.words}>
        <strong>
          {lesson ? texts.lesson(next.lesson + 1, LESSONS.length, texts.lessons[lesson.key]) : texts.over}
        </strong>
        <p role="status">{lesson ? texts.steps[step](lesson.key) : texts.overText}</p>
        {problem !== null && <p role="alert">{problem}</p>}
      </div>
      <div className={classes.acts}>
        {problem !== null && (
          <Button kind="quiet" onClick={() => prepare(answer)}>
            {texts.tryAgain}
          </Button>
        )}
        <Acts company={company} step={step} isOver={!lesson} nota={nota} progress={next} onGo={go} />
      </div>
    </section>
  )
}

type ActsProps = {
  company: string
  step: Step
  isOver: boolean
  nota: ReceiptSummary | null
  progress: Progress
  onGo: (to: Progress) => void
}

function Acts({ company, step, isOver, nota, progress, onGo }: ActsProps) {
  if (isOver) {
    return (
      <Button kind="secondary" onClick={() => onGo({ ...BEGINNING, past: progress.past })}>
        {texts.anew}
      </Button>
    )
  }
  if (step === 'done') {
    return (
      <Button kind="secondary" onClick={() => onGo(advanced(progress))}>
        {texts.next}
      </Button>
    )
  }
  return (
    <>
      {step === 'cancel' && nota && (
        <Link className={classes.link} to={ofCompany(paths.receipts.one(nota.id), company)}>
          {texts.openReceipt}
        </Link>
      )}
      {step === 'again' && (
        <Button kind="secondary" onClick={() => onGo(repeated(progress))}>
          {texts.repeat}
        </Button>
      )}
      <Button kind="quiet" onClick={() => onGo(advanced(progress))}>
        {texts.skip}
      </Button>
    </>
  )
}
