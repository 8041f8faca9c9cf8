import { useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { ApiProblem } from '@/api'
import type { User } from '@/api'
import { Button, Card, TextInput, toast, useFollowed, useRecordForm } from '@/ui'
import classes from './account-page.module.css'
import { loadAccount, refreshAccount, renameAccount } from './queries'
import type { LoadedAccount } from './queries'
import { texts } from './texts'

/** Who one is: the name is one's own to change, the rest an admin's. */
export function NameCard({ loaded }: { loaded: LoadedAccount }) {
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const { user, etag } = loaded
  const form = useRecordForm<{ full_name: string }>({
    initialValues: { full_name: user.full_name },
    version: etag,
    fields: { full_name: { label: texts.name, required: true } },
  })
  useFollowed(form, etag, () => form.restart({ full_name: user.full_name }, etag))

  const refuse = (problem: ApiProblem) => {
    if (problem.isStale) {
      const theirs = (problem.current as User).full_name
      form.rebase({ full_name: theirs }, problem.etag)
      toast.error(texts.saveFailed, texts.nameStale(theirs))
    } else if (problem.isInvalid) {
      form.setErrors(problem.byField)
      document.getElementById(form.idOf('full_name'))?.focus()
    } else toast.error(texts.saveFailed, problem.message)
  }
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSaving) return
    setSaving(true)
    try {
      const saved = await renameAccount(form.values.full_name, form.version)
      form.restart({ full_name: saved.user.full_name }, saved.etag)
      queryClient.setQueryData(loadAccount.queryKey, saved)
      toast.success(texts.success, texts.nameSaved)
      void refreshAccount(queryClient)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      refuse(problem)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Card title={texts.whoTitle}>
      <form className={classes.form} noValidate onSubmit={(event) => void save(event)}>
        <TextInput {...form.textField('full_name')} maxLength={120} autoComplete="name" />
        <dl className={classes.facts}>
          <dt>{texts.email}</dt>
          <dd>{user.email}</dd>
          <dt>{texts.role}</dt>
          <dd>{user.role}</dd>
          <dt>{texts.defaultCompany}</dt>
          <dd>{user.default_company?.razao_social ?? texts.noDefault}</dd>
        </dl>
        <p className={classes.help}>{texts.emailHelp}</p>
        <div className={classes.actions}>
          <Button type="submit" loading={isSaving} disabled={!form.isDirty}>
            {texts.saveName}
          </Button>
        </div>
      </form>
    </Card>
  )
}
