import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleX,
  IconCloudOff,
  IconSend,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiProblem, useMay } from '@/api'
import type { IssuedSale } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import {
  abandonReceipt,
  alertOf,
  goOffline,
  isOnItsWay,
  isRefused,
  loadReceipt,
  modeloName,
  refreshReceipts,
  retryReceipt,
} from '@/features/selling/receipts'
import { Button, formatInteger, formatMoney, StatusBadge, toast, useHotkeys } from '@/ui'
import type { Tone } from '@/ui'
import { cardWords, mayGoOffline } from './card-words'
import type { CardAct, Circumstances } from './card-words'
import { OneFieldDialog } from './one-field-dialog'
import { refreshSales, sentSale } from './queries'
import classes from './sales.module.css'
import type { SentSale } from './sent'
import { texts } from './texts'

type Props = {
  company: string
  sent: SentSale
  offlineAfter: number
  mode: Circumstances['mode']
  /** It is the one that keys act on. */
  hasKeys: boolean
  onRefresh: (issued: IssuedSale) => void
  onPrint: () => Promise<void>
  onDismiss: () => void
}

const ICONS: Partial<Record<Tone, Icon>> = {
  green: IconCircleCheckFilled,
  plum: IconCloudOff,
  red: IconAlertTriangleFilled,
  blue: IconSend,
}
const SHORTCUTS: Partial<Record<CardAct, string>> = { next: 'Enter', print: 'Ctrl P', print_both: 'Ctrl P' }
/** Of the newest card that needs somebody. */
const KEYS: Partial<Record<CardAct, string>> = {
  retry: 'Ctrl+E',
  offline: 'Ctrl+E',
  svc: 'Ctrl+E',
  sefaz: 'Ctrl+E',
  product: 'Ctrl+O',
  abandon: 'Ctrl+D',
}
const TICK_MS = 500
const OFFLINE_AGAIN_MS = 2_000
const LEAST_REASON = 15

const WHEN = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' })
const when = (instant: string) => WHEN.format(new Date(instant)).replace(',', '')

/** Seconds since an instant of this computer, as long as somebody waits. A clock that was put back counts as passed. */
function useElapsed(since: number, isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return now < since - TICK_MS ? Infinity : Math.max(0, now - since) / 1000
}

function shortcutOf(act: CardAct, hasKeys: boolean) {
  const shortcut = SHORTCUTS[act] ?? (hasKeys ? KEYS[act]?.replace('+', ' ') : undefined)
  return shortcut === undefined ? {} : { shortcut }
}

/** A sent sale above the list: what became of it and what can be done, until its paper was given out. */
export function SentCard({ company, sent, offlineAfter, mode, hasKeys, onRefresh, onPrint, onDismiss }: Props) {
  const { nota } = sent
  const queryClient = useQueryClient()
  const may = useMay()
  const mayCorrect = may('PUT /api/companies/{id}/products/{pid}')
  const mayAbandon = may('POST /api/companies/{id}/receipts/{rid}/abandon')
  const navigate = useNavigate()
  const [busy, setBusy] = useState<CardAct | null>(null)
  const [isAbandoning, setAbandoning] = useState(false)
  const elapsed = useElapsed(sent.at, isOnItsWay(nota))

  const { data: issued, failureReason } = useQuery(sentSale(company, sent.id))
  const tell = useEffectEvent((answer: IssuedSale) => onRefresh(answer))
  useEffect(() => {
    if (issued) tell(issued)
  }, [issued])

  const isBad = isRefused(nota)
  const { data: read = null } = useQuery({ ...loadReceipt(company, nota.id), enabled: isBad })
  // What it said of an earlier refusal is not why it was refused now.
  const receipt = read && read.nota.version >= nota.version ? read : null
  const { data: previous = null } = useQuery({
    ...loadReceipt(company, nota.substitui ?? ''),
    enabled: nota.substitui !== null,
  })
  const isServerAway = failureReason instanceof ApiProblem && failureReason.isTemporary
  const now: Circumstances = { elapsed, offlineAfter, mode, receipt, previous, isServerAway, when }
  const { tone, badge, text, change, acts } = cardWords(sent, now)

  const alert = alertOf(nota)
  const refresh = () => Promise.all([refreshSales(queryClient), refreshReceipts(queryClient)])
  const attempt = async (act: CardAct, deed: () => Promise<unknown>) => {
    setBusy(act)
    try {
      await deed()
    } catch (problem) {
      toast.failed(texts.card.failed, problem)
    } finally {
      await refresh()
      setBusy(null)
    }
  }

  // Where it goes by itself: only here does a customer wait, so only here is it decided.
  const mayGo = mode === 'automatica' && mayGoOffline(sent, now)
  const triedAt = useRef(-Infinity)
  const goByItself = useEffectEvent(async () => {
    if (Date.now() - triedAt.current < OFFLINE_AGAIN_MS) return
    triedAt.current = Date.now()
    try {
      await goOffline(company, nota.id)
    } catch {
      // Answered meanwhile, or no server: the sale as it is now says which, and it is tried again while it hangs.
    }
    await refresh()
  })
  useEffect(() => {
    if (mayGo) void goByItself()
  }, [mayGo, elapsed])

  const wrongItem = receipt?.item ? receipt.venda?.itens[receipt.item - 1] : undefined
  const deeds: Record<CardAct, () => void> = {
    print: () => void attempt('print', onPrint),
    print_both: () => void attempt('print_both', onPrint),
    offline: () => void attempt('offline', () => goOffline(company, nota.id)),
    svc: () => void attempt('svc', () => goOffline(company, nota.id)),
    sefaz: () => void attempt('sefaz', () => goOffline(company, nota.id)),
    retry: () => void attempt('retry', () => retryReceipt(company, nota.id)),
    abandon: () => setAbandoning(true),
    product: () => {
      if (wrongItem) void navigate(ofCompany(paths.products.edit(wrongItem.produto_id), company))
    },
    next: onDismiss,
  }
  const number = formatInteger(nota.numero)
  const shownActs = acts.filter(
    (act) => (act !== 'product' || (wrongItem && mayCorrect)) && (act !== 'abandon' || mayAbandon),
  )
  useHotkeys(
    shownActs.flatMap((act) => {
      const key = hasKeys && busy === null ? KEYS[act] : undefined
      return key === undefined
        ? []
        : [{ key, label: `${texts.card.acts[act]}: ${texts.card.label(modeloName(nota), number)}`, run: deeds[act] }]
    }),
  )
  return (
    <section className={classes.card} data-tone={tone} aria-label={texts.card.label(modeloName(nota), number)}>
      <div className={classes.cardState} role="status">
        <StatusBadge tone={tone} icon={ICONS[tone] ?? IconCircleX}>
          {badge}
        </StatusBadge>
        {change && (
          <p className={classes.cardChange}>
            {texts.card.change} <strong>{change}</strong>
          </p>
        )}
      </div>
      <div className={classes.cardText} role="status">
        {text.map((sentence) => (
          <p key={sentence} className={sentence === alert ? classes.oneLine : undefined} title={sentence}>
            {sentence}
          </p>
        ))}
        {acts.includes('product') && wrongItem && !mayCorrect && <p>{texts.card.askToCorrect}</p>}
        {acts.includes('abandon') && !mayAbandon && <p>{texts.card.askGerente}</p>}
        <p className={classes.cardMeta}>
          {[
            texts.card.meta(modeloName(nota), number, formatMoney(sent.total)),
            isBad && nota.cStat !== null && texts.card.code(nota.cStat),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className={classes.cardActs}>
        {shownActs.map((act, index) => (
          <Button
            key={act}
            kind={index === 0 && act !== 'next' ? 'secondary' : 'quiet'}
            {...shortcutOf(act, hasKeys)}
            loading={busy === act}
            disabled={busy !== null && busy !== act}
            onClick={deeds[act]}
          >
            {texts.card.acts[act]}
          </Button>
        ))}
      </div>
      {isAbandoning && (
        <OneFieldDialog
          title={texts.card.abandonTitle}
          subtitle={texts.card.label(modeloName(nota), number)}
          label={texts.card.reason}
          initial=""
          confirmLabel={texts.card.abandon}
          onClose={() => setAbandoning(false)}
          onSubmit={(reason) => {
            if (reason.trim().length < LEAST_REASON) return texts.card.reasonNeeded
            void attempt('abandon', () => abandonReceipt(company, nota.id, reason.trim()))
            return null
          }}
        />
      )}
    </section>
  )
}
