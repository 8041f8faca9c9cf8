import type { Dashboard } from '@/api'
import { rowsPath } from '@/app/paths'
import { dayInFull } from '@/features/office/figures'
import { Bars, ChartCard, formatDay, formatDecimal, formatInteger, formatMoney } from '@/ui'
import { texts } from './texts'

const words = texts.days

/** Two weeks by day, each beside the same day a week before. */
export function LastDays({ companyId, data: { dias, base, hoje } }: { companyId: string; data: Required<Dashboard> }) {
  const isEmpty = dias.every(({ quantidade, valor }) => quantidade === 0 && Number(valor) === 0)
  const points = dias.map(({ dia, valor, quantidade, anterior }) => ({
    label: String(Number(dia.slice(8))),
    name: dayInFull(dia),
    value: valor,
    before: anterior,
    detail: texts.counted(base, quantidade),
    mark: formatDecimal(valor),
    to: rowsPath(companyId, hoje.linhas, { de: dia, ate: dia }),
  }))
  return (
    <ChartCard
      title={words.title}
      note={words.note[base]}
      empty={isEmpty ? words.empty[base] : undefined}
      table={{
        head: [words.day, texts.bases[base], words.value, words.before],
        rows: dias.map(({ dia, quantidade, valor, anterior }, index) => ({
          cells: [formatDay(dia), formatInteger(quantidade), formatMoney(valor), formatMoney(anterior) || '–'],
          to: points[index]?.to,
        })),
      }}
    >
      <Bars label={words.title} points={points} before={words.before} height={212} />
    </ChartCard>
  )
}
