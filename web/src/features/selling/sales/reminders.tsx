import { useState } from 'react'
import { Button, today } from '@/ui'
import classes from './reminders.module.css'
import { texts } from './texts'

const keyOf = (company: string) => `balcao-lembretes:${company}`

type Props = { company: string; sentences: readonly string[]; onDismissed: () => void }

/** What a gerente has to do about fiscal rules and stops no sale; put away until tomorrow by one button. */
export function Reminders({ company, sentences, onDismissed }: Props) {
  const [dismissedOn, setDismissedOn] = useState(() => localStorage.getItem(keyOf(company)))
  if (sentences.length === 0 || dismissedOn === today()) return null
  const dismiss = () => {
    localStorage.setItem(keyOf(company), today())
    setDismissedOn(today())
    onDismissed()
  }
  return (
    <section className={classes.strip} aria-label={texts.reminders.label}>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Button kind="quiet" onClick={dismiss}>
        {texts.reminders.dismiss}
      </Button>
    </section>
  )
}
