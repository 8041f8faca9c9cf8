// How the folders of server/src may use one another:
//   - No circles: headers and sources taken together, the folders can be put in an order in which each includes only
//     what stands before it.
//   - A feature shows others one header, the one with its own name (products/products.hpp). A foundation, and a
//     feature that others build on, shows those that are named here.
//   node scripts/house.mjs [SOURCES]      says what breaks this, and fails
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const everything = 'everything'
const shownHeaders = {
  base: everything,
  db: 'backup clock database entity files full_disk interruption list_totals load migrations record_list run_again server_lock statement_record statistics value value_list',
  http: 'etag http problem server uri',
  audit: 'audit chain verify',
  auth: 'access accounts attempts auth_routes device email_forms gate idempotency own_password password_guard passwords recent_password refusals_before second_factor session_cookie sessions typed_codes',
  backups: 'backups sheet',
  pictures: 'drawing_process picture',
  budgets: 'budgets ids invoicing totals',
  cash: 'cash cash_routes',
  certificates: 'certificates icp_brasil opened_certificates',
  products: 'changes judging products sale_item tax_values',
  receipts: 'inspection issue practice receipts returnable upkeep wire',
  events: 'events lag',
  numbers: 'budget_numbers marks numbers stopped_series',
  sales: 'sale sale_amounts sales',
  sefaz_calls: 'caller fiscal_clock situation watch',
  sefaz_settings: 'sefaz_settings settings_rules tech_resp',
  records: 'answers field_rules life list_query record_routes records stored tabs',
  reference: 'municipalities reference_routes tables',
  secrets: 'key_file rotation second_factor_column secrets',
  spreadsheets: 'columns exports spreadsheet table',
  stations: 'printer_link stations',
}

const root = resolve(import.meta.dirname, '..')
const sources = resolve(process.argv[2] ?? join(root, 'server/src'))
const folders = readdirSync(sources).filter((name) => statSync(join(sources, name)).isDirectory())

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.[ch]pp$/.test(name))
    .map((name) => join(folder, name))

// Every include of one folder's file by another's.
const includes = folders.flatMap((from) =>
  filesBelow(join(sources, from)).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\s*#\s*include "([^"/]+)\/([^"]+)"/gm)]
      .map(([, to, header]) => ({ from, to, header, file: relative(root, file) }))
      .filter(({ to }) => to !== from && folders.includes(to)),
  ),
)

function isPublic({ to, header }) {
  const shown = shownHeaders[to] ?? to
  return shown === everything || shown.split(' ').some((name) => header === `${name}.hpp`)
}

// A way from the folder back to itself, if there is one: the shortest.
function circleFrom(start) {
  const ways = [[start]]
  const seen = new Set()
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const { to } of includes.filter(({ from }) => from === way.at(-1))) {
      if (to === start) return [...way, start]
      if (seen.has(to)) continue
      seen.add(to)
      ways.push([...way, to])
    }
  }
  return undefined
}

const mistakes = includes
  .filter((include) => !isPublic(include))
  .map(({ file, to, header }) => `${file}: ${to}/${header} is not for other folders; see ${to}/${to}.hpp`)

const told = new Set()
for (const circle of folders.map(circleFrom)) {
  if (!circle || circle.some((folder) => told.has(folder))) continue
  circle.forEach((folder) => told.add(folder))
  const links = circle.slice(1).map((to, i) => {
    const { file, header } = includes.find((include) => include.from === circle[i] && include.to === to)
    return `  ${file} includes ${to}/${header}`
  })
  mistakes.push([`circle: ${circle.join(' → ')}`, ...links].join('\n'))
}

mistakes.forEach((mistake) => console.log(mistake))
process.exit(mistakes.length ? 1 : 0)
