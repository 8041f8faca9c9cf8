import { IconDeviceFloppy } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { ActionButton } from '../actions/action-buttons'
import { applying, useScreenActions } from '../actions/screen-actions'
import type { ScreenActions } from '../actions/types'
import { LinkButton } from '../basics/button'
import { useHotkeys } from '../hotkeys/hotkeys'
import { useWidth } from '../use-width'
import { DraftCard } from './draft-card'
import { DrawnOn } from './drawn-on'
import { useDraft } from './drafts'
import { ErrorSummary } from './error-summary'
import { FieldProblems } from './field-problems'
import classes from './form.module.css'
import { Section } from './section'
import { SectionIndex } from './section-index'
import { fieldActions, orderedErrors, sectionOf, stateOf } from './sections'
import type { FormSection } from './sections'
import { UnsavedGuard } from './unsaved-guard'
import { useLive } from './use-live'
import type { Live } from './use-live'
import { labelOf } from './use-record-form'
import { useStable } from './use-stable'
import { WantedField } from './wanted-field'
import { useSaving } from './use-saving'
import type { SavingProps } from './use-saving'

type Props<Values extends Record<string, unknown>> = SavingProps<Values> & {
  sections: readonly FormSection[]
  /** Open at first; default: all of a new record, the first of an old one. */
  isNew: boolean
  /** What would be lost on leaving, e.g. 'Lajes Boa Vista'. */
  recordName: string
  saveLabel: string
  /** Where Cancelar leads. */
  cancelTo: string
  /** The field one came here for, by its path; what is no field of this form is nothing. */
  startAt?: string | undefined
  /** Something outside `form` was changed too, such as a file that was chosen. */
  isDirtyOutside?: boolean
  /** What the server has now, for what others save meanwhile; undefined for a new record. */
  live?: Live<Values> | undefined
  /** After a successful save; leaving is safe from here on. */
  onSaved: () => void
  /** A second way to save, with an ending of its own: 'Salvar e novo'. */
  saveAnd?: { label: string; onSaved: () => void }
  /** Under the index of sections. */
  aside?: ReactNode
  /** At the right, instead of the index: what one keeps in sight while typing, such as a total. */
  panel?: ReactNode
  /** Top of the panel; where that has no room beside the form, as a bar above the save bar. */
  panelTop?: (place: 'panel' | 'bar') => ReactNode
  /** What else can be done from the save bar, between Cancelar and saving. */
  barActions?: ScreenActions
  /** Above the sections: what to know before changing anything. */
  notice?: ReactNode
}

/** In CSS px, as in form.module.css. */
const ROOM_FOR_PANEL = 1000

/** The form pattern: sections, index, error summary, conflict card, save bar, guard. Ctrl+Enter saves, Enter never. */
export function RecordForm<Values extends Record<string, unknown>>(props: Props<Values>) {
  const { form, sections, isNew, startAt } = props
  const startSection = startAt === undefined ? undefined : sectionOf(sections, startAt)
  const [openIds, setOpenIds] = useState(() =>
    sections
      .filter(({ notApplicable, startsOpen }, index) => !notApplicable && (startsOpen ?? (isNew || index === 0)))
      .map(({ id }) => id)
      .concat(startSection?.id ?? []),
  )
  const [currentId, setCurrentId] = useState(sections[0]?.id)
  const [target, setTarget] = useState<{ path: string; isSelected?: boolean } | null>(
    startAt !== undefined && startSection ? { path: startAt, isSelected: true } : null,
  )
  const { width, measure } = useWidth()
  const hasRoom = width === undefined || width >= ROOM_FOR_PANEL
  const isSaved = useRef(false)
  const fieldsRef = useRef<HTMLDivElement>(null)
  const draft = useDraft(form, isSaved)
  const isDirty = form.isDirty || (props.isDirtyOutside ?? false)

  // Saved and still here: what is changed from now on is unsaved again.
  useEffect(() => {
    if (!isDirty) isSaved.current = false
  }, [isDirty])

  /** Nothing of what is typed is needed any more. */
  const end = useStable(() => {
    isSaved.current = true
    draft.discard()
  })

  // After the section of the field has opened.
  useEffect(() => {
    if (!target) return
    const control = document.getElementById(form.idOf(target.path))
    control?.focus()
    if (target.isSelected && control instanceof HTMLInputElement) control.select()
    control?.scrollIntoView({ block: 'center' })
    // Only a new target moves the focus.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [target])

  const jumpTo = (path: string, how?: { isSelected: boolean }) => {
    const section = sectionOf(sections, path)
    if (section) setOpenIds((ids) => (ids.includes(section.id) ? ids : [...ids, section.id]))
    setTarget({ path, ...how })
  }

  const showErrors = (errors: Record<string, string>) => {
    form.setErrors(errors)
    const [first] = orderedErrors(sections, errors)
    // A folded part hides no error.
    const bad = Object.keys(errors).flatMap((path) => (errors[path] ? (sectionOf(sections, path)?.id ?? []) : []))
    setOpenIds((ids) => [...new Set([...ids, ...bad])])
    if (first !== undefined) jumpTo(first)
  }

  const saving = useSaving(props, showErrors)
  const { isSaving } = saving
  const liveCard = useLive({
    form,
    live: props.live,
    isDirty,
    isSaving: isSaving || saving.hasConflict,
    isSaved,
    onConflict: ({ values, version }) => saving.meet(values, version),
  })
  const save = useStable((onSaved?: () => void) =>
    saving.save(() => {
      end()
      ;(onSaved ?? props.onSaved)()
    }),
  )
  const saveAnd = useStable(() => save(props.saveAnd?.onSaved))
  const saveActions = props.isReadOnly
    ? []
    : applying([
        props.saveAnd && {
          id: 'save-and',
          label: props.saveAnd.label,
          icon: IconDeviceFloppy,
          isDisabled: isSaving,
          run: () => void saveAnd(),
        },
        {
          id: 'save',
          label: props.saveLabel,
          icon: IconDeviceFloppy,
          isMain: true,
          shortcut: 'Ctrl Enter',
          isLoading: isSaving,
          run: () => void save(),
        },
      ])
  useScreenActions([
    ...(props.barActions ?? []),
    ...saveActions,
    ...fieldActions(sections, form.fields, (path) => jumpTo(path, { isSelected: true })),
  ])

  // The index and the header's buttons are behind the fields for whoever arrives at the heading.
  const enterFields = (event: globalThis.KeyboardEvent) => {
    if (event.shiftKey || !document.activeElement?.matches('h1')) return false
    const fields = fieldsRef.current?.querySelectorAll<HTMLElement>('input, textarea, select') ?? []
    const first = [...fields].find((field) => !field.matches(':disabled') && !field.closest('[hidden]'))
    if (!first) return false
    first.focus()
    return true
  }
  useHotkeys([{ key: 'Tab', label: 'Do título ao primeiro campo', run: enterFields }])

  const keepEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    const isField = event.target instanceof HTMLInputElement
    if (event.key === 'Enter' && isField && !event.ctrlKey && !event.metaKey) event.preventDefault()
  }

  const goTo = (id: string) => {
    setOpenIds((ids) => (ids.includes(id) ? ids : [...ids, id]))
    setCurrentId(id)
    document.getElementById(form.idOf(`section-${id}`))?.scrollIntoView({ block: 'start' })
  }

  return (
    // Fields report their keys here; the form itself is no control.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={measure}
      className={classes.root}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={keepEnter}
      aria-busy={isSaving}
    >
      <div className={classes.columns} data-panel={props.panel !== undefined || undefined}>
        {props.panel === undefined && (
          <div className={classes.side}>
            <SectionIndex
              sections={sections.map((section) => ({ ...section, state: stateOf(section, form) }))}
              currentId={currentId}
              onChoose={goTo}
            />
            {props.aside && <div className={classes.aside}>{props.aside}</div>}
          </div>
        )}
        <FieldProblems value={form.reportProblem}>
          <WantedField value={target}>
            <div ref={fieldsRef} className={classes.main}>
              {props.notice}
              {draft.offer && !props.isReadOnly && (
                <DraftCard at={draft.offer.at} onRestore={draft.restore} onDiscard={draft.discard} />
              )}
              {saving.conflictCard}
              {liveCard}
              <ErrorSummary
                errors={orderedErrors(sections, form.errors).map((path) => ({
                  path,
                  label: labelOf(form.fields, path),
                  message: form.errors[path] ?? '',
                }))}
                onJump={jumpTo}
              />
              {sections.map((section) => (
                <Section
                  key={section.id}
                  id={form.idOf(`section-${section.id}`)}
                  section={section}
                  state={stateOf(section, form)}
                  isOpen={openIds.includes(section.id)}
                  isReadOnly={props.isReadOnly ?? false}
                  onToggle={() =>
                    setOpenIds((ids) =>
                      ids.includes(section.id) ? ids.filter((id) => id !== section.id) : [...ids, section.id],
                    )
                  }
                  onEnter={() => setCurrentId(section.id)}
                />
              ))}
            </div>
            {props.panel !== undefined && (
              <div className={classes.panel}>
                {hasRoom && props.panelTop?.('panel')}
                {props.panel}
              </div>
            )}
          </WantedField>
        </FieldProblems>
      </div>
      <div className={classes.foot} data-save-bar={!props.isReadOnly || undefined}>
        {props.panelTop && !hasRoom && <div className={classes.panelBar}>{props.panelTop('bar')}</div>}
        {!props.isReadOnly && (
          <div className={classes.bar}>
            <span className={classes.unsaved} role="status">
              {isDirty && (
                <>
                  <span className={classes.dot} aria-hidden="true" />
                  Alterações não salvas
                </>
              )}
            </span>
            <DrawnOn on={[props.cancelTo, props.barActions, props.saveLabel, props.saveAnd?.label, isSaving]}>
              {() => (
                <>
                  <LinkButton kind="quiet" to={props.cancelTo}>
                    Cancelar
                  </LinkButton>
                  {applying(props.barActions ?? []).map((action) => (
                    <ActionButton key={action.id} action={action} />
                  ))}
                  {saveActions.map((action) => (
                    <ActionButton key={action.id} action={action} isTextOnly />
                  ))}
                </>
              )}
            </DrawnOn>
          </div>
        )}
      </div>
      <UnsavedGuard isDirty={isDirty} isSaved={isSaved} recordName={props.recordName} onLeave={end} />
    </form>
  )
}
