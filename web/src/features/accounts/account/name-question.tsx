import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import { ApiProblem, useSession } from '@/api'
import { Button, Card, PageBody, TextInput, toast } from '@/ui'
import classes from './name-question.module.css'
import { hasOwnName } from './own-name'
import { refreshAccount, renameAccount } from './queries'
import { texts } from './texts'

const keyOf = (user: string) => `balcao-nome-perguntado-${user}`

function wasAsked(user: string): boolean {
  try {
    return localStorage.getItem(keyOf(user)) !== null
  } catch {
    return false // blocked: asked again with each visit
  }
}

/**
 * Asks somebody who signed up, with an e-mail alone, for a name: budgets, dashboards and the log show it. Once: who would rather
 * not say it is not asked again in this browser.
 */
export function NameQuestion() {
  const { user } = useSession()
  const [isOver, setOver] = useState(() => wasAsked(user.id))
  if (hasOwnName(user.full_name) || isOver) return null
  const end = () => {
    try {
      localStorage.setItem(keyOf(user.id), 'sim')
    } catch {
      // Blocked: not asked again as long as the page lasts.
    }
    setOver(true)
  }
  return <Question onDone={end} />
}

function Question({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient()
  const id = useId()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSaving) return
    if (name.trim() === '') {
      setError(texts.question.missing)
      document.getElementById(id)?.focus()
      return
    }
    setSaving(true)
    try {
      // Nobody else changes the name of an account that has none.
      await renameAccount(name, '*')
      toast.success(texts.success, texts.nameSaved)
      onDone()
      void refreshAccount(queryClient)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      const atName = problem.byField.full_name
      if (atName !== undefined) setError(atName)
      else toast.error(texts.saveFailed, problem.message)
    } finally {
      setSaving(false)
    }
  }
  return (
    <PageBody>
      <Card title={texts.question.title}>
        <p className={classes.why}>{texts.question.why}</p>
        <form className={classes.form} noValidate onSubmit={(event) => void save(event)}>
          <div className={classes.field}>
            <TextInput
              id={id}
              label={texts.name}
              error={error}
              value={name}
              maxLength={120}
              autoComplete="name"
              onChange={(event) => {
                setName(event.currentTarget.value)
                setError(undefined)
              }}
            />
          </div>
          <Button kind="quiet" onClick={onDone}>
            {texts.question.later}
          </Button>
          <Button type="submit" loading={isSaving}>
            {texts.question.save}
          </Button>
        </form>
      </Card>
    </PageBody>
  )
}
