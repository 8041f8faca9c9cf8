import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, useIdempotencyKey } from '@/api'
import type { Budget, BudgetItem, OrderDelivery } from '@/api'
import {
  Button,
  DecimalInput,
  FormDialog,
  formatDecimal,
  Switch,
  TableCard,
  TextInput,
  toast,
  useRecordForm,
} from '@/ui'
import type { FieldSpec } from '@/ui'
import classes from './deliveries.module.css'
import { isSome, leftOf } from './left'
import { deliverGoods, refreshDeliveries } from './queries'
import { texts } from './texts'
import { weightOf } from './weights'
import type { UnitWeights } from './weights'

const words = texts.dialog

type Values = {
  itens: { quantidade: string }[]
  endereco: string
  motorista: string
  placa: string
  observacao: string
}
const FIELDS: Record<keyof Values, FieldSpec> = {
  itens: {
    label: texts.columns.item,
    item: { label: texts.columns.item, fields: { quantidade: { label: words.out } } },
  },
  endereco: { label: words.address },
  motorista: { label: words.driver },
  placa: { label: words.plate },
  observacao: { label: words.note },
}

type Props = {
  company: string
  order: Budget
  /** Items of which something is left. */
  items: readonly BudgetItem[]
  weights: UnitWeights
  needsRemessas: boolean
  onIssue: (made: OrderDelivery) => Promise<void>
  onPrint: (entrega: string) => void
  onClose: () => void
}

/** What leaves on one truck, and where it goes. */
export function DeliveryDialog({
  company,
  order,
  items: left,
  weights,
  needsRemessas,
  onIssue,
  onPrint,
  onClose,
}: Props) {
  // Those it began with: what another truck takes meanwhile must not move what was typed to another item.
  const [items] = useState(left)
  const [withRemessa, setWithRemessa] = useState(needsRemessas)
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const form = useRecordForm<Values>({
    initialValues: {
      itens: items.map(() => ({ quantidade: '' })),
      endereco: order.endereco_entrega_completo ?? order.endereco_entrega ?? '',
      motorista: '',
      placa: '',
      observacao: '',
    },
    fields: FIELDS,
  })
  const typed = form.values.itens.map(({ quantidade }, at) => ({ item_id: items[at]?.id ?? '', quantidade }))
  const weight = weightOf(typed, weights)
  const all = () => form.setValues({ itens: items.map((item) => ({ quantidade: leftOf(item) })) })

  const save = async ({ itens, endereco, motorista, placa, observacao }: Values) => {
    const places = items.flatMap((_, at) => (isSome(itens[at]?.quantidade ?? '') ? [at] : []))
    const body = {
      endereco: endereco.trim() || null,
      motorista: motorista.trim() || null,
      placa: placa.trim() || null,
      observacao: observacao.trim() || null,
      itens: places.map((at) => ({ item_id: items[at]?.id ?? '', quantidade: itens[at]?.quantidade ?? '' })),
    }
    try {
      const made = await deliverGoods(company, order.id, body, keyFor(body))
      await refreshDeliveries(queryClient)
      const action = { label: texts.print, onClick: () => onPrint(made.id) }
      toast.success(words.done, texts.one(made.ordem), { action })
      if (withRemessa) await onIssue(made)
    } catch (problem) {
      throw problem instanceof ApiProblem ? problem.atPlaces('itens', places) : problem
    }
  }

  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.title}
      subtitle={texts.order(order.numero_pedido)}
      size={720}
      form={form}
      saveLabel={words.submit}
      errorTitle={words.failed}
      save={save}
      onSaved={onClose}
    >
      <TableCard label={texts.items} className={`${classes.items} ${classes.choice}`}>
        <thead>
          <tr>
            <th scope="col">{texts.columns.item}</th>
            <th scope="col">{texts.columns.left}</th>
            <th scope="col">{words.out}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, at) => (
            <tr key={item.id}>
              <th scope="row">
                <span className={classes.name}>{item.descricao}</span>
                <span className={classes.code}>{item.prod_cProd}</span>
              </th>
              <td>
                {formatDecimal(leftOf(item), 0)} {item.unidade}
              </td>
              <td>
                <DecimalInput
                  {...form.itemField('itens', at, 'quantidade')}
                  label={words.quantity(item.descricao)}
                  isLabelHidden
                  places={4}
                  minPlaces={0}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </TableCard>
      <div className={classes.load}>
        <Button kind="quiet" onClick={all}>
          {words.all}
        </Button>
        <span role="status">{weight !== null && words.weight(weight)}</span>
      </div>
      <TextInput {...form.textField('endereco')} maxLength={300} autoComplete="off" />
      <div className={classes.pair}>
        <TextInput {...form.textField('motorista')} maxLength={60} autoComplete="off" />
        <TextInput {...form.textField('placa')} maxLength={10} autoComplete="off" />
      </div>
      <TextInput {...form.textField('observacao')} maxLength={500} autoComplete="off" help={words.noteHelp} />
      {needsRemessas && (
        <Switch label={words.remessa} help={words.remessaHelp} checked={withRemessa} onChange={setWithRemessa} />
      )}
    </FormDialog>
  )
}
