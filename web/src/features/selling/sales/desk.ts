import type { ApiProblem, IssuedSale, ProductLookup, SaleInput, StoreCredit } from '@/api'
import { isOnItsWay } from '@/features/selling/receipts'
import { bodyOf } from './body'
import { outcomeOf } from './outcome'
import type { Outcome } from './outcome'
import {
  asNewSale,
  emptySale,
  isEmpty,
  isUnanswered,
  itemOfLookup,
  newKey,
  NO_PRICE,
  withItemAt,
  withoutItem,
} from './sale'
import type { OpenSale, Scan } from './sale'
import { readScan } from './scan-text'
import { texts } from './nfe-texts'
import { sentOf } from './sent'
import type { SentSale } from './sent'
import { followSales, forgetSale, idOf, readSales, writeSale } from './storage'
import type { Intent, Owner, SaleRecord } from './storage'
import { totalsOf, whatIsMissing } from './totals'

/** The server, as the desk needs it. Failures are ApiProblems. */
export type DeskServer = {
  lookup: (code: string, signal: AbortSignal) => Promise<ProductLookup>
  /** The store credit with that code, as it may be used here. */
  credit: (codigo: string) => Promise<StoreCredit>
  send: (body: SaleInput) => Promise<IssuedSale>
  /** Shows the document that it would become. False: the browser did not. */
  preview: (body: SaleInput) => Promise<boolean>
}

export type DeskState = {
  sale: OpenSale
  /** The sale was sent and not answered. Nothing of it may be changed. */
  sending: { body: SaleInput; intent: Intent; why: 'server' | 'commit' | null } | null
  /** Why the server did not take it as it is. */
  refusal: ApiProblem | null
  /** Its identity was used or changed elsewhere. */
  elsewhere: Extract<Outcome, { kind: 'elsewhere' }> | null
  /** An open sale of somebody else on this computer. */
  foreign: Extract<SaleRecord, { phase: 'open' }> | null
  /** The scan queue cannot reach the server. */
  isCutOff: boolean
  /** The browser keeps nothing of this sale. */
  isUnkept: boolean
  /** The newest last. */
  sent: SentSale[]
  /** Scanned while the sale was on its way: of the next one. */
  waiting: Scan[]
}

const AGAIN_MS = 5_000
/** Which sale a tab shows, over F5. */
const TAB_KEY = 'balcao.venda'

/**
 * The counter: one sale that is being put together, the queue of what was scanned, and those that were sent. Every change is
 * kept on this computer before anything else happens. One per page; `stop` it when the page goes.
 */
export class Desk {
  #state: DeskState
  #listeners = new Set<() => void>()
  #stopped = new AbortController()
  #isLooking = false
  #isSending = false
  /** The last one was to go offline at once. */
  #isOffline = false
  /** The last one was to be seen only. */
  #isPreview = false
  /** Opened as soon as the one before is away. */
  #next: OpenSale | null = null
  /** Sent by another tab while this one was open. */
  #ofOtherTabs = new Set<string>()
  /** A gerente's approval that was given and not sent yet, and of which sale. */
  #approved: { sale: string; id: string } | null = null

  constructor(
    /** Of its records on this computer (placeOf). */
    private readonly place: string,
    private readonly owner: Owner,
    private readonly server: DeskServer,
    /** Which station this computer is now; null: none. */
    private readonly station: () => string | null,
    /** What came of a sale that was sent, for what is said once. */
    private readonly told: (what: { kind: 'issued'; sent: SentSale } | { kind: 'parked'; name: string }) => void,
  ) {
    this.#state = {
      ...{ sale: emptySale(), sending: null, refusal: null, elsewhere: null, foreign: null },
      ...{ isCutOff: false, isUnkept: false, sent: [], waiting: [] },
    }
  }

  readonly findCredit = (codigo: string): Promise<StoreCredit> => this.server.credit(codigo)

  /** Takes up what this computer has kept. Returns how to stop. */
  start(): () => void {
    this.#stopped = new AbortController()
    const records = readSales(this.place)
    const unsent = records.filter((record) => record.phase !== 'sent')
    const ofTab = sessionStorage.getItem(TAB_KEY)
    const record = unsent.find((one) => idOf(one) === ofTab) ?? unsent[0]
    const sent = records.flatMap((one) => (one.phase === 'sent' ? [one.sent] : [])).toReversed()
    this.#change({ sent })
    if (record?.phase === 'sending') this.#change({ waiting: record.waiting ?? [] })
    if (record) this.#takeUp(record)
    const stopFollowing = followSales(this.place, (id, changed) => this.#follow(id, changed))
    return () => {
      stopFollowing()
      this.#stopped.abort()
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): DeskState => this.#state

  /** Changes the open sale; nothing happens while it is on its way. */
  edit(change: (sale: OpenSale) => OpenSale): void {
    if (this.#state.sending) return
    this.#change({ sale: change(this.#state.sale), refusal: null })
    this.#keep()
  }

  /** Queues what was typed or scanned. Returns why it is nothing that can be looked for, else null. */
  scan(typed: string, isName = false): string | null {
    const read = readScan(typed)
    if (read.kind === 'refused') return read.message
    if (read.kind === 'repeat') {
      const { sale, sending, waiting } = this.#state
      const { itens, scans } = sending ? { itens: [], scans: waiting } : sale
      // Faster than the server: what was scanned last is not an item yet.
      const unanswered = scans.findLast(isUnanswered)
      const last = itens.at(-1)
      if (unanswered) this.#queue(unanswered)
      else if (last) this.edit((now) => ({ ...now, itens: [...now.itens, { ...last, key: newKey() }] }))
      else return 'Ainda não há item para repetir.'
    } else if (read.kind === 'code') {
      for (const { id, isPrinted } of this.#state.sent) if (isPrinted) this.dismiss(id)
      this.#queue({ ...read, isName })
    }
    return null
  }

  dropScan(key: string): void {
    this.edit((sale) => dropScan(sale, key))
    if (!this.#state.waiting.some((scan) => scan.key === key)) return
    this.#change({ waiting: this.#state.waiting.filter((scan) => scan.key !== key) })
    this.#keep()
  }

  /** Takes an item out; the answer puts it back where it was. */
  removeItem(key: string): () => void {
    const at = this.#state.sale.itens.findIndex((item) => item.key === key)
    const item = this.#state.sale.itens[at]
    const { id } = this.#state.sale
    this.edit((sale) => withoutItem(sale, key))
    return () => {
      if (item && this.#state.sale.id === id) this.edit((sale) => withItemAt(sale, item, at))
    }
  }

  /** F10. Returns what keeps it from being issued, else null. Pressed again before the answer, it does nothing. */
  issue(contingencia = false): string | null {
    const { sale, sending } = this.#state
    if (sending) return null
    const missing = whatIsMissing(sale, totalsOf(sale))
    if (missing !== null) return missing
    this.#isPreview = false
    const aprovacao_id = this.#approved?.sale === sale.id ? this.#approved.id : null
    this.#approved = null
    this.#isOffline = contingencia
    this.#begin(bodyOf(sale, { intent: 'issue', contingencia, aprovacao_id }, this.station()))
    return null
  }

  /**
   * What was refused for want of a gerente's leave, now with it. What was scanned meanwhile may keep it from being issued,
   * as `issue` says: then the leave is sent with the next F10.
   */
  issueApproved(id: string): string | null {
    this.#approved = { sale: this.#state.sale.id, id }
    return this.issue(this.#isOffline)
  }

  /**
   * Shows the document that the sale would become now; nothing is issued. Returns why it cannot be shown, else null: what has
   * to be put right is told as if it had been issued.
   */
  async preview(): Promise<string | null> {
    const { sale, sending } = this.#state
    if (sending) return null
    const missing = whatIsMissing(sale, totalsOf(sale))
    if (missing !== null) return missing
    this.#isPreview = true
    try {
      const isShown = await this.server.preview(bodyOf(sale, { intent: 'issue' }, this.station()))
      return isShown ? null : texts.preview.blocked
    } catch (cause) {
      const outcome = outcomeOf(cause, 'issue')
      const problem = cause as ApiProblem
      // A gerente's leave is asked for when it is issued.
      if (outcome.kind !== 'refused' || problem.approval) return problem.message
      if (this.#state.sale === sale && !this.#state.sending) this.#change({ refusal: problem })
      return null
    }
  }

  /** What was refused, once it has been put right: issued or seen. Returns as these. */
  repeat(): Promise<string | null> {
    return this.#isPreview ? this.preview() : Promise.resolve(this.issue(this.#isOffline))
  }

  /** Puts the sale away under a name, for any till. What is no item yet stays here. */
  park(name: string): void {
    if (!this.#state.sending) this.#begin(bodyOf(this.#state.sale, { intent: 'park', em_espera: name }, this.station()))
  }

  /** Goes on with a draft of the server; with what was scanned while it came. */
  open(sale: OpenSale): void {
    const { id, itens, scans } = this.#state.sale
    forgetSale(this.place, id)
    this.#fresh({ ...sale, itens: [...sale.itens, ...itens], scans: [...sale.scans, ...scans] })
    this.#keep()
  }

  /** Goes on with a draft that was begun elsewhere; what is open here is put away under a name first. */
  goOnWith(sale: OpenSale, parkName: string): void {
    if (sale.id === this.#state.sale.id) return
    if (!this.#state.sending && isEmpty(this.#state.sale)) {
      this.open(sale)
      return
    }
    this.#next = sale
    this.park(this.#state.sale.em_espera ?? parkName)
  }

  /** Forgets the open sale here. */
  discard(): void {
    forgetSale(this.place, this.#state.sale.id)
    this.#fresh()
  }

  /** Keeps what was typed, under a new identity. */
  sellAsNew(): void {
    const { sale } = this.#state
    forgetSale(this.place, sale.id)
    this.#fresh(asNewSale(sale))
    this.#keep()
  }

  /** Answers the question about somebody else's open sale. */
  settleForeign(how: 'resume' | 'park'): void {
    const { foreign, sale } = this.#state
    if (!foreign) return
    if (how === 'resume') {
      this.open(foreign.sale)
      return
    }
    // What was scanned before the answer is of the next one.
    if (!isEmpty(sale)) this.#next = sale
    this.#fresh(foreign.sale)
    this.#keep()
    this.park(foreign.sale.em_espera ?? foreign.sale.nome ?? foreign.owner.name)
  }

  /** Whoever sent a sale prints it by itself; otherwise each tab of this computer would. */
  printsByItself(id: string): boolean {
    return !this.#ofOtherTabs.has(id)
  }

  /** What the server says of a sent sale by now. */
  refresh(id: string, issued: IssuedSale): void {
    const known = this.#state.sent.find((one) => one.id === id)
    const { nota, venda } = issued
    if (!known || !nota || nota.version < known.nota.version) {
      // Another receipt in its place counts its versions anew.
      if (!known || !nota || nota.id === known.nota.id) return
    }
    const isSame = nota.id === known.nota.id
    const isCorrected = isSame && known.nota.estado === 'contingencia_rejeitada' && nota.estado === 'contingencia'
    const isSentAgain = isOnItsWay(nota) && (!isSame || !isOnItsWay(known.nota))
    const next: SentSale = {
      ...{ ...known, nota, troco: venda.troco },
      at: isSentAgain ? Date.now() : known.at,
      isCorrected: isCorrected || (isSame && known.isCorrected === true),
      // Of another receipt, or one that became another, the paper is not out yet.
      isPrinted: isSame && !isCorrected && known.isPrinted === true,
    }
    this.#keepSent(next)
    this.#change({ sent: this.#state.sent.map((one) => (one.id === id ? next : one)) })
  }

  /** The paper went to the printer. The card stays, with the change to give, until the next sale begins. */
  notePrinted(id: string): void {
    const known = this.#state.sent.find((one) => one.id === id)
    if (!known) return
    const next = { ...known, isPrinted: true }
    this.#keepSent(next)
    this.#change({ sent: this.#state.sent.map((one) => (one.id === id ? next : one)) })
  }

  /** The paper was given out, or nobody wants it. */
  dismiss(id: string): void {
    forgetSale(this.place, id)
    this.#change({ sent: this.#state.sent.filter((one) => one.id !== id) })
  }

  /** What was sent is gone on the server too; nothing of it is shown any more. */
  forgetAll(): void {
    for (const { id } of this.#state.sent) forgetSale(this.place, id)
    this.#change({ sent: [] })
    this.discard()
  }

  #change(changes: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }

  #fresh(sale = emptySale()): void {
    this.#change({ sale, sending: null, refusal: null, elsewhere: null, foreign: null })
    sessionStorage.setItem(TAB_KEY, sale.id)
    void this.#look()
  }

  // The one before is away.
  #goOn(): void {
    const next = this.#next ?? emptySale()
    this.#next = null
    this.#fresh(this.#withWaiting(next))
    this.#keep()
  }

  #withWaiting(sale: OpenSale): OpenSale {
    const { waiting } = this.#state
    this.#change({ waiting: [] })
    return { ...sale, scans: [...sale.scans, ...waiting] }
  }

  #keep(): void {
    const { sale, sending, waiting } = this.#state
    const base = { owner: this.owner, savedAt: Date.now() }
    sessionStorage.setItem(TAB_KEY, sale.id)
    if (!sending && isEmpty(sale) && sale.version === null) {
      forgetSale(this.place, sale.id)
      return
    }
    const isKept = writeSale(
      this.place,
      sending
        ? { ...base, phase: 'sending', sale, body: sending.body, intent: sending.intent, waiting }
        : { ...base, phase: 'open', sale },
    )
    if (isKept === this.#state.isUnkept) this.#change({ isUnkept: !isKept })
  }

  #keepSent(sent: SentSale): void {
    writeSale(this.place, { owner: this.owner, savedAt: sent.at, phase: 'sent', sent })
  }

  #takeUp(record: SaleRecord): void {
    if (record.phase === 'sent') return
    // Whoever pressed F10: it was pressed, and is answered.
    if (record.phase === 'sending') {
      const { body, intent, sale } = record
      this.#change({ sale, sending: { body, intent, why: null }, refusal: null, elsewhere: null })
      sessionStorage.setItem(TAB_KEY, sale.id)
      void this.#send()
    } else if (record.owner.id !== this.owner.id) this.#change({ foreign: record })
    else this.#fresh(record.sale)
  }

  // Another tab has the same sale open, or sold it.
  #follow(id: string, record: SaleRecord | null): void {
    if (record?.phase === 'sent') {
      if (!this.#state.sent.some((one) => one.id === id)) this.#ofOtherTabs.add(id)
      const others = this.#state.sent.filter((one) => one.id !== id)
      this.#change({ sent: [...others, record.sent].toSorted((a, b) => a.at - b.at) })
    } else if (record === null) this.#change({ sent: this.#state.sent.filter((one) => one.id !== id) })
    if (id !== this.#state.sale.id) return
    if (record === null || record.phase === 'sent') this.#goOn()
    else this.#takeUp(record)
  }

  #queue({ text, code, quantidade, isName = false }: Omit<Scan, 'key'>): void {
    const scan = { key: newKey(), text, code, quantidade, isName }
    if (this.#state.sending) {
      this.#change({ waiting: [...this.#state.waiting, scan] })
      this.#keep()
      return
    }
    this.edit((sale) => ({ ...sale, scans: [...sale.scans, scan] }))
    void this.#look()
  }

  #answer(key: string, answer: Pick<Scan, 'message' | 'similar'>): void {
    this.edit((sale) => ({
      ...sale,
      scans: sale.scans.map((scan) => (scan.key === key ? { ...scan, ...answer } : scan)),
    }))
  }

  // One after the other, in the order they were scanned; whatever comes meanwhile waits its turn.
  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const { signal } = this.#stopped
    const isStopped = () => signal.aborted
    try {
      for (;;) {
        const { sale } = this.#state
        const scan = sale.scans.find(isUnanswered)
        if (!scan || isStopped()) return
        const answer = await this.#ask(scan, signal)
        if (isStopped()) return
        // Taken out meanwhile, or the sale is another one.
        if (!this.#state.sale.scans.some(({ key }) => key === scan.key)) continue
        if (answer === 'away') await pause(AGAIN_MS, signal)
        else if ('message' in answer) this.#answer(scan.key, answer)
        else this.edit((now) => ({ ...dropScan(now, scan.key), itens: [...now.itens, answer] }))
      }
    } finally {
      this.#isLooking = false
      if (signal !== this.#stopped.signal) void this.#look() // started again meanwhile
    }
  }

  async #ask(scan: Scan, signal: AbortSignal) {
    try {
      const found = await this.server.lookup(scan.text, signal)
      this.#change({ isCutOff: false })
      return itemOfLookup(found) ?? { message: NO_PRICE(found.produto.prod_xProd) }
    } catch (cause) {
      if (signal.aborted) return 'away'
      const outcome = outcomeOf(cause, 'issue')
      this.#change({ isCutOff: outcome.kind === 'again' })
      if (outcome.kind !== 'refused') return 'away'
      const { problem } = outcome
      const [first, second] = problem.suggestions
      return {
        message: problem.byField.code ?? problem.message,
        // The only one there is, perhaps under a code that no search finds.
        ...(first && { similar: second ? scan.code : first.prod_cProd }),
      }
    }
  }

  #begin(body: SaleInput): void {
    const { sale } = this.#state
    // Nothing but items can be put away: what is none yet is of the next sale.
    const waiting = body.emitir ? [] : sale.scans
    this.#change({ sending: { body, intent: body.emitir ? 'issue' : 'park', why: null }, refusal: null, waiting })
    this.#keep()
    void this.#send()
  }

  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    const { signal } = this.#stopped
    const isStopped = () => signal.aborted
    try {
      for (;;) {
        const { sending } = this.#state
        if (!sending) return
        const outcome = await this.#post(sending)
        if (outcome.kind !== 'again') {
          this.#settle(sending, outcome)
          return
        }
        // The record stays as it is: whoever opens the counter next repeats the same.
        if (isStopped()) return
        this.#change({ sending: { ...sending, why: outcome.why } })
        await pause(outcome.afterMs, signal)
        if (isStopped()) return
      }
    } finally {
      this.#isSending = false
      if (signal !== this.#stopped.signal) void this.#send()
    }
  }

  async #post({ body, intent }: NonNullable<DeskState['sending']>): Promise<Outcome> {
    try {
      return { kind: 'done', issued: await this.server.send(body) }
    } catch (cause) {
      return outcomeOf(cause, intent)
    }
  }

  #settle({ body, intent }: NonNullable<DeskState['sending']>, outcome: Exclude<Outcome, { kind: 'again' }>): void {
    if (this.#state.sale.id !== body.id) return // another tab was answered first
    if (outcome.kind === 'done') {
      const sent = sentOf(outcome.issued, Date.now())
      if (sent && intent === 'issue') {
        this.#keepSent(sent)
        this.#change({ sent: [...this.#state.sent.filter(({ id }) => id !== sent.id), sent] })
        this.#goOn()
        this.told({ kind: 'issued', sent })
      } else {
        forgetSale(this.place, body.id)
        this.#goOn()
        this.told({ kind: 'parked', name: body.em_espera ?? '' })
      }
      return
    }
    const sale = this.#withWaiting(this.#state.sale)
    if (outcome.kind === 'elsewhere') this.#change({ sale, sending: null, elsewhere: outcome })
    else this.#change({ sale, sending: null, refusal: outcome.problem })
    this.#keep()
    void this.#look()
  }
}

const dropScan = (sale: OpenSale, key: string): OpenSale => ({
  ...sale,
  scans: sale.scans.filter((scan) => scan.key !== key),
})

/** Ends early when it is stopped. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
