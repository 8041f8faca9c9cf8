import { useState } from 'react'
import type { ComponentType, KeyboardEvent, Ref } from 'react'
import { ApiProblem } from '@/api'
import type { SaleSettings, StoreCredit } from '@/api'
import { plainCode } from '@/features/selling/store-credits'
import { Button, confirm, decimal, formatDay, formatDecimal, formatMoney, parseDecimal, TextInput } from '@/ui'
import { pixTxid } from './br-code'
import type { CardData, CardFieldsProps } from './card-fields'
import { amountProblem, isUnlikely } from './payment-amount'
import { PIX } from './payment-kinds'
import type { PaymentKind } from './payment-kinds'
import classes from './payment-panel.module.css'
import { newKey } from './sale'
import type { OpenSale, Payment } from './sale'
import { texts } from './texts'
import { priceAwaited } from './totals'
import type { Totals } from './totals'

const { payment: words } = texts

/** A payment that is being typed. */
export type Entry = { kind: PaymentKind; value: string; text: string; code: string; card: CardData }

export function newEntry(kind: PaymentKind, settings: SaleSettings | null): Entry {
  // One acquirer is the usual one; several have to be told apart.
  const [only, second] = settings?.credenciadoras ?? []
  const credenciadora = kind.isCard && only && !second ? only.cnpj : null
  return { kind, value: '', text: '', code: '', card: { credenciadora, tBand: null, cAut: '' } }
}

type Problem = { at: 'value' | 'text' | 'code'; sentence: string }
/** … or a price that has not come, for as long as it has not. */
type PriceAwaited = { at: 'price' }

/** Why this code cannot pay here, whatever the credit is. */
function codeProblem(sale: OpenSale, credito: string): Problem | null {
  if (credito === '') return { at: 'code', sentence: words.creditCodeMissing }
  const isThere = sale.pagamentos.some((one) => one.credito === credito)
  return isThere ? { at: 'code', sentence: words.creditTwice } : null
}

/** How much of the credit pays: what was typed, else what is missing as far as it goes; or why it cannot. */
function creditAmount(kind: PaymentKind, credit: StoreCredit, typed: string, missing: string): string | Problem {
  const { saldo, validade, situacao } = credit
  if (situacao === 'usado') return { at: 'code', sentence: words.creditUsed }
  if (situacao === 'vencido') return { at: 'code', sentence: words.creditExpired(formatDay(validade)) }
  const isAll = typed.trim() === ''
  const all = decimal.compare(saldo, missing) < 0 ? saldo : missing
  const valor = isAll ? all : (parseDecimal(typed, 2) ?? '0')
  if (isAll && decimal.compare(valor, '0') <= 0) return { at: 'value', sentence: words.nothingMissing }
  if (decimal.compare(valor, saldo) > 0) return { at: 'value', sentence: words.creditLess(formatMoney(saldo)) }
  const sentence = amountProblem(kind, valor, missing)
  return sentence === null ? valor : { at: 'value', sentence }
}

type Props = {
  entry: Entry
  sale: OpenSale
  totals: Totals
  settings: SaleSettings | null
  /** Null: their file has not come yet. */
  cardFields: ComponentType<CardFieldsProps> | null
  findCredit: (codigo: string) => Promise<StoreCredit>
  onChange: (entry: Entry) => void
  onAccept: (payment: Payment) => void
  /** Back to the kinds. */
  onLeave: () => void
  ref: Ref<HTMLDivElement>
}

/** What is typed of a payment: nothing but Enter for all that is missing. */
export function PaymentEntry(props: Props) {
  const { entry, sale, totals, settings, cardFields: CardFields, findCredit, onChange, onAccept, onLeave, ref } = props
  const { kind, value, text, code, card } = entry
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Problem | PriceAwaited | null>(null)
  const sentenceAt = (at: Problem['at']) => (problem?.at === at ? problem.sentence : undefined)
  const change = (changes: Partial<Entry>) => {
    onChange({ ...entry, ...changes })
    setProblem(null)
  }

  // What is left of the credit is only known by asking; the server looks again when the sale is issued.
  const takeCredit = async () => {
    const credito = plainCode(code)
    setAsking(true)
    try {
      const wrong = codeProblem(sale, credito)
      const taken = wrong ?? creditAmount(kind, await findCredit(credito), value, totals.missing)
      if (typeof taken !== 'string') {
        setProblem(taken)
        return
      }
      const noCard = { xPag: null, credenciadora: null, tBand: null, cAut: null, txid: null }
      onAccept({ key: newKey(), tPag: kind.tPag, valor: taken, ...noCard, credito })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setProblem({ at: 'code', sentence: error.message })
    } finally {
      setAsking(false)
    }
  }
  const take = (valor: string) =>
    onAccept({
      ...{ key: newKey(), tPag: kind.tPag, valor, xPag: kind.needsText ? text.trim() : null },
      ...{ credenciadora: card.credenciadora, tBand: card.tBand, cAut: card.cAut.trim() || null },
      txid: kind.tPag === PIX && settings?.pix ? pixTxid(sale.id) : null,
    })
  const askFirst = async (valor: string) => {
    const { title, confirm: confirmLabel, cancel: cancelLabel } = words.much
    const sentence = words.much.text(formatMoney(valor), kind.label, formatMoney(totals.missing))
    if (await confirm({ title, text: sentence, confirmLabel: confirmLabel(formatMoney(valor)), cancelLabel }))
      take(valor)
  }
  const accept = () => {
    if (isAsking) return
    const isAll = value.trim() === ''
    // Neither all that is missing nor what is more than that is known before the last price is.
    if (priceAwaited(sale) !== null) {
      setProblem({ at: 'price' })
      return
    }
    if (kind.isCredit) {
      void takeCredit()
      return
    }
    const valor = isAll ? totals.missing : (parseDecimal(value, 2) ?? '0')
    const isNothing = isAll && decimal.compare(valor, '0') <= 0
    const sentence = isNothing ? words.nothingMissing : amountProblem(kind, valor, totals.missing)
    if (sentence !== null) setProblem({ at: 'value', sentence })
    else if (kind.needsText && text.trim().length < 2) setProblem({ at: 'text', sentence: words.textNeeded })
    else if (!isAll && isUnlikely(valor, totals.missing)) void askFirst(valor)
    else take(valor)
  }
  const acceptByEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    accept()
  }
  const leaveByEscape = (event: KeyboardEvent) => {
    // An open list takes it for itself.
    const isList = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
    if (event.key !== 'Escape' || event.defaultPrevented || isList) return
    event.preventDefault()
    event.stopPropagation()
    onLeave()
  }

  return (
    // Only passes Escape on from the fields in it.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={ref} className={classes.entry} onKeyDown={leaveByEscape}>
      {/* One has just asked for it by its key, and goes on typing. */}
      {/* eslint-disable jsx-a11y/no-autofocus */}
      {kind.isCredit && (
        <TextInput
          autoFocus
          label={words.creditCode}
          help={words.creditCodeHelp}
          maxLength={20}
          autoComplete="off"
          error={sentenceAt('code')}
          value={code}
          onChange={(event) => change({ code: event.currentTarget.value })}
          onKeyDown={acceptByEnter}
        />
      )}
      <TextInput
        autoFocus={!kind.isCredit}
        label={kind.needsText ? words.amount : words.value(kind.label)}
        placeholder={formatDecimal(totals.missing)}
        inputMode="decimal"
        autoComplete="off"
        error={problem?.at === 'price' ? (priceAwaited(sale) ?? undefined) : sentenceAt('value')}
        value={value}
        onChange={(event) => change({ value: event.currentTarget.value })}
        onKeyDown={acceptByEnter}
      />
      {/* eslint-enable jsx-a11y/no-autofocus */}
      {kind.needsText && (
        <TextInput
          label={words.text}
          maxLength={60}
          autoComplete="off"
          error={sentenceAt('text')}
          value={text}
          onChange={(event) => change({ text: event.currentTarget.value })}
          onKeyDown={acceptByEnter}
        />
      )}
      {kind.isCard && CardFields && (
        <CardFields
          card={card}
          acquirers={settings?.credenciadoras ?? []}
          onChange={(next) => change({ card: next })}
          onKeyDown={acceptByEnter}
        />
      )}
      <Button kind="secondary" shortcut="Enter" loading={isAsking} onClick={accept}>
        {words.accept}
      </Button>
    </div>
  )
}
