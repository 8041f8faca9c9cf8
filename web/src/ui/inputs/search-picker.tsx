import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, useCombobox } from '@mantine/core'
import { IconPlus, IconRefresh, IconSearch, IconX } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { QueryKey } from '@tanstack/react-query'
import { memo, useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { TwoLines } from '../basics/two-lines'
import { useFieldProblem } from '../form/field-problems'
import classes from './search-picker.module.css'
import inputClasses from './input.module.css'
import { useIsPhone } from '../theme/breakpoints'
import { useProblemToast } from '../toast/use-problem-toast'
import { TextInput } from './text-inputs'
import type { FieldProps } from './text-inputs'
import { exactItem, usePicker } from './use-picker'
import type { PickerItem, PickerSearch } from './use-picker'

type Props<Item extends PickerItem, Key extends QueryKey> = FieldProps & {
  /** The id of what is chosen; '' or null is none. With `allowText` perhaps a text that is no item. */
  value: string | null
  /** What stands in the field for the value before one has chosen here; default the value itself. */
  valueLabel?: string
  /** Called with the id of the item, '' when emptied, or the text when `allowText`. */
  onChange: (value: string, item: Item | null) => void
  /** The query that finds what fits a text; '' is asked when the list opens with nothing typed. */
  search: PickerSearch<Item, Key>
  /** What is typed counts also when it is in no list. */
  allowText?: boolean
  /** Offered when nothing is found: 'Cadastrar novo cliente'. */
  create?: { label: string; run: (text: string) => void }
  /** What a message says when the list cannot be read; why stands in the list itself. */
  failed?: { title: string; text: string }
  placeholder?: string
  maxLength?: number
  /** What the items say takes more room than the field has. */
  isWide?: boolean
}

const WIDE = 560

const PICK = 'Escolha um da lista, ou apague o que digitou.'

function AnySearchPicker<Item extends PickerItem, Key extends QueryKey>(props: Props<Item, Key>) {
  const {
    value,
    valueLabel,
    onChange,
    search,
    allowText = false,
    create,
    failed,
    error,
    placeholder,
    maxLength,
    isWide = false,
    ...rest
  } = props
  const ownId = useId()
  const id = rest.id ?? ownId
  const input = useRef<HTMLInputElement>(null)
  const combobox = useCombobox()
  const isOpen = combobox.dropdownOpened
  const [pointed, setPointed] = useState<number | null>(null)
  const [isFocused, setFocused] = useState(false)
  const isPhone = useIsPhone()
  const close = () => {
    combobox.closeDropdown()
    setPointed(null)
  }
  const picker = usePicker({ value, valueLabel, search, allowText, isOpen, onChange, onDone: close })
  const problem = picker.isUnresolved ? PICK : null
  useFieldProblem(id, problem)
  useProblemToast(failed?.title ?? '', failed ? picker.error : null, failed?.text)

  const choices: Choice[] = [
    ...picker.items.map((item) => ({
      id: item.id,
      label: item.label,
      detail: item.detail,
      run: () => picker.choose(item),
    })),
    ...(picker.problem ? [{ id: 'retry', label: 'Tentar de novo', icon: IconRefresh, run: picker.retry }] : []),
    ...(picker.isAnswer && picker.items.length === 0 && create
      ? [{ id: 'create', label: create.label, icon: IconPlus, run: () => startCreating(create) }]
      : []),
  ]
  const startCreating = ({ run }: NonNullable<typeof create>) => {
    close()
    run(picker.wanted)
  }
  // Until one has moved: what is named in full, wherever it stands in the list, or else the first.
  const exact = exactItem(picker.items, picker.wanted)
  const start = allowText ? -1 : exact ? picker.items.indexOf(exact) : 0
  const at = pointed !== null ? Math.min(pointed, choices.length - 1) : start
  const current = isOpen ? choices[at] : undefined
  const listId = `${id}-list`
  const optionId = (index: number) => `${id}-option-${index}`

  useEffect(() => {
    if (isOpen && at >= 0) document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' })
    // The ids follow from `at`.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpen, at])

  const onEnter = () => {
    if (current) current.run()
    else picker.decide(allowText ? 'exact' : 'first')
  }
  const move = (key: string): number | null => {
    const last = choices.length - 1
    if (last < 0) return null
    if (key === 'ArrowDown') return at >= last ? 0 : at + 1
    if (key === 'ArrowUp') return at <= 0 ? last : at - 1
    // In the text until one has gone down into the list.
    if (key === 'Home' && pointed !== null) return 0
    if (key === 'End' && pointed !== null) return last
    return null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (rest.disabled || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    const next = isOpen ? move(event.key) : null
    if (isArrow && !isOpen) combobox.openDropdown()
    else if (next !== null) setPointed(next)
    else if (event.key === 'Enter' && isOpen) onEnter()
    else if (event.key === 'Escape' && (isOpen || picker.isTyped)) {
      if (isOpen) close()
      else picker.revert()
    } else return
    event.preventDefault()
  }

  const isEmpty = picker.text === ''
  const note = picker.problem
    ? picker.problem
    : picker.isSearching
      ? 'Buscando…'
      : picker.isAnswer && picker.items.length === 0
        ? picker.wanted === ''
          ? 'Nada cadastrado'
          : `Nada encontrado com “${picker.wanted}”`
        : null

  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      keepMounted={false}
      position="bottom-start"
      width={isWide && !isPhone ? WIDE : 'target'}
      // It opens before it is known how long it will be.
      preventPositionChangeWhenVisible={false}
      transitionProps={{ transition: 'fade', duration: 120 }}
      classNames={{ dropdown: inputClasses.dropdown, options: inputClasses.options, option: inputClasses.option }}
      onOptionSubmit={(_, { id: chosen }) => choices.find((_, index) => optionId(index) === chosen)?.run()}
    >
      <Combobox.Target withKeyboardNavigation={false} withAriaAttributes={false}>
        <TextInput
          {...rest}
          id={id}
          ref={input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen && choices.length ? listId : undefined}
          aria-activedescendant={current && optionId(at)}
          autoComplete="off"
          placeholder={placeholder}
          maxLength={maxLength}
          // A dialog around it stays open while Escape is about the list.
          data-mantine-stop-propagation={isOpen || picker.isTyped || undefined}
          error={error ?? (isFocused || picker.isPending ? undefined : problem)}
          value={picker.text}
          aside={
            isEmpty || rest.disabled ? (
              <IconSearch size={16} stroke={1.75} aria-hidden="true" />
            ) : (
              <button
                type="button"
                className={inputClasses.openButton}
                // One tabs to the next field; by keys the text itself is emptied.
                tabIndex={-1}
                aria-label={`Limpar ${rest.label}`}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  picker.clear()
                  input.current?.focus()
                }}
              >
                <IconX size={16} stroke={1.75} aria-hidden="true" />
              </button>
            )
          }
          onChange={(event) => {
            setPointed(null)
            combobox.openDropdown()
            picker.type(event.currentTarget.value)
          }}
          onKeyDown={onKeyDown}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => {
            setFocused(true)
            event.currentTarget.select()
          }}
          onBlur={() => {
            setFocused(false)
            if (isOpen && pointed !== null && picker.items[pointed]) picker.choose(picker.items[pointed])
            else picker.leave()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={choices.length === 0 && note === null}>
        <div role="status" className={note ? inputClasses.empty : undefined}>
          {note}
        </div>
        {choices.length > 0 && (
          <Combobox.Options id={listId} aria-label={rest.label}>
            {choices.map((choice, index) => (
              <Combobox.Option
                key={choice.id}
                id={optionId(index)}
                value={choice.id}
                selected={index === at}
                aria-selected={index === at}
              >
                <Line {...choice} isWhole={isWide} />
              </Combobox.Option>
            ))}
          </Combobox.Options>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

/**
 * Chooses one of very many records: what is typed is searched on the server. Arrows and Enter choose, Escape closes and then
 * takes back what was typed; a code typed in full is chosen on leaving. What is typed is never lost, however slow the
 * answer, and what is no record keeps the form around from being saved.
 */
export const SearchPicker = memo(AnySearchPicker) as typeof AnySearchPicker

type Choice = { id: string; label: string; detail?: string | undefined; icon?: Icon; run: () => void }

function Line({ label, detail, icon: ChoiceIcon, isWhole }: Choice & { isWhole: boolean }) {
  if (!ChoiceIcon) return <TwoLines title={label} detail={detail} isWhole={isWhole} />
  return (
    <span className={classes.action}>
      <ChoiceIcon size={16} stroke={1.75} aria-hidden="true" />
      {label}
    </span>
  )
}
