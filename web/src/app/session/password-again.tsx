import { useId, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { api, ApiProblem, onPasswordNeeded, useSession } from '@/api'
import { Button, Dialog, PasswordInput, toast } from '@/ui'
import { texts } from '../texts'
import { useHeldCall } from './held-call'
import classes from './held-call.module.css'

/**
 * Asks for the own password over the page when a call needs it again. The call waits and is then repeated, so what was
 * typed below is never lost; who closes this goes back to it.
 */
export function PasswordAgain() {
  const session = useSession()
  const { isOpen, finish } = useHeldCall(onPasswordNeeded)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const formId = useId()

  const close = (isGiven: boolean) => {
    finish(isGiven)
    setPassword('')
    setError(undefined)
  }
  const refuse = (sentence: string) => {
    setError(sentence)
    input.current?.focus()
  }
  const give = async (event: SubmitEvent) => {
    event.preventDefault()
    event.stopPropagation() // the dialog may have been opened out of a form
    if (isSending) return
    if (!password) {
      refuse(texts.passwordMissing)
      return
    }
    setSending(true)
    try {
      await api.put('/api/session/password', { body: { password } })
      close(true)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (problem.byField.password) refuse(problem.byField.password)
      else toast.error(texts.passwordAgain, problem.message)
    } finally {
      setSending(false)
    }
  }

  return (
    <Dialog
      opened={isOpen}
      onClose={() => close(false)}
      title={texts.passwordAgain}
      foot={
        <>
          <Button kind="quiet" onClick={() => close(false)}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} loading={isSending}>
            {texts.goOn}
          </Button>
        </>
      }
    >
      <p className={classes.text}>{texts.passwordAgainText}</p>
      <form id={formId} noValidate onSubmit={(event) => void give(event)}>
        <input type="text" name="username" autoComplete="username" value={session.user.email} readOnly hidden />
        <PasswordInput
          ref={input}
          label={texts.password}
          name="password"
          autoComplete="current-password"
          required
          data-autofocus
          maxLength={1024}
          value={password}
          error={error}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
