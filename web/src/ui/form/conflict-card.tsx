import { IconUsersGroup } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Button } from '../basics/button'
import { Dialog } from '../dialog/dialog'
import { formatDate, formatTime } from '../format/time'
import type { Difference, Side } from './conflict'
import classes from './conflict-card.module.css'
import notice from './notice-card.module.css'
import type { Saving } from './save-problem'

type Props = {
  /** Who saved and when, as far as it is known. */
  saving: Saving
  differences: readonly Difference[]
  /** Called with a side for every differing field. */
  onResolve: (chosen: Record<string, Side>) => void
}

/** Somebody else saved the record meanwhile: nothing is lost and nothing overwritten before one chooses. */
export function ConflictCard({ saving, differences, onResolve }: Props) {
  const [isComparing, setComparing] = useState(false)
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const sideOf = ({ field, proposed }: Difference) => chosen[field] ?? proposed
  const all = (side: Side) => Object.fromEntries(differences.map(({ field }) => [field, side]))

  return (
    <div className={notice.card} role="alert">
      <IconUsersGroup size={22} stroke={1.75} aria-hidden="true" />
      <div>
        <strong>{whoSaved(saving)}</strong>
        <p>O que você digitou continua aqui. Compare e escolha o que vale, depois salve.</p>
        <div className={notice.actions}>
          <Button onClick={() => setComparing(true)}>Comparar</Button>
          <Button kind="secondary" onClick={() => onResolve(all('theirs'))}>
            Usar o que está salvo
          </Button>
        </div>
      </div>
      <Dialog
        opened={isComparing}
        onClose={() => setComparing(false)}
        title="Duas versões do mesmo cadastro"
        size={720}
        foot={
          <>
            <Button kind="quiet" onClick={() => setChosen(all('mine'))}>
              Tudo o meu
            </Button>
            <Button kind="quiet" onClick={() => setChosen(all('theirs'))}>
              Tudo o salvo
            </Button>
            <Button
              onClick={() => {
                setComparing(false)
                onResolve(Object.fromEntries(differences.map((each) => [each.field, sideOf(each)])))
              }}
            >
              Usar as escolhas
            </Button>
          </>
        }
      >
        {differences.length === 0 && <p>O que você digitou é igual ao que está salvo.</p>}
        {differences.map((difference) => (
          <Choice
            key={difference.field}
            difference={difference}
            side={sideOf(difference)}
            onChoose={(side) => setChosen((before) => ({ ...before, [difference.field]: side }))}
          />
        ))}
      </Dialog>
    </div>
  )
}

/** 'Maria salvou às 14:03', with the day when it was not today. */
function whoSaved({ changedBy = 'Outra pessoa', changedAt }: Saving): string {
  if (!changedAt) return `${changedBy} salvou este cadastro enquanto você editava`
  const day = formatDate(changedAt)
  const isToday = day === formatDate(new Date().toISOString())
  return `${changedBy} salvou ${isToday ? '' : `em ${day} `}às ${formatTime(changedAt)}, enquanto você editava`
}

function Choice({
  difference: { label, mine, theirs },
  side,
  onChoose,
}: {
  difference: Difference
  side: Side
  onChoose: (side: Side) => void
}) {
  const name = useId()
  const option = (value: Side, who: string, text: string) => (
    <label className={classes.option} data-chosen={side === value || undefined}>
      <input
        type="radio"
        name={name}
        aria-label={`${who}: ${text}`}
        checked={side === value}
        onChange={() => onChoose(value)}
      />
      <span>
        <span className={classes.who}>{who}</span>
        <span className={classes.value}>{text}</span>
      </span>
    </label>
  )
  return (
    <fieldset className={classes.field}>
      <legend>{label}</legend>
      <div className={classes.options}>
        {option('mine', 'O que você digitou', mine)}
        {option('theirs', 'O que está salvo', theirs)}
      </div>
    </fieldset>
  )
}
