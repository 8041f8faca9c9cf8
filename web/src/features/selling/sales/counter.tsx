import { IconPackageExport } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { useSession } from '@/api'
import type { ActiveCompany, Contingency } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { useChangeOfPerson } from '@/features/selling/operators'
import { contingencyNow, isOnItsWay, isRefused } from '@/features/selling/receipts'
import { searchProducts } from '@/features/registry/products'
import { saleSettings } from '@/features/registry/stations'
import {
  Button,
  confirm,
  decimal,
  formatDecimal,
  isDialogOpen,
  KeyBar,
  pressHotkey,
  ScanField,
  toast,
  useHotkeys,
  useIsNarrow,
  useScanner,
} from '@/ui'
import type { ScanHandle } from '@/ui'
import type { Asking } from './asking'
import { CounterSide } from './counter-side'
import { ItemList } from './item-list'
import { useLateParts, useLoadLateParts } from './late-parts'
import { Notices } from './notices'
import { Reminders } from './reminders'
import type { PaymentHandle } from './payment-panel'
import { discardDraft, parkedSales, refreshSales } from './queries'
import { isEmpty, isNfe, stepQuantity, withPayment } from './sale'
import type { Payment, Scan } from './sale'
import classes from './sales.module.css'
import { isName, lineFor, wordsOf } from './scan-text'
import { hasPaper } from './sent'
import { placeOf } from './storage'
import { texts } from './texts'
import { totalsOf, whatIsMissing } from './totals'
import { practiseFor, setNextAnswer } from './training'
import { TrainingOffer } from './training-offer'
import { useAskedSale } from './use-asked-sale'
import { useDesk } from './use-desk'
import { useLeaving } from './use-leaving'
import { usePrinting } from './use-printing'
import { useTill } from './use-till'

/** Until the settings say otherwise. */
const OFFLINE_AFTER_S = 10

const { keys } = texts

type Props = {
  company: ActiveCompany
  /** This tab sells in the simulator, for practice. */
  isPractice: boolean
}

export function Counter({ company, isPractice }: Props) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const { user } = useSession()
  const ownName = user.full_name || user.email
  const scanField = useRef<HTMLInputElement>(null)
  const finder = useRef<ScanHandle>(null)
  const payments = useRef<PaymentHandle>(null)
  const list = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const parts = useLateParts()
  const [selection, setSelection] = useState<string | null>(null)
  const [missing, setMissing] = useState<string | null>(null)

  const { desk, state } = useDesk(company.id, isPractice, (what) => {
    setMissing(null)
    setSelection(null)
    void refreshSales(queryClient)
    if (what.kind === 'parked') toast.success(texts.park.done(what.name))
    scanField.current?.focus()
  })
  useAskedSale(company.id, desk, texts.leave.unnamed(ownName))
  const leaving = useLeaving(desk, state)
  const { data: settings = null } = useQuery(saleSettings(company.id))
  const { data: contingency = null, refetch: lookAgain } = useQuery(contingencyNow(company.id, isPractice))
  const { data: parked = [] } = useQuery(parkedSales(company.id, isPractice))

  const { sale, sending, sent } = state
  const till = useTill(company.id, desk, isPractice ? null : settings, {
    onClosed: () => scanField.current?.focus(),
    onMissing: setMissing,
  })
  const person = useChangeOfPerson(company.id, !isPractice, () => scanField.current?.focus())
  const print = usePrinting(company.id, desk, sent, settings)
  const totals = totalsOf(sale)
  const blocked = (contingency?.impedimentos ?? []).map(texts.issue.blocked)
  const lacking = blocked[0] ?? whatIsMissing(sale, totals)
  const items = sale.itens
  const selected = items.find(({ key }) => key === selection) ?? items.at(-1)
  const away = contingency?.agora ?? null

  // The hands are at the reader from the first moment.
  useEffect(() => scanField.current?.focus(), [])
  useLoadLateParts(isPractice || sent.length > 0)
  useEffect(() => {
    const shown = list.current?.querySelector('[data-refused]') ?? list.current?.querySelector('[aria-current]')
    shown?.scrollIntoView({ block: 'nearest' })
  }, [selected?.key, items.length, sale.scans])
  // What was lacking may be there by now.
  if (missing !== null && missing !== lacking) setMissing(null)

  const ask = (next: Asking) => {
    if (!sending) setAsking(next)
  }
  // At once: what is scanned next may be waiting already.
  const close = () => {
    flushSync(() => setAsking(null))
    scanField.current?.focus()
  }
  const pay = (press = false) => {
    if (isNarrow) ask({ what: 'payment' })
    else if (press) payments.current?.press()
    else payments.current?.focus()
  }
  const takePix = (payment: Payment) => {
    desk.edit((now) => withPayment(now, payment))
    if (decimal.compare(payment.valor, totals.missing) >= 0) close()
    else if (isNarrow) setAsking({ what: 'payment' })
    else {
      flushSync(() => setAsking(null))
      payments.current?.focus()
    }
  }
  const issueWhile = (situation: Contingency | null) => {
    if (situation?.agora?.perguntar && !isNfe(sale) && whatIsMissing(sale, totals) === null) {
      setAsking({ what: 'offline' })
      return
    }
    const refused = desk.issue()
    setMissing(refused)
    if (refused === totals.problems[0] && decimal.compare(totals.missing, '0') > 0 && items.length > 0) pay()
  }
  const issue = async () => {
    if (sending) return
    if (blocked.length === 0) {
      issueWhile(contingency)
      return
    }
    // Said already, above the items; but it may have been put right, and the news not have come yet.
    const { data } = await lookAgain()
    // Whoever went on to something else meanwhile did not mean to issue it any more.
    const isStillAsked = scanField.current !== null && !isDialogOpen() && desk.snapshot().sale === sale
    if (isStillAsked && data?.impedimentos.length === 0) issueWhile(data)
  }
  const preview = async () => {
    const why = await desk.preview()
    setMissing(why)
  }
  const scan = (text: string, isRead: boolean) => {
    setSelection(null)
    return desk.scan(text, !isRead && isName(text))
  }
  /** Which product a line means is chosen in the scan field. */
  const findMeant = ({ key, similar, text }: Scan) => {
    desk.dropScan(key)
    finder.current?.find(similar === undefined ? text : lineFor(similar, text))
    scanField.current?.focus()
  }
  const named = sale.scans.find((one) => one.isName && one.message !== undefined)
  const findNamed = useEffectEvent(() => {
    const field = scanField.current
    if (named && field?.value === '' && document.activeElement === field) findMeant(named)
  })
  // Typed faster than the list was there.
  useEffect(() => findNamed(), [named?.key])
  useScanner(scanField, (code) => {
    const refused = scan(code, true)
    if (refused !== null) toast.error(refused)
  })
  // What is being sent is that of who sent it.
  const changePerson = () => {
    if (!sending) person.ask()
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
    // Another tab may have sent it meanwhile.
    const now = desk.snapshot()
    if (now.sending || now.sale.id !== sale.id) return
    try {
      if (now.sale.version !== null) await discardDraft(company.id, sale.id, now.sale.version)
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
  const price = () => {
    if (selected) ask({ what: 'price', key: selected.key })
  }

  const printLast = () => {
    const last = sent.findLast(({ nota }) => hasPaper(nota))
    // The page itself is nothing to print.
    if (last) print(last).catch((problem: unknown) => toast.failed(texts.card.failed, problem))
  }

  /** Keys in the empty scan field; true: taken. */
  const emptyKey = (key: string): boolean => {
    if (key === 'ArrowUp') walk(-1)
    else if (key === 'ArrowDown') {
      const meant = sale.scans.find(({ message, similar }) => message !== undefined && similar !== undefined)
      if (meant) findMeant(meant)
      else walk(1)
    } else if (key === 'Delete' && selected) remove(selected.key)
    else if (key === '%') price()
    else if ((key === '+' || key === '-') && selected)
      desk.edit((now) => stepQuantity(now, selected.key, key === '+' ? 1 : -1))
    else if (key === 'Enter') {
      const ready = sent.find(({ nota }) => hasPaper(nota) || nota.estado === 'autorizada_sem_xml')
      // The offline one goes only with its paper, which the customer must have.
      if (ready && (ready.nota.estado !== 'contingencia' || ready.isPrinted)) desk.dismiss(ready.id)
    } else if (key === 'Escape') {
      const refused = sale.scans.find(({ message }) => message !== undefined)
      if (refused) desk.dropScan(refused.key)
      else void leave()
    } else if (key === '?') pressHotkey('?')
    else return false
    return true
  }

  useHotkeys([
    { key: 'F2', label: keys.F2, run: () => scanField.current?.focus() },
    { key: 'F3', label: keys.F3, run: () => ask({ what: 'consumer' }) },
    { key: 'F4', label: keys.F4, run: () => ask({ what: 'discount' }) },
    { key: 'F6', label: keys.F6, run: quantity },
    { key: '%', label: keys.price, run: price },
    ...(person.keyLabel ? [{ key: 'F7', label: person.keyLabel, run: changePerson }] : []),
    { key: 'F8', label: keys.F8, run: () => pay(true) },
    { key: 'F9', label: keys.F9, run: wait },
    { key: 'F10', label: keys.F10, run: () => void issue() },
    { key: 'Ctrl+Enter', label: keys.F10, run: () => void issue() },
    { key: 'Ctrl+P', label: keys.print, run: printLast },
    { key: 'Ctrl+Delete', label: keys.discard, run: () => void discard() },
    { key: 'Escape', label: texts.leave.confirm, run: () => scanField.current?.focus() },
  ])

  const firstParked = parked[0]
  const troubled = sent.findLast(({ nota }) => isOnItsWay(nota) || isRefused(nota))
  return (
    <div className={classes.counter}>
      <h1 className={classes.title}>{texts.title}</h1>
      <div className={classes.main}>
        {isPractice && parts && (
          <parts.TrainingStrip
            company={company.id}
            place={placeOf(company.id, true)}
            onCleared={() => {
              desk.forgetAll()
              scanField.current?.focus()
            }}
          />
        )}
        {isPractice && parts && (
          <parts.TrainingGuide
            company={company.id}
            basket={{ items: items.length, cpf: sale.cpf, isNfe: isNfe(sale), isPaid: lacking === null }}
            sent={sent}
            onDone={() => scanField.current?.focus()}
          />
        )}
        {away && (
          <p className={classes.offline} role="status">
            {texts.offlineStrip(away.texto, contingency?.esperando ?? 0)}
          </p>
        )}
        <ScanField
          ref={scanField}
          handle={finder}
          label={texts.scan.label}
          placeholder={isNarrow ? texts.scan.shortPlaceholder : texts.scan.placeholder}
          shortcut="F2"
          find={(text) => searchProducts(company.id, text)}
          wordsOf={wordsOf}
          onPick={({ product }, typed) => scan(lineFor(product.prod_cProd, typed), true)}
          onEnter={scan}
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
        {till.strip}
        {isNarrow && person.keyLabel && (
          <Button kind="quiet" onClick={changePerson}>
            {person.keyLabel}
          </Button>
        )}
        {!isPractice && (
          <Reminders
            company={company.id}
            sentences={contingency?.lembretes ?? []}
            onDismissed={() => scanField.current?.focus()}
          />
        )}
        <Notices
          company={company.id}
          desk={desk}
          state={state}
          missing={missing}
          blocked={blocked}
          overuse={contingency?.aviso ?? null}
          isPractice={isPractice}
          till={till}
          onAsk={ask}
        />
        {sent.length > 0 && parts && (
          <div className={classes.cards} aria-label={texts.card.sent} role="group">
            {sent.map((one) => (
              <parts.SentCard
                key={one.id}
                company={company.id}
                sent={one}
                offlineAfter={settings?.contingencia_apos_s ?? OFFLINE_AFTER_S}
                mode={contingency?.modo ?? 'automatica'}
                hasKeys={one === troubled}
                onRefresh={(issued) => desk.refresh(one.id, issued)}
                onPrint={() => print(one)}
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
            scans={[...sale.scans, ...state.waiting]}
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
            onFind={findMeant}
          />
        </div>
        {!isPractice && isEmpty(sale) && !firstParked && (
          <TrainingOffer
            onStart={async () => {
              await setNextAnswer(company.id, 'normal')
              practiseFor(company.id)
            }}
          />
        )}
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
      <CounterSide
        desk={desk}
        state={state}
        totals={totals}
        settings={settings}
        isNarrow={isNarrow}
        isTest={isPractice || company.ambiente !== 'producao'}
        isLacking={lacking !== null}
        payments={payments}
        cardFields={parts?.CardFields ?? null}
        onAsk={ask}
        onPay={() => pay()}
        onWait={wait}
        onIssue={() => void issue()}
        onPreview={preview}
        onPaid={() => scanField.current?.focus()}
      />
      <div className={classes.bar}>
        <KeyBar
          label={keys.bar}
          keys={[
            { key: 'F2', label: keys.F2, onPress: () => scanField.current?.focus() },
            { key: 'F3', label: keys.F3, onPress: () => ask({ what: 'consumer' }) },
            { key: 'F4', label: keys.F4, onPress: () => ask({ what: 'discount' }) },
            { key: 'F6', label: keys.F6, onPress: quantity },
            { key: '%', label: keys.price, onPress: price, isExtra: true },
            ...(person.keyLabel ? [{ key: 'F7', label: person.keyLabel, onPress: changePerson }] : []),
            { key: 'F8', label: keys.F8, onPress: () => pay() },
            { key: 'F9', label: keys.F9, onPress: wait },
            { key: 'F10', label: keys.F10, onPress: () => void issue() },
            { key: '?', label: keys.all, onPress: () => pressHotkey('?'), isLast: true },
          ]}
        />
      </div>
      {asking && parts && (
        <parts.CounterDialogs
          company={company.id}
          desk={desk}
          state={state}
          totals={totals}
          settings={settings}
          isLimited={company.papel === 'operador'}
          parked={parked}
          asking={asking}
          strip={away?.texto ?? ''}
          defaultParkName={texts.leave.unnamed(ownName)}
          onPix={(payment) => setAsking({ what: 'pix', payment })}
          onPixReceived={takePix}
          onClose={close}
        />
      )}
      {till.dialog}
      {person.dialog}
      {leaving && parts && <parts.LeavingDialog leaving={leaving} ownName={ownName} refused={state.refusal?.message} />}
    </div>
  )
}

/** The first thing the server said about an item or one of its fields. */
function problemAt(byField: Record<string, string>, index: number): string | undefined {
  const name = `itens.${index}`
  return Object.entries(byField).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1]
}
