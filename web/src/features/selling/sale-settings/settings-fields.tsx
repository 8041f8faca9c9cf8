import { IconPlus, IconTrash } from '@tabler/icons-react'
import {
  Button,
  CnpjInput,
  DecimalInput,
  FormGrid,
  IconButton,
  IntegerInput,
  SegmentedChoice,
  Switch,
  Textarea,
  TextInput,
} from '@/ui'
import type { RecordFormState } from '@/ui'
import type { Values } from './settings-values'
import { texts } from './texts'

type Props = { form: RecordFormState<Values> }
type Flag = { [Name in keyof Values]: Values[Name] extends boolean ? Name : never }[keyof Values]

const { help } = texts

function FlagField({ form, name, help: text }: Props & { name: Flag; help?: string }) {
  const { value, ...field } = form.field(name)
  return (
    <FormGrid.Cell span={6}>
      <Switch {...field} help={text} checked={value} />
    </FormGrid.Cell>
  )
}

export function PaymentFields({ form }: Props) {
  const { credenciadoras } = form.values
  return (
    <FormGrid>
      <FormGrid.Cell span={12}>
        <TextInput {...form.textField('pix_chave')} maxLength={77} autoComplete="off" help={help.pix} />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <TextInput {...form.textField('pix_nome')} maxLength={25} autoComplete="off" />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <TextInput {...form.textField('pix_cidade')} maxLength={15} autoComplete="off" />
      </FormGrid.Cell>
      {credenciadoras.map((one, index) => (
        // An acquirer is its place in the list.
        <Acquirer key={index} form={form} index={index} name={one.nome || texts.acquirerName(index)} />
      ))}
      <FormGrid.Cell span={12}>
        {credenciadoras.length === 0 && <p>{texts.noAcquirers}</p>}
        <Button
          kind="secondary"
          icon={IconPlus}
          onClick={() => form.insertItem('credenciadoras', { nome: '', cnpj: '' })}
        >
          {texts.addAcquirer}
        </Button>
      </FormGrid.Cell>
    </FormGrid>
  )
}

function Acquirer({ form, index, name }: Props & { index: number; name: string }) {
  const { onChange, ...nome } = form.itemField('credenciadoras', index, 'nome')
  return (
    <>
      <FormGrid.Cell span={6}>
        <TextInput
          {...nome}
          label={`${texts.acquirerName(index)}: ${texts.acquirer.nome}`}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={5}>
        <CnpjInput
          {...form.itemField('credenciadoras', index, 'cnpj')}
          label={`${texts.acquirerName(index)}: ${texts.acquirer.cnpj}`}
        />
      </FormGrid.Cell>
      <FormGrid.Cell span={1}>
        <IconButton
          label={texts.removeAcquirer}
          of={name}
          icon={IconTrash}
          onClick={() => form.removeItem('credenciadoras', index)}
        />
      </FormGrid.Cell>
    </>
  )
}

export function PeopleFields({ form }: Props) {
  return (
    <FormGrid>
      <FlagField form={form} name="exige_caixa" />
      <FlagField form={form} name="operador_cancela" />
      <FormGrid.Cell span={6}>
        <DecimalInput {...form.field('desconto_operador')} places={2} suffix="%" help={help.desconto} />
      </FormGrid.Cell>
    </FormGrid>
  )
}

export function PaperFields({ form }: Props) {
  return (
    <FormGrid>
      <FlagField form={form} name="imprimir_sempre" />
      <FlagField form={form} name="inutilizar_auto" help={help.inutilizar} />
      <FlagField form={form} name="nfe_por_email" help={help.nfe_por_email} />
      <FormGrid.Cell span={6}>
        <SegmentedChoice {...form.field('ind_pres')} choices={texts.places} />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <SegmentedChoice {...form.field('qr')} choices={texts.qrs} help={help.qr} />
      </FormGrid.Cell>
    </FormGrid>
  )
}

export function OfflineFields({ form }: Props) {
  return (
    <FormGrid>
      <FormGrid.Cell span={6}>
        <IntegerInput {...form.field('contingencia_apos_s')} maxLength={2} suffix={texts.seconds} help={help.espera} />
      </FormGrid.Cell>
      <FormGrid.Cell span={6}>
        <SegmentedChoice {...form.field('vias_contingencia')} choices={texts.copies} />
      </FormGrid.Cell>
    </FormGrid>
  )
}

export function ScaleFields({ form }: Props) {
  return <Textarea {...form.textField('padroes_balanca')} spellCheck={false} help={help.scales} />
}
