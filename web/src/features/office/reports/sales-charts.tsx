import type { SalesReport } from '@/api'
import { rowsPath } from '@/app/paths'
import type { Rows } from '@/app/paths'
import { dayInFull, daysOfMonth, isByMonth, monthInFull, monthInShort, periodInWords } from '@/features/office/figures'
import type { Period } from '@/features/office/figures'
import { paymentShortName } from '@/features/selling/receipts'
import { AbcCurve, Bars, ChartCard, formatDay, formatInteger, formatMoney, HeatMap, RowBars } from '@/ui'
import type { ChartPoint, ChartTable } from '@/ui'
import { clientRows, nameOfClient } from './client-rows'
import { ViewChoice } from './report-table'
import classes from './reports.module.css'
import { shareText } from './shares'
import { texts } from './texts'
import type { ReportState } from './use-report'

const words = texts.sales
const { columns } = words

type View = keyof typeof words.views
type Props = { companyId: string; data: SalesReport; state: ReportState }

/** So many names below each other. */
const NAMES = 10

/** The report as pictures: by day, seller, product or payment, and by weekday and hour. */
export function SalesCharts({ companyId, data, state: { list, named } }: Props) {
  const { base, comparado, periodo } = data
  const asked = list.filters.ver
  const has: Record<View, boolean> = {
    dia: true,
    vendedor: data.por_operador !== undefined,
    cliente: data.por_cliente !== undefined,
    produto: data.por_produto !== undefined,
    pagamento: data.por_pagamento !== undefined,
  }
  const views = Object.fromEntries(
    Object.entries(words.views).filter(([view]) => has[view as View]),
  ) as typeof words.views
  const view: View = asked in views ? (asked as View) : 'dia'
  const rows = base === 'notas' ? data.total.autorizado.linhas : data.total.pedidos.linhas
  const chart = chartOf(view, companyId, data, rows)
  const before = comparado && shortPeriod(comparado, periodo.ate.slice(0, 4))
  const byMonth = isByMonth(periodo)
  return (
    <div className={data.por_hora ? classes.pair : undefined}>
      <ChartCard
        title={view === 'dia' && byMonth ? words.byTitle.mes : words.byTitle[view]}
        note={before && chart.hasBefore && (view === 'dia' ? words.mark(before) : words.markOf(before))}
        tools={
          <ViewChoice
            views={views}
            current={view}
            onChoose={(next) => list.setFilter('ver', next === 'dia' ? '' : next)}
          />
        }
        table={chart.table}
        empty={chart.isEmpty ? words.empty : undefined}
      >
        <div key={`${view} ${periodo.de} ${periodo.ate} ${named}`}>{chart.picture}</div>
      </ChartCard>
      {data.por_hora && <Heat companyId={companyId} hours={data.por_hora} rows={rows} />}
    </div>
  )
}

/** 'outubro' of the beginning of a month, else its days. */
function shortPeriod({ de, ate }: Period, year: string): string {
  if (!de.endsWith('-01') || de.slice(0, 7) !== ate.slice(0, 7) || de === ate) return periodInWords({ de, ate }, year)
  return de.slice(0, 4) === year ? monthInFull(de).replace(/ de .*/, '') : monthInFull(de)
}

type Chart = { table: ChartTable; isEmpty: boolean; hasBefore: boolean; picture: React.ReactNode }

function chartOf(view: View, companyId: string, data: SalesReport, rows: Rows | undefined): Chart {
  const { base, periodo } = data
  const to = (more: Record<string, string>) => rows && rowsPath(companyId, rows, more)
  const beforeOf = (value: string | null) => (value === null ? [] : [formatMoney(value)])
  const hasBefore = data.comparado !== null
  const count = base === 'notas' ? columns.receipts : columns.orders
  switch (view) {
    case 'dia': {
      const byMonth = isByMonth(periodo)
      const points = data.por_dia.map(({ dia, valor, quantidade, anterior }): ChartPoint => {
        const month = daysOfMonth(dia.slice(0, 7))
        const days = byMonth
          ? {
              de: month.de < periodo.de ? periodo.de : month.de,
              ate: month.ate > periodo.ate ? periodo.ate : month.ate,
            }
          : { de: dia, ate: dia }
        return {
          label: byMonth ? monthInShort(dia) : String(Number(dia.slice(8))),
          name: byMonth ? monthInFull(dia) : dayInFull(dia),
          value: valor,
          before: anterior,
          detail: texts.counted(base, quantidade),
          to: to(days),
        }
      })
      return {
        hasBefore,
        isEmpty: points.length === 0,
        table: {
          head: [byMonth ? columns.month : columns.day, count, columns.value, ...(hasBefore ? [columns.before] : [])],
          rows: data.por_dia.map(({ dia, valor, quantidade, anterior }, index) => ({
            cells: [
              byMonth ? monthInFull(dia) : formatDay(dia),
              formatInteger(quantidade),
              formatMoney(valor),
              ...(hasBefore ? beforeOf(anterior) : []),
            ],
            to: points[index]?.to,
          })),
        },
        picture: <Bars label={byMonth ? words.byTitle.mes : words.byTitle.dia} points={points} before={words.before} />,
      }
    }
    case 'vendedor': {
      const sellers = data.por_operador ?? []
      const points = sellers.map(({ operador, nome, faturado, quantidade, anterior }): ChartPoint => {
        const name = nome || words.noSeller
        return {
          ...{ label: name, name, value: faturado, before: anterior, detail: texts.counted(base, quantidade) },
          to: operador === null ? undefined : to({ operador }),
        }
      })
      return named(view, points, hasBefore, columns.seller)
    }
    case 'cliente': {
      const points = (data.por_cliente ?? []).map(({ cliente, nome, valor, quantidade, anterior }): ChartPoint => {
        const name = nameOfClient(cliente, nome)
        return {
          ...{ label: name, name, value: valor, before: anterior, detail: texts.counted(base, quantidade) },
          to: rows && clientRows(companyId, rows, cliente),
        }
      })
      return named(view, points, hasBefore, columns.client)
    }
    case 'pagamento': {
      const points = (data.por_pagamento ?? []).map(({ tPag, valor, quantidade, anterior, parte }): ChartPoint => {
        const name = paymentShortName(tPag)
        const detail = `${texts.notas(quantidade)}${parte === null ? '' : ` · ${shareText(parte)}`}`
        return { label: name, name, value: valor, before: anterior, detail, to: to({ tPag }) }
      })
      return named(view, points, hasBefore, columns.payment)
    }
    case 'produto': {
      const products = data.por_produto ?? []
      const points = products.map(({ produto, descricao, valor, acumulado, abc }) => ({
        ...{ label: '', name: descricao, value: valor, classe: abc, acumulado: acumulado ?? '0' },
        to: to({ produto }),
      }))
      return {
        hasBefore: false,
        isEmpty: points.length === 0,
        table: {
          head: [columns.product, columns.value, columns.accumulated, columns.abc],
          rows: products.map(({ descricao, valor, acumulado, abc }, index) => ({
            cells: [descricao, formatMoney(valor), shareText(acumulado), abc],
            to: points[index]?.to,
          })),
        },
        picture: <AbcCurve label={words.byTitle.produto} points={points} />,
      }
    }
  }
}

function named(view: View, points: readonly ChartPoint[], hasBefore: boolean, name: string): Chart {
  return {
    hasBefore,
    isEmpty: points.length === 0,
    table: {
      head: [name, columns.value, ...(hasBefore ? [columns.before] : [])],
      rows: points.map((point) => ({
        cells: [
          point.name,
          formatMoney(point.value),
          ...(hasBefore ? [point.before == null ? '–' : formatMoney(point.before)] : []),
        ],
        to: point.to,
      })),
    },
    picture: <RowBars label={words.byTitle[view]} points={points.slice(0, NAMES)} before={words.before} />,
  }
}

/** So many in any case: one hour as wide as the card would say nothing. */
const FEWEST_HOURS = 10

type HeatProps = { companyId: string; hours: NonNullable<SalesReport['por_hora']>; rows: Rows | undefined }

/** From the first to the last hour and weekday that sells; Monday to Friday in any case. */
function Heat({ companyId, hours, rows }: HeatProps) {
  const first = Math.min(24 - FEWEST_HOURS, ...hours.map(({ hora }) => hora))
  const last = Math.max(first + FEWEST_HOURS - 1, ...hours.map(({ hora }) => hora))
  const days = Math.max(5, ...hours.map(({ dia_semana }) => dia_semana))
  const columnsOf = hours.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const cells = Array.from({ length: days }, (_, day) =>
    columnsOf.map((hora): ChartPoint => {
      const sold = hours.find((each) => each.dia_semana === day + 1 && each.hora === hora)
      const place = { dia_semana: String(day + 1), hora: String(hora) }
      return {
        label: '',
        name: words.at(words.weekdaysInFull[day] ?? '', hora),
        value: sold?.valor ?? '0.00',
        detail: texts.notas(sold?.quantidade ?? 0),
        to: sold && rows && rowsPath(companyId, rows, place),
      }
    }),
  ).flat()
  return (
    <ChartCard
      title={words.heat}
      empty={hours.length === 0 ? words.heatEmpty : undefined}
      table={{
        head: [columns.when, columns.receipts, columns.value],
        rows: cells
          .filter(({ to }) => to !== undefined)
          .map(({ name, detail = '', value, to }) => ({ cells: [name, detail, formatMoney(value)], to })),
      }}
    >
      <HeatMap
        label={words.heat}
        rows={words.weekdays.slice(0, days)}
        columns={columnsOf.map(words.hour)}
        cells={cells}
      />
    </ChartCard>
  )
}
