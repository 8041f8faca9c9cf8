import { useState } from 'react'
import { Button, Dialog, TextInput } from '@/ui'
import { counterKeys } from './counter-keys'

type Props = {
  title: string
  subtitle?: string | undefined
  label: string
  initial: string
  help?: string
  /** Said in place of the help about what is typed so far. */
  note?: (text: string) => string | null
  inputMode?: 'decimal' | 'text'
  confirmLabel: string
  /** The counter's key that opened it: the other keys take what is typed too, and go on. */
  ownKey?: string
  /** They give it up instead. */
  isLeftByKeys?: boolean
  /** Takes the text; a sentence says why it cannot. */
  onSubmit: (text: string) => string | null
  onClose: () => void
}

/** Asks for one thing, by keyboard alone: what is there is selected, Enter takes it, Esc leaves. */
export function OneFieldDialog(props: Props) {
  const { title, subtitle, label, initial, help, inputMode = 'text', confirmLabel, onSubmit, onClose } = props
  const { note, ownKey, isLeftByKeys = false } = props
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = () => {
    const refused = onSubmit(text)
    setProblem(refused)
    if (refused !== null) return false
    onClose()
    return true
  }
  const leave = () => {
    onClose()
    return true
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      subtitle={subtitle}
      onKeyDownCapture={ownKey === undefined ? undefined : counterKeys(ownKey, isLeftByKeys ? leave : submit)}
      foot={<Button onClick={submit}>{confirmLabel}</Button>}
    >
      <TextInput
        label={label}
        help={note?.(text) ?? help}
        error={problem}
        inputMode={inputMode}
        autoComplete="off"
        data-autofocus
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(null)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          submit()
        }}
      />
    </Dialog>
  )
}
