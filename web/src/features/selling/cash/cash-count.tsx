import { Button, formatDecimal, formatMoney, MoneyInput, TextInput } from '@/ui'
import classes from './close.module.css'
import { cashOf, COINS, isCount, NOTES, piecesOf, worthOf } from './denominations'
import type { Denomination, Pieces } from './denominations'
import { CASH, kindName } from './kinds'
import { texts } from './texts'

const words = texts.close

type Props = {
  pieces: Pieces
  /** Typed as one sum; null: counted by pieces. */
  total: string | null
  error: string | undefined
  onPieces: (change: (now: Pieces) => Pieces) => void
  onTotal: (total: string | null) => void
}

/** Enter goes to the next field, as Tab does. */
function goOn(event: React.KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll('input')]
  const next = fields[fields.indexOf(event.target) + 1]
  next?.focus()
  next?.select()
}

/** The cash in the drawer: how many of each note and coin, or the sum alone. */
export function CashCount({ pieces, total, error, onPieces, onTotal }: Props) {
  const column = (title: string, all: readonly Denomination[]) => (
    <div className={classes.pieces}>
      <h3>{title}</h3>
      {all.map((one) => (
        <div key={one.id} className={classes.piece}>
          <span aria-hidden="true">{one.label}</span>
          <span aria-hidden="true">×</span>
          <TextInput
            label={words.quantity(one.label)}
            isLabelHidden
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            data-align="right"
            error={isCount(pieces[one.id] ?? '') ? undefined : words.wrongCount}
            value={pieces[one.id] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget
              onPieces((now) => ({ ...now, [one.id]: value }))
            }}
          />
          <span className={classes.worth}>{formatDecimal(worthOf(one, pieces))}</span>
        </div>
      ))}
      {all === COINS && (
        <div className={classes.cashSum}>
          <strong>{words.counted}</strong>
          <strong>{formatMoney(cashOf(pieces))}</strong>
          <span>{words.pieces(piecesOf(NOTES, pieces), piecesOf(COINS, pieces))}</span>
        </div>
      )}
    </div>
  )
  return (
    <section className={classes.card} aria-label={words.cash}>
      <div className={classes.head}>
        <h2>{words.cash}</h2>
        <span>{words.cashHint}</span>
        <Button kind="quiet" onClick={() => onTotal(total === null ? '' : null)}>
          {total === null ? words.onlyTotal : words.byPieces}
        </Button>
      </div>
      {total === null ? (
        // The fields report their keys here; the group itself is no control.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div className={classes.denominations} role="group" aria-label={words.cash} onKeyDown={goOn}>
          {column(words.notes, NOTES)}
          {column(words.coins, COINS)}
        </div>
      ) : (
        <div className={classes.onlyTotal}>
          <MoneyInput label={kindName(CASH)} placeholder="0,00" error={error} value={total} onChange={onTotal} />
        </div>
      )}
      {total === null && error && <p className={classes.error}>{error}</p>}
    </section>
  )
}
