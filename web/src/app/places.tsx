import {
  IconAddressBook,
  IconAdjustments,
  IconArrowBackUp,
  IconBuilding,
  IconCashRegister,
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
  IconServerBolt,
  IconShoppingCart,
  IconTicket,
  IconTrash,
  IconUserCircle,
  IconUsersGroup,
  IconUserShield,
  IconVersions,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
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
  load: () => Promise<{ default: ComponentType }>
}

/** A screen inside a place. With an icon it is something to start from anywhere, and Ctrl+K offers it. */
export type InnerScreen = Screen & { icon?: Icon; role?: 'admin' }

/** A screen one can go to from the menu or the palette, with the screens that belong to it. */
export type Place = Screen & {
  icon: Icon
  /** Group of the sidebar, top to bottom; none: only in the palette and other menus. */
  group?: 1 | 2 | 3
  /** Shown only to this role. The screen itself stays reachable and says 'Acesso Negado'. */
  role?: 'admin'
  /** Shows data of the active company, which its address therefore carries (`?empresa=`). */
  ofCompany?: true
  /** Key that opens it from everywhere. */
  key?: string
  /** Without the menu beside it, and saying itself what a lost line means. */
  isFullPage?: true
  inner?: InnerScreen[]
  /** Its records have a bin, which Ctrl+K leads to by this name. */
  bin?: string
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
    help: 'vender',
    icon: IconShoppingCart,
    group: 1,
    ofCompany: true,
    key: 'F2',
    isFullPage: true,
    load: () => import('@/features/selling/sales/sale-page'),
  },
  {
    path: paths.companies.list,
    title: 'Empresas',
    help: 'empresas',
    icon: IconBuilding,
    group: 1,
    load: () => import('@/features/registry/companies/companies-page'),
    inner: [
      {
        path: paths.companies.new,
        title: 'Nova Empresa',
        icon: IconPlus,
        role: 'admin',
        load: () => import('@/features/registry/companies/company-page'),
      },
      {
        path: paths.companies.edit(':id'),
        title: 'Editar Empresa',
        load: () => import('@/features/registry/companies/company-page'),
      },
    ],
  },
  {
    path: paths.users,
    title: 'Usuários',
    help: 'usuarios',
    icon: IconUsersGroup,
    group: 1,
    role: 'admin',
    load: () => import('@/features/accounts/users/users-page'),
  },
  {
    path: paths.techResp,
    title: 'Resp. Técnico',
    help: 'responsavel-tecnico',
    icon: IconUserShield,
    group: 1,
    role: 'admin',
    ofCompany: true,
    load: () => import('@/features/fiscal/tech-resp/tech-resp-page'),
  },
  {
    path: paths.saleSettings,
    title: 'Config. de Venda',
    help: 'vender',
    icon: IconAdjustments,
    group: 3,
    ofCompany: true,
    load: () => import('@/features/selling/sale-settings/sale-settings-page'),
  },
  {
    path: paths.stations,
    title: 'Estações',
    help: 'estacoes',
    icon: IconPrinter,
    ofCompany: true,
    load: () => import('@/features/registry/stations/stations-page'),
  },
  {
    path: paths.readiness,
    title: 'Pronto para emitir',
    help: 'pronto',
    icon: IconChecklist,
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
    bin: 'Abrir a lixeira de produtos',
    records: { exact: 'Código exato', load: () => import('@/features/registry/products/find-records') },
    inner: [
      {
        path: paths.products.new,
        title: 'Novo Produto',
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
        icon: IconFileUpload,
        help: 'importar',
        load: () => import('@/features/registry/imports/products-import-page'),
      },
    ],
  },
  {
    path: paths.taxProfiles.list,
    title: 'Perfis fiscais',
    help: 'produtos',
    icon: IconReceiptTax,
    ofCompany: true,
    load: () => import('@/features/registry/products/tax-profiles-page'),
    inner: [
      {
        path: paths.taxProfiles.new,
        title: 'Novo Perfil Fiscal',
        load: () => import('@/features/registry/products/tax-profile-page'),
      },
      {
        path: paths.taxProfiles.edit(':id'),
        title: 'Editar Perfil Fiscal',
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
    bin: 'Abrir a lixeira de pessoas',
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
    bin: 'Abrir a lixeira de orçamentos',
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
        help: 'numeros',
        load: () => import('@/features/selling/receipts/numbers-page'),
      },
      {
        path: paths.returns.list,
        title: 'Devoluções',
        help: 'devolucoes',
        icon: IconArrowBackUp,
        load: () => import('@/features/selling/returns/returns-page'),
      },
      {
        path: paths.returns.one(':id'),
        title: 'Devolução',
        help: 'devolucoes',
        load: () => import('@/features/selling/returns/return-page'),
      },
      {
        path: paths.storeCredits,
        title: 'Créditos da loja',
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
    path: paths.reports,
    title: 'Relatórios',
    help: 'relatorios',
    icon: IconReportAnalytics,
    group: 3,
    ofCompany: true,
    load: () => import('@/features/office/reports/reports-page'),
  },
  {
    path: paths.logs,
    title: 'Logs',
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
    help: 'sefaz',
    icon: IconServerBolt,
    ofCompany: true,
    load: () => import('@/features/fiscal/sefaz-settings/sefaz-settings-page'),
  },
  {
    path: paths.account,
    title: 'Minha conta',
    help: 'conta',
    icon: IconUserCircle,
    load: () => import('@/features/accounts/account/account-page'),
  },
]

/** The places this role is shown, in the specified order. */
export function placesFor(role: string): Place[] {
  return PLACES.filter((place) => !place.role || place.role === role)
}

/** The sidebar of this role: its groups from top to bottom. */
export function menuFor(role: string): Place[][] {
  const places = placesFor(role)
  return ([1, 2, 3] as const).map((group) => places.filter((place) => place.group === group))
}

/** What can be started from any screen in this role: new records, imports, the bins. */
export function doingsFor(role: string): { path: string; title: string; icon: Icon }[] {
  return placesFor(role).flatMap(({ path, bin, inner = [] }) => [
    ...inner.flatMap((screen) =>
      screen.icon && (!screen.role || screen.role === role)
        ? [{ path: screen.path, title: screen.title, icon: screen.icon }]
        : [],
    ),
    ...(bin === undefined ? [] : [{ path: binPath(path), title: bin, icon: IconTrash }]),
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
