import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, useIsAdmin } from '@/api'
import type { SefazSettings } from '@/api'
import { confirm, formatCnpj, formatInteger, toast, useFollowed, useRecordForm } from '@/ui'
import { loadSettings, readSettings, refreshSettings, saveSettings } from './queries'
import type { Environment, LoadedSettings } from './queries'
import { bodyOf, FIELDS, NFCE, NFE, ofEnvironment, seriesOf, valuesOf } from './sefaz-values'
import type { OfEnvironment, SefazValues } from './sefaz-values'
import classes from './sefaz.module.css'
import { texts } from './texts'

export type SefazCompany = { id: string; razao_social: string; cnpj: string }

/** The settings' form, on its page and in its dialog alike. */
export function useSefazForm(company: SefazCompany, loaded: LoadedSettings) {
  const queryClient = useQueryClient()
  const isAdmin = useIsAdmin()
  const form = useRecordForm<SefazValues>({
    initialValues: valuesOf(loaded.settings),
    version: loaded.etag,
    fields: FIELDS,
  })
  // What the numbers in sight were read from.
  const [known, setKnown] = useState(loaded.settings)
  // What is typed for the environment that is not in sight.
  const [aside, setAside] = useState<Partial<Record<Environment, OfEnvironment>>>({})
  const { ambiente, serie, numero_inicial, serie_nfe, numero_inicial_nfe, csc_id, csc } = form.values

  const show = ({ settings, etag }: LoadedSettings) => {
    setKnown(settings)
    setAside({})
    form.restart(valuesOf(settings), etag)
  }
  useFollowed(form, loaded.etag, () => show(loaded))

  const chooseEnvironment = (next: Environment) => {
    if (next === ambiente) return
    setAside({ ...aside, [ambiente]: { serie, numero_inicial, serie_nfe, numero_inicial_nfe, csc_id, csc } })
    form.setValues({ ambiente: next, ...(aside[next] ?? ofEnvironment(known[next])) })
  }
  /** The number of a series comes with it. */
  const chooseSeries = (next: string) => {
    const number = seriesOf(known[ambiente], NFCE, next)?.numero_inicial
    form.setValues({ serie: next, ...(next !== '' && { numero_inicial: String(number ?? 1) }) })
  }
  const chooseNfeSeries = (next: string) => {
    const number = seriesOf(known[ambiente], NFE, next)?.numero_inicial
    form.setValues({ serie_nfe: next, ...(next !== '' && { numero_inicial_nfe: String(number ?? 1) }) })
  }

  const isGoingLive = (values: SefazValues) => values.ambiente === 'producao' && known.ambiente !== 'producao'
  const maySave = async (values: SefazValues) =>
    !isGoingLive(values) ||
    confirm({
      title: texts.goLiveTitle,
      text: <GoingLive company={company} values={values} />,
      confirmLabel: texts.goLiveConfirm,
      cancelLabel: texts.stayInTest,
    })

  const save = async (values: SefazValues, version: string | undefined) => {
    try {
      const saved = await saveSettings(company.id, bodyOf(values, known), version)
      queryClient.setQueryData(loadSettings(company.id).queryKey, saved)
      show(saved)
      toast.success(texts.saved, texts.savedText[saved.settings.ambiente])
      void refreshSettings(queryClient)
    } catch (problem) {
      await learn(problem)
      throw problem
    }
  }
  /** A refusal tells what is stored by now; who saves again has seen it. */
  const learn = async (problem: unknown) => {
    if (!(problem instanceof ApiProblem)) return
    if (problem.isStale) setKnown(problem.current as SefazSettings)
    if (!('numero_inicial' in problem.byField || 'numero_inicial_nfe' in problem.byField)) return
    // The sentence at the field stands for itself; without this the next try would only be refused again.
    const now = await readSettings(company.id).catch(() => null)
    if (now) setKnown(now.settings)
  }

  const series = seriesOf(known[ambiente], NFCE, serie)
  const nfeSeries = seriesOf(known[ambiente], NFE, serie_nfe)
  return {
    form,
    known,
    /** Only admins change anything while produção is in use. */
    isReadOnly: !isAdmin && known.ambiente === 'producao',
    mayGoLive: isAdmin || known.ambiente === 'producao',
    series,
    nfeSeries,
    chooseEnvironment,
    chooseSeries,
    chooseNfeSeries,
    /** What the form around it takes. */
    record: {
      form,
      saveLabel: texts.save,
      errorTitle: texts.saveFailed,
      errorText: texts.saveFailedText,
      maySave,
      save,
      toValues: (current: unknown) => valuesOf(current as SefazSettings, ambiente),
    },
  }
}

export type SefazForm = ReturnType<typeof useSefazForm>

function GoingLive({ company, values }: { company: SefazCompany; values: SefazValues }) {
  const { goLiveFacts: words } = texts
  const facts = [
    [words.company, company.razao_social],
    [words.cnpj, formatCnpj(company.cnpj)],
    [words.serie, values.serie],
    [words.next, formatInteger(Number(values.numero_inicial))],
  ] as const
  return (
    <>
      <p>{texts.goLiveQuestion}</p>
      <dl className={classes.facts}>
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
