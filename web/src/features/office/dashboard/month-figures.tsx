import type { Dashboard } from '@/api'
import { rowsPath } from '@/app/paths'
import { Amount, Change, Figure, FigureStrip, periodInWords, signedPercent, Unit } from '@/features/office/figures'
import { decimal, formatInteger, formatMoney } from '@/ui'
import { texts } from './texts'

const { metrics } = texts

/** The four figures of the month up to now, beside the month before to the same day. */
export function MonthFigures({ companyId, data: { no_mes, base } }: { companyId: string; data: Required<Dashboard> }) {
  const { faturamento, ticket_medio, clientes, quantidade, diferenca, ate, anterior_de, anterior_ate } = no_mes
  const before = periodInWords({ de: anterior_de, ate: anterior_ate }, ate.slice(0, 4))
  const to = (rows: typeof faturamento.linhas) => rows && rowsPath(companyId, rows)
  const hasBefore = faturamento.variacao !== null
  return (
    <FigureStrip>
      <Figure
        label={metrics.revenue}
        meaning={base === 'notas' ? 'Faturado' : 'Pedidos'}
        to={to(faturamento.linhas)}
        detail={
          <>
            <Change percent={faturamento.variacao} /> {hasBefore && `${metrics.over(before)} · `}
            {texts.bases[base]}
          </>
        }
      >
        <Amount value={faturamento.valor} />
      </Figure>
      <Figure
        label={metrics.growth}
        meaning="Variação"
        detail={
          hasBefore
            ? metrics.difference(
                formatMoney(diferenca.replace('-', '')),
                decimal.compare(diferenca, '0') < 0,
                Number(anterior_ate.slice(8)),
              )
            : metrics.nothingBefore(before)
        }
      >
        {faturamento.variacao === null ? (
          metrics.none
        ) : (
          <>
            {signedPercent(faturamento.variacao)}
            <Unit>%</Unit>
          </>
        )}
      </Figure>
      <Figure
        label={metrics.customers}
        meaning="Clientes"
        detail={
          <>
            <strong>{metrics.fresh(clientes.novos)}</strong> · {metrics.back(clientes.voltaram)}
          </>
        }
      >
        {formatInteger(clientes.quantidade)}
      </Figure>
      <Figure
        label={metrics.ticket}
        meaning="Ticket médio"
        to={to(ticket_medio.linhas ?? faturamento.linhas)}
        detail={
          <>
            <Change percent={ticket_medio.variacao} /> {texts.counted(base, quantidade)}
          </>
        }
      >
        <Amount value={ticket_medio.valor} />
      </Figure>
    </FigureStrip>
  )
}
