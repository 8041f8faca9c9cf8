import { useState } from 'react'
import { Button, Dialog, TextInput } from '@/ui'

type Props = {
  title: string
  subtitle?: string | undefined
  label: string
  initial: string
  help?: string
  inputMode?: 'decimal' | 'text'
  confirmLabel: string
  /** Takes the text; a sentence says why it cannot. */
  onSubmit: (text: string) => string | null
  onClose: () => void
}

/** Asks for one thing, by keyboard alone: what is there is selected, Enter takes it, Esc leaves. */
export function OneFieldDialog(props: Props) {
  const { title, subtitle, label, initial, help, inputMode = 'text', confirmLabel, onSubmit, onClose } = props
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = () => {
    const refused = onSubmit(text)
    setProblem(refused)
    if (refused === null) onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      subtitle={subtitle}
      foot={<Button onClick={submit}>{confirmLabel}</Button>}
    >
      <TextInput
        label={label}
        help={help}
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
