import { Card, formatDecimal, formatMoney, FormGrid, MoneyInput } from '@/ui'
import classes from './budget-form.module.css'
import { texts } from './texts'
import type { BudgetEditing } from './use-budget'

const ZERO = '0.00'

/** The till display: the numbers the server will compute, while one types. */
export function TotalsPanel({ editing }: { editing: BudgetEditing }) {
  const { form, totals } = editing
  const { tipo, parcelas } = form.values
  const refusal = totals.problems.has('desconto')
    ? texts.totalBelowZero
    : totals.problems.has('total_venda')
      ? texts.totalTooLarge
      : null
  const [first] = parcelas
  const areEqual = parcelas.every(({ valor }) => valor === first?.valor)
  return (
    <section className={classes.visor} aria-label={texts.visorTitle}>
      <dl>
        <Line label={texts.itemsTotal} value={formatDecimal(totals.total_venda)} />
        <Line label={texts.fields.desconto} value={signed('−', totals.desconto)} />
        <Line label={texts.fields.acrescimo} value={signed('', totals.acrescimo)} />
      </dl>
      <div className={classes.grand} role="status" data-long={totals.total_fatura.length > 10 || undefined}>
        <span>{texts.budgetTotal[tipo]}</span>
        <strong>
          <small>R$</small> {formatDecimal(totals.total_fatura)}
        </strong>
      </div>
      {refusal ? (
        <p className={classes.visorNote}>{refusal}</p>
      ) : (
        first && (
          <p className={classes.visorNote}>
            <span>{areEqual ? texts.installmentsOf(parcelas.length) : texts.installmentsVary(parcelas.length)}</span>
            <span>{formatMoney(first.valor)}</span>
          </p>
        )
      )}
    </section>
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
