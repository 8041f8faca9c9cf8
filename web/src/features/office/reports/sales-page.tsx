import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { SalesReport } from '@/api'
import { rowsPath } from '@/app/paths'
import { Amount, Change, Figure, FigureStrip } from '@/features/office/figures'
import { EmptyState, formatInteger, formatMoney, Loaded } from '@/ui'
import { loadSales } from './queries'
import { RecordFilters, SellerFilter, SeriesFilter } from './report-filters'
import { OfCompany, ReportFrame, ReportSkeleton } from './report-frame'
import classes from './reports.module.css'
import { SalesCharts } from './sales-charts'
import { SalesTables } from './sales-tables'
import { percentText } from './shares'
import { texts } from './texts'
import { useReport } from './use-report'
import type { ReportState } from './use-report'

const words = texts.sales

export default function SalesPage() {
  return (
    <OfCompany title={texts.reports.sales.title}>
      {(companyId) => <Sales key={companyId} companyId={companyId} />}
    </OfCompany>
  )
}

const SECTIONS = { vendedor: 'operador', cliente: 'cliente', produto: 'produto', pagamento: 'pagamento' } as const

function Sales({ companyId }: { companyId: string }) {
  const state = useReport()
  const query = useQuery(loadSales(companyId, state.query))
  const { list } = state
  const view = list.filters.ver
  return (
    <ReportFrame
      report="sales"
      companyId={companyId}
      state={state}
      counted={query.data}
      section={view in SECTIONS ? SECTIONS[view as keyof typeof SECTIONS] : 'dia'}
      filters={
        <>
          <SellerFilter companyId={companyId} list={list} />
          <RecordFilters companyId={companyId} list={list} />
          <SeriesFilter list={list} />
        </>
      }
    >
      {query.isPending ? (
        <ReportSkeleton />
      ) : (
        <Loaded query={query} failed={texts.failed}>
          {(data) => (
            <div className={classes.rows} data-stale={query.isPlaceholderData || undefined}>
              <Content companyId={companyId} data={data} state={state} />
            </div>
          )}
        </Loaded>
      )}
    </ReportFrame>
  )
}

type ContentProps = { companyId: string; data: SalesReport; state: ReportState }

function Content({ companyId, data, state }: ContentProps) {
  const { total, base } = data
  const isEmpty =
    base === 'notas'
      ? total.autorizado.quantidade + total.devolvido.quantidade + total.cancelado.quantidade === 0
      : total.pedidos.quantidade === 0
  return (
    <>
      {base === 'notas' ? (
        <ReceiptFigures companyId={companyId} data={data} />
      ) : (
        <OrderFigures companyId={companyId} data={data} />
      )}
      {isEmpty ? (
        <EmptyState icon={IconChartBar} title={words.empty} text={words.emptyText} />
      ) : (
        <SalesCharts companyId={companyId} data={data} state={state} />
      )}
      <SalesTables companyId={companyId} data={data} />
    </>
  )
}

type FiguresProps = { companyId: string; data: SalesReport }

function ReceiptFigures({ companyId, data }: FiguresProps) {
  const { total, variacao, por_operador = [] } = data
  const to = (rows: typeof total.autorizado.linhas) => rows && rowsPath(companyId, rows)
  // By whom most of the discount was given.
  const giver = por_operador
    .filter(({ desconto_parte }) => desconto_parte !== null && Number(desconto_parte) > 0)
    .toSorted((a, b) => Number(b.desconto_parte) - Number(a.desconto_parte))[0]
  return (
    <FigureStrip>
      <Figure
        label={words.figures.revenue}
        meaning="Faturado"
        to={to(total.autorizado.linhas)}
        detail={
          <>
            <Change percent={variacao} /> {texts.notas(total.autorizado.quantidade)}
          </>
        }
      >
        <Amount value={total.faturado} />
      </Figure>
      <Figure
        label={words.figures.returns}
        meaning="Devolvido"
        to={to(total.devolvido.linhas)}
        detail={texts.returns(total.devolvido.quantidade)}
      >
        <Amount value={total.devolvido.valor} />
      </Figure>
      <Figure
        label={words.figures.discounts}
        meaning="Desconto"
        to={to(total.autorizado.linhas)}
        detail={[
          total.desconto_percentual && words.share(percentText(total.desconto_percentual)),
          giver?.desconto_parte && words.by(giver.nome, percentText(giver.desconto_parte)),
        ]
          .filter(Boolean)
          .join(' · ')}
      >
        <Amount value={total.desconto} />
      </Figure>
      <Figure
        label={words.figures.cancelled}
        meaning="Cancelado"
        to={to(total.cancelado.linhas)}
        detail={formatMoney(total.cancelado.valor)}
      >
        {formatInteger(total.cancelado.quantidade)}
      </Figure>
      <Figure
        label={words.figures.ticket}
        meaning="Ticket médio"
        to={to(total.autorizado.linhas)}
        detail={words.perReceipt}
      >
        <Amount value={total.ticket_medio} />
      </Figure>
    </FigureStrip>
  )
}

/** Of a company that issues no receipts. */
function OrderFigures({ companyId, data }: FiguresProps) {
  const { total, variacao, pedidos } = data
  const to = (rows: typeof total.vendido.linhas) => rows && rowsPath(companyId, rows)
  return (
    <FigureStrip>
      <Figure
        label={words.figures.orders}
        meaning="Pedidos"
        to={to(total.pedidos.linhas)}
        detail={
          <>
            <Change percent={variacao} /> {texts.orders(total.pedidos.quantidade)}
          </>
        }
      >
        <Amount value={total.pedidos.valor} />
      </Figure>
      <Figure
        label={words.figures.sold}
        meaning="Vendido"
        to={to(total.vendido.linhas)}
        detail={texts.orders(total.vendido.quantidade)}
      >
        <Amount value={total.vendido.valor} />
      </Figure>
      {pedidos && (
        <>
          <Figure
            label={words.figures.won}
            meaning="Pedidos"
            to={to(pedidos.ganhos.linhas)}
            detail={pedidos.conversao === null ? '' : words.conversion(percentText(pedidos.conversao))}
          >
            {formatInteger(pedidos.ganhos.quantidade)}
          </Figure>
          <Figure
            label={words.figures.open}
            to={to(pedidos.abertos.linhas)}
            detail={words.ending(formatInteger(pedidos.vencendo.quantidade))}
          >
            <Amount value={pedidos.abertos.valor} />
          </Figure>
        </>
      )}
    </FigureStrip>
  )
}
