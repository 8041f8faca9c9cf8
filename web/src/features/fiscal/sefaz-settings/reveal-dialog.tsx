import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Button, FormDialog, PasswordInput, TextInput, toast, useRecordForm, useShown } from '@/ui'
import { revealCsc } from './queries'
import type { Environment } from './queries'
import { texts } from './texts'

type Props = { company: string; ambiente: Environment | null; onClose: () => void }

/** Shows the CSC of an environment to who gives the own password again; closed while it is null. */
export function RevealDialog({ company, ambiente, onClose }: Props) {
  const { shown, round, isOpen } = useShown(ambiente)
  return shown && <Content key={round} company={company} ambiente={shown} isOpen={isOpen} onClose={onClose} />
}

type Values = { password: string }

function Content(props: { company: string; ambiente: Environment; isOpen: boolean; onClose: () => void }) {
  const { company, ambiente, isOpen, onClose } = props
  const [csc, setCsc] = useState<string | null>(null)
  const form = useRecordForm<Values>({
    initialValues: { password: '' },
    fields: { password: { label: texts.yourPassword, required: true, isSecret: true } },
  })
  const copy = (code: string) => {
    // Plain http on a local network has no clipboard.
    const copied = 'clipboard' in navigator ? navigator.clipboard.writeText(code) : Promise.reject(new Error())
    copied.then(
      () => toast.success(texts.copied),
      () => toast.error(texts.copyFailed),
    )
  }
  return (
    <FormDialog
      opened={isOpen}
      onClose={onClose}
      title={texts.reveal}
      form={form}
      saveLabel={texts.revealConfirm}
      errorTitle={texts.revealFailed}
      mayBeLeft
      isReadOnly={csc !== null}
      save={async ({ password }) => setCsc(await revealCsc(company, ambiente, password))}
      onSaved={() => undefined}
    >
      {csc === null ? (
        <>
          <p>{texts.revealText}</p>
          <PasswordInput {...form.textField('password')} maxLength={1024} autoComplete="current-password" />
        </>
      ) : (
        <>
          <TextInput
            label={texts.revealed(texts.environments[ambiente])}
            readOnly
            value={csc}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div>
            <Button kind="secondary" icon={IconCopy} onClick={() => copy(csc)}>
              {texts.copy}
            </Button>
          </div>
        </>
      )}
    </FormDialog>
  )
}
