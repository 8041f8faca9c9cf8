import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { ofCompany, paths } from '@/app/paths'
import { Button, Dialog, toast } from '@/ui'
import type { Asking } from './asking'
import type { Desk, DeskState } from './desk'
import { texts as words } from './nfe-texts'
import { serverOf } from './queries'
import { clientProblems, isOfNfe } from './refused'
import { saleOfDraft, withPrice } from './sale'
import classes from './sales.module.css'
import { texts } from './texts'
import type { useTill } from './use-till'

type Props = {
  company: string
  desk: Desk
  state: DeskState
  /** Why F10 did nothing. */
  missing: string | null
  /** Why it would do nothing, whatever is sold. */
  blocked: readonly string[]
  /** SEFAZ answers only later. */
  overuse: string | null
  isPractice: boolean
  till: Pick<ReturnType<typeof useTill>, 'openTill' | 'askGerente'>
  onAsk: (what: Asking) => void
}

/** What stands between the clerk and the next step, and the way out of each. */
export function Notices({ company, desk, state, missing, blocked, overuse, isPractice, till, onAsk }: Props) {
  const { sending, isCutOff, isUnkept, refusal, elsewhere, foreign } = state
  return (
    <>
      {blocked.map((sentence) => (
        <p key={sentence} className={classes.blocked} role="alert">
          {sentence}
        </p>
      ))}
      {overuse !== null && (
        <p className={classes.notice} role="status">
          {overuse}
        </p>
      )}
      {isPractice && state.sale.orcamento_id && (
        <p className={classes.notice} role="status">
          {texts.issue.testOrder}
        </p>
      )}
      {missing !== null && (
        <p className={classes.missing} role="alert">
          {missing}
        </p>
      )}
      {sending?.why && (
        <p className={classes.notice} role="status">
          {sending.why === 'server' ? texts.issue.serverAway : texts.issue.unknown}
        </p>
      )}
      {isCutOff && !sending && (
        <p className={classes.notice} role="status">
          {texts.scan.cutOff}
        </p>
      )}
      {isUnkept && (
        <p className={classes.missing} role="alert">
          {texts.issue.unkept}
        </p>
      )}
      {refusal && (
        <Refusal key={refusal.requestId} company={company} desk={desk} state={state} till={till} onAsk={onAsk} />
      )}
      {elsewhere && (
        <div className={classes.refusal} role="alert">
          <strong>{texts.elsewhere.title}</strong>
          <p>{elsewhere.message}</p>
          <div className={classes.refusalActs}>
            {elsewhere.current?.venda.estado === 'aberta' && elsewhere.current.venda.em_espera === null && (
              <Button
                kind="quiet"
                onClick={() => {
                  if (!elsewhere.current) return
                  desk.discard()
                  desk.open(saleOfDraft(elsewhere.current.venda))
                }}
              >
                {texts.elsewhere.other}
              </Button>
            )}
            <Button kind="quiet" onClick={() => desk.discard()}>
              {texts.elsewhere.discard}
            </Button>
            <Button kind="secondary" onClick={() => desk.sellAsNew()}>
              {texts.elsewhere.asNew}
            </Button>
          </div>
        </div>
      )}
      {foreign && (
        <Dialog
          opened
          onClose={() => desk.settleForeign('park')}
          title={texts.foreign.title(foreign.owner.name)}
          foot={
            <>
              <Button kind="secondary" onClick={() => desk.settleForeign('park')}>
                {texts.foreign.park}
              </Button>
              <Button isFirst onClick={() => desk.settleForeign('resume')}>
                {texts.foreign.resume}
              </Button>
            </>
          }
        >
          <p>{texts.foreign.text(foreign.owner.name)}</p>
        </Dialog>
      )}
    </>
  )
}

/** Everything the server found wrong at once; a price that changed is taken over by one button. */
function Refusal({
  company,
  desk,
  state: { sale, refusal },
  till,
  onAsk,
}: Pick<Props, 'company' | 'desk' | 'state' | 'till' | 'onAsk'>) {
  const [isAsking, setAsking] = useState(false)
  const approval = refusal?.approval
  const isTillClosed = refusal?.code === 'caixa_fechado'
  const askAtOnce = useEffectEvent(() => {
    if (approval) till.askGerente(approval)
    else if (isTillClosed) till.openTill()
  })
  useEffect(() => askAtOnce(), [])
  if (!refusal) return null
  const priced = refusal.errors.flatMap(({ field }) => {
    const at = /^itens\.(\d+)\.valor$/.exec(field)?.[1]
    const item = at === undefined ? undefined : sale.itens[Number(at)]
    return item ? [item] : []
  })
  const takePrices = async () => {
    setAsking(true)
    try {
      for (const { key, codigo } of priced) {
        const { valor } = await serverOf(company, false).lookup(codigo, new AbortController().signal)
        if (valor !== null) desk.edit((now) => withPrice(now, key, valor))
      }
    } catch (problem) {
      toast.failed(texts.issue.pricesFailed, problem)
    } finally {
      setAsking(false)
    }
  }
  return (
    <div className={classes.refusal} role="alert">
      <strong>{texts.issue.refused}</strong>
      {refusal.errors.length === 0 && <p>{refusal.message}</p>}
      <ul>
        {refusal.errors.map(({ field, message, produto_id }) => (
          <li key={field + message}>
            {message}{' '}
            {produto_id && <Link to={ofCompany(paths.products.edit(produto_id), company)}>{texts.issue.open}</Link>}
          </li>
        ))}
      </ul>
      {Object.keys(clientProblems(refusal.byField)).length > 0 && (
        <div className={classes.refusalActs}>
          <Button kind="secondary" onClick={() => onAsk({ what: 'client' })}>
            {words.complete}
          </Button>
        </div>
      )}
      {refusal.errors.some(({ field }) => isOfNfe(field)) && (
        <div className={classes.refusalActs}>
          <Button kind="secondary" onClick={() => onAsk({ what: 'nfe' })}>
            {words.button}
          </Button>
        </div>
      )}
      {approval && (
        <div className={classes.refusalActs}>
          <Button kind="secondary" onClick={() => till.askGerente(approval)}>
            {texts.issue.approve}
          </Button>
        </div>
      )}
      {isTillClosed && (
        <div className={classes.refusalActs}>
          <Button kind="secondary" onClick={till.openTill}>
            {texts.till.open}
          </Button>
        </div>
      )}
      {priced.length > 0 && (
        <div className={classes.refusalActs}>
          <Button kind="secondary" loading={isAsking} onClick={() => void takePrices()}>
            {texts.issue.newPrices}
          </Button>
        </div>
      )}
    </div>
  )
}
