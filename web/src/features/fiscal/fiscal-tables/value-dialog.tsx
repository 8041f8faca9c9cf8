import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listStates } from '@/api'
import { DateInput, DecimalInput, FormDialog, Select, TextInput, toast, useRecordForm } from '@/ui'
import type { FieldSpec } from '@/ui'
import { loadTables, setValue } from './queries'
import type { Value } from './queries'
import { texts } from './texts'

const { fields: names, ...words } = texts.value
const FIELDS: Record<keyof Value, FieldSpec> = {
  parametro: { label: names.parametro, required: true },
  uf: { label: names.uf, required: true },
  valor: { label: names.valor, required: true },
  desde: { label: names.desde, required: true },
  fonte: { label: names.fonte, required: true },
}
const NEW: Value = { parametro: 'pCBS', uf: '*', valor: '', desde: '', fonte: '' }
const PARAMETERS = Object.entries(words.parameters).map(([value, label]) => ({ value, label }))

/** A rate or a limit from a day on, without a file. */
export function ValueDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { data = [] } = useQuery(listStates)
  const form = useRecordForm<Value>({ initialValues: NEW, version: undefined, fields: FIELDS })
  const save = async (values: Value) => {
    queryClient.setQueryData(loadTables().queryKey, await setValue(values))
    toast.success(words.saved)
  }
  const states = data.map(({ uf, nome }) => ({ value: uf, label: `${uf} - ${nome}` }))
  const isRate = form.values.parametro.startsWith('p')
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.title}
      size={560}
      form={form}
      saveLabel={words.save}
      errorTitle={words.failed}
      save={save}
      onSaved={onClose}
      toValues={() => NEW}
    >
      <Select
        {...form.field('parametro')}
        choices={PARAMETERS}
        onChange={(parametro) => form.setValues({ parametro: parametro ?? NEW.parametro, valor: '' })}
      />
      <Select
        {...form.field('uf')}
        choices={[{ value: NEW.uf, label: words.everywhere }, ...states]}
        onChange={(uf) => form.field('uf').onChange(uf ?? NEW.uf)}
      />
      <DecimalInput
        key={String(isRate)}
        {...form.field('valor')}
        places={isRate ? 4 : 2}
        {...(isRate && { suffix: '%' })}
      />
      <DateInput {...form.field('desde')} />
      <TextInput {...form.textField('fonte')} maxLength={200} autoComplete="off" help={words.sourceHelp} />
    </FormDialog>
  )
}
