import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '@/app/paths'
import { CnpjInput, FormGrid, InscricaoEstadualInput, PhoneInput, Select, TextInput, useKnownRecord } from '@/ui'
import type { RecordFormState } from '@/ui'
import type { CompanyValues } from './company-values'
import { findTwin } from './queries'
import { texts } from './texts'

const CRT = Object.entries(texts.crt).map(([value, label]) => ({ value, label: `${value} - ${label}` }))

type Props = {
  form: RecordFormState<CompanyValues>
  /** The CNPJ is on issued receipts and can no longer change. */
  areFixed: boolean
  /** The company whose form it is; undefined: a new one. */
  self: string | undefined
}

const WHOLE = /^[\dA-Z]{12}\d{2}$/

export function RegistrationFields({ form, areFixed, self }: Props) {
  const queryClient = useQueryClient()
  const { record, onLeave } = useKnownRecord(form.values.cnpj, async (cnpj) =>
    WHOLE.test(cnpj) ? queryClient.query(findTwin(cnpj, self)) : undefined,
  )
  const known = record && (
    <>
      {texts.known(record.razao_social)} <Link to={paths.companies.edit(record.id)}>{texts.openKnown}</Link>
    </>
  )
  return (
    <FormGrid>
      <FormGrid.Cell span={6}>
        <TextInput {...form.textField('razao_social')} maxLength={60} autoComplete="organization" />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <TextInput {...form.textField('nome_fantasia')} maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <CnpjInput
          {...form.field('cnpj')}
          disabled={areFixed}
          help={areFixed ? texts.fixedHelp : known}
          onBlur={onLeave}
        />
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
