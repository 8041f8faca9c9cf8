import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import { Select as MantineSelect } from '@mantine/core'
import type { OptionsFilter } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { fold } from '../format/text'
import classes from './input.module.css'
import type { FieldProps } from './text-inputs'
import { inputClassNames, wrapperProps } from './wrapper-props'

export type Choice = { value: string; label: string }

type Props = FieldProps & {
  choices: readonly Choice[]
  value: string | null
  onChange: (value: string | null) => void
  placeholder?: string
  /** Can be emptied again. */
  clearable?: boolean
  /** Typing narrows the list; default for more than ten choices. */
  searchable?: boolean
  loading?: boolean
}

/** Finds parts of words without regard to accents and capitals; those that start with the text come first. */
const filter: OptionsFilter = ({ options, search }) => {
  const wanted = fold(search.trim())
  if (!wanted) return options
  const found = options.flatMap((option) => {
    if ('group' in option) return []
    const at = fold(option.label).indexOf(wanted)
    return at < 0 ? [] : [{ option, at }]
  })
  return found.toSorted((a, b) => Number(a.at > 0) - Number(b.at > 0)).map(({ option }) => option)
}

export const Select = memo(function Select(props: Props) {
  const {
    choices,
    label,
    isLabelHidden,
    help,
    error,
    searchable,
    clearable = false,
    loading,
    placeholder,
    ...rest
  } = props
  // A form has twenty lists: each is there for the first arrow key when one comes to its field, and not before.
  const [isNear, setNear] = useState(false)
  const isSearchable = searchable ?? choices.length > 10
  return (
    <MantineSelect
      {...rest}
      {...wrapperProps({ label, isLabelHidden, help, error })}
      classNames={{
        ...inputClassNames,
        dropdown: classes.dropdown,
        options: classes.options,
        option: classes.option,
        empty: classes.empty,
      }}
      data={choices}
      filter={filter}
      searchable={isSearchable}
      // 'SP' and Enter means São Paulo.
      selectFirstOptionOnChange={isSearchable}
      // One may pass by on the way to the next field.
      openOnFocus={false}
      clearable={clearable}
      allowDeselect={clearable}
      placeholder={loading ? 'Carregando…' : placeholder}
      nothingFoundMessage="Nada encontrado"
      rightSection={<IconSelector size={16} stroke={1.75} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      onFocus={() => setNear(true)}
      // In place, so that the list belongs to the part of the page its field is in.
      comboboxProps={{
        withinPortal: false,
        keepMounted: isNear,
        transitionProps: { transition: 'fade', duration: 120 },
      }}
      withScrollArea={false}
      clearButtonProps={{ 'aria-label': `Limpar ${label}` }}
    />
  )
})
