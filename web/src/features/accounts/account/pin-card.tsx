import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { ApiProblem, useActiveCompany } from '@/api'
import type { ActiveCompany } from '@/api'
import { Button, Card, confirm, formatDateTime, PasswordInput, toast, useRecordForm } from '@/ui'
import classes from './account-page.module.css'
import { loadPin, refreshPin, removePin, setPin } from './queries'
import { texts } from './texts'

const EMPTY = { pin: '' }

/** One's own PIN at the active company, for the counter and nothing else. */
export function PinCard() {
  const company = useActiveCompany()
  return company && <CompanyPin key={company.id} company={company} />
}

function CompanyPin({ company }: { company: ActiveCompany }) {
  const queryClient = useQueryClient()
  const { data: since } = useQuery(loadPin(company.id))
  const [isSaving, setSaving] = useState(false)
  const form = useRecordForm<typeof EMPTY>({
    initialValues: EMPTY,
    fields: { pin: { label: texts.pin, required: true, isSecret: true } },
  })
  const change = async (run: () => Promise<void>, done: string) => {
    if (isSaving) return
    setSaving(true)
    try {
      await run()
      form.restart(EMPTY, undefined)
      toast.success(done)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      form.setErrors(problem.byField)
      if (problem.byField.pin) document.getElementById(form.idOf('pin'))?.focus()
      else toast.error(texts.pinFailed, problem.message)
    } finally {
      setSaving(false)
      await refreshPin(queryClient)
    }
  }
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    void change(() => setPin(company.id, form.values.pin), texts.pinSaved)
  }
  const remove = async () => {
    const isSure = await confirm({
      title: texts.pinRemoveTitle,
      text: <p>{texts.pinRemoveText}</p>,
      confirmLabel: texts.pinRemove,
      isDanger: true,
    })
    if (isSure) await change(() => removePin(company.id), texts.pinRemoved)
  }
  return (
    <Card title={texts.pinTitle}>
      <form className={classes.form} noValidate onSubmit={save}>
        <p className={classes.text}>
          {texts.pinText(company.razao_social)} {since && texts.pinSince(formatDateTime(since))}
        </p>
        <PasswordInput
          {...form.textField('pin')}
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          help={texts.pinHelp}
        />
        <div className={classes.actions}>
          {since && (
            <Button kind="quiet" disabled={isSaving} onClick={() => void remove()}>
              {texts.pinRemove}
            </Button>
          )}
          <Button type="submit" kind="secondary" loading={isSaving} disabled={!form.isDirty}>
            {since ? texts.pinChange : texts.pinSet}
          </Button>
        </div>
      </form>
    </Card>
  )
}
