import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { COMPANY_COLORS } from '../basics/company-tile'
import type { CompanyTone } from '../basics/company-tile'
import classes from './color-choice.module.css'

const NAMES: Record<CompanyTone, string> = {
  petroleo: 'Petróleo',
  anil: 'Anil',
  ameixa: 'Ameixa',
  barro: 'Barro',
  oliva: 'Oliva',
  cereja: 'Cereja',
  grafite: 'Grafite',
  mata: 'Mata',
}

type Props = {
  label: string
  help?: string
  /** Null: none chosen yet. */
  value: CompanyTone | null
  onChange: (color: CompanyTone) => void
}

/** The eight tones a company can have. */
export function ColorChoice({ label, help, value, onChange }: Props) {
  const name = useId()
  return (
    <fieldset className={classes.root}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.tones}>
        {COMPANY_COLORS.map((color) => (
          <label key={color} className={classes.tone} data-company-color={color} title={NAMES[color]}>
            <input
              type="radio"
              className={classes.radio}
              name={name}
              aria-label={NAMES[color]}
              checked={value === color}
              onChange={() => onChange(color)}
            />
            {value === color && <IconCheck size={18} stroke={2.5} aria-hidden="true" />}
          </label>
        ))}
      </div>
      {help && <p className={classes.help}>{help}</p>}
    </fieldset>
  )
}
