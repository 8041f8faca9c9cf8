import { IconArrowLeft, IconX } from '@tabler/icons-react'
import { useImperativeHandle, useRef, useState } from 'react'
import type { ComponentType, KeyboardEvent, Ref } from 'react'
import { flushSync } from 'react-dom'
import type { SaleSettings, StoreCredit } from '@/api'
import { codeText } from '@/features/selling/store-credits'
import { decimal, formatDecimal, formatMoney, IconButton, Kbd, useKeptFromScans } from '@/ui'
import type { CardFieldsProps } from './card-fields'
import { newEntry, PaymentEntry } from './payment-entry'
import type { Entry } from './payment-entry'
import { kindName, MAIN_KINDS, OTHER_KINDS, OTHERS } from './payment-kinds'
import type { PaymentKind } from './payment-kinds'
import classes from './payment-panel.module.css'
import { isUnanswered } from './sale'
import type { OpenSale, Payment } from './sale'
import { texts } from './texts'
import type { Totals } from './totals'

type Props = {
  sale: OpenSale
  totals: Totals
  settings: SaleSettings | null
  disabled: boolean
  /** Null: their file has not come yet. */
  cardFields: ComponentType<CardFieldsProps> | null
  findCredit: (codigo: string) => Promise<StoreCredit>
  onAdd: (payment: Payment) => void
  /** A Pix whose QR code is shown until its money was seen. */
  onPix: (payment: Payment) => void
  onRemove: (key: string) => void
  /** Everything is paid: the hands go back to the scan field. */
  onPaid: () => void
  /** In a window of its own, whose title says what it is; the first key has the focus there. */
  isDialog?: boolean
  ref?: Ref<PaymentHandle>
}

export type PaymentHandle = {
  /** To what is being typed, or the first kind, or what takes a payment out when nothing is left to pay. */
  focus: () => void
  /** F8: the same, and from what is being typed back to the kinds. */
  press: () => void
}

const { payment: words } = texts

/** How the sale is paid: one digit and Enter for all that is missing; several lines as it comes. */
export function PaymentPanel(props: Props) {
  const { sale, totals, settings, disabled, cardFields, findCredit, isDialog = false, ref } = props
  const { onAdd, onPix, onRemove, onPaid } = props
  const [isOthers, setOthers] = useState(false)
  const [entry, setEntry] = useState<Entry | null>(null)
  const group = useRef<HTMLDivElement>(null)
  const fields = useRef<HTMLDivElement>(null)
  const lines = useRef<HTMLDListElement>(null)
  const shown = isOthers ? OTHER_KINDS : MAIN_KINDS
  // The kinds make room for what was paid and the change. What has no price yet is not paid: the digit of a kind comes next.
  const isPriced = !sale.scans.some(isUnanswered)
  const isPaid = isPriced && sale.pagamentos.length > 0 && decimal.compare(totals.missing, '0') <= 0

  const close = () => {
    setEntry(null)
    setOthers(false)
  }
  const focus = () => {
    const [place, first] = entry ? [fields, 'input'] : isPaid ? [lines, 'button'] : [group, 'button']
    place.current?.querySelector<HTMLElement>(first)?.focus()
  }
  // At once: the next key may be waiting already, and belongs to the first button of what is shown then.
  const showKinds = (change: () => void) => {
    flushSync(change)
    group.current?.querySelector('button')?.focus()
  }
  useImperativeHandle(ref, () => ({
    focus,
    press: () => {
      if (fields.current?.contains(document.activeElement)) showKinds(close)
      else focus()
    },
  }))
  useKeptFromScans(() => () => {
    setEntry(entry)
    setOthers(isOthers)
  })
  const choose = (kind: PaymentKind) => setEntry(newEntry(kind, settings))
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
  const accept = (payment: Payment) => {
    if (payment.txid !== null) {
      close()
      onPix(payment)
      return
    }
    showKinds(() => {
      onAdd(payment)
      close()
    })
    if (decimal.compare(payment.valor, totals.missing) >= 0) onPaid()
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
        data-own-keys
        hidden={entry !== null || isPaid}
      >
        {shown.map((one, index) => (
          <button
            key={one.tPag}
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
      {entry && (
        <PaymentEntry
          key={entry.kind.tPag}
          ref={fields}
          entry={entry}
          sale={sale}
          totals={totals}
          settings={settings}
          cardFields={cardFields}
          findCredit={findCredit}
          onChange={setEntry}
          onAccept={accept}
          onLeave={() => showKinds(close)}
        />
      )}
      {sale.pagamentos.length > 0 && (
        <dl ref={lines} className={classes.lines}>
          {sale.pagamentos.map((payment) => (
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
