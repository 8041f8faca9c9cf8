import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReceiptCorrections, ReceiptSummary } from '@/api'
import {
  Button,
  Dialog,
  FormDialog,
  FormGrid,
  IconButton,
  LoadFailed,
  Select,
  Spinner,
  Textarea,
  toast,
  useRecordForm,
} from '@/ui'
import type { FieldSpec } from '@/ui'
import { refreshReceipts } from '../queries'
import classes from '../receipt-page.module.css'
import { texts } from '../texts'
import { correctReceipt, loadCorrections } from './queries'
import { correctionTexts as words } from './texts'

type Props = { company: string; nota: ReceiptSummary; onClose: () => void }

/** Writes the next letter of correction of an NF-e. */
export function CorrectionDialog(props: Props) {
  const { company, nota, onClose } = props
  const { data, error, refetch } = useQuery(loadCorrections(company, nota.id))
  if (data && data.motivo === null) return <Form key={data.numero} {...props} corrections={data} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.title}
      subtitle={texts.one(nota)}
      foot={<Button onClick={onClose}>{words.close}</Button>}
    >
      {data?.motivo != null && <p>{data.motivo}</p>}
      {!data && error && <LoadFailed title={words.loadFailed} text={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner />}
    </Dialog>
  )
}

type Line = { assunto: string | null; texto: string }
type Values = { itens: Line[] }

const EMPTY: Line = { assunto: null, texto: '' }
const MOST_TEXT = 1_000
const FIELDS: Record<keyof Values, FieldSpec> = {
  itens: {
    label: words.title,
    item: {
      label: 'Correção',
      fields: {
        assunto: { label: words.assunto, required: true },
        texto: { label: words.texto, required: true },
      },
    },
  },
}

function Form({ company, nota, corrections, onClose }: Props & { corrections: ReceiptCorrections }) {
  const queryClient = useQueryClient()
  const { numero, anterior, assuntos } = corrections
  const form = useRecordForm<Values>({ initialValues: { itens: [EMPTY] }, fields: FIELDS })
  const choices = assuntos.map(({ codigo, nome }) => ({ value: codigo, label: nome }))
  const refusalOf = (assunto: string | null) => assuntos.find(({ codigo }) => codigo === assunto)?.recusa ?? null
  const { itens } = form.values

  const save = async (values: Values) => {
    const typed = values.itens.map(({ assunto, texto }) => ({ assunto: assunto ?? '', texto: texto.trim() }))
    await correctReceipt(company, nota.id, { numero, itens: typed })
    toast.success(words.sent, words.sentText)
    await refreshReceipts(queryClient)
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.title}
      subtitle={texts.one(nota)}
      form={form}
      saveLabel={words.submit}
      errorTitle={words.failed}
      save={save}
      onSaved={onClose}
    >
      <p>{words.text}</p>
      {anterior !== '' && (
        <p className={classes.hint}>
          {words.before} {anterior}
        </p>
      )}
      {itens.map((item, index) => (
        // A correction is its place in the list.
        <Item key={index} form={form} index={index} choices={choices} refusal={refusalOf(item.assunto)} />
      ))}
      <div>
        <Button kind="secondary" icon={IconPlus} onClick={() => form.insertItem('itens', EMPTY)}>
          {words.add}
        </Button>
      </div>
    </FormDialog>
  )
}

type ItemProps = {
  form: ReturnType<typeof useRecordForm<Values>>
  index: number
  choices: { value: string; label: string }[]
  refusal: string | null
}

function Item({ form, index, choices, refusal }: ItemProps) {
  const assunto = form.itemField('itens', index, 'assunto')
  const { onChange, ...texto } = form.itemField('itens', index, 'texto')
  const isAlone = form.values.itens.length === 1
  return (
    <fieldset className={classes.correction}>
      <legend>
        {words.item(index)}
        {!isAlone && (
          <IconButton
            label={words.remove}
            of={words.item(index)}
            icon={IconTrash}
            onClick={() => form.removeItem('itens', index)}
          />
        )}
      </legend>
      <FormGrid>
        <FormGrid.Cell span={12}>
          <Select {...assunto} choices={choices} error={assunto.error ?? refusal ?? undefined} />
        </FormGrid.Cell>
        <FormGrid.Cell span={12}>
          <Textarea {...texto} maxLength={MOST_TEXT} onChange={(event) => onChange(event.currentTarget.value)} />
        </FormGrid.Cell>
      </FormGrid>
    </fieldset>
  )
}
