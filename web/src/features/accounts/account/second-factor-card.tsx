import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Card, confirm, formatDateTime, Spinner, toast } from '@/ui'
import classes from './account-page.module.css'
import { loadSecondFactor, makeRecoveryCodes, refreshSecondFactor, turnOffSecondFactor } from './queries'
import { RecoveryCodes } from './recovery-codes'
import { SecondFactorSetUp } from './second-factor-set-up'
import { texts } from './texts'

/** The codes of an app on the telephone: turned on and off, and the recovery codes for who loses it. */
export function SecondFactorCard({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const { data: state, error, refetch } = useQuery(loadSecondFactor)
  const [isSettingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isBusy, setBusy] = useState(false)

  const change = async (run: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    try {
      await run()
    } catch (problem) {
      toast.failed(texts.factorFailed, problem)
    }
    await refreshSecondFactor(queryClient)
    setBusy(false)
  }
  const turnOff = async () => {
    const isSure = await confirm({
      title: texts.factorTurnOffTitle,
      text: <p>{texts.factorTurnOffText}</p>,
      confirmLabel: texts.factorTurnOff,
      isDanger: true,
    })
    if (!isSure) return
    await change(async () => {
      await turnOffSecondFactor()
      toast.success(texts.factorIsOff)
    })
  }
  const makeNew = async () => {
    const isSure = await confirm({
      title: texts.newCodesTitle,
      text: <p>{texts.newCodesText}</p>,
      confirmLabel: texts.newCodesConfirm,
    })
    if (isSure) await change(async () => setCodes(await makeRecoveryCodes()))
  }
  const isOn = (recoveryCodes: string[]) => {
    setSettingUp(false)
    setCodes(recoveryCodes)
    toast.success(texts.factorIsOn)
    void refreshSecondFactor(queryClient)
  }

  return (
    <Card title={texts.factorTitle}>
      {codes ? (
        <RecoveryCodes codes={codes} doneLabel={texts.codesKept} onDone={() => setCodes(null)} />
      ) : isSettingUp ? (
        <SecondFactorSetUp email={email} onDone={isOn} onCancel={() => setSettingUp(false)} />
      ) : state?.on_since ? (
        <div className={classes.form}>
          <p className={classes.text}>
            {texts.factorOn(formatDateTime(state.on_since))} {texts.codesLeft(state.recovery_codes_left)}
          </p>
          <div className={classes.actions}>
            <Button kind="quiet" disabled={isBusy} onClick={() => void turnOff()}>
              {texts.factorTurnOff}
            </Button>
            <Button kind="secondary" disabled={isBusy} onClick={() => void makeNew()}>
              {texts.newCodes}
            </Button>
          </div>
        </div>
      ) : state ? (
        <div className={classes.form}>
          <p className={classes.text}>
            {texts.factorOff} {state.required && texts.factorRequired}
          </p>
          <div className={classes.actions}>
            <Button kind="secondary" onClick={() => setSettingUp(true)}>
              {texts.factorBegin}
            </Button>
          </div>
        </div>
      ) : error ? (
        <div className={classes.form}>
          <p className={classes.text}>{error.message}</p>
          <div className={classes.actions}>
            <Button kind="secondary" onClick={() => void refetch()}>
              {texts.retry}
            </Button>
          </div>
        </div>
      ) : (
        <Spinner />
      )}
    </Card>
  )
}
