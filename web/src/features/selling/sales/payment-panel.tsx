import { IconArrowLeft, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import { flushSync } from 'react-dom'
import { ApiProblem } from '@/api'
import type { SaleSettings, StoreCredit } from '@/api'
import { Button, decimal, formatDay, formatDecimal, formatMoney, IconButton, Kbd, parseDecimal, TextInput } from '@/ui'
import { pixTxid } from './br-code'
import type { CardData } from './card-fields'
import { useLateParts } from './late-parts'
import { kindName, MAIN_KINDS, OTHER_KINDS, OTHERS, PIX } from './payment-kinds'
import type { PaymentKind } from './payment-kinds'
import { newKey } from './sale'
import type { OpenSale, Payment } from './sale'
import classes from './payment-panel.module.css'
import { codeText, plainCode } from '@/features/selling/store-credits'
import { texts } from './texts'
import { priceAwaited } from './totals'
import type { Totals } from './totals'

type Props = {
  sale: OpenSale
  totals: Totals
  settings: SaleSettings | null
  disabled: boolean
  findCredit: (codigo: string) => Promise<StoreCredit>
  onAdd: (payment: Payment) => void
  /** A Pix whose QR code is shown until its money was seen. */
  onPix: (payment: Payment) => void
  onRemove: (key: string) => void
  /** Everything is paid: the hands go back to the scan field. */
  onPaid: () => void
  /** In a window of its own, whose title says what it is; the first key has the focus there. */
  isDialog?: boolean
  /** Where F8 leads: the first kind, or what takes a payment out when nothing is left to pay. */
  ref?: Ref<HTMLButtonElement>
}

const { payment: words } = texts

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
function amountOf({ saldo, validade, situacao }: StoreCredit, typed: string, missing: string): string | Problem {
  if (situacao === 'usado') return { at: 'code', sentence: words.creditUsed }
  if (situacao === 'vencido') return { at: 'code', sentence: words.creditExpired(formatDay(validade)) }
  const all = decimal.compare(saldo, missing) < 0 ? saldo : missing
  const valor = typed.trim() === '' ? all : parseDecimal(typed, 2)
  if (valor === null || decimal.compare(valor, '0') <= 0)
    return { at: 'value', sentence: typed.trim() === '' ? words.nothingMissing : words.wrong }
  if (decimal.compare(valor, saldo) > 0) return { at: 'value', sentence: words.creditLess(formatMoney(saldo)) }
  return valor
}

const emptyCard: CardData = { credenciadora: null, tBand: null, cAut: '' }

/** How the sale is paid: one digit and Enter for all that is missing; several lines as it comes. */
export function PaymentPanel({
  sale,
  totals,
  settings,
  disabled,
  findCredit,
  onAdd,
  onPix,
  onRemove,
  onPaid,
  isDialog = false,
  ref,
}: Props) {
  const [isOthers, setOthers] = useState(false)
  const [kind, setKind] = useState<PaymentKind | null>(null)
  const [value, setValue] = useState('')
  const [text, setText] = useState('')
  const [card, setCard] = useState(emptyCard)
  const [code, setCode] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Problem | PriceAwaited | null>(null)
  const group = useRef<HTMLDivElement>(null)
  const parts = useLateParts()
  const shown = isOthers ? OTHER_KINDS : MAIN_KINDS
  // The kinds make room for what was paid and the change.
  const isPaid = sale.pagamentos.length > 0 && decimal.compare(totals.missing, '0') <= 0

  const sentenceAt = (at: Problem['at']) => (problem?.at === at ? problem.sentence : undefined)
  const close = () => {
    setKind(null)
    setOthers(false)
    setProblem(null)
  }
  // At once: the next key may be waiting already, and belongs to the first button of what is shown then.
  const showKinds = (change: () => void) => {
    flushSync(change)
    group.current?.querySelector('button')?.focus()
  }
  const choose = (next: PaymentKind) => {
    setKind(next)
    setValue('')
    setText('')
    setCode('')
    setProblem(null)
    // One acquirer is the usual one; several have to be told apart.
    const [only, second] = settings?.credenciadoras ?? []
    setCard({ ...emptyCard, credenciadora: next.isCard && only && !second ? only.cnpj : null })
  }
  const pressDigit = (event: KeyboardEvent<HTMLDivElement>) => {
    if (disabled || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape' && isOthers) {
      event.stopPropagation()
      showKinds(() => setOthers(false))
    }
    if (!isOthers && event.key === OTHERS.digit) showKinds(() => setOthers(true))
    const found = shown.find(({ digit }) => digit === event.key.toUpperCase())
    if (found) choose(found)
    if (found || event.key === OTHERS.digit) event.preventDefault()
  }
  const add = (payment: Payment) => {
    showKinds(() => {
      onAdd(payment)
      close()
    })
    if (decimal.compare(payment.valor, totals.missing) >= 0) onPaid()
  }
  // What is left of the credit is only known by asking; the server looks again when the sale is issued.
  const takeCredit = async ({ tPag }: PaymentKind) => {
    const credito = plainCode(code)
    setAsking(true)
    try {
      const wrong = codeProblem(sale, credito)
      const taken = wrong ?? amountOf(await findCredit(credito), value, totals.missing)
      if (typeof taken !== 'string') {
        setProblem(taken)
        return
      }
      const noCard = { xPag: null, credenciadora: null, tBand: null, cAut: null, txid: null }
      add({ key: newKey(), tPag, valor: taken, ...noCard, credito })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setProblem({ at: 'code', sentence: error.message })
    } finally {
      setAsking(false)
    }
  }
  const accept = () => {
    if (!kind || isAsking) return
    const isAll = value.trim() === ''
    // All that is missing is not known before the last price is.
    if (isAll && priceAwaited(sale) !== null) {
      setProblem({ at: 'price' })
      return
    }
    if (kind.isCredit) {
      void takeCredit(kind)
      return
    }
    const amount = isAll ? totals.missing : parseDecimal(value, 2)
    if (amount === null || decimal.compare(amount, '0') <= 0) {
      const sentence = isAll ? words.nothingMissing : words.wrong
      setProblem({ at: 'value', sentence })
      return
    }
    if (kind.needsText && text.trim().length < 2) {
      setProblem({ at: 'text', sentence: words.textNeeded })
      return
    }
    const payment: Payment = {
      ...{ key: newKey(), tPag: kind.tPag, valor: amount, xPag: kind.needsText ? text.trim() : null },
      ...{ credenciadora: card.credenciadora, tBand: card.tBand, cAut: card.cAut.trim() || null },
      txid: kind.tPag === PIX && settings?.pix ? pixTxid(sale.id) : null,
    }
    if (payment.txid === null) {
      add(payment)
      return
    }
    close()
    onPix(payment)
  }
  const acceptByEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      showKinds(close)
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    accept()
  }

  return (
    <section aria-label={words.title}>
      {!isDialog && (
        <div className={classes.head}>
          <h2>{isOthers ? words.others : words.title}</h2>
          <Kbd>F8</Kbd>
        </div>
      )}
      {/* Only passes the digits on to the buttons in it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={group}
        role="group"
        aria-label={words.kinds}
        className={classes.kinds}
        onKeyDown={pressDigit}
        hidden={kind !== null || isPaid}
      >
        {shown.map((one, index) => (
          <button
            key={one.tPag}
            ref={index === 0 && !isPaid ? ref : undefined}
            type="button"
            data-autofocus={(isDialog && index === 0) || undefined}
            className={classes.kind}
            aria-keyshortcuts={one.digit}
            disabled={disabled}
            onClick={() => choose(one)}
          >
            <Kbd>{one.digit}</Kbd>
            <span>{one.label}</span>
            {one.icon && <one.icon size={16} stroke={1.75} aria-hidden="true" />}
          </button>
        ))}
        {isOthers ? (
          <button type="button" className={classes.kind} onClick={() => showKinds(() => setOthers(false))}>
            <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
            <span>{words.back}</span>
          </button>
        ) : (
          <button
            type="button"
            className={classes.kind}
            aria-keyshortcuts={OTHERS.digit}
            disabled={disabled}
            onClick={() => showKinds(() => setOthers(true))}
          >
            <Kbd>{OTHERS.digit}</Kbd>
            <span>{OTHERS.label}</span>
            <OTHERS.icon size={16} stroke={1.75} aria-hidden="true" />
          </button>
        )}
      </div>
      {kind && (
        <div className={classes.entry}>
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
              onChange={(event) => {
                setCode(event.currentTarget.value)
                setProblem(null)
              }}
              onKeyDown={acceptByEnter}
            />
          )}
          <TextInput
            key={kind.tPag}
            autoFocus={!kind.isCredit}
            label={words.value(kind.label)}
            placeholder={formatDecimal(totals.missing)}
            inputMode="decimal"
            autoComplete="off"
            error={problem?.at === 'price' ? (priceAwaited(sale) ?? undefined) : sentenceAt('value')}
            value={value}
            onChange={(event) => {
              setValue(event.currentTarget.value)
              setProblem(null)
            }}
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
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={acceptByEnter}
            />
          )}
          {kind.isCard && parts && (
            <parts.CardFields
              card={card}
              acquirers={settings?.credenciadoras ?? []}
              onChange={setCard}
              onKeyDown={acceptByEnter}
            />
          )}
          <Button kind="secondary" shortcut="Enter" loading={isAsking} onClick={accept}>
            {words.accept}
          </Button>
        </div>
      )}
      {sale.pagamentos.length > 0 && (
        <dl className={classes.lines}>
          {sale.pagamentos.map((payment, index) => (
            <div key={payment.key}>
              <dt>
                {payment.credito
                  ? words.creditName(codeText(payment.credito))
                  : (payment.xPag ?? kindName(payment.tPag))}
              </dt>
              <dd>
                {formatDecimal(payment.valor)}
                {!disabled && (
                  <IconButton
                    ref={index === 0 && isPaid ? ref : undefined}
                    label={words.remove}
                    of={`${kindName(payment.tPag)} ${formatDecimal(payment.valor)}`}
                    icon={IconX}
                    onClick={() => onRemove(payment.key)}
                  />
                )}
              </dd>
            </div>
          ))}
          {sale.pagamentos.length > 1 && (
            <div>
              <dt>{words.received}</dt>
              <dd>{formatDecimal(totals.received)}</dd>
            </div>
          )}
          {decimal.compare(totals.missing, '0') > 0 && (
            <div className={classes.missing}>
              <dt>{words.missing}</dt>
              <dd>{formatMoney(totals.missing)}</dd>
            </div>
          )}
          {decimal.compare(totals.troco, '0') > 0 && (
            <div className={classes.change}>
              <dt>{words.change}</dt>
              <dd>{formatMoney(totals.troco)}</dd>
            </div>
          )}
        </dl>
      )}
    </section>
  )
}
