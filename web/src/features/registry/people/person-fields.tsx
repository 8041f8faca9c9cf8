import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listMunicipalities, listStates } from '@/api'
import type { CepAddress, Taxpayer } from '@/api'
import { useCepFill } from '@/features/registry/installation'
import { useTaxpayerFill } from '@/features/fiscal/taxpayers'
import {
  CepInput,
  CpfCnpjInput,
  FormGrid,
  InscricaoEstadualInput,
  PhoneInput,
  plainCpf,
  SegmentedChoice,
  Select,
  Textarea,
  TextInput,
  useProblemToast,
} from '@/ui'
import type { FilledFields, RecordFormState } from '@/ui'
import type { PersonValues } from './person-values'
import { texts } from './texts'

export type PersonFormState = RecordFormState<PersonValues> & { filled: FilledFields<PersonValues> }

const TYPES = (['1', '2'] as const).map((value) => ({ value, label: texts.types[Number(value)] ?? '' }))
const CNPJ_LENGTH = 14
const CPF_LENGTH = 11

type Props = { form: PersonFormState }

type RegistrationProps = Props & {
  /** A new person's data may come from SEFAZ. */
  isNew: boolean
  /** Stands at the document in place of the form's own error. */
  documentError?: ReactNode
  /** Stands below the document as long as nothing is wrong with it. */
  documentHelp?: ReactNode
  onLeaveDocument: () => void
}

const partsOfTaxpayer = (taxpayer: Taxpayer) => {
  const { razao_social, nome_fantasia, insc_estadual, cep, logradouro, numero, complemento, bairro, uf } = taxpayer
  return [
    { razao_social: razao_social ?? '' },
    { nome_fantasia: nome_fantasia ?? '' },
    { insc_estadual: insc_estadual ?? '' },
    {
      cep: cep ?? '',
      logradouro: logradouro ?? '',
      numero: numero ?? '',
      complemento: complemento ?? '',
      bairro: bairro ?? '',
      uf,
      municipio: taxpayer.municipio ?? '',
    },
  ]
}

export function RegistrationFields(props: RegistrationProps) {
  const { form, isNew, documentError, documentHelp, onLeaveDocument } = props
  const { markOf } = form.filled
  const isLegal = form.values.pessoa_tipo === '2'
  const document = form.field('cpf_cnpj')
  const { onCnpj, cnpjHelp } = useTaxpayerFill(form.values.cpf_cnpj, form.filled, partsOfTaxpayer)
  const changeDocument = (typed: string) => {
    if (isNew) onCnpj(typed)
    // A whole CNPJ at once was pasted: it says itself what kind of person this is.
    const isPastedCnpj = typed.length === CNPJ_LENGTH && document.value.length <= CPF_LENGTH
    if (!isLegal && isPastedCnpj) form.setValues({ pessoa_tipo: '2', cpf_cnpj: typed })
    else document.onChange(isLegal ? typed : plainCpf(typed))
  }
  return (
    <FormGrid>
      <FormGrid.Cell span={6}>
        <SegmentedChoice {...form.field('pessoa_tipo')} choices={TYPES} />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <CpfCnpjInput
          {...document}
          error={documentError ?? document.error}
          placeholder={isLegal ? '00.000.000/0000-00' : '000.000.000-00'}
          help={documentHelp ?? cnpjHelp}
          onChange={changeDocument}
          onBlur={() => {
            onLeaveDocument()
            // Of a form that began with a document.
            if (isNew) onCnpj(document.value)
          }}
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <TextInput
          {...form.textField('razao_social')}
          help={markOf('razao_social')}
          maxLength={60}
          autoComplete="off"
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={isLegal ? 3 : 6}>
        <TextInput
          {...form.textField('nome_fantasia')}
          help={markOf('nome_fantasia')}
          maxLength={60}
          autoComplete="off"
        />
      </FormGrid.Cell>
      {isLegal && (
        <FormGrid.Cell span={3}>
          <InscricaoEstadualInput
            {...form.field('insc_estadual')}
            help={markOf('insc_estadual') ?? texts.inscricaoHelp}
          />
        </FormGrid.Cell>
      )}
    </FormGrid>
  )
}

export function ContactFields({ form }: Props) {
  return (
    <FormGrid>
      <FormGrid.Cell span={4}>
        <PhoneInput {...form.field('telefone')} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={4}>
        <TextInput {...form.textField('email')} type="email" maxLength={254} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={4}>
        <TextInput {...form.textField('contato')} maxLength={60} help={texts.contatoHelp} autoComplete="off" />
      </FormGrid.Cell>
    </FormGrid>
  )
}

const partsOf = ({ logradouro, bairro, uf, municipio }: CepAddress) => [
  { logradouro: logradouro ?? '' },
  { bairro: bairro ?? '' },
  { uf, municipio: municipio ?? '' },
]

/** The municipality is chosen from its UF. `cityName` names the stored one until the list is there. */
export function AddressFields({ form, cityName }: Props & { cityName: string | null }) {
  const { cep, uf, municipio } = form.values
  const { markOf } = form.filled
  const { onCep, cepHelp } = useCepFill(cep, form.filled, partsOf)
  const states = useQuery(listStates)
  const cities = useQuery(listMunicipalities(uf))
  useProblemToast(texts.lookupFailedTitle, states.error, texts.statesFailed)
  useProblemToast(texts.lookupFailedTitle, cities.error, texts.citiesFailed)

  const stateChoices = states.data
    ? states.data.map((state) => ({ value: state.uf, label: `${state.uf} - ${state.nome}` }))
    : uf
      ? [{ value: uf, label: uf }]
      : []
  const cityChoices = cities.data
    ? cities.data.map(({ codigo, nome }) => ({ value: codigo, label: nome }))
    : municipio
      ? [{ value: municipio, label: cityName ?? municipio }]
      : []

  return (
    <FormGrid>
      <FormGrid.Cell span={3}>
        <CepInput
          {...form.field('cep')}
          autoComplete="off"
          help={cepHelp ?? markOf('cep')}
          onChange={(typed) => {
            form.field('cep').onChange(typed)
            onCep(typed)
          }}
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <TextInput {...form.textField('logradouro')} help={markOf('logradouro')} maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={3}>
        <TextInput {...form.textField('numero')} help={markOf('numero')} maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <TextInput {...form.textField('complemento')} help={markOf('complemento')} maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <TextInput {...form.textField('bairro')} help={markOf('bairro')} maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={4}>
        <Select
          {...form.field('uf')}
          help={markOf('uf')}
          choices={stateChoices}
          searchable
          clearable
          loading={states.isPending}
          placeholder={texts.chooseState}
          onChange={(next) => next !== uf && form.setValues({ uf: next, municipio: '' })}
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={5}>
        <Select
          {...form.field('municipio')}
          help={markOf('municipio')}
          value={municipio || null}
          choices={cityChoices}
          searchable
          clearable
          loading={cities.isLoading}
          disabled={uf === null}
          placeholder={uf ? texts.chooseCity : texts.chooseStateFirst}
          onChange={(codigo) => form.setValues({ municipio: codigo ?? '' })}
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={3}>
        <TextInput {...form.textField('pais')} maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
    </FormGrid>
  )
}

export function NotesField({ form }: Props) {
  return <Textarea {...form.textField('observacao')} maxLength={2000} />
}
