import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ClientsReport, ReportClient } from '@/api'
import { paths, rowsPath } from '@/app/paths'
import { Amount, Figure, FigureStrip, MEANINGS } from '@/features/office/figures'
import {
  AbcCurve,
  ChartCard,
  EmptyState,
  formatDay,
  formatDecimal,
  formatInteger,
  formatMoney,
  HelpMark,
  Loaded,
} from '@/ui'
import { clientRows, nameOfClient } from './client-rows'
import { loadClients } from './queries'
import { SellerFilter, SeriesFilter } from './report-filters'
import { OfCompany, ReportFrame, ReportSkeleton } from './report-frame'
import { AbcBadge, ReportTable } from './report-table'
import classes from './reports.module.css'
import { percentText, shareText } from './shares'
import { texts } from './texts'
import { useReport } from './use-report'

const words = texts.clients
const { columns } = words

export default function ClientsPage() {
  return (
    <OfCompany title={texts.reports.clients.title}>
      {(companyId) => <Clients key={companyId} companyId={companyId} />}
    </OfCompany>
  )
}

function Clients({ companyId }: { companyId: string }) {
  const state = useReport()
  const { de, ate, comparar, serie, operador } = state.query
  const query = useQuery(loadClients(companyId, { de, ate, comparar, serie, operador }))
  return (
    <ReportFrame
      report="clients"
      companyId={companyId}
      state={state}
      counted={query.data}
      filters={
        <>
          <SellerFilter companyId={companyId} list={state.list} />
          <SeriesFilter list={state.list} />
        </>
      }
    >
      {query.isPending ? (
        <ReportSkeleton />
      ) : (
        <Loaded query={query} failed={texts.failed}>
          {(data) => (
            <div className={classes.rows} data-stale={query.isPlaceholderData || undefined}>
              <Content companyId={companyId} data={data} />
            </div>
          )}
        </Loaded>
      )}
    </ReportFrame>
  )
}

const nameOf = ({ chave, nome }: ReportClient) => nameOfClient(chave, nome)

function Content({ companyId, data }: { companyId: string; data: ClientsReport }) {
  const { clientes, novos, voltaram, sem_cliente, ticket_medio, anterior, linhas, parados, lista } = data
  const to = rowsPath(companyId, lista)
  const shareOf = (part: number) =>
    clientes > 0 ? words.shareOf(percentText(((part / clientes) * 100).toFixed(1))) : ''
  const clientTo = ({ chave }: ReportClient) => clientRows(companyId, lista, chave)
  const hasBefore = data.comparado !== null
  return (
    <>
      <FigureStrip>
        <Figure
          label={words.figures.clients}
          meaning="Clientes"
          to={to}
          detail={anterior === null ? '' : words.before(anterior)}
        >
          {formatInteger(clientes)}
        </Figure>
        <Figure label={words.figures.fresh} meaning="Novo" detail={shareOf(novos)}>
          {formatInteger(novos)}
        </Figure>
        <Figure label={words.figures.back} detail={shareOf(voltaram)}>
          {formatInteger(voltaram)}
        </Figure>
        <Figure label={words.figures.ticket} meaning="Ticket médio" to={to} detail={words.ofAllSales}>
          <Amount value={ticket_medio} />
        </Figure>
        <Figure
          label={words.figures.unknown}
          to={sem_cliente.linhas && rowsPath(companyId, sem_cliente.linhas)}
          detail={texts.counted(data.base, sem_cliente.quantidade)}
        >
          <Amount value={sem_cliente.valor} />
        </Figure>
      </FigureStrip>
      {linhas.length === 0 ? (
        <EmptyState icon={IconUsersGroup} title={words.empty} text={texts.sales.emptyText} />
      ) : (
        <>
          <ChartCard
            title={words.curve}
            note={linhas.length < clientes && words.bestOf(linhas.length)}
            table={{
              head: [columns.client, columns.value, texts.sales.columns.accumulated, columns.abc],
              rows: linhas.map((client) => ({
                cells: [nameOf(client), formatMoney(client.valor), shareText(client.acumulado), client.abc],
                to: clientTo(client),
              })),
            }}
          >
            <AbcCurve
              key={`${data.periodo.de} ${data.periodo.ate}`}
              label={words.curve}
              points={linhas.map((client) => ({
                ...{ label: '', name: nameOf(client), value: client.valor, classe: client.abc },
                acumulado: client.acumulado ?? '0',
                detail: texts.counted(data.base, client.quantidade),
                to: clientTo(client),
              }))}
            />
          </ChartCard>
          <ReportTable
            title={words.best}
            note={linhas.length < clientes && words.bestOf(linhas.length)}
            rows={linhas}
            rowId={({ chave }) => chave}
            rowTo={clientTo}
            columns={[
              {
                title: columns.client,
                cell: (client) => (
                  <>
                    {nameOf(client)} {client.novo && <small>{words.fresh}</small>}
                  </>
                ),
              },
              { title: columns.purchases, cell: ({ quantidade }) => formatInteger(quantidade) },
              { title: columns.ticket, cell: ({ ticket_medio: ticket }) => formatDecimal(ticket) },
              { title: columns.last, cell: ({ ultima }) => formatDay(ultima) },
              { title: columns.value, cell: ({ valor }) => <Strong value={valor} /> },
              ...(hasBefore
                ? [{ title: columns.before, cell: (client: ReportClient) => formatDecimal(client.anterior) || '–' }]
                : []),
              { title: columns.share, cell: ({ parte }) => shareText(parte) },
              {
                title: columns.abc,
                help: <HelpMark about="ABC" text={MEANINGS.ABC} />,
                cell: ({ abc }) => <AbcBadge name={abc} />,
              },
            ]}
          />
        </>
      )}
      {parados.length === 0 ? (
        linhas.length > 0 && <p className={classes.text}>{words.goneEmpty}</p>
      ) : (
        <ReportTable
          title={words.gone}
          note={words.goneNote}
          rows={parados}
          rowId={({ chave }) => chave}
          columns={[
            {
              title: columns.client,
              cell: ({ nome, pessoa_id }) => (pessoa_id ? <Link to={paths.people.edit(pessoa_id)}>{nome}</Link> : nome),
            },
            { title: columns.last, cell: ({ ultima }) => formatDay(ultima) },
            { title: columns.first, cell: ({ primeira }) => formatDay(primeira) },
            { title: columns.purchases, cell: ({ quantidade }) => formatInteger(quantidade) },
            { title: columns.ticket, cell: ({ ticket_medio: ticket }) => formatDecimal(ticket) },
            { title: columns.value, cell: ({ valor }) => <Strong value={valor} /> },
          ]}
        />
      )}
    </>
  )
}

function Strong({ value }: { value: string }) {
  return <strong className={classes.strong}>{formatDecimal(value)}</strong>
}
