import type { Dashboard } from '@/api'
import { rowsPath } from '@/app/paths'
import { Amount, Change, weekdayOf } from '@/features/office/figures'
import { Bars, ChartCard, formatInteger, formatMoney } from '@/ui'
import classes from './dashboard-page.module.css'
import { texts } from './texts'

const words = texts.today

/** What was sold today, beside the same weekday before, and at what hours. */
export function Today({ companyId, data: { hoje, base } }: { companyId: string; data: Required<Dashboard> }) {
  const { ate, valor, anterior, variacao, quantidade, dia_anterior, horas, linhas } = hoje
  const hour = Number(ate.slice(0, 2))
  const now = horas.findLastIndex(({ hora }) => hora <= hour)
  const before = words.last(weekdayOf(dia_anterior))
  const rowsOf = (hora: number) => rowsPath(companyId, linhas, { hora: String(hora) })
  return (
    <ChartCard
      title={words.title}
      note={words.note(ate, before, formatMoney(anterior), base === 'notas')}
      {...(horas.length > 0 && {
        table: {
          head: [words.hour, texts.bases[base], words.value, before],
          rows: horas.map(({ hora, quantidade: count, valor: amount, anterior: mark }) => ({
            cells: [words.at(hora), formatInteger(count), formatMoney(amount), formatMoney(mark)],
            to: count > 0 ? rowsOf(hora) : undefined,
          })),
        },
      })}
    >
      <div className={classes.today}>
        <div>
          <p className={classes.value}>
            <Amount value={valor} />
          </p>
          <p className={classes.detail}>
            <Change percent={variacao} /> {texts.counted(base, quantidade)}
          </p>
        </div>
        {horas.length > 0 && (
          <Bars
            label={words.chart}
            height={124}
            before={before}
            first={Math.max(now, 0)}
            points={horas.map(({ hora, valor: amount, quantidade: count, anterior: mark }) => ({
              label: String(hora),
              name: words.at(hora),
              value: amount,
              before: mark,
              detail: texts.counted(base, count),
              mark: texts.counted(base, count),
              to: count > 0 ? rowsOf(hora) : undefined,
            }))}
          />
        )}
      </div>
    </ChartCard>
  )
}
