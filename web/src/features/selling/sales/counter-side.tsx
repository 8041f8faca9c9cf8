import { IconEye, IconPackageExport, IconReceipt, IconTruck, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import type { ComponentType, Ref } from 'react'
import type { SaleSettings } from '@/api'
import { Button, decimal, formatCpf, formatDecimal, IconButton, Kbd, Switch, Visor } from '@/ui'
import type { Asking } from './asking'
import type { CardFieldsProps } from './card-fields'
import type { Desk, DeskState } from './desk'
import { PaymentPanel } from './payment-panel'
import type { PaymentHandle } from './payment-panel'
import { texts as nfe } from './nfe-texts'
import { isNfe, withoutPayment, withPayment } from './sale'
import type { OpenSale } from './sale'
import classes from './sales.module.css'
import { texts } from './texts'
import type { Totals } from './totals'

type Props = {
  desk: Desk
  state: DeskState
  totals: Totals
  settings: SaleSettings | null
  isNarrow: boolean
  /** Receipts are only tests here. */
  isTest: boolean
  /** Something keeps the sale from being issued; F10 says what. */
  isLacking: boolean
  payments: Ref<PaymentHandle>
  /** Null: their file has not come yet. */
  cardFields: ComponentType<CardFieldsProps> | null
  onAsk: (what: Asking) => void
  onPay: () => void
  onWait: () => void
  onIssue: () => void
  /** Shows the NF-e as it would be. */
  onPreview: () => Promise<void>
  /** Everything is paid. */
  onPaid: () => void
}

/** Right of the items: what it costs, who buys, how it is paid, and the one button that issues. On a phone below them. */
export function CounterSide(props: Props) {
  const { desk, state, totals, settings, isNarrow, onAsk, onPaid, payments, cardFields } = props
  const { sale, sending } = state
  return (
    <div className={classes.side}>
      {isNarrow && <PhoneActs {...props} />}
      <Visor
        lines={isNarrow ? narrowLines(sale, totals) : wideLines(sale, totals)}
        label={texts.visor.total}
        currency="R$"
        value={formatDecimal(totals.total)}
      />
      {!isNarrow && (
        <>
          <button type="button" className={classes.consumer} onClick={() => onAsk({ what: 'consumer' })}>
            <IconUser size={18} stroke={1.75} aria-hidden="true" />
            <span>
              <span className={classes.name}>
                {sale.nome ?? (sale.cpf ? texts.consumer.identified : texts.consumer.none)}
              </span>
              {sale.cpf && <span className={classes.code}>{formatCpf(sale.cpf)}</span>}
              {isNfe(sale) && <span className={classes.code}>NF-e</span>}
            </span>
            <Kbd>F3</Kbd>
          </button>
          <div className={classes.payments}>
            <PaymentPanel
              // A sale that is over takes what was half typed with it.
              key={sale.id}
              ref={payments}
              sale={sale}
              totals={totals}
              settings={settings}
              disabled={sending !== null}
              cardFields={cardFields}
              findCredit={desk.findCredit}
              onAdd={(payment) => desk.edit((now) => withPayment(now, payment))}
              onPix={(payment) => onAsk({ what: 'pix', payment })}
              onRemove={(key) => desk.edit((now) => withoutPayment(now, key))}
              onPaid={onPaid}
            />
          </div>
        </>
      )}
      {sale.orcamento_id && (
        <Switch
          label={nfe.future}
          checked={sale.entrega_futura === 'S'}
          disabled={sending !== null}
          onChange={(checked) => desk.edit((now) => ({ ...now, entrega_futura: checked ? 'S' : 'N' }))}
        />
      )}
      {isNfe(sale) && <NfeStrip {...props} />}
      <IssueButton {...props} />
    </div>
  )
}

function whyNfe({ entrega_futura, entrega, cpf }: OpenSale): keyof typeof nfe.strip {
  if (entrega_futura === 'S') return 'future'
  return entrega && cpf ? 'outside' : 'company'
}

function NfeStrip({ state: { sale, sending }, onAsk, onPreview }: Props) {
  const [isDrawing, setDrawing] = useState(false)
  const preview = async () => {
    setDrawing(true)
    try {
      await onPreview()
    } finally {
      setDrawing(false)
    }
  }
  return (
    <div className={classes.nfe}>
      <span role="status">{nfe.strip[whyNfe(sale)]}</span>
      <span className={classes.nfeActs}>
        <Button kind="quiet" icon={IconTruck} onClick={() => onAsk({ what: 'nfe' })}>
          {nfe.button}
        </Button>
        <Button
          kind="quiet"
          icon={IconEye}
          loading={isDrawing}
          disabled={sending !== null}
          onClick={() => void preview()}
        >
          {nfe.preview.button}
        </Button>
      </span>
    </div>
  )
}

function IssueButton({ state: { sale, sending }, isNarrow, isTest, isLacking, onIssue }: Props) {
  const { busy, parking } = texts.issue
  const { label, test } = isNfe(sale) ? { label: nfe.issue, test: nfe.test } : texts.issue
  const words = sending ? (sending.intent === 'issue' ? busy : parking) : isTest ? test : label
  return (
    <button
      type="button"
      className={classes.issue}
      data-test={isTest || undefined}
      aria-keyshortcuts="F10"
      // Enter never issues: the button is not on the way of Tab.
      tabIndex={isNarrow ? 0 : -1}
      disabled={sending !== null}
      aria-disabled={isLacking}
      onClick={onIssue}
    >
      <IconReceipt size={20} stroke={1.75} aria-hidden="true" />
      {words}
      <Kbd>F10</Kbd>
    </button>
  )
}

function PhoneActs({ state: { sale }, onAsk, onPay, onWait }: Props) {
  return (
    <div className={classes.phoneActs}>
      <Button kind="secondary" icon={IconUser} onClick={() => onAsk({ what: 'consumer' })}>
        <span className={classes.phoneName}>
          {sale.cpf ? texts.phone.known(formatCpf(sale.cpf)) : isNfe(sale) && sale.nome ? sale.nome : texts.phone.cpf}
        </span>
      </Button>
      <Button kind="secondary" onClick={() => onAsk({ what: 'discount' })}>
        {texts.phone.discount}
      </Button>
      <Button kind="secondary" onClick={onPay}>
        {texts.phone.payment}
      </Button>
      <IconButton label={texts.phone.park} icon={IconPackageExport} onClick={onWait} />
    </div>
  )
}

const isSome = (amount: string) => decimal.compare(amount, '0') > 0
const minus = (amount: string) => (isSome(amount) ? `− ${formatDecimal(amount)}` : formatDecimal(amount))

function wideLines({ desconto, acrescimo, frete }: OpenSale, { subtotal }: Totals) {
  const { visor } = texts
  return [
    { label: visor.subtotal, value: formatDecimal(subtotal) },
    { label: visor.discount, value: minus(desconto), shortcut: 'F4' },
    ...(isSome(acrescimo) ? [{ label: visor.surcharge, value: formatDecimal(acrescimo) }] : []),
    ...(isSome(frete) ? [{ label: visor.freight, value: formatDecimal(frete) }] : []),
  ]
}

function narrowLines({ itens, desconto, pagamentos }: OpenSale, { troco, missing }: Totals) {
  const { items, visor, payment } = texts
  const off = isSome(desconto) ? ` · ${visor.discount.toLowerCase()} ${formatDecimal(desconto)}` : ''
  const paid = isSome(troco)
    ? `${payment.change} ${formatDecimal(troco)}`
    : pagamentos.length > 0 && isSome(missing)
      ? `${payment.missing} ${formatDecimal(missing)}`
      : ''
  return [{ label: items.count(itens.length) + off, value: paid }]
}
