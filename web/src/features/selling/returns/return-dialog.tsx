import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiProblem, useIdempotencyKey } from '@/api'
import type { GoodsReturn, ReceiptSummary, Returnable, ReturnKind, Station } from '@/api'
import { useThisStation } from '@/features/registry/stations'
import { codeText, printVoucher } from '@/features/selling/store-credits'
import {
  Button,
  DateInput,
  decimal,
  DecimalInput,
  Dialog,
  FormDialog,
  formatDecimal,
  formatMoney,
  formatTime,
  LoadFailed,
  plusDays,
  ScanField,
  SegmentedChoice,
  Spinner,
  TableCard,
  TextInput,
  toast,
  today,
  useRecordForm,
} from '@/ui'
import type { FieldSpec } from '@/ui'
import { findReturnable, loadReturnable, refreshReturns, returnGoods } from './queries'
import classes from './returns.module.css'
import { shareOf } from './shares'
import { texts } from './texts'

const words = texts.dialog
const DAYS_OF_CREDIT = 365
/** Of so many one sees which is meant. */
const FEW = 3

type Props = {
  company: string
  nota: Pick<ReceiptSummary, 'id' | 'numero'>
  /** Cancels the receipt instead, where that is still possible. */
  onCancelInstead: () => void
  onClose: () => void
}

/** Takes goods of a receipt back: what, how much, and what the customer gets for it. */
export default function ReturnDialog(props: Props) {
  const { company, nota, onClose } = props
  const { data, error, refetch } = useQuery(loadReturnable(company, nota.id))
  const station = useThisStation(company)
  if (data && data.motivo === null && station !== undefined)
    return <Form {...props} returnable={data} station={station} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.title}
      subtitle={texts.receipt(nota.numero)}
      foot={<Button onClick={onClose}>{words.close}</Button>}
    >
      {data?.motivo != null && <p>{data.motivo}</p>}
      {!data && error && <LoadFailed title={words.loadFailed} text={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner />}
    </Dialog>
  )
}

type Line = { quantidade: string }
type Values = {
  itens: Line[]
  destino: ReturnKind
  validade: string
  motivo: string
}
const FIELDS: Record<keyof Values, FieldSpec> = {
  itens: { label: words.item, item: { label: words.item, fields: { quantidade: { label: words.back } } } },
  destino: { label: words.destino, required: true },
  validade: { label: words.validade },
  motivo: { label: words.motivo, required: true },
}
const DESTINOS = words.destinos as unknown as { value: ReturnKind; label: string }[]

/** '' and zero: nothing of it. */
const isSome = (quantity: string) =>
  quantity !== '' && decimal.isDecimal(quantity) && decimal.compare(quantity, '0') > 0

const least = (a: string, b: string) => (decimal.compare(a, b) < 0 ? a : b)

function Form({
  company,
  nota,
  returnable,
  station,
  onCancelInstead,
  onClose,
}: Props & { returnable: Returnable; station: Station | null }) {
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const { itens, cancelavel_ate } = returnable
  const form = useRecordForm<Values>({
    initialValues: {
      itens: itens.map(() => ({ quantidade: '' })),
      destino: 'credito',
      validade: plusDays(today(), DAYS_OF_CREDIT),
      motivo: '',
    },
    fields: FIELDS,
  })
  const { destino } = form.values
  const valueOf = (at: number) => {
    const [item, quantidade] = [itens[at], form.values.itens[at]?.quantidade ?? '']
    if (!item || !isSome(quantidade) || decimal.compare(quantidade, item.resta) > 0) return null
    return shareOf(item, quantidade)
  }
  const total = decimal.sum(itens.map((_, at) => valueOf(at) ?? '0.00'))

  const save = async (values: Values) => {
    const places = itens.flatMap((item, at) => (isSome(values.itens[at]?.quantidade ?? '') ? [{ item, at }] : []))
    const body = {
      nfce_id: nota.id,
      motivo: values.motivo.trim(),
      destino: values.destino,
      estacao_id: values.destino === 'dinheiro' ? (station?.id ?? null) : null,
      validade: values.destino === 'credito' ? values.validade || null : null,
      itens: places.map(({ item, at }) => ({
        ordem: item.ordem,
        quantidade: values.itens[at]?.quantidade ?? '',
      })),
      total_visto: total,
    }
    try {
      await tell(await returnGoods(company, body, keyFor(body)))
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      throw problem.atPlaces(
        'itens',
        places.map(({ at }) => at),
      )
    }
  }
  const tell = async ({ devolucao, credito }: GoodsReturn) => {
    await refreshReturns(queryClient)
    if (!credito) {
      toast.success(words.done, words.doneMoney(formatMoney(devolucao.total)))
      return
    }
    const said = words.doneCredit(codeText(credito.codigo), formatMoney(credito.valor))
    toast.success(words.done, said, { duration: Infinity })
    try {
      const why = await printVoucher(queryClient, company, { ...credito, ambiente: devolucao.ambiente })
      if (why !== null) toast.error(texts.page.printFailed, why)
    } catch (problem) {
      toast.failed(texts.page.printFailed, problem)
    }
  }
  const all = () => form.setValues({ itens: itens.map(({ resta }) => ({ quantidade: isSome(resta) ? resta : '' })) })
  const helpOf = destino === 'dinheiro' && station ? words.tillHelp(station.nome) : words.destinoHelp

  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.title}
      subtitle={texts.receipt(nota.numero)}
      size={720}
      form={form}
      saveLabel={words.submit}
      errorTitle={words.failed}
      save={save}
      onSaved={onClose}
    >
      {cancelavel_ate !== null && (
        <div className={classes.instead} role="note">
          <p>{words.cancelFirst(formatTime(cancelavel_ate))}</p>
          <Button kind="secondary" onClick={onCancelInstead}>
            {words.cancel}
          </Button>
        </div>
      )}
      {itens.length > FEW && (
        <ScanField
          label={words.find}
          placeholder={words.find}
          isLow
          find={(text) => findReturnable(company, returnable, text)}
          onPick={({ at }) => {
            const quantidade = form.values.itens[at]?.quantidade ?? ''
            const next = decimal.add(isSome(quantidade) ? quantidade : '0', '1')
            const line = { quantidade: least(next, itens[at]?.resta ?? '0') }
            form.setValues({ itens: form.values.itens.toSpliced(at, 1, line) })
          }}
        />
      )}
      <TableCard label={words.title} className={`${classes.items} ${classes.choice}`}>
        <thead>
          <tr>
            <th scope="col">{words.item}</th>
            <th scope="col">{words.left}</th>
            <th scope="col">{words.back}</th>
            <th scope="col">{words.value}</th>
          </tr>
        </thead>
        <tbody>
          {itens.map((item, at) => {
            const value = valueOf(at)
            return (
              <tr key={item.ordem}>
                <th scope="row">
                  <span className={classes.name}>{item.descricao}</span>
                  <span className={classes.code}>{item.cProd}</span>
                </th>
                <td>
                  {formatDecimal(item.resta, 0)} {item.unidade}
                </td>
                <td>
                  <DecimalInput
                    {...form.itemField('itens', at, 'quantidade')}
                    label={words.quantity(item.descricao)}
                    isLabelHidden
                    places={4}
                    minPlaces={0}
                    disabled={!isSome(item.resta)}
                  />
                </td>
                <td>{value === null ? '' : formatDecimal(value)}</td>
              </tr>
            )
          })}
        </tbody>
      </TableCard>
      <div className={classes.sum}>
        <Button kind="quiet" onClick={all}>
          {words.all}
        </Button>
        <span>
          {words.total} <strong>{formatMoney(total)}</strong>
        </span>
      </div>
      <SegmentedChoice {...form.field('destino')} help={helpOf} choices={DESTINOS} />
      {destino === 'credito' && <DateInput {...form.field('validade')} />}
      <TextInput {...form.textField('motivo')} maxLength={120} autoComplete="off" help={words.motivoHelp} />
    </FormDialog>
  )
}
