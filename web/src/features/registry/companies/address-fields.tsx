import { useQuery } from '@tanstack/react-query'
import { listMunicipalities, listStates } from '@/api'
import type { CepAddress } from '@/api'
import { useCepFill } from '@/features/registry/installation'
import { CepInput, FormGrid, Select, TextInput, useFilledFields, useProblemToast } from '@/ui'
import type { RecordFormState } from '@/ui'
import type { CompanyValues } from './company-values'
import { texts } from './texts'

type Props = {
  form: RecordFormState<CompanyValues>
  isStateFixed: boolean
}

const partsOf = ({ logradouro, bairro, uf, municipio, municipio_nome }: CepAddress) => [
  { logradouro: logradouro ?? '' },
  { bairro: bairro ?? '' },
  { uf, municipio: municipio_nome ?? '', codigo_municipio: municipio ?? '' },
]

/** The address; the municipality is chosen from its UF and brings its IBGE code. */
export function AddressFields({ form, isStateFixed }: Props) {
  const { cep, uf, municipio, codigo_municipio } = form.values
  const filled = useFilledFields(form)
  const { onCep, cepHelp } = useCepFill(cep, filled, partsOf)
  const states = useQuery(listStates)
  const cities = useQuery(listMunicipalities(uf))
  useProblemToast(texts.statesFailedTitle, states.error, texts.statesFailed)
  useProblemToast(texts.statesFailedTitle, cities.error, texts.citiesFailed)

  const stateChoices = states.data
    ? states.data.map((state) => ({ value: state.uf, label: `${state.uf} - ${state.nome}` }))
    : uf
      ? [{ value: uf, label: uf }]
      : []
  // What is stored is shown also while the list is on its way, or could not be read.
  const cityChoices = cities.data
    ? cities.data.map(({ codigo, nome }) => ({ value: codigo, label: nome }))
    : codigo_municipio
      ? [{ value: codigo_municipio, label: municipio }]
      : []

  const chooseState = (next: string | null) => {
    if (next !== uf) form.setValues({ uf: next, municipio: '', codigo_municipio: '' })
  }
  const chooseCity = (codigo: string | null) => {
    const city = cities.data?.find((each) => each.codigo === codigo)
    if (city) form.setValues({ municipio: city.nome, codigo_municipio: city.codigo })
  }

  return (
    <FormGrid>
      <FormGrid.Cell span={3}>
        <CepInput
          {...form.field('cep')}
          help={cepHelp}
          onChange={(cep) => {
            form.field('cep').onChange(cep)
            onCep(cep)
          }}
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <TextInput
          {...form.textField('logradouro')}
          help={filled.markOf('logradouro')}
          maxLength={60}
          autoComplete="address-line1"
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={3}>
        <TextInput {...form.textField('numero')} maxLength={60} help={texts.numeroHelp} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <TextInput {...form.textField('complemento')} maxLength={60} autoComplete="address-line2" />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <TextInput {...form.textField('bairro')} help={filled.markOf('bairro')} maxLength={60} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={4}>
        <Select
          {...form.field('uf')}
          choices={stateChoices}
          searchable
          loading={states.isPending}
          placeholder={texts.chooseState}
          disabled={isStateFixed}
          help={isStateFixed ? texts.fixedHelp : filled.markOf('uf')}
          onChange={chooseState}
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={5} phoneSpan={8}>
        <Select
          {...form.field('municipio')}
          help={filled.markOf('municipio')}
          value={codigo_municipio || null}
          choices={cityChoices}
          searchable
          loading={cities.isLoading}
          disabled={uf === null}
          placeholder={uf ? texts.chooseCity : texts.chooseStateFirst}
          onChange={chooseCity}
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={3} phoneSpan={4}>
        <TextInput {...form.textField('codigo_municipio')} readOnly help={texts.codigoHelp} />
      </FormGrid.Cell>
    </FormGrid>
  )
}
