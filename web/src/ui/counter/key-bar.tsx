import { Kbd } from '../basics/kbd'
import classes from './key-bar.module.css'

export type BarKey = { key: string; label: string; onPress: () => void; isLast?: boolean; isExtra?: boolean }

/** The keys of a screen along its lower edge; a click does the same. */
export function KeyBar({ label, keys }: { label: string; keys: readonly BarKey[] }) {
  return (
    <div className={classes.bar} role="toolbar" aria-label={label}>
      {keys.map(({ key, label: does, onPress, isLast, isExtra }) => (
        <button
          key={key}
          type="button"
          className={classes.key}
          data-last={isLast || undefined}
          data-extra={isExtra || undefined}
          // By the mouse only: each of them is a key already, and the way of Tab stays short.
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onPress}
        >
          <Kbd>{key}</Kbd>
          {does}
        </button>
      ))}
    </div>
  )
}
