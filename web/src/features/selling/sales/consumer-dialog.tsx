import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Person } from '@/api'
import { findClient, PersonDialog } from '@/features/registry/people'
import { Button, CpfCnpjInput, Dialog, TextInput, toast } from '@/ui'
import { consumerProblem, isCnpj } from './consumer'
import { counterKeys } from './counter-keys'
import { NFCE, NFE } from './sale'
import type { Consumer } from './sale'
import classes from './sales.module.css'
import { texts } from './texts'

type Props = { consumer: Consumer; onChange: (consumer: Consumer) => void; onClose: () => void }

const { consumer: words } = texts
const COMPANY = 2

/** F3: who buys, by CPF or CNPJ, or nobody. A company is of the records, since its NF-e has its address. */
export function ConsumerDialog({ consumer, onChange, onClose }: Props) {
  const queryClient = useQueryClient()
  const [cpf, setCpf] = useState(consumer.cpf ?? '')
  const [nome, setNome] = useState(consumer.nome ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [isLooking, setLooking] = useState(false)
  const [isNew, setNew] = useState(false)

  const leaveWith = (next: Consumer) => {
    onChange(next)
    onClose()
  }
  const takeClient = ({ id, cpf_cnpj, razao_social, pessoa_tipo }: Person) => {
    const isCompany = pessoa_tipo === COMPANY
    leaveWith({
      ...{ cliente_id: id, cpf: isCompany ? null : cpf_cnpj, nome: razao_social },
      modelo: isCompany ? NFE : NFCE,
    })
  }
  const findCompany = async () => {
    setLooking(true)
    try {
      const known = await queryClient.query(findClient(cpf))
      if (known) takeClient(known)
      else setNew(true)
    } catch (error) {
      toast.failed(words.findFailed, error)
    } finally {
      setLooking(false)
    }
  }
  const submit = () => {
    const refused = consumerProblem(cpf)
    setProblem(refused)
    if (refused !== null) return false
    if (isCnpj(cpf)) {
      void findCompany()
      return false
    }
    // Somebody of the records stays who they are as long as the CPF does.
    const cliente_id = cpf === (consumer.cpf ?? '') && consumer.modelo !== NFE ? consumer.cliente_id : null
    leaveWith({ cliente_id, cpf: cpf || null, nome: nome.trim() || null, modelo: NFCE })
    return true
  }
  const submitByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    submit()
  }
  if (isNew) return <PersonDialog opened initialName={cpf} onSaved={takeClient} onClose={() => setNew(false)} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.title}
      onKeyDownCapture={counterKeys('F3', submit)}
      foot={
        <>
          <Button kind="secondary" onClick={() => leaveWith({ cliente_id: null, cpf: null, nome: null, modelo: NFCE })}>
            {words.clear}
          </Button>
          <Button loading={isLooking} onClick={submit}>
            {words.confirm}
          </Button>
        </>
      }
    >
      {/* Only passes Enter on from the two fields in it. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={classes.fields} onKeyDown={submitByEnter}>
        <CpfCnpjInput
          label={words.cpf}
          help={isCnpj(cpf) ? words.company : undefined}
          data-autofocus
          value={cpf}
          error={problem}
          onChange={(plain) => {
            setCpf(plain)
            setProblem(null)
          }}
        />
        {!isCnpj(cpf) && (
          <TextInput
            label={words.nome}
            value={nome}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setNome(event.currentTarget.value)}
          />
        )}
      </div>
    </Dialog>
  )
}
