import { useMemo, useState } from 'react'
import type { Product } from '@/api'
import { useStable } from '@/ui'
import type { RecordFormState } from '@/ui'
import { totalsOf } from './budget-totals'
import type { Totals } from './budget-totals'
import type { BudgetValues, ItemValues } from './budget-values'
import { follow, propose } from './installments'
import type { Plan } from './installments'
import { texts } from './texts'

export type BudgetForm = RecordFormState<BudgetValues>

/** Of a document that is not saved yet, by what it is becoming. */
export const newTitleOf = ({ values }: BudgetForm) => (values.tipo === 'Pedido' ? texts.newOrderTitle : texts.newTitle)

/** What of the form installments are made from. */
type Sources = Pick<
  BudgetValues,
  'itens' | 'total_venda' | 'desconto' | 'acrescimo' | 'numero_parcelas' | 'data_orcamento' | 'data_venda'
>

function planOf(values: Sources, { total_fatura }: Totals): Plan {
  const { numero_parcelas, data_orcamento, data_venda } = values
  return { numero_parcelas, from: data_venda || data_orcamento, total: total_fatura }
}

export function itemFrom(product: Product): ItemValues {
  return {
    composicao_id: product.id,
    prod_cProd: product.prod_cProd,
    descricao: product.prod_xProd,
    unidade: product.prod_uCOM ?? '',
    quantidade: '1.0000',
    valor_venda: product.prod_vUnCOM ?? '0.0000',
    desconto: '0.00',
  }
}

const MAX_UNDO = 100

/** All stay the same from one rendering to the next. */
type Deeds = {
  /** Changes something that totals or installments depend on. */
  change: (changes: Partial<Sources>) => void
  changeItem: (index: number, changes: Partial<ItemValues>) => void
  addItem: (item: ItemValues) => void
  removeItem: (index: number) => void
  /** Swaps with the item above (-1) or below (1); false at the end. */
  moveItem: (index: number, by: -1 | 1) => boolean
  /** One enters a field of the items: what is changed in it from here on is one step to undo. */
  beginStep: () => void
  /** Takes back the last change of the items; false when there is none. */
  undo: () => boolean
  redoInstallments: () => void
}

export type BudgetEditing = Deeds & { form: BudgetForm; totals: Totals }

/** The form of a budget with everything that follows from what is typed: totals, installments, undo of the items. */
export function useBudget(form: BudgetForm): BudgetEditing {
  const { itens, total_venda, desconto, acrescimo } = form.values
  const totals = useMemo(
    () => totalsOf({ itens, total_venda, desconto, acrescimo }),
    [itens, total_venda, desconto, acrescimo],
  )
  // 'Desfazer' in a message is pressed long after the rendering it was made in.
  const latest = useStable(() => form)
  const latestTotals = useStable(() => totals)
  const [deeds] = useState(() => deedsOn(latest, latestTotals))
  return { form, totals, ...deeds }
}

function deedsOn(form: () => BudgetForm, totals: () => Totals): Deeds {
  let steps: ItemValues[][] = []
  let isInStep = false

  const followInstallments = (next: Sources) => {
    const { values, field } = form()
    const parcelas = follow(values.parcelas, planOf(values, totals()), planOf(next, totalsOf(next)))
    if (!isSame(parcelas, values.parcelas)) field('parcelas').onChange(parcelas)
  }
  const change = (changes: Partial<Sources>) => {
    const { values, field } = form()
    const next = { ...values, ...changes }
    for (const name of Object.keys(changes) as (keyof Sources)[]) field(name).onChange(next[name])
    followInstallments(next)
  }
  const remember = () => {
    steps = [...steps.slice(1 - MAX_UNDO), form().values.itens]
    isInStep = false
  }
  /** Messages stand at places, and the items have changed theirs. */
  const replace = (itens: ItemValues[]) => {
    const { errors, setErrors } = form()
    setErrors(Object.fromEntries(Object.entries(errors).filter(([path]) => !path.startsWith('itens.'))))
    change({ itens })
  }

  return {
    change,
    changeItem: (index, changes) => {
      const { values, itemField } = form()
      if (!isInStep) remember()
      isInStep = true
      for (const name of Object.keys(changes) as (keyof ItemValues)[])
        itemField('itens', index, name).onChange(changes[name] ?? '')
      followInstallments({
        ...values,
        itens: values.itens.map((item, at) => (at === index ? { ...item, ...changes } : item)),
      })
    },
    addItem: (item) => {
      remember()
      change({ itens: [...form().values.itens, item] })
    },
    removeItem: (index) => {
      remember()
      replace(form().values.itens.filter((_, at) => at !== index))
    },
    moveItem: (index, by) => {
      const { itens } = form().values
      const [item, other] = [itens[index], itens[index + by]]
      if (!item || !other) return false
      remember()
      replace(itens.with(index, other).with(index + by, item))
      return true
    },
    beginStep: () => {
      isInStep = false
    },
    undo: () => {
      // What was typed and typed back again is no step.
      const at = steps.findLastIndex((itens) => !isSame(itens, form().values.itens))
      const before = steps[at]
      if (!before) return false
      steps = steps.slice(0, at)
      isInStep = false
      replace(before)
      return true
    },
    redoInstallments: () => {
      const { field, values } = form()
      field('parcelas').onChange(propose(planOf(values, totals())))
    },
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
