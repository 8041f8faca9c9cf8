import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useMay } from '@/api'
import type { Receipt } from '@/api'
import { Button, LinkButton } from '@/ui'
import { authoriserOf } from './modelo'
import classes from './receipt-page.module.css'
import { texts } from './texts'
import { whereToCorrect } from './where-to-correct'

type Props = {
  companyId: string
  receipt: Receipt
  /** What one reads, the most important sentence first. */
  said: readonly string[]
  busy: string | null
  onRetry: () => void
  onAbandon: () => void
}

/** Why SEFAZ refused it, where that is put right, and the way to try again. */
export function RefusalCard({ companyId, receipt, said, busy, onRetry, onAbandon }: Props) {
  const { nota, acoes, sefaz_texto } = receipt
  const mayCall = useMay()
  const mayAbandon = mayCall('POST /api/companies/{id}/receipts/{rid}/abandon')
  const may = (acao: Receipt['acoes'][number]['acao']) => acoes.some((each) => each.acao === acao)
  const corrections = whereToCorrect(receipt, companyId)
  const allowed = corrections.filter(({ needs }) => mayCall(needs))
  const [main, ...others] = said
  return (
    <section className={classes.refusal} aria-label={texts.said.refused(authoriserOf(nota), texts.short(nota.numero))}>
      <div className={classes.refusalHead}>
        <IconAlertTriangleFilled size={20} aria-hidden="true" />
        <div role="status">
          <p className={classes.refusalMain}>{main}</p>
          {others.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      </div>
      <div className={classes.buttons}>
        {allowed.map(({ id, label, to }) => (
          <LinkButton key={id} kind="secondary" to={to}>
            {label}
          </LinkButton>
        ))}
        {may('issue') && (
          <Button loading={busy === 'retry'} disabled={busy !== null && busy !== 'retry'} onClick={onRetry}>
            {texts.actions.retry}
          </Button>
        )}
        {may('abandon') && mayAbandon && (
          <Button kind="quiet" disabled={busy !== null} onClick={onAbandon}>
            {texts.actions.abandon}
          </Button>
        )}
      </div>
      {allowed.length < corrections.length && <p className={classes.hint}>{texts.gerente.correct}</p>}
      {may('abandon') && !mayAbandon && <p className={classes.hint}>{texts.gerente.abandon}</p>}
      {sefaz_texto !== null && (
        <details className={classes.raw}>
          <summary>
            {texts.page.raw(authoriserOf(nota))}
            {nota.cStat !== null && `, ${texts.page.code(nota.cStat)}`}
          </summary>
          <p>{sefaz_texto}</p>
        </details>
      )}
    </section>
  )
}
