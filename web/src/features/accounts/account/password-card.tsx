import { useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { ApiProblem } from '@/api'
import { Button, Card, PasswordInput, toast, useRecordForm } from '@/ui'
import classes from './account-page.module.css'
import { changePassword, refreshSessions } from './queries'
import { texts } from './texts'

type Values = { current_password: string; password: string }

const EMPTY: Values = { current_password: '', password: '' }

/** One's own password, for who knows the old one. `email` lets password managers know whose it is. */
export function PasswordCard({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const form = useRecordForm<Values>({
    initialValues: EMPTY,
    fields: {
      current_password: { label: texts.currentPassword, required: true, isSecret: true },
      password: { label: texts.newPassword, required: true, isSecret: true },
    },
  })

  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSaving) return
    setSaving(true)
    try {
      await changePassword(form.values)
      form.restart(EMPTY, undefined)
      toast.success(texts.passwordChanged, texts.passwordChangedText)
      void refreshSessions(queryClient)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      const { byField } = problem
      form.setErrors(byField)
      const first = Object.keys(EMPTY).find((name) => byField[name])
      if (first) document.getElementById(form.idOf(first))?.focus()
      else toast.error(texts.passwordFailed, problem.message)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Card title={texts.passwordTitle}>
      <form className={classes.form} noValidate onSubmit={(event) => void save(event)}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput {...form.textField('current_password')} maxLength={1024} autoComplete="current-password" />
        <PasswordInput
          {...form.textField('password')}
          maxLength={200}
          autoComplete="new-password"
          help={texts.newPasswordHelp}
        />
        <div className={classes.actions}>
          <Button type="submit" kind="secondary" loading={isSaving} disabled={!form.isDirty}>
            {texts.changePassword}
          </Button>
        </div>
      </form>
    </Card>
  )
}
