import { IconChevronRight, IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/api'
import type { HelpEntry, HelpTopic } from './help'
import classes from './help-page.module.css'
import { texts } from './texts'

type Props = {
  topic: HelpTopic
  /** Only what was found is in it, and stands open. */
  isSearch: boolean
  /** What the address names; an entry of that name stands open. */
  anchor: string
}

/** A subject: its guides first, then its questions. */
export function HelpTopicSection({ topic, ...rest }: Props) {
  const groups = [
    { name: texts.guides, entries: topic.entries.filter(({ kind }) => kind === 'guia') },
    { name: texts.questions, entries: topic.entries.filter(({ kind }) => kind === 'pergunta') },
  ]
  return (
    <section id={topic.id} className={classes.topic}>
      <h2 className={classes.title}>{topic.title}</h2>
      {groups.map(
        ({ name, entries }) =>
          entries.length > 0 && (
            <div key={name}>
              <h3 className={classes.kind}>{name}</h3>
              <div className={classes.entries}>
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} {...rest} />
                ))}
              </div>
            </div>
          ),
      )}
    </section>
  )
}

function Entry({ entry, isSearch, anchor }: Omit<Props, 'topic'> & { entry: HelpEntry }) {
  const isMeant = isSearch || anchor === entry.id
  const [isOpen, setOpen] = useState(isMeant)
  const may = useMay()
  // What opened or closed it from outside counts until the reader says otherwise.
  const [wasMeant, setWasMeant] = useState(isMeant)
  if (isMeant !== wasMeant) {
    setWasMeant(isMeant)
    setOpen(isMeant)
  }
  return (
    <details
      id={entry.id}
      className={classes.entry}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={classes.question}>
        <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
        {entry.title}
      </summary>
      <div className={classes.answer}>
        {entry.steps && (
          <ol className={classes.steps}>
            {entry.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
        {entry.text?.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {entry.link && may(entry.link.needs) && (
          <Link className={classes.link} to={entry.link.to}>
            <IconLink size={16} stroke={1.75} aria-hidden="true" />
            {entry.link.label}
          </Link>
        )}
      </div>
    </details>
  )
}
