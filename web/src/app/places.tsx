import {
  IconAddressBook,
  IconAdjustments,
  IconArrowBackUp,
  IconBuilding,
  IconBuildingStore,
  IconCalendarCheck,
  IconCashRegister,
  IconChartBar,
  IconChecklist,
  IconFileDollar,
  IconFileUpload,
  IconHelpCircle,
  IconLayoutDashboard,
  IconListDetails,
  IconPackage,
  IconPlus,
  IconPrinter,
  IconReceipt,
  IconReceiptTax,
  IconReportAnalytics,
  IconSchool,
  IconServerBolt,
  IconShoppingCart,
  IconTableShare,
  IconTicket,
  IconTrash,
  IconUserCircle,
  IconUsersGroup,
  IconUserShield,
  IconVersions,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { May, OperationName } from '@/api'
import { countRejected } from '@/features/selling/receipts'
import type { FindRecords } from '@/ui'
import { binPath, helpPath, ofCompany, paths } from './paths'

/** A screen on its own route, loaded when it is first opened. `path` is absolute. */
export type Screen = {
  path: string
  /** First part of the tab's title. */
  title: string
  /** Part of the help that is about it, by its anchor; inner screens without one share their place's. */
  help?: string
  /** What it is for. Who is refused that is not shown the way, and is told at the address who may. */
  needs?: OperationName
  load: () => Promise<{ default: ComponentType }>
}

/** A screen inside a place. With an icon it is something to start from anywhere, and Ctrl+K offers it. */
export type InnerScreen = Screen & { icon?: Icon }

/** A screen one can go to from the menu or the palette, with the screens that belong to it. */
export type Place = Screen & {
  icon: Icon
  /** What the sidebar says where the title is too long for a line. */
  short?: string
  /** Group of the sidebar, top to bottom; none: only in the palette and other menus. */
  group?: 1 | 2 | 3
  /** Shows data of the active company, which its address therefore carries (`?empresa=`). */
  ofCompany?: true
  /** Key that opens it from everywhere. */
  key?: string
  /** Without the menu beside it, and saying itself what a lost line means. */
  isFullPage?: true
  inner?: InnerScreen[]
  /** Its records have a bin, which Ctrl+K leads to by this name for those who may restore. */
  bin?: { label: string; needs: OperationName }
  /** How many of its records need somebody, shown in the menu. */
  count?: typeof countRejected
  /** How Ctrl+K finds its records; `exact`: over those whose number, code or document is what was typed. */
  records?: { exact: string; load: () => Promise<{ default: FindRecords }> }
}

/** Every screen under /app: routes, sidebar and palette are made from this list, in this order. */
export const PLACES: readonly Place[] = [
  {
    path: paths.dashboard,
    title: 'Dashboard',
    help: 'inicio',
    icon: IconLayoutDashboard,
    group: 1,
    ofCompany: true,
    load: () => import('@/features/office/dashboard/dashboard-page'),
  },
  {
    path: paths.sale,
    title: 'Vender',
    needs: 'POST /api/companies/{id}/sales',
    help: 'vender',
    icon: IconShoppingCart,
    group: 1,
    ofCompany: true,
    key: 'F2',
    isFullPage: true,
    load: () => import('@/features/selling/sales/sale-page'),
  },
  {
    path: paths.training,
    title: 'Treinar',
    needs: 'PUT /api/companies/{id}/training/next-answer',
    help: 'vender',
    icon: IconSchool,
    group: 1,
    ofCompany: true,
    load: () => import('@/features/selling/sales/training-page'),
  },
  {
    path: paths.companies.list,
    title: 'Empresas',
    needs: 'PUT /api/companies/{id}',
    help: 'empresas',
    icon: IconBuilding,
    group: 1,
    load: () => import('@/features/registry/companies/companies-page'),
    inner: [
      {
        path: paths.companies.new,
        title: 'Nova Empresa',
        needs: 'POST /api/companies',
        icon: IconPlus,
        load: () => import('@/features/registry/companies/company-page'),
      },
      {
        path: paths.companies.edit(':id'),
        title: 'Editar Empresa',
        needs: 'PUT /api/companies/{id}',
        load: () => import('@/features/registry/companies/company-page'),
      },
    ],
  },
  {
    path: paths.users,
    title: 'Usuários',
    needs: 'GET /api/users',
    help: 'usuarios',
    icon: IconUsersGroup,
    group: 1,
    load: () => import('@/features/accounts/users/users-page'),
  },
  {
    path: paths.techResp,
    title: 'Resp. Técnico',
    needs: 'GET /api/companies/{id}/tech-resp',
    help: 'responsavel-tecnico',
    icon: IconUserShield,
    group: 1,
    ofCompany: true,
    load: () => import('@/features/fiscal/tech-resp/tech-resp-page'),
  },
  {
    path: paths.saleSettings,
    title: 'Configurações de venda',
    short: 'Config. de venda',
    needs: 'PUT /api/companies/{id}/sale-settings',
    help: 'vender',
    icon: IconAdjustments,
    group: 3,
    ofCompany: true,
    load: () => import('@/features/selling/sale-settings/sale-settings-page'),
  },
  {
    path: paths.stations,
    title: 'Estações',
    needs: 'POST /api/companies/{id}/stations',
    help: 'estacoes',
    icon: IconPrinter,
    group: 1,
    ofCompany: true,
    load: () => import('@/features/registry/stations/stations-page'),
  },
  {
    path: paths.readiness,
    title: 'Pronto para emitir',
    needs: 'GET /api/companies/{id}/readiness',
    help: 'pronto',
    icon: IconChecklist,
    group: 1,
    ofCompany: true,
    load: () => import('@/features/office/readiness/readiness-page'),
  },
  {
    path: paths.products.list,
    title: 'Produtos',
    help: 'produtos',
    icon: IconPackage,
    group: 2,
    ofCompany: true,
    load: () => import('@/features/registry/products/products-page'),
    bin: { label: 'Abrir a lixeira de produtos', needs: 'POST /api/companies/{id}/products/{pid}/restore' },
    records: { exact: 'Código exato', load: () => import('@/features/registry/products/find-records') },
    inner: [
      {
        path: paths.products.new,
        title: 'Novo Produto',
        needs: 'POST /api/companies/{id}/products',
        icon: IconPlus,
        load: () => import('@/features/registry/products/product-page'),
      },
      {
        path: paths.products.edit(':id'),
        title: 'Editar Produto',
        load: () => import('@/features/registry/products/product-page'),
      },
      {
        path: paths.products.import,
        title: 'Importar produtos',
        needs: 'POST /api/companies/{id}/imports',
        icon: IconFileUpload,
        help: 'importar',
        load: () => import('@/features/registry/imports/products-import-page'),
      },
    ],
  },
  {
    path: paths.taxProfiles.list,
    title: 'Perfis fiscais',
    needs: 'POST /api/companies/{id}/tax-profiles',
    help: 'produtos',
    icon: IconReceiptTax,
    ofCompany: true,
    load: () => import('@/features/registry/products/tax-profiles-page'),
    inner: [
      {
        path: paths.taxProfiles.new,
        title: 'Novo Perfil Fiscal',
        needs: 'POST /api/companies/{id}/tax-profiles',
        load: () => import('@/features/registry/products/tax-profile-page'),
      },
      {
        path: paths.taxProfiles.edit(':id'),
        title: 'Editar Perfil Fiscal',
        needs: 'PUT /api/companies/{id}/tax-profiles/{fid}',
        load: () => import('@/features/registry/products/tax-profile-page'),
      },
    ],
  },
  {
    path: paths.people.list,
    title: 'Pessoas',
    help: 'pessoas',
    icon: IconAddressBook,
    group: 2,
    load: () => import('@/features/registry/people/people-page'),
    bin: { label: 'Abrir a lixeira de pessoas', needs: 'POST /api/people/{pid}/restore' },
    records: { exact: 'Documento exato', load: () => import('@/features/registry/people/find-records') },
    inner: [
      {
        path: paths.people.new,
        title: 'Nova Pessoa',
        icon: IconPlus,
        load: () => import('@/features/registry/people/person-page'),
      },
      {
        path: paths.people.edit(':id'),
        title: 'Editar Pessoa',
        load: () => import('@/features/registry/people/person-page'),
      },
      {
        path: paths.people.import,
        title: 'Importar pessoas',
        needs: 'POST /api/people/imports',
        icon: IconFileUpload,
        help: 'importar',
        load: () => import('@/features/registry/imports/people-import-page'),
      },
    ],
  },
  {
    path: paths.budgets.list,
    title: 'Orçamentos',
    help: 'orcamentos',
    icon: IconFileDollar,
    group: 2,
    ofCompany: true,
    load: () => import('@/features/selling/budgets/budgets-page'),
    bin: { label: 'Abrir a lixeira de orçamentos', needs: 'POST /api/companies/{id}/budgets/{bid}/restore' },
    records: { exact: 'Número exato', load: () => import('@/features/selling/budgets/find-records') },
    inner: [
      {
        path: paths.budgets.new,
        title: 'Novo Orçamento',
        icon: IconPlus,
        load: () => import('@/features/selling/budgets/budget-page'),
      },
      {
        path: paths.budgets.edit(':id'),
        title: 'Editar Orçamento',
        load: () => import('@/features/selling/budgets/budget-page'),
      },
      {
        path: paths.budgets.deliveries(':id'),
        title: 'Entregas do pedido',
        help: 'orcamentos',
        load: () => import('@/features/selling/deliveries/deliveries-page'),
      },
    ],
  },
  {
    path: paths.receipts.list,
    title: 'Notas',
    help: 'notas',
    icon: IconReceipt,
    group: 2,
    ofCompany: true,
    load: () => import('@/features/selling/receipts/receipts-page'),
    count: countRejected,
    records: { exact: 'Número exato', load: () => import('@/features/selling/receipts/find-records') },
    inner: [
      {
        path: paths.receipts.numbers,
        title: 'Números',
        needs: 'GET /api/companies/{id}/numbers',
        help: 'numeros',
        load: () => import('@/features/selling/receipts/numbers-page'),
      },
      {
        path: paths.returns.list,
        title: 'Devoluções',
        needs: 'GET /api/companies/{id}/returns',
        help: 'devolucoes',
        icon: IconArrowBackUp,
        load: () => import('@/features/selling/returns/returns-page'),
      },
      {
        path: paths.returns.one(':id'),
        title: 'Devolução',
        needs: 'GET /api/companies/{id}/returns/{did}',
        help: 'devolucoes',
        load: () => import('@/features/selling/returns/return-page'),
      },
      {
        path: paths.storeCredits,
        title: 'Créditos da loja',
        needs: 'GET /api/companies/{id}/store-credits',
        help: 'devolucoes',
        icon: IconTicket,
        load: () => import('@/features/selling/store-credits/store-credits-page'),
      },
      {
        path: paths.receipts.one(':id'),
        title: 'Nota',
        load: () => import('@/features/selling/receipts/receipt-page'),
      },
    ],
  },
  {
    path: paths.cash.list,
    title: 'Caixa',
    help: 'caixa',
    icon: IconCashRegister,
    group: 2,
    ofCompany: true,
    load: () => import('@/features/selling/cash/cash-page'),
    inner: [
      {
        path: paths.cash.report,
        title: 'Relatório do caixa',
        needs: 'GET /api/companies/{id}/cash/report',
        load: () => import('@/features/selling/cash/report-page'),
      },
      {
        path: paths.cash.close(':id'),
        title: 'Fechar caixa',
        load: () => import('@/features/selling/cash/close-page'),
      },
      { path: paths.cash.one(':id'), title: 'Caixa', load: () => import('@/features/selling/cash/session-page') },
    ],
  },
  {
    path: paths.reports.list,
    title: 'Relatórios',
    needs: 'GET /api/companies/{id}/reports/sales',
    help: 'relatorios',
    icon: IconReportAnalytics,
    group: 3,
    ofCompany: true,
    load: () => import('@/features/office/reports/reports-page'),
    inner: [
      {
        path: paths.reports.sales,
        title: 'Relatório de Vendas',
        needs: 'GET /api/companies/{id}/reports/sales',
        icon: IconChartBar,
        load: () => import('@/features/office/reports/sales-page'),
      },
      {
        path: paths.reports.fiscal,
        title: 'Análise Fiscal',
        needs: 'GET /api/companies/{id}/reports/fiscal',
        icon: IconReceiptTax,
        load: () => import('@/features/office/reports/fiscal-page'),
      },
      {
        path: paths.reports.clients,
        title: 'Relatório de Clientes',
        needs: 'GET /api/companies/{id}/reports/clients',
        icon: IconUsersGroup,
        load: () => import('@/features/office/reports/clients-page'),
      },
      {
        path: paths.reports.companies,
        title: 'Todas as empresas',
        needs: 'GET /api/companies/{id}/reports/sales',
        icon: IconBuildingStore,
        load: () => import('@/features/office/reports/all-companies-page'),
      },
      {
        path: paths.reports.closing,
        title: 'Fechamento do mês',
        needs: 'GET /api/companies/{id}/reports/closing',
        icon: IconCalendarCheck,
        load: () => import('@/features/office/reports/closing-page'),
      },
    ],
  },
  {
    path: paths.logs,
    title: 'Logs',
    needs: 'GET /api/audit-log',
    help: 'logs',
    icon: IconListDetails,
    group: 3,
    ofCompany: true,
    load: () => import('@/features/accounts/logs/logs-page'),
  },
  {
    path: paths.help,
    title: 'Ajuda',
    icon: IconHelpCircle,
    group: 3,
    load: () => import('@/features/office/help/help-page'),
  },
  {
    path: paths.versions,
    title: 'Versões',
    help: 'versoes',
    icon: IconVersions,
    group: 3,
    load: () => import('@/features/office/versions/versions-page'),
  },
  {
    path: paths.sefaz,
    title: 'Configurações da SEFAZ',
    needs: 'GET /api/companies/{id}/sefaz-settings',
    help: 'sefaz',
    icon: IconServerBolt,
    ofCompany: true,
    load: () => import('@/features/fiscal/sefaz-settings/sefaz-settings-page'),
  },
  {
    path: paths.fiscalTables,
    title: 'Tabelas fiscais',
    needs: 'GET /api/fiscal-tables',
    help: 'sefaz',
    icon: IconTableShare,
    group: 3,
    load: () => import('@/features/fiscal/fiscal-tables/fiscal-tables-page'),
  },
  {
    path: paths.account,
    title: 'Minha conta',
    help: 'conta',
    icon: IconUserCircle,
    load: () => import('@/features/accounts/account/account-page'),
  },
]

/** The places that one may use, in the specified order. */
export function placesFor(may: May): Place[] {
  return PLACES.filter(({ needs }) => may(needs))
}

/** The sidebar: its groups from top to bottom. */
export function menuFor(may: May): Place[][] {
  const places = placesFor(may)
  return ([1, 2, 3] as const).map((group) => places.filter((place) => place.group === group))
}

/** What can be started from any screen: new records, imports, the bins. */
export function doingsFor(may: May): { path: string; title: string; icon: Icon }[] {
  return placesFor(may).flatMap(({ path, bin, inner = [] }) => [
    ...inner.flatMap((screen) =>
      screen.icon && may(screen.needs) ? [{ path: screen.path, title: screen.title, icon: screen.icon }] : [],
    ),
    ...(bin && may(bin.needs) ? [{ path: binPath(path), title: bin.label, icon: IconTrash }] : []),
  ])
}

/** Where the help of a screen is; null for the help itself. */
export function helpAddressOf(help: string | undefined): string | null {
  return help ? helpPath(help) : null
}

/** Where a link to the place leads while this company is active, so that a new tab opens the same company. */
export function addressOf(place: Place, companyId: string | undefined): string {
  return place.ofCompany && companyId ? ofCompany(place.path, companyId) : place.path
}
