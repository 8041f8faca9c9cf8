import { useState } from 'react'
import type { ReceiptSummary } from '@/api'
import { FormGrid, IntegerInput } from '@/ui'
import { sizeOf } from './ledger'
import type { Range } from './ledger'
import { ReasonDialog } from './reason-dialog'
import { texts } from './texts'

const words = texts.numbers

/** Of the contract: so many numbers in one request. */
const MOST = 1_000

export type VoidedSeries = Pick<ReceiptSummary, 'modelo' | 'serie'>

type Props = {
  series: VoidedSeries
  range: Pick<Range, 'ini' | 'fim'>
  /** True: SEFAZ is being asked. */
  onVoid: (ini: number, fim: number, motivo: string) => Promise<boolean>
  onClose: () => void
}

/** Asks which of these numbers are voided, and why. */
export function VoidDialog({ series, range, onVoid, onClose }: Props) {
  const [from, setFrom] = useState(String(range.ini))
  const [to, setTo] = useState(String(Math.min(range.fim, range.ini + MOST - 1)))
  const [error, setError] = useState<string>()
  const chosen = { ini: Number(from), fim: Number(to) }
  const count = Math.max(0, sizeOf(chosen))
  const name = words.range(range.ini, range.fim)

  const submit = (motivo: string): Promise<boolean> => {
    const isInside = chosen.ini >= range.ini && chosen.fim <= range.fim && chosen.ini <= chosen.fim
    const problem = !isInside ? words.voidOutside(name) : count > MOST ? words.voidTooMany : undefined
    setError(problem)
    return problem === undefined ? onVoid(chosen.ini, chosen.fim, motivo) : Promise.resolve(false)
  }
  const text = count === 1 ? words.voidText : words.voidTextMany
  return (
    <ReasonDialog
      title={words.voidTitle(count)}
      subtitle={texts.series(series)}
      text={text(words.range(chosen.ini, chosen.fim), series.serie)}
      confirmLabel={words.voidButton(count)}
      onConfirm={submit}
      onClose={onClose}
    >
      {range.ini < range.fim && (
        <FormGrid>
          <IntegerInput id="void-from" label={words.voidFrom} maxLength={9} value={from} onChange={setFrom} />
          <IntegerInput id="void-to" label={words.voidTo} maxLength={9} value={to} onChange={setTo} error={error} />
        </FormGrid>
      )}
    </ReasonDialog>
  )
}
