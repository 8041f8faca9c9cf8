import { IconBuilding, IconFileUpload, IconPackage, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { searchReference, useActiveCompany } from '@/api'
import type { ActiveCompany } from '@/api'
import {
  DataTable,
  EmptyState,
  FilterSelect,
  FilterText,
  LinkButton,
  Page,
  PageHeader,
  SheetActions,
  useListState,
  useProblemToast,
} from '@/ui'
import { editAddress, IMPORT, NEW } from './addresses'
import { formatNcm } from './format'
import { COLUMNS, phoneRow } from './product-columns'
import { countProducts, exportProducts, listProducts, SORTS, TABS } from './queries'
import type { ProductFilter, ProductSort, Tab } from './queries'
import { texts } from './texts'
import { useProductActions } from './use-product-actions'

export default function ProductsPage() {
  const company = useActiveCompany()
  if (company) return <ProductList key={company.id} company={company} />
  return (
    <Page>
      <PageHeader title={texts.title} />
      <EmptyState icon={IconBuilding} title={texts.noCompanyTitle} text={texts.noCompanyText} />
    </Page>
  )
}

const EVERYTHING = { search: '', prod_NCM: '', prod_uCOM: '' }

/** Of one company: another one starts with its own page and nothing selected. */
function ProductList({ company }: { company: ActiveCompany }) {
  const navigate = useNavigate()
  const list = useListState({
    defaultSort: 'prod_cProd',
    sortable: SORTS,
    tabs: TABS,
    filters: { prod_NCM: 'text', prod_uCOM: 'text' },
  })
  const filter: ProductFilter = {
    search: list.search,
    tab: list.tab ?? 'ativos',
    prod_NCM: parseNcm(list.filters.prod_NCM) ?? '',
    prod_uCOM: list.filters.prod_uCOM.slice(0, 6),
  }
  const sort = list.sort as ProductSort
  const { data, error, isPlaceholderData, refetch } = useQuery(listProducts(company.id, filter, sort, list.page))
  const { data: total } = useQuery(countProducts(company.id, filter))
  const counts = useCounts(company.id)
  const actions = useProductActions(company.id)
  useProblemToast(texts.loadListFailed, error)

  const isEmpty = TABS.every((tab) => counts[tab] === 0)
  return (
    <Page>
      <PageHeader
        title={texts.title}
        actions={
          !isEmpty && (
            <>
              <SheetActions
                importLabel={texts.importSheet}
                importTo={IMPORT}
                total={total}
                exportLabel={texts.exportProducts}
                onExport={(format) => exportProducts(company.id, filter, sort, format)}
              />
              <LinkButton to={NEW} icon={IconPlus} shortcut="N">
                {texts.newProduct}
              </LinkButton>
            </>
          )
        }
      />
      <DataTable
        name="produtos"
        label={texts.title}
        list={list}
        page={data}
        isStale={isPlaceholderData}
        problem={
          error ? { title: texts.loadListFailed, message: error.message, onRetry: () => void refetch() } : undefined
        }
        columns={COLUMNS}
        rowId={({ id }) => id}
        rowName={({ prod_xProd }) => prod_xProd}
        rowTo={({ id }) => editAddress(id)}
        phoneRow={phoneRow}
        actions={actions.ofRow}
        bulkActions={actions.ofSelection}
        tabs={TABS.map((id) => ({ id, label: texts.tabs[id], count: counts[id] }))}
        searchLabel={texts.search}
        filters={
          <>
            <FilterText
              list={list}
              name="prod_NCM"
              label={texts.columns.prod_NCM}
              placeholder={texts.columns.prod_NCM}
              parse={parseNcm}
              format={formatNcm}
            />
            <UnitFilter list={list} />
          </>
        }
        onNew={{ label: texts.newProduct, run: () => void navigate(NEW) }}
        empty={
          <EmptyState
            icon={IconPackage}
            title={texts.emptyTitle}
            text={texts.emptyText(company.nome_fantasia ?? company.razao_social)}
          >
            <LinkButton to={NEW} icon={IconPlus} shortcut="N">
              {texts.registerFirst}
            </LinkButton>
            <LinkButton kind="secondary" to={IMPORT} icon={IconFileUpload}>
              {texts.importSheet}
            </LinkButton>
          </EmptyState>
        }
      />
    </Page>
  )
}

/** Beginning of an NCM, however it is punctuated. */
function parseNcm(text: string): string | null {
  const digits = text.replace(/\D/g, '').slice(0, 8)
  return digits.length >= 2 ? digits : null
}

/** How many are behind each tab, without regard to search and filters. */
function useCounts(company: string): Record<Tab, number | undefined> {
  return {
    ativos: useQuery(countProducts(company, { ...EVERYTHING, tab: 'ativos' })).data,
    inativos: useQuery(countProducts(company, { ...EVERYTHING, tab: 'inativos' })).data,
    sem_ncm: useQuery(countProducts(company, { ...EVERYTHING, tab: 'sem_ncm' })).data,
    todos: useQuery(countProducts(company, { ...EVERYTHING, tab: 'todos' })).data,
    lixeira: useQuery(countProducts(company, { ...EVERYTHING, tab: 'lixeira' })).data,
  }
}

type UnitFilterProps = {
  list: { filters: Readonly<Record<'prod_uCOM', string>>; setFilter: (name: 'prod_uCOM', value: string) => void }
}

function UnitFilter({ list }: UnitFilterProps) {
  const { data = [] } = useQuery(searchReference('unidades', { limit: 100 }))
  const current = list.filters.prod_uCOM
  const choices = data.map(({ codigo, descricao }) => ({ value: codigo, label: `${codigo} ${descricao}` }))
  // A unit of one's own may be in the address.
  const isMissing = current !== '' && !choices.some(({ value }) => value === current)
  return (
    <FilterSelect
      list={list}
      name="prod_uCOM"
      label={texts.columns.prod_uCOM}
      all={texts.allUnits}
      choices={isMissing ? [...choices, { value: current, label: current }] : choices}
    />
  )
}
