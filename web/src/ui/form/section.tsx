import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useLater } from '../use-later'
import classes from './form.module.css'
import { stateText } from './sections'
import type { FormSection, SectionState } from './sections'

type Props = {
  id: string
  section: FormSection
  state: SectionState
  isOpen: boolean
  isReadOnly: boolean
  onToggle: () => void
  /** Something inside got the focus. */
  onEnter: () => void
}

/** One part of a form, folded or not; folded it says in a line what it holds. */
export function Section({ id, section, state, isOpen, isReadOnly, onToggle, onEnter }: Props) {
  const { title, notApplicable, content } = section
  const summary = notApplicable ?? section.summary
  const isLater = useLater()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const box = { id: `${id}-content`, className: classes.content, hidden: !isOpen }
  const fields = (
    <>
      {notApplicable && <p className={classes.notApplicable}>{notApplicable}. Preencha só se precisar.</p>}
      {(isOpen || isLater) && content}
    </>
  )
  return (
    <section
      className={classes.section}
      id={id}
      data-state={state.kind}
      data-open={isOpen || undefined}
      data-row={section.isRow || undefined}
      data-action={section.action !== undefined || undefined}
      onFocus={onEnter}
    >
      <h2 className={classes.sectionHead}>
        <button type="button" aria-expanded={isOpen} aria-controls={`${id}-content`} onClick={onToggle}>
          <Chevron size={18} stroke={1.75} aria-hidden="true" />
          <span className={classes.sectionTitle}>{title}</span>
          {!isOpen && summary && <span className={classes.summary}>{summary}</span>}
          <span className={classes.state}>
            {section.mark !== undefined && state.kind !== 'errors' ? section.mark : stateText(state)}
          </span>
        </button>
      </h2>
      {section.action && <div className={classes.sectionAction}>{section.action}</div>}
      {/* Hidden, not removed: what is typed and half loaded in it stays, and its fields are found by their names. */}
      {isReadOnly ? (
        <fieldset {...box} disabled>
          {fields}
        </fieldset>
      ) : (
        <div {...box}>{fields}</div>
      )}
    </section>
  )
}
