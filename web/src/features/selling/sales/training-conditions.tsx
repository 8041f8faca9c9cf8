import { useQueryClient } from '@tanstack/react-query'
import { Checkbox, DateInput, FormDialog, toast, useRecordForm } from '@/ui'
import { stripTexts } from './lesson-texts'
import { setTrainingConditions, trainingConditions } from './training'
import type { Conditions } from './training'

const words = stripTexts.conditions
const FIELDS = { dia: { label: words.day }, exigir_ibscbs: { label: words.demand } }

type Props = { company: string; conditions: Conditions; onClose: () => void }

/** As if it were which day one practises, and whether the simulator refuses what the law wants and SEFAZ does not. */
export function TrainingConditions({ company, conditions, onClose }: Props) {
  const queryClient = useQueryClient()
  const initialValues = { dia: conditions.dia ?? '', exigir_ibscbs: conditions.exigir_ibscbs }
  const form = useRecordForm({ initialValues, version: undefined, fields: FIELDS })
  const save = async ({ dia, exigir_ibscbs }: typeof initialValues) => {
    await setTrainingConditions(company, { dia: dia || null, exigir_ibscbs })
    await queryClient.invalidateQueries(trainingConditions(company))
    toast.success(words.saved)
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.title}
      subtitle={words.text}
      size={440}
      form={form}
      saveLabel={words.save}
      errorTitle={words.failed}
      save={save}
      onSaved={onClose}
      toValues={() => initialValues}
    >
      <DateInput {...form.field('dia')} help={words.dayHelp} />
      <Checkbox
        label={words.demand}
        checked={form.values.exigir_ibscbs === 'S'}
        onChange={(isStrict) => form.setValues({ exigir_ibscbs: isStrict ? 'S' : 'N' })}
      />
    </FormDialog>
  )
}
