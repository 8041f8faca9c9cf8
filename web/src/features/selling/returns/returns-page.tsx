import { IconArrowBackUp, IconExternalLink, IconFileInvoice, IconTicket } from '@tabler/icons-react'
import { useActiveCompany } from '@/api'
import type { ReturnSummary } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import {
  DataTable,
  EmptyState,
  FilterPeriod,
  formatDate,
  formatDecimal,
  formatInteger,
  formatMoment,
  LinkButton,
  NoCompanyPage,
  Page,
  PageHeader,
  QuickPeriod,
  useRecordList,
} from '@/ui'
import type { Column } from '@/ui'
import { countReturns, listReturns, TABS } from './queries'
import type { ReturnFilter } from './queries'
import { StateBadge } from './state-badge'
import { texts } from './texts'

/** Goods that came back, and which of them still need their NF-e of entry: a gerente's. */
export default function ReturnsPage() {
  const company = useActiveCompany()
  if (!company) return <NoCompanyPage title={texts.title} text={texts.noCompanyText} />
  return <OfCompany key={company.id} company={company.id} />
}

/** Of the list's address. */
const FILTERS = { de: 'date', ate: 'date', ambiente: ['producao', 'homologacao', 'simulador'] } as const

const filterFrom = ({ de, ate, ambiente }: Readonly<Record<keyof typeof FILTERS, string>>): ReturnFilter => ({
  de: de || undefined,
  ate: ate || undefined,
  ambiente: FILTERS.ambiente.find((name) => name === ambiente),
})

const nameOf = ({ numero, created_at }: ReturnSummary) => texts.of(numero, formatDate(created_at))

function OfCompany({ company }: { company: string }) {
  const { list, table } = useRecordList({
    name: 'devolucoes',
    texts,
    defaultSort: '-created_at',
    sortable: [],
    tabs: TABS,
    filters: FILTERS,
    read: ({ filters, tab = 'todas', page }) => listReturns(company, filterFrom(filters), tab, page),
    counts: ({ filters }) => countReturns(company, filterFrom(filters)),
  })
  return (
    <Page>
      <PageHeader
        title={texts.title}
        parent={{ label: 'Notas', to: ofCompany(paths.receipts.list, company) }}
        actions={[
          {
            ...{ id: 'credits', label: texts.credits, icon: IconTicket, isSide: true },
            to: ofCompany(paths.storeCredits, company),
          },
        ]}
      />
      <DataTable
        {...table}
        columns={COLUMNS}
        rowName={nameOf}
        rowTo={({ id }) => paths.returns.one(id)}
        phoneRow={(row) => ({
          title: `${texts.receipt(row.numero)} · ${texts.kinds[row.destino]}`,
          detail: `${row.motivo} · ${formatMoment(row.created_at)}`,
          aside: formatDecimal(row.total),
          asideDetail: <StateBadge {...row} />,
        })}
        actions={({ id, nfe_id }) => [
          {
            ...{ id: 'see', label: texts.page.entry, icon: IconExternalLink, isInRow: true },
            to: ofCompany(paths.returns.one(id), company),
          },
          ...(nfe_id === null
            ? []
            : [
                {
                  ...{ id: 'nfe', label: texts.openEntry, icon: IconFileInvoice },
                  to: ofCompany(paths.receipts.one(nfe_id), company),
                },
              ]),
        ]}
        actionsWidth="76px"
        filtersWidth={570}
        filters={
          <>
            <QuickPeriod list={list} />
            <FilterPeriod list={list} from="de" to="ate" label={texts.period} />
          </>
        }
        empty={
          <EmptyState icon={IconArrowBackUp} title={texts.emptyTitle} text={texts.emptyText}>
            <LinkButton to={ofCompany(paths.receipts.list, company)}>{texts.openReceipts}</LinkButton>
          </EmptyState>
        }
      />
    </Page>
  )
}

const { columns } = texts
const COLUMNS: Column<ReturnSummary>[] = [
  {
    id: 'created_at',
    title: columns.created_at,
    width: '116px',
    leaves: 1,
    cell: ({ created_at }) => formatMoment(created_at),
  },
  { id: 'numero', title: columns.numero, width: '92px', cell: ({ numero }) => formatInteger(numero) },
  { id: 'motivo', title: columns.motivo, isName: true, cell: ({ motivo }) => motivo },
  {
    id: 'destino',
    title: columns.destino,
    width: '150px',
    leaves: 2,
    cell: ({ destino }) => texts.kinds[destino],
  },
  {
    id: 'situacao',
    title: columns.situacao,
    width: '132px',
    cell: (row) => <StateBadge {...row} />,
  },
  { id: 'total', title: columns.total, width: '132px', align: 'right', cell: ({ total }) => formatDecimal(total) },
]
