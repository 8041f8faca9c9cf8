import { useState } from 'react'
import { Link } from 'react-router'
import { ofCompany, paths } from '@/app/paths'
import { Button, Dialog, toast } from '@/ui'
import type { Desk, DeskState } from './desk'
import { serverOf } from './queries'
import { saleOfDraft, withPrice } from './sale'
import classes from './sales.module.css'
import { texts } from './texts'

type Props = {
  company: string
  desk: Desk
  state: DeskState
  /** Why F10 did nothing. */
  missing: string | null
}

/** What stands between the clerk and the next step, and the way out of each. */
export function Notices({ company, desk, state, missing }: Props) {
  const { sending, isCutOff, isUnkept, refusal, elsewhere, foreign } = state
  return (
    <>
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
      {refusal && <Refusal company={company} desk={desk} state={state} />}
      {elsewhere && (
        <div className={classes.refusal} role="alert">
          <strong>{texts.elsewhere.title}</strong>
          <p>{elsewhere.message}</p>
          <div className={classes.refusalActs}>
            {elsewhere.current?.venda.estado === 'aberta' && elsewhere.current.venda.em_espera === null && (
              <Button kind="quiet" onClick={() => elsewhere.current && desk.open(saleOfDraft(elsewhere.current.venda))}>
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
function Refusal({ company, desk, state: { sale, refusal } }: Omit<Props, 'missing'>) {
  const [isAsking, setAsking] = useState(false)
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
        const { valor } = await serverOf(company).lookup(codigo, new AbortController().signal)
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
