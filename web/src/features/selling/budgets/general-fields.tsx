import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { listSellers } from '@/api'
import type { Person } from '@/api'
import {
  DateInput,
  formatDay,
  FormGrid,
  FormGroup,
  IntegerInput,
  PhoneInput,
  plusDays,
  SearchPicker,
  SegmentedChoice,
  Select,
  Switch,
  TextInput,
} from '@/ui'
import type { BudgetType } from './budget-values'
import { searchClients } from './queries'
import { texts } from './texts'
import type { BudgetEditing } from './use-budget'

type Props = {
  editing: BudgetEditing
  companyId: string
  /** What stands in the client's field before one has chosen here. */
  clientName: string | undefined
  onClient: (person: Person) => void
  onNewClient: (name: string) => void
}

/** How it is paid and delivered. */
const DEAL = [
  'data_venda',
  'vendedor',
  'forma_pagamento',
  'numero_parcelas',
  'obra',
  'prazo_entrega',
  'validade',
  'condicao_pagamento',
  'solicitante',
  'telefone',
] as const
const MORE = ['faturado', 'numero_nfe', 'debito_credito', 'natureza', 'cfop', 'codigo_antigo'] as const

/** In the order one meets them. */
export const GENERAL_FIELDS = ['cliente_id', 'data_orcamento', 'tipo', 'funcionario_id', ...DEAL, ...MORE] as const

const TYPES: { value: BudgetType; label: string }[] = [
  { value: 'Orçamento', label: 'Orçamento' },
  { value: 'Pedido', label: 'Pedido' },
]
const CLIENTS_FAILED = { title: texts.lookupFailedTitle, text: texts.peopleFailed }
const DEBIT_CREDIT = (['D', 'C'] as const).map((value) => ({ value, label: texts.debitCredit[value] }))

export function GeneralFields({ editing, companyId, clientName, onClient, onNewClient }: Props) {
  const { form, change } = editing
  const { values, field, textField } = form
  const payments = useId()
  const conditions = useId()
  const delivery = dayAfter(values.data_orcamento, values.prazo_entrega)
  const validity = dayAfter(values.data_orcamento, values.validade)

  return (
    <>
      <FormGrid>
        <FormGrid.Cell span={5}>
          <SearchPicker
            {...field('cliente_id')}
            valueLabel={clientName}
            placeholder={texts.clientPlaceholder}
            search={searchClients}
            failed={CLIENTS_FAILED}
            create={{ label: texts.newClient, run: onNewClient }}
            onChange={(id, item) => {
              field('cliente_id').onChange(id)
              if (item) onClient(item.person)
            }}
          />
        </FormGrid.Cell>
        <FormGrid.Cell span={3} phoneSpan={6}>
          <DateInput {...field('data_orcamento')} onChange={(data_orcamento) => change({ data_orcamento })} />
        </FormGrid.Cell>
        <FormGrid.Cell span={4}>
          <SegmentedChoice
            {...field('tipo')}
            choices={TYPES}
            onChange={(tipo) => {
              field('tipo').onChange(tipo)
              if (tipo === 'Pedido' && values.data_venda === '') change({ data_venda: values.data_orcamento })
            }}
          />
        </FormGrid.Cell>
      </FormGrid>
      <FormGroup form={form} title={texts.dealFields} fields={DEAL} summary={dealSummary(values)} isFolded>
        <FormGrid>
          <FormGrid.Cell span={3} phoneSpan={6}>
            <DateInput {...field('data_venda')} onChange={(data_venda) => change({ data_venda })} />
          </FormGrid.Cell>
          <FormGrid.Cell span={3}>
            <SellerField form={form} companyId={companyId} />
          </FormGrid.Cell>
          <FormGrid.Cell span={4}>
            <TextInput {...textField('forma_pagamento')} list={payments} maxLength={60} autoComplete="off" />
            <datalist id={payments}>
              {texts.payments.map((payment) => (
                <option key={payment} value={payment} />
              ))}
            </datalist>
          </FormGrid.Cell>
          <FormGrid.Cell span={2}>
            <IntegerInput
              {...field('numero_parcelas')}
              maxLength={3}
              onChange={(numero_parcelas) => change({ numero_parcelas })}
            />
          </FormGrid.Cell>
          <FormGrid.Cell span={6}>
            <TextInput {...textField('obra')} maxLength={120} autoComplete="off" />
          </FormGrid.Cell>
          <FormGrid.Cell span={3} phoneSpan={6}>
            <IntegerInput
              {...field('prazo_entrega')}
              maxLength={4}
              suffix={texts.dayUnit}
              help={delivery && texts.deliveryUntil(delivery)}
            />
          </FormGrid.Cell>
          <FormGrid.Cell span={3} phoneSpan={6}>
            <IntegerInput
              {...field('validade')}
              maxLength={4}
              suffix={texts.dayUnit}
              help={validity && texts.validUntil(validity)}
            />
          </FormGrid.Cell>
          <FormGrid.Cell span={4}>
            <TextInput {...textField('condicao_pagamento')} list={conditions} maxLength={120} autoComplete="off" />
            <datalist id={conditions}>
              {texts.conditions.map((condition) => (
                <option key={condition} value={condition} />
              ))}
            </datalist>
          </FormGrid.Cell>
          <FormGrid.Cell span={4}>
            <TextInput {...textField('solicitante')} maxLength={60} autoComplete="off" />
          </FormGrid.Cell>
          <FormGrid.Cell span={4}>
            <PhoneInput {...field('telefone')} />
          </FormGrid.Cell>
        </FormGrid>
      </FormGroup>
      <FormGroup
        form={form}
        title={texts.moreFields}
        fields={MORE}
        summary={moreSummary(values) || texts.moreFieldsAre}
        isFolded
      >
        <FormGrid>
          <FormGrid.Cell span={4}>
            <TextInput {...textField('numero_nfe')} maxLength={20} autoComplete="off" />
          </FormGrid.Cell>
          <FormGrid.Cell span={4}>
            <TextInput {...textField('natureza')} maxLength={60} autoComplete="off" />
          </FormGrid.Cell>
          <FormGrid.Cell span={4} phoneSpan={6}>
            <IntegerInput {...field('cfop')} minLength={4} maxLength={4} />
          </FormGrid.Cell>
          <FormGrid.Cell span={4} phoneSpan={6}>
            <Select
              {...field('debito_credito')}
              choices={DEBIT_CREDIT}
              onChange={(value) => field('debito_credito').onChange(value === 'C' ? 'C' : 'D')}
            />
          </FormGrid.Cell>
          <FormGrid.Cell span={4}>
            <TextInput {...textField('codigo_antigo')} maxLength={60} autoComplete="off" />
          </FormGrid.Cell>
          <FormGrid.Cell span={4}>
            <Switch
              id={form.idOf('faturado')}
              label={texts.fields.faturado}
              help={texts.invoicedHelp}
              error={form.errors.faturado}
              checked={values.faturado}
              onChange={field('faturado').onChange}
            />
          </FormGrid.Cell>
        </FormGrid>
      </FormGroup>
    </>
  )
}

/** One of those who sell for the company, by name, or any other name. */
function SellerField({ form, companyId }: { form: BudgetEditing['form']; companyId: string }) {
  const list = useId()
  const { data: sellers = [] } = useQuery(listSellers(companyId))
  const typed = form.textField('vendedor')
  return (
    <>
      <TextInput
        {...typed}
        list={list}
        maxLength={120}
        autoComplete="off"
        onChange={(event) => {
          const name = event.currentTarget.value
          typed.onChange(event)
          const seller = sellers.find(({ nome }) => nome === name)
          if (seller) form.field('funcionario_id').onChange(seller.id)
        }}
      />
      <datalist id={list}>
        {sellers.map(({ id, nome }) => (
          <option key={id} value={nome} />
        ))}
      </datalist>
    </>
  )
}

type Values = BudgetEditing['form']['values']

function dealSummary(values: Values): string {
  const { forma_pagamento, numero_parcelas, data_orcamento, prazo_entrega, validade, obra, vendedor } = values
  const installments = /^\d+$/.test(numero_parcelas) ? texts.installmentCount(Number(numero_parcelas)) : ''
  const delivery = dayAfter(data_orcamento, prazo_entrega)
  const end = dayAfter(data_orcamento, validade)
  return [
    forma_pagamento,
    installments,
    delivery && texts.deliversUntil(delivery),
    end && texts.isValidUntil(end),
    obra,
    vendedor,
  ]
    .filter(Boolean)
    .join(' · ')
}

function moreSummary({ faturado, numero_nfe, natureza, cfop, debito_credito, codigo_antigo }: Values): string {
  return [
    faturado && texts.fields.faturado,
    numero_nfe && `NF-e ${numero_nfe}`,
    natureza,
    cfop && `CFOP ${cfop}`,
    debito_credito === 'C' && texts.debitCredit.C,
    codigo_antigo,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** So many days later, as one reads it; '' while they are no number. */
const dayAfter = (day: string, days: string) => (/^\d{1,4}$/.test(days) ? formatDay(plusDays(day, Number(days))) : '')
