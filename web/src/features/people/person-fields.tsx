import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listMunicipalities, listStates } from '@/api'
import type { CepAddress } from '@/api'
import { useCepFill } from '@/features/installation'
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
import type { RecordFormState } from '@/ui'
import type { PersonValues } from './person-values'
import { texts } from './texts'

export type PersonFormState = RecordFormState<PersonValues>

const TYPES = (['1', '2'] as const).map((value) => ({ value, label: texts.types[Number(value)] ?? '' }))
const CNPJ_LENGTH = 14
const CPF_LENGTH = 11

type Props = { form: PersonFormState }

type RegistrationProps = Props & {
  /** Stands at the document in place of the form's own error. */
  documentError?: ReactNode
  /** Stands below the document as long as nothing is wrong with it. */
  documentHelp?: ReactNode
  onLeaveDocument?: () => void
}

export function RegistrationFields({ form, documentError, documentHelp, onLeaveDocument }: RegistrationProps) {
  const isLegal = form.values.pessoa_tipo === '2'
  const document = form.field('cpf_cnpj')
  const changeDocument = (typed: string) => {
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
          help={documentHelp}
          onChange={changeDocument}
          {...(onLeaveDocument && { onBlur: onLeaveDocument })}
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <TextInput {...form.textField('razao_social')} maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={isLegal ? 3 : 6}>
        <TextInput {...form.textField('nome_fantasia')} maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
      {isLegal && (
        <FormGrid.Cell span={3}>
          <InscricaoEstadualInput {...form.field('insc_estadual')} help={texts.inscricaoHelp} />
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
  const { uf, municipio } = form.values
  const { onCep, cepHelp, helpOf } = useCepFill(form, partsOf)
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
          help={cepHelp}
          onChange={(cep) => {
            form.field('cep').onChange(cep)
            onCep(cep)
          }}
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <TextInput {...form.textField('logradouro')} help={helpOf('logradouro')} maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={3}>
        <TextInput {...form.textField('numero')} maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <TextInput {...form.textField('complemento')} maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <TextInput {...form.textField('bairro')} help={helpOf('bairro')} maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={4}>
        <Select
          {...form.field('uf')}
          help={helpOf('uf')}
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
          help={helpOf('municipio')}
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
