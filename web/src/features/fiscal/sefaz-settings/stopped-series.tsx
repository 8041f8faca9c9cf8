import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, useMay } from '@/api'
import type { StoppedSeries as Series } from '@/api'
import { Button, Card, confirm, formatInteger, IntegerInput, toast } from '@/ui'
import { confirmNextNumber, loadStoppedSeries, refreshSettings } from './queries'
import classes from './sefaz.module.css'
import { texts } from './texts'

/** The series in which nothing is issued until an administrator has confirmed the next number; nothing when there is none. */
export function StoppedSeries({ company }: { company: string }) {
  const { data } = useQuery(loadStoppedSeries(company))
  if (!data || data.length === 0) return null
  return (
    <Card title={texts.stopped.title}>
      <div className={classes.stack}>
        {data.map((series) => (
          <One key={`${series.ambiente} ${series.modelo} ${series.serie}`} company={company} series={series} />
        ))}
      </div>
    </Card>
  )
}

function One({ company, series }: { company: string; series: Series }) {
  const queryClient = useQueryClient()
  const mayConfirm = useMay()('POST /api/companies/{id}/numbers/confirm')
  const [proximo, setProximo] = useState(String(series.proposta ?? ''))
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const name = texts.stopped.name(series.modelo, series.serie, series.ambiente)

  const send = async () => {
    if (proximo === '') {
      setError(texts.stopped.missing)
      return
    }
    const isSure = await confirm({
      title: texts.stopped.question(formatInteger(Number(proximo))),
      text: texts.stopped.warning,
      confirmLabel: texts.stopped.confirm,
    })
    if (!isSure) return
    setIsBusy(true)
    setError(undefined)
    try {
      const { ambiente, modelo, serie } = series
      await confirmNextNumber(company, { ambiente, modelo, serie, proximo: Number(proximo) })
      toast.success(texts.stopped.done, name)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      setError(problem.byField.proximo ?? problem.message)
    } finally {
      setIsBusy(false)
      await refreshSettings(queryClient)
    }
  }
  return (
    <div className={classes.stack}>
      <p>
        <strong>{name}</strong> {series.motivo}
      </p>
      {mayConfirm && (
        <>
          <IntegerInput
            id={`proximo-${series.ambiente}-${series.modelo}-${series.serie}`}
            label={`${texts.stopped.next} (${name})`}
            maxLength={9}
            value={proximo}
            onChange={setProximo}
            error={error}
          />
          <Button kind="secondary" loading={isBusy} onClick={() => void send()}>
            {texts.stopped.confirm}
          </Button>
        </>
      )}
    </div>
  )
}
