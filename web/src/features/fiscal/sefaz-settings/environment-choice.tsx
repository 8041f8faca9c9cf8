import { useId } from 'react'
import type { Environment } from './queries'
import classes from './sefaz.module.css'
import { texts } from './texts'

type Props = {
  id: string
  value: Environment
  error?: string | undefined
  /** Nothing may be chosen. */
  disabled: boolean
  /** False: only an admin turns it on. */
  mayGoLive: boolean
  onChange: (environment: Environment) => void
}

const ENVIRONMENTS = ['homologacao', 'producao'] as const

/** The two environments as cards; the one of the tests carries the tape. */
export function EnvironmentChoice({ id, value, error, disabled, mayGoLive, onChange }: Props) {
  const name = useId()
  return (
    <fieldset className={classes.environments} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={classes.hidden}>{texts.fields.ambiente}</legend>
      {ENVIRONMENTS.map((environment) => {
        const isOff = disabled || (environment === 'producao' && !mayGoLive)
        return (
          <label
            key={environment}
            className={classes.environment}
            data-environment={environment}
            data-chosen={value === environment || undefined}
            data-off={isOff || undefined}
          >
            <input
              {...(value === environment && { id })}
              type="radio"
              name={name}
              aria-label={texts.environments[environment]}
              aria-describedby={`${name}-${environment}`}
              checked={value === environment}
              disabled={isOff}
              onChange={() => onChange(environment)}
            />
            <span>
              <span className={classes.environmentName}>{texts.environments[environment]}</span>
              <span id={`${name}-${environment}`} className={classes.environmentText}>
                {environment === 'producao' && !mayGoLive
                  ? texts.productionIsAdmins
                  : texts.environmentTexts[environment]}
              </span>
            </span>
          </label>
        )
      })}
      {error && (
        <p id={`${name}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
