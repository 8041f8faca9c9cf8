import { useState } from 'react'
import { Button, Dialog, Textarea } from '@/ui'
import { texts } from './texts'

type Props = {
  title: string
  subtitle: string
  text: string
  confirmLabel: string
  /** Takes the reason; true: it is done and the dialog closes. What is typed stays otherwise. */
  onConfirm: (motivo: string) => Promise<boolean>
  onClose: () => void
  children?: React.ReactNode
}

/** As SEFAZ and the contract want it. */
const LEAST = 15
const MOST = 255

/** Asks for the reason of what cannot be undone. */
export function ReasonDialog({ title, subtitle, text, confirmLabel, onConfirm, onClose, children }: Props) {
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const motivo = typed.trim().replace(/\s+/g, ' ')
  const length = Array.from(motivo).length

  const submit = async () => {
    if (length < LEAST) {
      setError(texts.reason.missing(LEAST - length))
      return
    }
    setBusy(true)
    const isDone = await onConfirm(motivo)
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      subtitle={subtitle}
      foot={
        <>
          <Button kind="secondary" onClick={onClose}>
            {texts.reason.cancel}
          </Button>
          <Button kind="danger" loading={isBusy} onClick={() => void submit()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {children}
      <Textarea
        label={texts.reason.label}
        required
        help={texts.reason.help(length, LEAST, MOST)}
        error={error}
        maxLength={MOST}
        data-autofocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setError(null)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void submit()
        }}
      />
    </Dialog>
  )
}
