import { Card, formatDecimal, formatMoney, FormGrid, MoneyInput } from '@/ui'
import classes from './budget-form.module.css'
import { texts } from './texts'
import type { BudgetEditing } from './use-budget'

const ZERO = '0.00'

/** What stands under the total: why it is refused, else its installments. */
function noteOf({ form, totals }: BudgetEditing): { label: string; amount?: string } | null {
  if (totals.problems.has('desconto')) return { label: texts.totalBelowZero }
  if (totals.problems.has('total_venda')) return { label: texts.totalTooLarge }
  const { parcelas } = form.values
  const [first] = parcelas
  if (!first) return null
  const areEqual = parcelas.every(({ valor }) => valor === first.valor)
  const label = areEqual ? texts.installmentsOf(parcelas.length) : texts.installmentsVary(parcelas.length)
  return { label, amount: formatMoney(first.valor) }
}

/** The till display: the numbers the server will compute, while one types. */
export function TotalsPanel({ editing }: { editing: BudgetEditing }) {
  const note = noteOf(editing)
  return (
    <section className={classes.visor} aria-label={texts.visorTitle}>
      <dl>
        <Parts editing={editing} />
      </dl>
      <Grand editing={editing} />
      {note && (
        <p className={classes.visorNote}>
          <span>{note.label}</span>
          {note.amount && <span>{note.amount}</span>}
        </p>
      )}
    </section>
  )
}

/** The same as a line, where there is no room for it beside the form. */
export function TotalsBar({ editing }: { editing: BudgetEditing }) {
  const note = noteOf(editing)
  return (
    <section className={classes.visorBar} aria-label={texts.visorTitle}>
      <dl>
        <Parts editing={editing} />
        {note && <Line label={note.label} value={note.amount ?? ''} />}
      </dl>
      <Grand editing={editing} />
    </section>
  )
}

function Parts({ editing: { totals } }: { editing: BudgetEditing }) {
  return (
    <>
      <Line label={texts.itemsTotal} value={formatDecimal(totals.total_venda)} />
      <Line label={texts.fields.desconto} value={signed('−', totals.desconto)} />
      <Line label={texts.fields.acrescimo} value={signed('', totals.acrescimo)} />
    </>
  )
}

function Grand({ editing: { form, totals } }: { editing: BudgetEditing }) {
  return (
    <div className={classes.grand} role="status" data-long={totals.total_fatura.length > 10 || undefined}>
      <span>{texts.budgetTotal[form.values.tipo]}</span>
      <strong>
        <small>R$</small> {formatDecimal(totals.total_fatura)}
      </strong>
    </div>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function signed(sign: string, amount: string): string {
  const text = formatDecimal(amount)
  return sign && amount !== ZERO ? `${sign} ${text}` : text
}

/** Discount and surcharge over the whole; without items also what is sold. */
export function Adjustments({ editing }: { editing: BudgetEditing }) {
  const { form, change } = editing
  return (
    <Card title={texts.adjustments}>
      <FormGrid>
        {form.values.itens.length === 0 && (
          <FormGrid.Cell span={12}>
            <MoneyInput
              {...form.field('total_venda')}
              help={texts.totalWithoutItems}
              onChange={(total_venda) => change({ total_venda })}
            />
          </FormGrid.Cell>
        )}
        <FormGrid.Cell span={6} phoneSpan={6}>
          <MoneyInput {...form.field('desconto')} onChange={(desconto) => change({ desconto })} />
        </FormGrid.Cell>
        <FormGrid.Cell span={6} phoneSpan={6}>
          <MoneyInput {...form.field('acrescimo')} onChange={(acrescimo) => change({ acrescimo })} />
        </FormGrid.Cell>
      </FormGrid>
    </Card>
  )
}
