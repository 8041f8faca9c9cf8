import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ofCompany, paths } from '@/app/paths'
import { Button, formatInteger, toast } from '@/ui'
import { lastDay, sizeOf } from './ledger'
import type { Listed, Range } from './ledger'
import classes from './numbers.module.css'
import { refreshReceipts, voidNumbers } from './queries'
import type { VoidedRange } from './queries'
import { texts } from './texts'
import { VoidDialog } from './void-dialog'
import type { VoidedSeries } from './void-dialog'

const words = texts.numbers

type Props = {
  companyId: string
  ambiente: VoidedRange['ambiente']
  series: VoidedSeries
  skipped: readonly Range[]
  abandoned: Listed
}

/** Numbers that no document has: those somebody skipped, to be voided by hand, and those given up, which go by themselves. */
export function ToVoidCard({ companyId, ambiente, series, skipped, abandoned }: Props) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<Pick<Range, 'ini' | 'fim'> | null>(null)
  const count = skipped.reduce((sum, range) => sum + sizeOf(range), 0) + abandoned.total
  const [first] = abandoned.oldest.flatMap(({ prazo }) => prazo ?? []).toSorted()

  const voidRange = async (ini: number, fim: number, motivo: string): Promise<boolean> => {
    try {
      await voidNumbers(companyId, { ambiente, modelo: series.modelo, serie: series.serie, ini, fim, motivo })
      toast.info(words.voidAsked, words.range(ini, fim))
      return true
    } catch (error) {
      toast.failed(words.voidFailed, error)
      return false
    } finally {
      await refreshReceipts(queryClient)
    }
  }
  return (
    <section className={classes.list} aria-label={words.toVoid}>
      <div className={classes.listHead}>
        <h2>{words.toVoid}</h2>
        {count > 0 && (
          <span className={classes.aside}>
            {first === undefined ? formatInteger(count) : words.toVoidUntil(count, lastDay(first))}
          </span>
        )}
      </div>
      {count === 0 && <p className={classes.none}>{words.nothingToVoid}</p>}
      <ul>
        {skipped.map((range) => (
          <li key={range.ini} className={classes.range}>
            <div>
              <strong>{words.range(range.ini, range.fim)}</strong>
              <span className={classes.detail}>{words.skipped}</span>
            </div>
            <Button kind="secondary" onClick={() => setAsking(range)}>
              {words.voidButton(sizeOf(range))}
            </Button>
          </li>
        ))}
        {abandoned.oldest.map(({ nfce_id, numero }) => (
          <li key={nfce_id} className={classes.range}>
            <div>
              <Link className={classes.link} to={ofCompany(paths.receipts.one(nfce_id), companyId)}>
                {formatInteger(numero)}
              </Link>
              <span className={classes.detail}>{words.abandoned}</span>
            </div>
            <Button
              kind="secondary"
              aria-label={`${words.voidNow}: ${formatInteger(numero)}`}
              onClick={() => setAsking({ ini: numero, fim: numero })}
            >
              {words.voidNow}
            </Button>
          </li>
        ))}
      </ul>
      {asking && <VoidDialog series={series} range={asking} onVoid={voidRange} onClose={() => setAsking(null)} />}
    </section>
  )
}
