import { IconAlertTriangle, IconHelp } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import type { SubmitEvent } from 'react'
import { Button } from '../basics/button'
import { TextInput } from '../inputs/text-inputs'
import { currentQuestion, subscribeToQuestion } from './confirm-store'
import type { Asked } from './confirm-store'
import { Dialog } from './dialog'
import classes from './confirm.module.css'

/** Where `confirm()` asks. */
export function ConfirmHost() {
  const asked = useSyncExternalStore(subscribeToQuestion, currentQuestion)
  // The last question stays drawn while the window closes.
  const [drawn, setDrawn] = useState<Asked | null>(asked)
  if (asked && asked !== drawn) setDrawn(asked)
  if (!drawn) return null
  return <ConfirmDialog key={drawn.id} question={drawn} isOpen={asked !== null} />
}

function ConfirmDialog({ question, isOpen }: { question: Asked; isOpen: boolean }) {
  const { title, text, confirmLabel, cancelLabel = 'Cancelar', isDanger = false, typeToConfirm, answer } = question
  const [typed, setTyped] = useState('')
  const isTyped = !typeToConfirm || normal(typed) === normal(typeToConfirm)
  const Icon = isDanger ? IconAlertTriangle : IconHelp

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isTyped) answer(true)
  }

  return (
    <Dialog
      opened={isOpen}
      onClose={() => answer(false)}
      title={title}
      foot={
        <>
          <Button kind="secondary" isFirst={!typeToConfirm} onClick={() => answer(false)}>
            {cancelLabel}
          </Button>
          <Button kind={isDanger ? 'danger' : 'primary'} disabled={!isTyped} onClick={() => answer(true)}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className={classes.question}>
        <span className={classes.icon} data-danger={isDanger || undefined} aria-hidden="true">
          <Icon size={20} stroke={1.75} />
        </span>
        <div className={classes.text}>
          <div>{text}</div>
          {typeToConfirm && (
            <form onSubmit={submit}>
              <TextInput
                label={`Para confirmar, digite ${typeToConfirm}`}
                autoComplete="off"
                data-autofocus
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            </form>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** What differs only in case or spacing is the same word. */
function normal(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLocaleLowerCase('pt-BR')
}
