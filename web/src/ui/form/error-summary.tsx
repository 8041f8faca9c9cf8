import { IconAlertCircleFilled } from '@tabler/icons-react'
import classes from './form.module.css'

type Props = {
  errors: readonly { path: string; label: string | undefined; message: string }[]
  onJump: (path: string) => void
}

/** All bad fields on top; each leads to its field. Always in the page, so that its filling is announced. */
export function ErrorSummary({ errors, onJump }: Props) {
  return (
    <div role="alert">
      {errors.length > 0 && (
        <div className={classes.errors}>
          <IconAlertCircleFilled size={20} aria-hidden="true" />
          <div>
            <strong>
              {errors.length === 1 ? '1 campo precisa de atenção.' : `${errors.length} campos precisam de atenção.`}
            </strong>
            <ul>
              {errors.map(({ path, label, message }) => (
                <li key={path}>
                  <button type="button" className={classes.jump} onClick={() => onJump(path)}>
                    {sentence(label, message)}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  )
}

/** Names the field, unless its message begins with it. */
function sentence(label: string | undefined, message: string): string {
  return !label || message.startsWith(label) ? message : `${label}: ${message}`
}
