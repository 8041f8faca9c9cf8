import { periodNamed, periodOf, PERIODS, today } from '../format/days'
import type { PeriodName } from '../format/days'
import { Select } from '../inputs/select'
import classes from './list.module.css'

type Props = {
  list: {
    filters: Readonly<Record<'de' | 'ate', string>>
    setFilters: (values: { de: string; ate: string }) => void
  }
}

const LABELS: Record<PeriodName, string> = {
  hoje: 'Hoje',
  semana: 'Esta semana',
  mes: 'Este mês',
  mes_passado: 'Mês passado',
}
const CHOICES = PERIODS.map((value) => ({ value, label: LABELS[value] }))

/** The periods one asks for every day; they fill the two days beside it. */
export function QuickPeriod({ list }: Props) {
  const { de, ate } = list.filters
  const isOther = (de !== '' || ate !== '') && periodNamed({ de, ate }, today()) === null
  return (
    <div className={classes.quick}>
      <Select
        label="Período"
        isLabelHidden
        placeholder={isOther ? 'Outro período' : 'Qualquer data'}
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
