import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Button, CpfCnpjInput, Dialog, TextInput } from '@/ui'
import { consumerProblem } from './consumer'
import { counterKeys } from './counter-keys'
import type { Consumer } from './sale'
import classes from './sales.module.css'
import { texts } from './texts'

type Props = { consumer: Consumer; onChange: (consumer: Consumer) => void; onClose: () => void }

const { consumer: words } = texts

/** F3: who buys, by CPF, or nobody. */
export function ConsumerDialog({ consumer, onChange, onClose }: Props) {
  const [cpf, setCpf] = useState(consumer.cpf ?? '')
  const [nome, setNome] = useState(consumer.nome ?? '')
  const [problem, setProblem] = useState<string | null>(null)

  const leaveWith = (next: Consumer) => {
    onChange(next)
    onClose()
  }
  const submit = () => {
    const refused = consumerProblem(cpf)
    setProblem(refused)
    if (refused !== null) return false
    // Somebody of the records stays who they are as long as the CPF does.
    const cliente_id = cpf === (consumer.cpf ?? '') ? consumer.cliente_id : null
    leaveWith({ cliente_id, cpf: cpf || null, nome: nome.trim() || null })
    return true
  }
  const submitByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    submit()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.title}
      onKeyDownCapture={counterKeys('F3', submit)}
      foot={
        <>
          <Button kind="secondary" onClick={() => leaveWith({ cliente_id: null, cpf: null, nome: null })}>
            {words.clear}
          </Button>
          <Button onClick={submit}>{words.confirm}</Button>
        </>
      }
    >
      {/* Only passes Enter on from the two fields in it. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={classes.fields} onKeyDown={submitByEnter}>
        <CpfCnpjInput
          label={words.cpf}
          data-autofocus
          value={cpf}
          error={problem}
          onChange={(plain) => {
            setCpf(plain)
            setProblem(null)
          }}
        />
        <TextInput
          label={words.nome}
          value={nome}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setNome(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
