import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { use, useId, useState } from 'react'
import type { ReactNode } from 'react'
import classes from './form.module.css'
import { WantedField } from './wanted-field'

type Props = {
  form: { errors: Readonly<Record<string, string>> }
  title: string
  /** Names of its fields: an error in one unfolds it. */
  fields: readonly string[]
  /** Why it does not apply: then it starts folded. */
  notApplicable?: string | undefined
  /** What is in it, in a line; `isFolded`: it starts folded. */
  summary?: string | undefined
  isFolded?: boolean
  children: ReactNode
}

/** Fields of a section that may not apply together, such as those of substituição tributária. */
export function FormGroup({ form, title, fields, notApplicable, summary, isFolded = false, children }: Props) {
  const id = useId()
  // Null: nobody has said otherwise.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const wanted = use(WantedField)
  const [met, setMet] = useState<typeof wanted>(null)
  if (wanted !== met) {
    setMet(wanted)
    if (wanted && fields.includes(wanted.path)) setChosen(true)
  }
  const hasError = fields.some((field) => form.errors[field])
  const isOpen = hasError || (chosen ?? (!notApplicable && !isFolded))
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div className={classes.group} role="group" aria-labelledby={`${id}-title`}>
      <button
        type="button"
        className={classes.groupHead}
        aria-expanded={isOpen}
        aria-controls={`${id}-content`}
        onClick={() => setChosen(!isOpen)}
      >
        <Chevron size={16} stroke={1.75} aria-hidden="true" />
        <span id={`${id}-title`} className={classes.groupTitle}>
          {title}
        </span>
        {notApplicable && <span className={classes.groupReason}>{notApplicable}</span>}
        {!isOpen && summary && <span className={classes.groupReason}>{summary}</span>}
      </button>
      <div id={`${id}-content`} hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}
