import { IconPackage, IconPlus, IconReceiptTax, IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchReference, useActiveCompany, useMay } from '@/api'
import type { ActiveCompany, Product } from '@/api'
import { paths } from '@/app/paths'
import { SavedFilters } from '@/features/accounts/saved-filters'
import {
  ActionButton,
  DataTable,
  EmptyState,
  FilterSelect,
  FilterText,
  formatInteger,
  NoCompanyPage,
  Page,
  PageHeader,
  sheetActions,
  toast,
  useExactTotal,
  useRecordList,
} from '@/ui'
import type { BulkAction, ListState, ScreenAction } from '@/ui'
import { MOST_IN_CHANGES } from './changes'
import { formatNcm } from './format'
import { useLateDialogs, useLoadLateDialogs } from './late-dialogs'
import { COLUMNS, phoneRow } from './product-columns'
import { countProducts, countTabs, exportProducts, listProducts, SORTS, TABS } from './queries'
import type { ProductFilter, ProductSort, Tab } from './queries'
import { texts } from './texts'
import { usePriceInPlace } from './use-price-in-place'
import { useProductActions } from './use-product-actions'

export default function ProductsPage() {
  const company = useActiveCompany()
  if (company) return <ProductList key={company.id} company={company} />
  return <NoCompanyPage title={texts.title} text={texts.noCompanyText} />
}

const CREATE: ScreenAction = {
  id: 'new',
  label: texts.newProduct,
  icon: IconPlus,
  isMain: true,
  shortcut: 'N',
  to: paths.products.new,
}

type State = ListState<Tab, 'prod_NCM' | 'prod_uCOM'>

const sortOf = ({ sort }: State) => sort as ProductSort

function filterOf({ search, tab = 'ativos', filters }: State): ProductFilter {
  return { search, tab, prod_NCM: parseNcm(filters.prod_NCM) ?? '', prod_uCOM: filters.prod_uCOM.slice(0, 6) }
}

/** Of one company: another one starts with its own page and nothing selected. */
function ProductList({ company }: { company: ActiveCompany }) {
  const { list, table, isEmpty, totals } = useRecordList({
    name: 'produtos',
    texts,
    defaultSort: 'prod_cProd',
    sortable: SORTS,
    tabs: TABS,
    filters: { prod_NCM: 'text', prod_uCOM: 'text' },
    read: (state) => listProducts(company.id, filterOf(state), sortOf(state), state),
    counts: (state) => countTabs(company.id, filterOf(state)),
  })
  const may = useMay()
  const mayChange = may('POST /api/companies/{id}/products/bulk')
  const filter = filterOf(list)
  const total = useExactTotal(totals?.[filter.tab], countProducts(company.id, filter))
  const actions = useProductActions(company.id)
  const price = usePriceInPlace(company.id)
  const changing = useChanging(company.id)
  const [toImport, toExport] = sheetActions({
    importLabel: texts.importSheet,
    importTo: paths.products.import,
    total,
    exportLabel: texts.exportProducts,
    onExport: (format) => exportProducts(company.id, filter, sortOf(list), format),
  })

  return (
    <Page>
      <PageHeader
        title={texts.title}
        actions={mayChange ? [toImport, toExport, CREATE] : []}
        areActionsElsewhere={isEmpty}
      />
      <DataTable
        {...table}
        columns={COLUMNS}
        rowName={({ prod_xProd }) => prod_xProd}
        rowTo={({ id }) => paths.products.edit(id)}
        phoneRow={phoneRow}
        actions={actions.ofRow}
        bulkActions={
          mayChange ? (selected) => [...changing.actions(selected), ...actions.ofSelection(selected)] : undefined
        }
        inPlace={mayChange ? price : undefined}
        tabLink={
          mayChange ? { label: texts.profiles.title, icon: IconReceiptTax, to: paths.taxProfiles.list } : undefined
        }
        savedFilters={<SavedFilters name="produtos" list={list} />}
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
        empty={
          <EmptyState
            icon={IconPackage}
            title={texts.emptyTitle}
            text={texts.emptyText(company.nome_fantasia ?? company.razao_social)}
          >
            {mayChange && <ActionButton action={CREATE} label={texts.registerFirst} />}
            {mayChange && toImport && <ActionButton action={toImport} />}
          </EmptyState>
        }
      />
      {changing.dialog}
    </Page>
  )
}

type Changing = { kind: 'prices' | 'profile'; products: readonly Product[]; answer: (isDone: boolean) => void }

/** Prices and perfis fiscais of a selection, each by a window that shows old and new first. */
function useChanging(company: string) {
  const [open, setOpen] = useState<Changing | null>(null)
  const dialogs = useLateDialogs()
  useLoadLateDialogs()

  const actions = (selected: readonly Product[]): BulkAction[] => {
    const products = selected.filter(({ deleted_at }) => deleted_at === null)
    if (products.length === 0) return []
    const start = (kind: Changing['kind']) => () => {
      if (products.length <= MOST_IN_CHANGES)
        return new Promise<boolean>((answer) => setOpen({ kind, products, answer }))
      toast.error(texts.changing.tooMany)
      return Promise.resolve(false)
    }
    const count = formatInteger(products.length)
    return [
      { id: 'prices', label: texts.changing.prices(count), icon: IconTag, run: start('prices') },
      { id: 'profile', label: texts.changing.profileOf(count), icon: IconReceiptTax, run: start('profile') },
    ]
  }
  const close = (isDone: boolean) => {
    open?.answer(isDone)
    setOpen(null)
  }
  const Dialog = open && dialogs ? (open.kind === 'prices' ? dialogs.PricesDialog : dialogs.ProfileDialog) : null
  return {
    actions,
    dialog: open && Dialog && <Dialog company={company} products={open.products} onClose={close} />,
  }
}

/** Beginning of an NCM, however it is punctuated. */
function parseNcm(text: string): string | null {
  const digits = text.replace(/\D/g, '').slice(0, 8)
  return digits.length >= 2 ? digits : null
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
