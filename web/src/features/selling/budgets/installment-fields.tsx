import { IconRefresh } from '@tabler/icons-react'
import { Button, DateInput, decimal, formatMoney, MoneyInput } from '@/ui'
import classes from './budget-form.module.css'
import { missingOf } from './installments'
import { texts } from './texts'
import type { BudgetEditing } from './use-budget'

/** Proposed from the number of installments; each day and value is a field. */
export function InstallmentFields({ editing }: { editing: BudgetEditing }) {
  const { form, totals, redoInstallments } = editing
  const { parcelas } = form.values
  return (
    <>
      {parcelas.length === 0 ? (
        <p className={classes.note}>{texts.noInstallments}</p>
      ) : (
        <ol className={classes.installments}>
          {parcelas.map((_, index) => {
            const day = form.itemField('parcelas', index, 'vencimento')
            const value = form.itemField('parcelas', index, 'valor')
            const name = texts.installmentName(index)
            return (
              // An installment is its place in the row.
              <li key={index} className={classes.installment}>
                <span className={classes.installmentName}>{name}</span>
                <DateInput {...day} label={`${name} parcela: ${texts.installment.vencimento}`} isLabelHidden />
                <MoneyInput {...value} label={`${name} parcela: ${texts.installment.valor}`} isLabelHidden />
              </li>
            )
          })}
        </ol>
      )}
      <div className={classes.installmentFoot}>
        <SumText parcelas={parcelas} total={totals.total_fatura} />
        {parcelas.length > 0 && (
          <Button kind="secondary" icon={IconRefresh} onClick={redoInstallments}>
            {texts.redoInstallments}
          </Button>
        )}
      </div>
      {form.errors.parcelas && (
        <p className={classes.bad} id={form.idOf('parcelas')} tabIndex={-1}>
          {form.errors.parcelas}
        </p>
      )}
    </>
  )
}

/** Whether they add up to the total, and by how much they do not. */
function SumText({ parcelas, total }: { parcelas: readonly { vencimento: string; valor: string }[]; total: string }) {
  const missing = parcelas.length > 0 ? missingOf(parcelas, total) : null
  if (missing === null) return <p role="status" />
  const sign = decimal.compare(missing, '0')
  const amount = formatMoney(missing.replace('-', ''))
  return (
    <p role="status" className={sign === 0 ? classes.note : classes.bad}>
      {sign === 0
        ? texts.installmentsFit
        : sign > 0
          ? texts.installmentsMissing(amount)
          : texts.installmentsOver(amount)}
    </p>
  )
}
