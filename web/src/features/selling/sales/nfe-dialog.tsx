import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import {
  Button,
  CpfCnpjInput,
  DateInput,
  DecimalInput,
  Dialog,
  FormGrid,
  IconButton,
  IntegerInput,
  MoneyInput,
  Select,
  TextInput,
} from '@/ui'
import { counterKeys } from './counter-keys'
import { texts } from './nfe-texts'
import type { NfeDetails } from './sale'
import classes from './sales.module.css'

type Props = {
  details: NfeDetails
  /** What the server said of them, by field (`nfe.placa`). */
  problems: Readonly<Record<string, string>>
  onChange: (details: NfeDetails) => void
  onClose: () => void
}

const LONGEST = 60
const DELIVERY = 3
const choicesOf = (pairs: readonly (readonly string[])[]) => pairs.map(([value = '', label = '']) => ({ value, label }))
const FREIGHTS = choicesOf(texts.freights)
const USES = choicesOf(texts.uses)

type Bill = NonNullable<NfeDetails['duplicatas']>
const isWhole = (bill: Bill) => bill.every(({ vencimento, valor }) => vencimento !== '' && valor !== '')

/** Who carries the goods, in what, and when the buyer pays: what an NF-e says beyond an NFC-e. */
export function NfeDialog({ details, problems, onChange, onClose }: Props) {
  const [values, setValues] = useState<NfeDetails>(details)
  const [isRefused, setRefused] = useState(false)
  const bill = values.duplicatas ?? []
  const set = (part: Partial<NfeDetails>) => setValues((now) => ({ ...now, ...part }))
  const setBill = (duplicatas: Bill) => set({ duplicatas })
  const problem = (name: keyof NfeDetails) => problems[`nfe.${name}`]
  const submit = () => {
    setRefused(!isWhole(bill))
    if (!isWhole(bill)) return false
    onChange(values)
    onClose()
    return true
  }
  const text = (
    name: 'transportadora' | 'transportadora_municipio' | 'transportadora_uf' | 'placa' | 'placa_uf' | 'especie',
  ) => ({
    value: values[name] ?? '',
    error: problem(name),
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value || null }),
  })
  const weight = (name: 'peso_liquido' | 'peso_bruto') => ({
    ...{ value: values[name] ?? '', error: problem(name), places: 3, suffix: 'kg' },
    onChange: (value: string) => set({ [name]: value || null }),
  })
  const isCarried = values.mod_frete !== undefined && values.mod_frete !== null && values.mod_frete < DELIVERY
  return (
    <Dialog
      opened
      onClose={onClose}
      title={texts.title}
      size={720}
      onKeyDownCapture={counterKeys('', submit)}
      foot={<Button onClick={submit}>{texts.confirm}</Button>}
    >
      <FormGrid>
        <FormGrid.Cell span={6}>
          <Select
            label={texts.freight}
            choices={FREIGHTS}
            error={problem('mod_frete')}
            value={values.mod_frete == null ? null : String(values.mod_frete)}
            onChange={(value) =>
              set({ mod_frete: value === null ? null : (Number(value) as NonNullable<NfeDetails['mod_frete']>) })
            }
          />
        </FormGrid.Cell>
        <FormGrid.Cell span={6}>
          <Select
            label={texts.use}
            choices={USES}
            error={problem('consumidor_final')}
            value={values.consumidor_final ?? ''}
            onChange={(value) => set({ consumidor_final: value === 'S' || value === 'N' ? value : null })}
          />
        </FormGrid.Cell>
        {isCarried && (
          <>
            <FormGrid.Cell span={6}>
              <TextInput label={texts.carrier} maxLength={LONGEST} {...text('transportadora')} />
            </FormGrid.Cell>
            <FormGrid.Cell span={6}>
              <CpfCnpjInput
                label={texts.carrierDocument}
                value={values.transportadora_documento ?? ''}
                error={problem('transportadora_documento')}
                onChange={(plain) => set({ transportadora_documento: plain || null })}
              />
            </FormGrid.Cell>
            <FormGrid.Cell span={9}>
              <TextInput label={texts.carrierCity} maxLength={LONGEST} {...text('transportadora_municipio')} />
            </FormGrid.Cell>
            <FormGrid.Cell span={3}>
              <TextInput label={texts.carrierState} maxLength={2} {...text('transportadora_uf')} />
            </FormGrid.Cell>
          </>
        )}
        <FormGrid.Cell span={3}>
          <TextInput label={texts.plate} maxLength={8} {...text('placa')} />
        </FormGrid.Cell>
        <FormGrid.Cell span={3}>
          <TextInput label={texts.plateState} maxLength={2} {...text('placa_uf')} />
        </FormGrid.Cell>
        <FormGrid.Cell span={3}>
          <IntegerInput
            label={texts.volumes}
            error={problem('volumes')}
            value={values.volumes == null ? '' : String(values.volumes)}
            onChange={(value) => set({ volumes: value === '' ? null : Number(value) })}
          />
        </FormGrid.Cell>
        <FormGrid.Cell span={3}>
          <TextInput label={texts.kind} help={texts.kindHelp} maxLength={LONGEST} {...text('especie')} />
        </FormGrid.Cell>
        <FormGrid.Cell span={6}>
          <DecimalInput label={texts.net} help={texts.netHelp} {...weight('peso_liquido')} />
        </FormGrid.Cell>
        <FormGrid.Cell span={6}>
          <DecimalInput label={texts.gross} {...weight('peso_bruto')} />
        </FormGrid.Cell>
      </FormGrid>
      <h3 className={classes.dialogTitle}>{texts.bill}</h3>
      {bill.length === 0 && <p>{texts.noBill}</p>}
      {bill.map((due, index) => {
        const change = (part: Partial<Bill[number]>) =>
          setBill(bill.map((one, at) => (at === index ? { ...one, ...part } : one)))
        return (
          // A duplicata is its place in the row, which is also its number.
          <div key={index} className={classes.duplicata}>
            <DateInput
              label={texts.due(index)}
              value={due.vencimento}
              error={problems[`nfe.duplicatas.${index}.vencimento`]}
              onChange={(vencimento) => change({ vencimento })}
            />
            <MoneyInput
              label={texts.amount(index)}
              value={due.valor}
              error={problems[`nfe.duplicatas.${index}.valor`]}
              onChange={(valor) => change({ valor })}
            />
            <IconButton
              label={texts.remove(index)}
              icon={IconTrash}
              onClick={() => setBill(bill.filter((_, at) => at !== index))}
            />
          </div>
        )
      })}
      {(isRefused || problems['nfe.duplicatas']) && (
        <p className={classes.missing} role="alert">
          {problems['nfe.duplicatas'] ?? texts.incomplete}
        </p>
      )}
      <Button kind="secondary" icon={IconPlus} onClick={() => setBill([...bill, { vencimento: '', valor: '' }])}>
        {texts.add}
      </Button>
    </Dialog>
  )
}
