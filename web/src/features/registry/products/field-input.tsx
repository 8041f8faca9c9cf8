import { memo } from 'react'
import { useActiveCompany } from '@/api'
import type { ReferenceTable } from '@/api'
import { Checkbox, CnpjInput, decimal, DecimalInput, FormGrid, SearchPicker, Select, TextInput } from '@/ui'
import type { RecordFormState } from '@/ui'
import classes from './field-input.module.css'
import { maskOf } from './format'
import { FIELDS, isFlag } from './product-fields'
import type { Control, ProductFieldName, TextName } from './product-fields'
import type { ProductValues } from './product-values'
import { referenceItems, useMeaning, useTable } from './reference'
import { texts } from './texts'
import { useXmlNames } from './xml-names'

export type ProductFormState = RecordFormState<ProductValues>

/** What differs from the field's own table, such as the list of codes of a company's regime. */
export type FieldChange = {
  /** In place of the table named with the field. */
  table?: ReferenceTable
  /** Narrows a table to what fits another field. */
  filter?: { ncm?: string; cst?: string }
  /** Of the options, only these and the current one. */
  only?: readonly string[] | undefined
  placeholder?: string
}

type Props = { form: ProductFormState; name: ProductFieldName; change?: FieldChange | undefined }

/** What 'Valor total' is made of, and itself. */
const TOTAL_FIELDS: readonly ProductFieldName[] = ['prod_qCOM', 'prod_vUnCOM', 'prod_vProd']

/** A field in its cell of the form's grid. With so many of them, only the one that changes is rendered anew. */
export const FieldCell = memo(Cell, (before, after) => {
  const { name } = after
  return (
    name === before.name &&
    after.form.values[name] === before.form.values[name] &&
    after.form.errors[name] === before.form.errors[name] &&
    after.form.fields[name]?.label === before.form.fields[name]?.label &&
    JSON.stringify(after.change) === JSON.stringify(before.change) &&
    (!TOTAL_FIELDS.includes(name) || TOTAL_FIELDS.every((each) => after.form.values[each] === before.form.values[each]))
  )
})

function Cell({ form, name, change }: Props) {
  const { span, phoneSpan, xml } = FIELDS[name]
  return (
    <FormGrid.Cell span={span} phoneSpan={phoneSpan ?? 12} title={xml && texts.xmlName(xml)}>
      {isFlag(name) ? (
        <div className={classes.flag}>
          <Checkbox {...withoutError(form.field(name))} />
        </div>
      ) : (
        <TextField form={form} name={name} change={change} />
      )}
    </FormGrid.Cell>
  )
}

function withoutError({ label, value, onChange }: { label: string; value: boolean; onChange: (on: boolean) => void }) {
  return { label, checked: value, onChange }
}

function TextField({ form, name, change = {} }: Props & { name: TextName }) {
  const { control, help: toKnow, xml } = FIELDS[name]
  const xmlName = useXmlNames() ? xml : undefined
  const help = withXmlName(toKnow, xmlName)
  const field = form.field(name)
  switch (control.kind) {
    case 'decimal':
      return (
        <DecimalInput
          {...field}
          onChange={(value) => {
            field.onChange(value)
            followTotal(form, name, value)
          }}
          help={help}
          places={control.places}
          {...(control.unit === 'R$' ? { prefix: 'R$' } : control.unit === '%' ? { suffix: '%' } : {})}
        />
      )
    case 'cnpj':
      return <CnpjInput {...field} help={help} />
    case 'code':
      return <CodeField field={field} help={toKnow} xmlName={xmlName} control={control} change={change} />
    case 'choice':
      return <ChoiceField field={field} help={help} table={change.table ?? control.table} change={change} />
    case 'options': {
      const { only } = change
      const choices = Object.entries(control.options)
        .filter(([value]) => !only || only.includes(value) || value === field.value)
        .map(([value, label]) => ({ value, label }))
      return <Select {...selectProps(field)} help={help} choices={choices} clearable />
    }
    default:
      return (
        <TextInput
          {...form.textField(name)}
          help={help}
          autoComplete="off"
          maxLength={control.kind === 'text' ? control.max : undefined}
        />
      )
  }
}

const withXmlName = (help: string | undefined, xmlName: string | undefined) =>
  [help, xmlName].filter(Boolean).join(' · ') || undefined

/** 'Valor total' goes along with quantity and price until somebody types another; the server says the same when it is saved. */
function followTotal(form: ProductFormState, name: TextName, value: string): void {
  if (name !== 'prod_qCOM' && name !== 'prod_vUnCOM') return
  const before = form.values
  const after = { ...before, [name]: value }
  if (before.prod_vProd !== '' && before.prod_vProd === totalOf(before))
    form.field('prod_vProd').onChange(totalOf(after))
}

function totalOf({ prod_qCOM, prod_vUnCOM }: { prod_qCOM: string; prod_vUnCOM: string }): string {
  return prod_qCOM && prod_vUnCOM ? decimal.multiply([prod_qCOM, prod_vUnCOM], 2) : ''
}

type TextBinding = Omit<ReturnType<ProductFormState['field']>, 'value' | 'onChange'> & {
  value: string
  onChange: (value: string) => void
}

/** A select knows null where the form has ''. */
function selectProps({ value, onChange, ...rest }: TextBinding) {
  return { ...rest, value: value || null, onChange: (next: string | null) => onChange(next ?? '') }
}

type CodeProps = { field: TextBinding; help: string | undefined; change: FieldChange }

type CodeOf = { xmlName: string | undefined; control: Extract<Control, { kind: 'code' }> }

/** A code found by typing it or words of its text; what it means stands below. */
function CodeField({ field, help, xmlName, control, change }: CodeProps & CodeOf) {
  const { table, allowText, max } = control
  const meaning = useMeaning(table, field.value)
  const company = useActiveCompany()
  return (
    <SearchPicker
      {...field}
      help={withXmlName(meaning ?? help, xmlName)}
      valueLabel={maskOf(table, field.value)}
      allowText={allowText ?? false}
      maxLength={max}
      placeholder={change.placeholder}
      isWide={table !== 'unidades'}
      search={(text) => referenceItems(table, { search: text, ...change.filter }, company?.id)}
      onChange={(value) => field.onChange(value)}
    />
  )
}

function ChoiceField({ field, help, table, change }: CodeProps & { table: ReferenceTable }) {
  const { choices, isLoading } = useTable(table, field.value)
  return (
    <Select
      {...selectProps(field)}
      help={help}
      choices={choices}
      clearable
      searchable
      loading={isLoading}
      placeholder={change.placeholder}
    />
  )
}
