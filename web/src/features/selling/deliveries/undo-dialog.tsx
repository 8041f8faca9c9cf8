import { useQueryClient } from '@tanstack/react-query'
import type { OrderDelivery } from '@/api'
import { FormDialog, TextInput, toast, useRecordForm } from '@/ui'
import { refreshDeliveries, undoDelivery } from './queries'
import { texts } from './texts'

const words = texts.undo

type Props = { company: string; order: string; delivery: OrderDelivery; onClose: () => void }

/** The truck came back, or the delivery was a mistake. */
export function UndoDialog({ company, order, delivery, onClose }: Props) {
  const queryClient = useQueryClient()
  const form = useRecordForm({
    initialValues: { motivo: '' },
    fields: { motivo: { label: words.motivo, required: true } },
  })
  const save = async ({ motivo }: { motivo: string }) => {
    await undoDelivery(company, order, delivery.id, motivo.trim())
    await refreshDeliveries(queryClient)
    toast.success(words.done, texts.one(delivery.ordem))
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.title(delivery.ordem)}
      size={440}
      form={form}
      saveLabel={words.submit}
      errorTitle={words.failed}
      save={save}
      onSaved={onClose}
    >
      <p>{words.text}</p>
      <TextInput {...form.textField('motivo')} maxLength={120} autoComplete="off" help={words.motivoHelp} />
    </FormDialog>
  )
}
