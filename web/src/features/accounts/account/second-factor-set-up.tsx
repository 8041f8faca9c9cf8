import { useEffect, useState } from 'react'
import type { SubmitEvent } from 'react'
import { ApiProblem } from '@/api'
import { Button, QrCode, Spinner, TextInput, toast } from '@/ui'
import classes from './account-page.module.css'
import { appAddress, beginSecondFactor, turnOnSecondFactor } from './queries'
import { texts } from './texts'

type Props = {
  email: string
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** What comes up because somebody asked for it is where the cursor goes. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus()

/** Gives an app on the telephone a new secret and proves by its first code that it has it. */
export function SecondFactorSetUp({ email, onDone, onCancel }: Props) {
  const [secret, setSecret] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)

  useEffect(() => {
    let isHere = true
    beginSecondFactor()
      .then((made) => isHere && setSecret(made))
      .catch((problem: unknown) => {
        if (!isHere) return
        toast.failed(texts.factorFailed, problem)
        onCancel()
      })
    return () => {
      isHere = false
    }
    // A secret for each time this is opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const confirmCode = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const field = event.currentTarget.querySelector('input')
    setSending(true)
    try {
      onDone(await turnOnSecondFactor(code))
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      setError(problem.byField.code)
      if (problem.byField.code) field?.focus()
      else toast.error(texts.factorFailed, problem.message)
    } finally {
      setSending(false)
    }
  }

  if (secret === null) return <Spinner />
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void confirmCode(event)}>
      <p className={classes.text}>{texts.factorStep}</p>
      <QrCode label={texts.factorQr} text={appAddress(email, secret)} />
      <dl className={classes.facts}>
        <dt>{texts.factorSecret}</dt>
        <dd className={classes.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</dd>
      </dl>
      <TextInput
        label={texts.factorCode}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        ref={takeFocus}
        required
        maxLength={10}
        value={code}
        error={error}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <div className={classes.actions}>
        <Button kind="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={isSending}>
          {texts.factorConfirm}
        </Button>
      </div>
    </form>
  )
}
