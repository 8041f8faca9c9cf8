import { Select } from '@/ui'
import classes from './budgets-page.module.css'
import { periodNamed, periodOf, PERIODS, today } from './days'
import { texts } from './texts'

type Props = {
  list: {
    filters: Readonly<Record<'de' | 'ate', string>>
    setFilters: (values: { de: string; ate: string }) => void
  }
}

const CHOICES = PERIODS.map((value) => ({ value, label: texts.periods[value] }))

/** The periods one asks for every day; they fill the two days beside it. */
export function QuickPeriod({ list }: Props) {
  const { de, ate } = list.filters
  const isOther = (de !== '' || ate !== '') && periodNamed({ de, ate }, today()) === null
  return (
    <div className={classes.quick}>
      <Select
        label={texts.filters.quick}
        isLabelHidden
        placeholder={isOther ? texts.filters.otherPeriod : texts.filters.anyTime}
        clearable
        choices={CHOICES}
        value={periodNamed({ de, ate }, today())}
        onChange={(value) => {
          const name = PERIODS.find((each) => each === value)
          list.setFilters(name ? periodOf(name, today()) : { de: '', ate: '' })
        }}
      />
    </div>
  )
}
