import { IconPackageExport, IconReceipt, IconUser } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '@/api'
import type { ActiveCompany } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import {
  Button,
  confirm,
  decimal,
  formatCpf,
  formatDecimal,
  Kbd,
  KeyBar,
  ScanField,
  toast,
  useHotkeys,
  useIsNarrow,
  Visor,
} from '@/ui'
import { CounterDialogs } from './counter-dialogs'
import type { Asking } from './counter-dialogs'
import { ItemList } from './item-list'
import { Notices } from './notices'
import { PaymentPanel } from './payment-panel'
import { contingencyNow, discardDraft, parkedSales, refreshSales, saleSettings } from './queries'
import { isEmpty, stepQuantity, withPayment, withoutPayment } from './sale'
import classes from './sales.module.css'
import { SentCard } from './sent-card'
import { hasPaper } from './sent'
import { texts } from './texts'
import { totalsOf, whatIsMissing } from './totals'
import { useDesk } from './use-desk'
import { useLeaving } from './use-leaving'

/** Until the settings say otherwise. */
const OFFLINE_AFTER_S = 10

const { keys } = texts

export function Counter({ company }: { company: ActiveCompany }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const { user } = useSession()
  const ownName = user.full_name || user.email
  const scanField = useRef<HTMLInputElement>(null)
  const payments = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [selection, setSelection] = useState<string | null>(null)
  const [missing, setMissing] = useState<string | null>(null)

  const { desk, state } = useDesk(company.id, (what) => {
    setMissing(null)
    setSelection(null)
    void refreshSales(queryClient)
    if (what.kind === 'parked') toast.success(texts.park.done(what.name))
    scanField.current?.focus()
  })
  const leavingDialog = useLeaving(desk, state, ownName)
  const { data: settings = null } = useQuery(saleSettings(company.id))
  const { data: contingency = null } = useQuery(contingencyNow(company.id))
  const { data: parked = [] } = useQuery(parkedSales(company.id))

  const { sale, sending, sent } = state
  const totals = totalsOf(sale)
  const lacking = whatIsMissing(sale, totals)
  const items = sale.itens
  const selected = items.find(({ key }) => key === selection) ?? items.at(-1)
  const away = contingency?.agora ?? null
  const isTest = company.ambiente !== 'producao'

  // The hands are at the reader from the first moment.
  useEffect(() => scanField.current?.focus(), [])
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [selected?.key, items.length])
  // What was lacking may be there by now.
  if (missing !== null && missing !== lacking) setMissing(null)

  const ask = (next: Asking) => {
    if (!sending) setAsking(next)
  }
  const close = () => {
    setAsking(null)
    setTimeout(() => scanField.current?.focus())
  }
  const pay = () => {
    if (isNarrow) ask({ what: 'payment' })
    else payments.current?.focus()
  }
  const issue = () => {
    if (sending) return
    if (lacking === null && away?.perguntar) {
      setAsking({ what: 'offline' })
      return
    }
    const refused = desk.issue()
    setMissing(refused)
    if (refused !== null && decimal.compare(totals.missing, '0') > 0 && items.length > 0) pay()
  }
  const showParked = () => {
    // Another till may have taken one meanwhile.
    void refreshSales(queryClient)
    ask({ what: 'parked' })
  }
  const wait = () => {
    if (!isEmpty(sale)) ask({ what: 'park' })
    else showParked()
  }
  const discard = async () => {
    if (sending || isEmpty(sale)) return
    const { title, text, confirm: confirmLabel } = texts.discard
    if (!(await confirm({ title, text, confirmLabel, isDanger: true }))) return
    try {
      if (sale.version !== null) await discardDraft(company.id, sale.id, sale.version)
      desk.discard()
    } catch (problem) {
      toast.failed(texts.discard.failed, problem)
    }
    scanField.current?.focus()
  }
  const leave = async () => {
    const { title, text, confirm: confirmLabel, stay } = texts.leave
    if (isEmpty(sale) || (await confirm({ title, text, confirmLabel, cancelLabel: stay })))
      void navigate(ofCompany(paths.dashboard, company.id))
  }
  const walk = (by: 1 | -1) => {
    const at = items.findIndex(({ key }) => key === selected?.key)
    const next = items[Math.min(Math.max(at + by, 0), items.length - 1)]
    if (next) setSelection(next.key)
  }
  const remove = (key: string) => {
    const item = items.find((one) => one.key === key)
    if (!item || sending) return
    const putBack = desk.removeItem(key)
    setSelection(null)
    toast.info(texts.items.removed(item.descricao), undefined, {
      action: { label: texts.items.undo, onClick: putBack },
    })
    scanField.current?.focus()
  }
  const quantity = () => {
    if (selected) ask({ what: 'quantity', key: selected.key })
  }

  /** Keys in the empty scan field; true: taken. */
  const emptyKey = (key: string): boolean => {
    if (key === 'ArrowUp') walk(-1)
    else if (key === 'ArrowDown') {
      const first = list.current?.querySelector<HTMLButtonElement>('[data-suggestions] button')
      if (first) first.focus()
      else walk(1)
    } else if (key === 'Delete' && selected) remove(selected.key)
    else if ((key === '+' || key === '-') && selected)
      desk.edit((now) => stepQuantity(now, selected.key, key === '+' ? 1 : -1))
    else if (key === 'Enter') {
      const ready = sent.find(({ nota }) => hasPaper(nota) || nota.estado === 'autorizada_sem_xml')
      // The offline one goes only with its paper, which the customer must have.
      if (ready && ready.nota.estado !== 'contingencia') desk.dismiss(ready.id)
    } else if (key === 'Escape') {
      const refused = sale.scans.find(({ message }) => message !== undefined)
      if (refused) desk.dropScan(refused.key)
      else void leave()
    } else return false
    return true
  }

  useHotkeys([
    { key: 'F2', label: keys.F2, run: () => scanField.current?.focus() },
    { key: 'F3', label: keys.F3, run: () => ask({ what: 'consumer' }) },
    { key: 'F4', label: keys.F4, run: () => ask({ what: 'discount' }) },
    { key: 'F6', label: keys.F6, run: quantity },
    { key: 'F8', label: keys.F8, run: pay },
    { key: 'F9', label: keys.F9, run: wait },
    { key: 'F10', label: keys.F10, run: issue },
    { key: 'Ctrl+Enter', label: keys.F10, run: issue },
    { key: 'Ctrl+Delete', label: keys.discard, run: () => void discard() },
    { key: 'Escape', label: texts.leave.confirm, run: () => scanField.current?.focus() },
  ])

  const isIssuing = sending?.intent === 'issue'
  const visor = [
    { label: texts.visor.subtotal, value: formatDecimal(totals.subtotal) },
    { label: texts.visor.discount, value: minus(sale.desconto), shortcut: 'F4' },
    ...(decimal.compare(sale.acrescimo, '0') > 0
      ? [{ label: texts.visor.surcharge, value: formatDecimal(sale.acrescimo) }]
      : []),
    ...(decimal.compare(sale.frete, '0') > 0 ? [{ label: texts.visor.freight, value: formatDecimal(sale.frete) }] : []),
  ]
  const narrowVisor = [
    {
      label: texts.items.count(items.length),
      value: decimal.compare(totals.troco, '0') > 0 ? `${texts.payment.change} ${formatDecimal(totals.troco)}` : '',
    },
  ]
  const firstParked = parked[0]
  return (
    <div className={classes.counter}>
      <h1 className={classes.title}>{texts.title}</h1>
      <div className={classes.main}>
        {away && (
          <p className={classes.offline} role="status">
            {texts.offlineStrip(away.texto, contingency?.esperando ?? 0)}
          </p>
        )}
        <ScanField
          ref={scanField}
          label={texts.scan.label}
          placeholder={isNarrow ? texts.scan.shortPlaceholder : texts.scan.placeholder}
          shortcut="F2"
          onEnter={(text) => {
            setSelection(null)
            return desk.scan(text)
          }}
          onEmptyKey={emptyKey}
          hint={
            <>
              {texts.scan.hints.map(([key, does]) => (
                <span key={key}>
                  <strong>{key}</strong> {does}
                </span>
              ))}
              <span className={classes.count}>{texts.items.count(items.length)}</span>
            </>
          }
        />
        <Notices company={company.id} desk={desk} state={state} missing={missing} />
        {sent.length > 0 && (
          <div className={classes.cards} aria-label={texts.card.sent} role="group">
            {sent.map((one) => (
              <SentCard
                key={one.id}
                company={company.id}
                sent={one}
                offlineAfter={settings?.contingencia_apos_s ?? OFFLINE_AFTER_S}
                mode={contingency?.modo ?? 'automatica'}
                onRefresh={(issued) => desk.refresh(one.id, issued)}
                onDismiss={() => {
                  desk.dismiss(one.id)
                  scanField.current?.focus()
                }}
              />
            ))}
          </div>
        )}
        <div ref={list} className={classes.list}>
          <ItemList
            items={items}
            totals={totals.itens}
            scans={sale.scans}
            selected={selected?.key}
            problems={items.map((_, index) => problemAt(state.refusal?.byField ?? {}, index))}
            isNarrow={isNarrow}
            onSelect={setSelection}
            onQuantity={(key) => ask({ what: 'quantity', key })}
            onRemove={remove}
            onLot={(key) => ask({ what: 'lot', key })}
            onDropScan={(key) => {
              desk.dropScan(key)
              scanField.current?.focus()
            }}
            onChoose={(scan, product) => {
              desk.choose(scan, product)
              scanField.current?.focus()
            }}
          />
        </div>
        {firstParked && (
          <div className={classes.waiting}>
            <IconPackageExport size={18} stroke={1.75} aria-hidden="true" />
            <span>
              {texts.park.waiting(parked.length)} · {firstParked.em_espera}, R$ {formatDecimal(firstParked.total)}
            </span>
            <Button kind="quiet" shortcut="F9" onClick={showParked} disabled={!isEmpty(sale)}>
              {texts.park.resume}
            </Button>
          </div>
        )}
      </div>
      <div className={classes.side}>
        {isNarrow && (
          <div className={classes.phoneActs}>
            <Button kind="secondary" icon={IconUser} onClick={() => ask({ what: 'consumer' })}>
              {texts.phone.cpf}
            </Button>
            <Button kind="secondary" onClick={() => ask({ what: 'discount' })}>
              {texts.phone.discount}
            </Button>
            <Button kind="secondary" onClick={pay}>
              {texts.phone.payment}
            </Button>
            <Button kind="secondary" onClick={wait}>
              {texts.phone.park}
            </Button>
          </div>
        )}
        <Visor
          lines={isNarrow ? narrowVisor : visor}
          label={texts.visor.total}
          currency="R$"
          value={formatDecimal(totals.total)}
        />
        {!isNarrow && (
          <>
            <button type="button" className={classes.consumer} onClick={() => ask({ what: 'consumer' })}>
              <IconUser size={18} stroke={1.75} aria-hidden="true" />
              <span>
                <span className={classes.name}>
                  {sale.nome ?? (sale.cpf ? texts.consumer.identified : texts.consumer.none)}
                </span>
                {sale.cpf && <span className={classes.code}>{formatCpf(sale.cpf)}</span>}
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
                onAdd={(payment) => desk.edit((now) => withPayment(now, payment))}
                onRemove={(key) => desk.edit((now) => withoutPayment(now, key))}
                onPaid={() => scanField.current?.focus()}
              />
            </div>
          </>
        )}
        <button
          type="button"
          className={classes.issue}
          data-test={isTest || undefined}
          aria-keyshortcuts="F10"
          // Enter never issues: the button is not on the way of Tab.
          tabIndex={isNarrow ? 0 : -1}
          disabled={sending !== null}
          aria-disabled={lacking !== null}
          onClick={issue}
        >
          <IconReceipt size={20} stroke={1.75} aria-hidden="true" />
          {sending
            ? isIssuing
              ? texts.issue.busy
              : texts.issue.parking
            : isTest
              ? texts.issue.test
              : texts.issue.label}
          <Kbd>F10</Kbd>
        </button>
      </div>
      <div className={classes.bar}>
        <KeyBar
          label={keys.bar}
          keys={[
            { key: 'F2', label: keys.F2, onPress: () => scanField.current?.focus() },
            { key: 'F3', label: keys.F3, onPress: () => ask({ what: 'consumer' }) },
            { key: 'F4', label: keys.F4, onPress: () => ask({ what: 'discount' }) },
            { key: 'F6', label: keys.F6, onPress: quantity },
            { key: 'F8', label: keys.F8, onPress: pay },
            { key: 'F9', label: keys.F9, onPress: wait },
            { key: 'F10', label: keys.F10, onPress: issue },
          ]}
        />
      </div>
      <CounterDialogs
        company={company.id}
        desk={desk}
        state={state}
        totals={totals}
        settings={settings}
        parked={parked}
        asking={asking}
        strip={away?.texto ?? ''}
        defaultParkName={texts.leave.unnamed(ownName)}
        onClose={close}
      />
      {leavingDialog}
    </div>
  )
}

const minus = (amount: string) =>
  decimal.compare(amount, '0') > 0 ? `− ${formatDecimal(amount)}` : formatDecimal(amount)

/** The first thing the server said about an item or one of its fields. */
function problemAt(byField: Record<string, string>, index: number): string | undefined {
  const name = `itens.${index}`
  return Object.entries(byField).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1]
}
