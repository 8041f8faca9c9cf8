/** In the address of a screen that shows a company's data: which company that is. */
export const COMPANY_PARAM = 'empresa'
/** In the address of a new record: the one it starts as a copy of. */
export const COPY_PARAM = 'copia'
/** In the address of the companies: whose certificate is asked for. */
export const CERTIFICATE_PARAM = 'certificado'
/** In the address of the users: whose data are shown over the list. */
export const USER_PARAM = 'usuario'
/** In the address of the counter: the draft it goes on with. */
export const SALE_PARAM = 'venda'
/** In the address of the counter: its tab practises. */
export const TRAINING_PARAM = 'treino'
/** In the address of an import screen: which import is open. */
export const IMPORT_PARAM = 'importacao'

/** The list of one kind of record, its form for a new one and for one that exists. `edit(':id')` is the route's pattern. */
function recordPaths<List extends string>(list: List) {
  return { list, new: `${list}/new`, edit: (id: string) => `${list}/${id}/edit` } as const
}

/** In the address of a product: the receipt that was refused for it, where one goes back to. */
export const RECEIPT_PARAM = 'nota'
/** In the address of a form: the field that it begins at. */
export const FIELD_PARAM = 'campo'

/** Same, with the screen that reads a spreadsheet. */
function sheetPaths<List extends string>(list: List) {
  return { ...recordPaths(list), import: `${list}/import` } as const
}

/** The address of every screen. Nothing else in the program writes one down; the linter sees to that. */
export const paths = {
  landing: '/',
  dashboard: '/app',
  login: '/app/login',
  /** Named in the e-mail of the server (accounts/password_resets). */
  newPassword: '/app/new-password',
  companies: recordPaths('/app/companies'),
  products: sheetPaths('/app/products'),
  taxProfiles: recordPaths('/app/tax-profiles'),
  people: sheetPaths('/app/people'),
  budgets: { ...recordPaths('/app/budgets'), deliveries: (id: string) => `/app/budgets/${id}/deliveries` },
  sale: '/app/receipts/new',
  training: '/app/receipts/training',
  receipts: { list: '/app/receipts', one: (id: string) => `/app/receipts/${id}`, numbers: '/app/receipts/numbers' },
  returns: { list: '/app/receipts/returns', one: (id: string) => `/app/receipts/returns/${id}` },
  storeCredits: '/app/receipts/credits',
  cash: {
    list: '/app/cash',
    one: (id: string) => `/app/cash/${id}`,
    close: (id: string) => `/app/cash/${id}/close`,
    report: '/app/cash/report',
  },
  stations: '/app/stations',
  saleSettings: '/app/sale-settings',
  readiness: '/app/readiness',
  users: '/app/users',
  techResp: '/app/techResp',
  sefaz: '/app/sefaz',
  fiscalTables: '/app/fiscal-tables',
  reports: {
    list: '/app/reports',
    sales: '/app/reports/sales',
    fiscal: '/app/reports/fiscal',
    clients: '/app/reports/clients',
    closing: '/app/reports/closing',
    companies: '/app/reports/companies',
  },
  logs: '/app/logs',
  help: '/app/help',
  versions: '/app/versions',
  account: '/app/account',
} as const

type Params = Readonly<Record<string, string | null | undefined>>

/** The address with these parameters, without those that are null or undefined. */
function withParams(path: string, params: Params): string {
  const given = Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path
}

/** The same screen with this company active, whichever one the tab works on. */
export function ofCompany(path: string, companyId: string): string {
  return withParams(path, { [COMPANY_PARAM]: companyId })
}

/** What was deleted of a list. */
export function binPath(list: string): string {
  return withParams(list, { status: 'lixeira' })
}

/** A new product that starts as a copy. */
export function productCopyPath(id: string): string {
  return withParams(paths.products.new, { [COPY_PARAM]: id })
}

/** A product to be corrected for a refused receipt, at the field SEFAZ means if that is known. */
export function productForReceiptPath(productId: string, companyId: string, receiptId: string, field: string | null) {
  const params = { [COMPANY_PARAM]: companyId, [RECEIPT_PARAM]: receiptId, [FIELD_PARAM]: field }
  return withParams(paths.products.edit(productId), params)
}

/** The products in one situation: 'com_aviso' are those of which the law wants more than they have. */
export function productsPath(companyId: string, situacao: string): string {
  return withParams(paths.products.list, { [COMPANY_PARAM]: companyId, status: situacao })
}

/** The receipts in one situation. */
export function receiptsPath(companyId: string, situacao: string | null): string {
  return withParams(paths.receipts.list, { [COMPANY_PARAM]: companyId, status: situacao })
}

/** Rows that make a figure, as the server names them: a list and the filters of its operation. */
export type Rows = { lista: 'notas' | 'devolucoes' | 'orcamentos' | 'caixa'; filtros: Readonly<Record<string, string>> }

const TYPE_TABS: Params = { Pedido: 'pedidos', Orçamento: 'orcamentos' }

/** What narrows a figure, as the list of budgets calls it: orders are counted on the day of their sale. */
const OF_ORDERS: Readonly<Record<string, string>> = {
  de: 'venda_de',
  ate: 'venda_ate',
  operador: 'funcionario_id',
  cliente: 'cliente_id',
}

/** The list with exactly these rows; `more` narrows them. */
export function rowsPath(companyId: string, { lista, filtros }: Rows, more: Params = {}): string {
  const { situacao, tipo, faturado, ...others } = filtros
  const narrowed =
    lista === 'orcamentos'
      ? Object.fromEntries(Object.entries(more).map(([name, value]) => [OF_ORDERS[name] ?? name, value]))
      : more
  const params = { [COMPANY_PARAM]: companyId, ...others, ...narrowed }
  switch (lista) {
    case 'notas':
      return withParams(paths.receipts.list, { ...params, status: situacao })
    case 'devolucoes':
      return withParams(paths.returns.list, { ...params, status: situacao })
    case 'caixa':
      return withParams(paths.cash.list, { ...params, status: situacao })
    case 'orcamentos':
      return withParams(paths.budgets.list, {
        ...params,
        status: TYPE_TABS[tipo ?? ''],
        situacao: faturado && (faturado === 'true' ? 'faturado' : 'pendente'),
      })
  }
}

/** A report of a period of a company. */
export function reportPath(report: keyof typeof paths.reports, companyId: string | null, params: Params = {}): string {
  return withParams(paths.reports[report], { [COMPANY_PARAM]: companyId, ...params })
}

/** The companies with one's certificate open over them. */
export function certificatePath(companyId: string): string {
  return withParams(paths.companies.list, { [CERTIFICATE_PARAM]: companyId })
}

/** The list of users with one of them open over it; `params` are the list's own. */
export function userPath(id: string, params: URLSearchParams): string {
  return withParams(paths.users, { ...Object.fromEntries(params), [USER_PARAM]: id })
}

/** An import: of products into a company, of people for everyone. Without an id, the beginning of a new one. */
export function importPath(companyId: string | null, importId: string | null): string {
  const path = companyId === null ? paths.people.import : paths.products.import
  return withParams(path, { [COMPANY_PARAM]: companyId, [IMPORT_PARAM]: importId })
}

/** The counter with a draft that was begun elsewhere. */
export function salePath(companyId: string, saleId: string): string {
  return withParams(paths.sale, { [COMPANY_PARAM]: companyId, [SALE_PARAM]: saleId })
}

/** The counter, to practise. */
export function trainingPath(companyId: string): string {
  return withParams(paths.sale, { [COMPANY_PARAM]: companyId, [TRAINING_PARAM]: '1' })
}

/** One topic of the help, by its anchor. */
export function helpPath(topic: string): string {
  return `${paths.help}#${topic}`
}
