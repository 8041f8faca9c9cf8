import { ColorChoice, FormGrid, Select } from '@/ui'
import type { RecordFormState } from '@/ui'
import type { CompanyValues } from './company-values'
import { texts } from './texts'
import { timeZoneChoices } from './time-zones'

export function DisplayFields({ form }: { form: RecordFormState<CompanyValues> }) {
  const { value, onChange, label } = form.field('cor')
  return (
    <FormGrid>
      <FormGrid.Cell span={7}>
        <ColorChoice label={label} help={texts.corHelp} value={value} onChange={onChange} />
      </FormGrid.Cell>
      <FormGrid.Cell span={5}>
        <Select
          {...form.field('fuso_horario')}
          choices={timeZoneChoices(form.values.fuso_horario)}
          searchable
          placeholder={texts.fusoByState}
          help={form.base.fuso_horario ? undefined : texts.fusoHelp}
          clearable={!form.base.fuso_horario}
        />
      </FormGrid.Cell>
    </FormGrid>
  )
}
