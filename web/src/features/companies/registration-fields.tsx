import { CnpjInput, FormGrid, InscricaoEstadualInput, PhoneInput, Select, TextInput } from '@/ui'
import type { RecordFormState } from '@/ui'
import type { CompanyValues } from './company-values'
import { texts } from './texts'

const CRT = Object.entries(texts.crt).map(([value, label]) => ({ value, label: `${value} - ${label}` }))

type Props = {
  form: RecordFormState<CompanyValues>
  /** The CNPJ is on issued receipts and can no longer change. */
  areFixed: boolean
}

export function RegistrationFields({ form, areFixed }: Props) {
  return (
    <FormGrid>
      <FormGrid.Cell span={6}>
        <TextInput {...form.textField('razao_social')} maxLength={60} autoComplete="organization" />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <TextInput {...form.textField('nome_fantasia')} maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <CnpjInput {...form.field('cnpj')} disabled={areFixed} help={areFixed ? texts.fixedHelp : undefined} />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <InscricaoEstadualInput {...form.field('inscricao_estadual')} help={texts.inscricaoHelp} />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <Select {...form.field('crt')} choices={CRT} onChange={(crt) => crt && form.field('crt').onChange(crt)} />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <PhoneInput {...form.field('telefone')} />
      </FormGrid.Cell>
    </FormGrid>
  )
}
