import { IconFileDollar, IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listSellers, useActiveCompany, useMay } from '@/api'
import type { BudgetSummary } from '@/api'
import { paths } from '@/app/paths'
import { SavedFilters } from '@/features/accounts/saved-filters'
import {
  ActionButton,
  Button,
  DataTable,
  EmptyState,
  FilterPeriod,
  FilterSelect,
  formatDay,
  formatMoney,
  NoCompanyPage,
  Page,
  PageHeader,
  QuickPeriod,
  useRecordList,
} from '@/ui'
import type { Column, ScreenAction } from '@/ui'
import { InvoiceBadge } from './invoice-badge'
import { filterFrom, FILTERS, FROM_FIGURES, TABS } from './list-filter'
import { countBudgets, countTabs, listBudgets, SORTS } from './queries'
import type { BudgetOrder } from './queries'
import { texts } from './texts'
import { clientOf, nameOf, useBudgetActions } from './use-budget-actions'

const { columns } = texts

const COLUMNS: Column<BudgetSummary>[] = [
  {
    id: 'numero_pedido',
    title: columns.numero_pedido,
    sort: 'numero_pedido',
    width: '88px',
    align: 'right',
    cell: ({ numero_pedido }) => texts.numbered(numero_pedido),
  },
  { id: 'nome_cliente', title: columns.nome_cliente, sort: 'nome_cliente', isName: true, cell: clientOf },
  {
    id: 'data_orcamento',
    title: columns.data_orcamento,
    sort: 'data_orcamento',
    width: '110px',
    leaves: 4,
    cell: ({ data_orcamento }) => formatDay(data_orcamento),
  },
  {
    id: 'vendedor',
    title: columns.vendedor,
    sort: 'vendedor',
    width: '136px',
    leaves: 1,
    cell: ({ vendedor }) => vendedor,
  },
  {
    id: 'total_fatura',
    title: columns.total_fatura,
    sort: 'total_fatura',
    align: 'right',
    width: '132px',
    cell: ({ total_fatura }) => formatMoney(total_fatura),
  },
  {
    id: 'faturado',
    title: columns.faturado,
    width: '116px',
    leaves: 3,
    cell: ({ faturado }) => <InvoiceBadge faturado={faturado} />,
  },
  { id: 'tipo', title: columns.tipo, width: '104px', leaves: 2, cell: ({ tipo }) => tipo },
  {
    id: 'valido_ate',
    title: columns.valido_ate,
    isOptional: true,
    width: '116px',
    cell: ({ valido_ate }) => formatDay(valido_ate),
  },
  { id: 'obra', title: columns.obra, isOptional: true, cell: ({ obra }) => obra },
  {
    id: 'data_venda',
    title: columns.data_venda,
    isOptional: true,
    width: '130px',
    cell: ({ data_venda }) => formatDay(data_venda),
  },
  {
    id: 'numero_nfe',
    title: columns.numero_nfe,
    isOptional: true,
    width: '140px',
    cell: ({ numero_nfe }) => numero_nfe,
  },
]

const CREATE: ScreenAction = {
  id: 'new',
  label: texts.newBudget,
  icon: IconPlus,
  isMain: true,
  shortcut: 'N',
  to: paths.budgets.new,
}

const STATUS = [
  { value: 'pendente', label: texts.pending },
  { value: 'vencendo', label: texts.ending },
  { value: 'faturado', label: texts.invoiced },
]

const NOBODY: { id: string; nome: string }[] = []

export default function BudgetsPage() {
  const company = useActiveCompany()
  if (company) return <CompanyBudgets key={company.id} companyId={company.id} />
  return <NoCompanyPage title={texts.title} text={texts.noCompanyText} />
}

function CompanyBudgets({ companyId }: { companyId: string }) {
  const { list, table } = useRecordList({
    name: 'orcamentos',
    texts,
    defaultSort: '-data_orcamento',
    sortable: SORTS,
    tabs: TABS,
    filters: FILTERS,
    read: (state) =>
      listBudgets(companyId, filterFrom(state), {
        sort: state.sort as BudgetOrder['sort'],
        page: state.page,
        page_size: state.pageSize,
      }),
    counts: (state) => countTabs(companyId, filterFrom({ ...state, tab: 'todos' })),
  })
  const { data: totals } = useQuery(countBudgets(companyId, filterFrom(list)))
  const { data: sellers = NOBODY } = useQuery(listSellers(companyId))
  const actions = useBudgetActions(companyId)
  const mayRemove = useMay()('POST /api/companies/{id}/budgets/bulk')

  return (
    <Page>
      <PageHeader title={texts.title} actions={[CREATE]} />
      <DataTable
        {...table}
        columns={COLUMNS}
        rowName={(budget) => `${nameOf(budget)}, ${clientOf(budget)}`}
        rowTo={({ id }) => paths.budgets.edit(id)}
        phoneRow={(budget) => ({
          title: clientOf(budget),
          detail: `${nameOf(budget)} · ${formatDay(budget.data_orcamento)}`,
          aside: formatMoney(budget.total_fatura),
          asideDetail: <InvoiceBadge faturado={budget.faturado} />,
        })}
        actions={actions.ofRow}
        bulkActions={mayRemove ? actions.ofSelection : undefined}
        filtersWidth={760}
        savedFilters={<SavedFilters name="orcamentos" list={list} />}
        filters={
          <>
            {FROM_FIGURES.filter((name) => list.filters[name] !== '').map((name) => (
              <Button
                key={name}
                kind="secondary"
                iconAfter={IconX}
                aria-label={texts.filters.remove(texts.filters.shown[name](list.filters[name]))}
                onClick={() => list.setFilter(name, '')}
              >
                {texts.filters.shown[name](list.filters[name])}
              </Button>
            ))}
            <QuickPeriod list={list} />
            <FilterPeriod list={list} from="de" to="ate" label={texts.filters.period} />
            <FilterSelect
              list={list}
              name="funcionario_id"
              label={texts.filters.seller}
              all={texts.filters.allSellers}
              choices={sellers.map(({ id, nome }) => ({ value: id, label: nome }))}
            />
            <FilterSelect
              list={list}
              name="situacao"
              label={texts.filters.status}
              all={texts.filters.allStatus}
              choices={STATUS}
            />
          </>
        }
        totals={totals && texts.totals(totals.total, totals.soma_total_fatura)}
        empty={
          <EmptyState icon={IconFileDollar} title={texts.emptyTitle} text={texts.emptyText}>
            <ActionButton action={CREATE} label={texts.createFirst} />
          </EmptyState>
        }
      />
    </Page>
  )
}
