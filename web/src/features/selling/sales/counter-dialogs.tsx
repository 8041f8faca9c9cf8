import { useQueryClient } from '@tanstack/react-query'
import type { ParkedSale, SaleSettings } from '@/api'
import { PersonCompletion } from '@/features/registry/people'
import { Button, confirm, decimal, Dialog, formatDecimal, formatMoney, toast } from '@/ui'
import type { Asking } from './asking'
import { CardFields } from './card-fields'
import { ConsumerDialog } from './consumer-dialog'
import { counterKeys } from './counter-keys'
import type { Desk, DeskState } from './desk'
import { LotDialog } from './lot-dialog'
import { NfeDialog } from './nfe-dialog'
import { clientProblems } from './refused'
import { OneFieldDialog } from './one-field-dialog'
import { ParkedDialog } from './parked-dialog'
import { PaymentPanel } from './payment-panel'
import { PixDialog } from './pix-dialog'
import { discardDraft, refreshSales, resumeSale } from './queries'
import type { Payment } from './sale'
import { saleOfDraft, withItemDiscount, withLot, withoutPayment, withPayment, withQuantity } from './sale'
import { readQuantity } from './scan-text'
import { texts } from './texts'
import { texts as words } from './dialog-texts'
import { discountPercent, priceAwaited, readDiscount, readItemDiscount } from './totals'
import type { Totals } from './totals'

type Props = {
  company: string
  desk: Desk
  state: DeskState
  totals: Totals
  settings: SaleSettings | null
  /** An operador, whose discounts have a limit. */
  isLimited: boolean
  parked: readonly ParkedSale[]
  asking: Asking
  /** What SEFAZ is like now, when F10 asks first. */
  strip: string
  defaultParkName: string
  /** A Pix is to be shown, and its money was seen. */
  onPix: (payment: Payment) => void
  onPixReceived: (payment: Payment) => void
  onClose: () => void
}

const LONGEST_NAME = 60

/** What the keys of the counter ask in a window of its own. */
export function CounterDialogs(props: Props) {
  const {
    company,
    desk,
    state,
    totals,
    settings,
    isLimited,
    parked,
    asking,
    strip,
    defaultParkName,
    onPix,
    onPixReceived,
    onClose,
  } = props
  const { sale } = state
  const limit = formatDecimal(settings?.desconto_operador ?? '100', 0)
  const isAboveLimit = (desconto: string, itens = sale.itens) =>
    isLimited &&
    settings !== null &&
    decimal.compare(discountPercent({ itens }, desconto), settings.desconto_operador) > 0
  const leave = () => {
    onClose()
    return true
  }
  const queryClient = useQueryClient()

  const resume = async ({ id, version }: ParkedSale) => {
    try {
      desk.open(saleOfDraft(await resumeSale(company, id, version)))
      onClose()
    } catch (problem) {
      toast.failed(texts.park.failed, problem)
    } finally {
      await refreshSales(queryClient)
    }
  }
  const discard = async ({ id, em_espera, version }: ParkedSale) => {
    const { text, confirm: confirmLabel, failed } = texts.discard
    const title = texts.park.discardTitle(em_espera)
    if (!(await confirm({ title, text, confirmLabel, isDanger: true }))) return
    try {
      await discardDraft(company, id, version)
      toast.success(texts.park.discarded(em_espera))
    } catch (problem) {
      toast.failed(failed, problem)
    } finally {
      await refreshSales(queryClient)
    }
  }
  if (asking.what === 'consumer') {
    return (
      <ConsumerDialog
        consumer={sale}
        onChange={(consumer) => desk.edit((now) => ({ ...now, ...consumer }))}
        onClose={onClose}
      />
    )
  }
  if (asking.what === 'nfe') {
    return (
      <NfeDialog
        details={sale.nfe ?? {}}
        problems={state.refusal?.byField ?? {}}
        onChange={(nfe) => desk.edit((now) => ({ ...now, nfe }))}
        onClose={onClose}
      />
    )
  }
  if (asking.what === 'client') {
    if (sale.cliente_id === null) return null
    return (
      <PersonCompletion
        id={sale.cliente_id}
        problems={clientProblems(state.refusal?.byField ?? {})}
        onSaved={() => {
          onClose()
          void desk.repeat().then((why) => {
            if (why !== null) toast.error(why)
          })
        }}
        onClose={onClose}
      />
    )
  }
  if (asking.what === 'discount') {
    return (
      <OneFieldDialog
        title={words.discount.title}
        label={words.discount.label}
        help={words.discount.help}
        initial={Number(sale.desconto) === 0 ? '' : formatDecimal(sale.desconto)}
        inputMode="decimal"
        note={(text) => {
          const desconto = readDiscount(text, totals.subtotal)
          return desconto !== null && isAboveLimit(desconto) ? words.discount.aboveLimit(limit) : null
        }}
        confirmLabel={words.discount.confirm}
        ownKey="F4"
        onClose={onClose}
        onSubmit={(text) => {
          const desconto = readDiscount(text, totals.subtotal)
          if (desconto === null) return words.discount.wrong
          desk.edit((now) => ({ ...now, desconto }))
          return null
        }}
      />
    )
  }
  if (asking.what === 'quantity') {
    const item = sale.itens.find(({ key }) => key === asking.key)
    if (!item) return null
    return (
      <OneFieldDialog
        title={words.quantity.title}
        subtitle={item.descricao}
        label={words.quantity.title}
        initial={formatDecimal(item.quantidade)}
        inputMode="decimal"
        confirmLabel={words.quantity.confirm}
        ownKey="F6"
        onClose={onClose}
        onSubmit={(text) => {
          const quantity = readQuantity(text)
          if (quantity === null) return words.quantity.wrong
          desk.edit((now) => withQuantity(now, item.key, quantity))
          return null
        }}
      />
    )
  }
  if (asking.what === 'price') {
    const item = sale.itens.find(({ key }) => key === asking.key)
    if (!item) return null
    return (
      <OneFieldDialog
        title={words.price.title}
        subtitle={item.descricao}
        label={words.price.label}
        help={words.price.help}
        initial={Number(item.desconto) === 0 ? '' : formatDecimal(item.desconto)}
        inputMode="decimal"
        note={(text) => {
          const desconto = readItemDiscount(text, item)
          if (desconto === null || desconto === 'dearer') return null
          const { itens } = withItemDiscount(sale, item.key, desconto)
          return isAboveLimit(sale.desconto, itens) ? words.discount.aboveLimit(limit) : null
        }}
        confirmLabel={words.price.confirm}
        ownKey="%"
        onClose={onClose}
        onSubmit={(text) => {
          const desconto = readItemDiscount(text, item)
          if (desconto === 'dearer') return words.price.dearer(formatMoney(item.valor))
          if (desconto === null) return words.price.wrong
          desk.edit((now) => withItemDiscount(now, item.key, desconto))
          return null
        }}
      />
    )
  }
  if (asking.what === 'lot') {
    const item = sale.itens.find(({ key }) => key === asking.key)
    if (!item) return null
    return (
      <LotDialog item={item} onChange={(lot) => desk.edit((now) => withLot(now, item.key, lot))} onClose={onClose} />
    )
  }
  if (asking.what === 'park') {
    return (
      <OneFieldDialog
        title={texts.park.title}
        label={texts.park.name}
        initial={sale.em_espera ?? sale.nome ?? defaultParkName}
        confirmLabel={texts.park.confirm}
        ownKey="F9"
        isLeftByKeys
        onClose={onClose}
        onSubmit={(text) => {
          const name = text.trim()
          const awaited = priceAwaited(sale)
          if (awaited !== null) return awaited
          if (name === '' || name.length > LONGEST_NAME) return texts.park.needed
          desk.park(name)
          return null
        }}
      />
    )
  }
  if (asking.what === 'parked')
    return (
      <ParkedDialog
        sales={parked}
        onResume={(one) => void resume(one)}
        onDiscard={(one) => void discard(one)}
        onClose={onClose}
      />
    )
  if (asking.what === 'offline') {
    const issue = (contingencia: boolean) => {
      onClose()
      desk.issue(contingencia)
    }
    return (
      <Dialog
        opened
        onClose={onClose}
        title={texts.issue.askTitle}
        foot={
          <>
            <Button kind="secondary" onClick={() => issue(false)}>
              {texts.issue.online}
            </Button>
            <Button isFirst onClick={() => issue(true)}>
              {texts.issue.offline}
            </Button>
          </>
        }
      >
        <p>{texts.issue.ask(strip)}</p>
      </Dialog>
    )
  }
  if (asking.what === 'pix') {
    const { payment } = asking
    if (!settings?.pix) return null
    return (
      <PixDialog
        receiver={settings.pix}
        payment={payment}
        onCancel={onClose}
        onReceived={() => onPixReceived(payment)}
      />
    )
  }
  return (
    <Dialog opened onClose={onClose} title={texts.payment.title} size={560} onKeyDownCapture={counterKeys('F8', leave)}>
      <PaymentPanel
        sale={sale}
        totals={totals}
        settings={settings}
        disabled={state.sending !== null}
        cardFields={CardFields}
        findCredit={desk.findCredit}
        onAdd={(payment) => desk.edit((now) => withPayment(now, payment))}
        onPix={onPix}
        onRemove={(key) => desk.edit((now) => withoutPayment(now, key))}
        onPaid={onClose}
        isDialog
      />
    </Dialog>
  )
}
