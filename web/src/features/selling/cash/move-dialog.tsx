import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, useIdempotencyKey } from '@/api'
import type { CashSessionSummary, NeededApproval } from '@/api'
import { FormDialog, MoneyInput, TextInput, toast, useRecordForm } from '@/ui'
import type { FieldSpec } from '@/ui'
import { ApprovalDialog } from './approval-dialog'
import { printSlip } from './print-slip'
import { moveCash, refreshCash } from './queries'
import type { Move } from './queries'
import { texts } from './texts'

const words = texts.move
type Values = { valor: string; motivo: string }
const FIELDS: Record<keyof Values, FieldSpec> = {
  valor: { label: words.valor, required: true },
  motivo: { label: words.motivo, required: true },
}

type Props = {
  company: string
  session: Pick<CashSessionSummary, 'id' | 'estacao'>
  tipo: Move['tipo']
  onClose: () => void
}

/** Cash that is put in or taken out; its slip is printed at once. More than there is needs a gerente's leave. */
export function MoveDialog({ company, session, tipo, onClose }: Props) {
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const [needed, setNeeded] = useState<NeededApproval | null>(null)
  const form = useRecordForm<Values>({ initialValues: { valor: '', motivo: '' }, fields: FIELDS })

  const register = async ({ valor, motivo }: Values, aprovacao_id: string | null) => {
    const body: Move = { tipo, valor, motivo: motivo.trim(), aprovacao_id }
    const { seq } = await moveCash(company, session.id, body, keyFor(body))
    onClose()
    toast.success(words[tipo].done)
    await refreshCash(queryClient)
    try {
      const why = await printSlip(queryClient, company, session.id, seq)
      if (why !== null) toast.error(texts.slip.failed, why)
    } catch (problem) {
      toast.failed(texts.slip.failed, problem)
    }
  }
  const save = async (values: Values) => {
    try {
      await register(values, null)
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || !problem.approval) throw problem
      setNeeded(problem.approval)
    }
  }
  if (needed) {
    return (
      <ApprovalDialog
        company={company}
        needed={needed}
        onGiven={(id) =>
          void register(form.values, id).catch((problem: unknown) => toast.failed(words.failed, problem))
        }
        onClose={() => setNeeded(null)}
      />
    )
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words[tipo].title}
      subtitle={session.estacao}
      size={440}
      form={form}
      saveLabel={words.submit}
      errorTitle={words.failed}
      save={save}
      onSaved={() => undefined}
    >
      <MoneyInput {...form.field('valor')} help={words[tipo].help} />
      <TextInput {...form.textField('motivo')} maxLength={120} autoComplete="off" help={words.motivoHelp} />
    </FormDialog>
  )
}
