import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Wordmark } from '@/ui'
import classes from './account-page.module.css'
import { refreshAccount } from './queries'
import { RecoveryCodes } from './recovery-codes'
import { SecondFactorSetUp } from './second-factor-set-up'
import { texts } from './texts'

type Props = {
  email: string
  onSignOut: () => void
  /** It is set up, and the recovery codes are shown. */
  onCodes: () => void
  onDone: () => void
}

/** All that an administrator sees who has to set up the second factor first. */
export function SecondFactorNeeded({ email, onSignOut, onCodes, onDone }: Props) {
  const queryClient = useQueryClient()
  const [isSettingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const show = (recoveryCodes: string[]) => {
    onCodes()
    setCodes(recoveryCodes)
  }
  const leave = () => {
    void refreshAccount(queryClient)
    onDone()
  }
  return (
    <main className={classes.needed}>
      <Wordmark size={30} />
      <h1 className={classes.neededTitle}>{codes ? texts.codesTitle : texts.neededTitle}</h1>
      {codes ? (
        <RecoveryCodes codes={codes} doneLabel={texts.codesKept} onDone={leave} />
      ) : isSettingUp ? (
        <SecondFactorSetUp email={email} onDone={show} onCancel={() => setSettingUp(false)} />
      ) : (
        <>
          <p className={classes.text}>{texts.neededText}</p>
          <div className={classes.actions}>
            <Button kind="quiet" onClick={onSignOut}>
              {texts.signOut}
            </Button>
            <Button onClick={() => setSettingUp(true)}>{texts.factorBegin}</Button>
          </div>
        </>
      )}
    </main>
  )
}
