// How the modules of server/src, folders of a group (platform/db, selling/receipts), may use one another:
//   - No cycles, neither of modules nor of groups: each includes only what comes before it.
//   - A module has one public header, the one with its own name (registry/products/products.hpp); more public headers
//     of a module are listed here.
//   - The folders of a module (selling/receipts/nota) are modules under the same rules. Other modules of the group and
//     other groups see only what the outer module lists here.
//   node scripts/house.mjs [SOURCES]      prints what breaks this, and fails
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

const everything = 'everything'
const shownHeaders = {
  base: everything,
  db: 'backup clock database entity fence files full_disk interruption list_totals load migrations move newest_page record_list run_again server_lock statement_record statistics value value_list',
  http: 'etag http problem server uri',
  audit: 'audit chain verify',
  auth: 'access accounts attempts auth_routes counter_person device email_forms gate idempotency own_password password_guard passwords pins recent_password refusals_before second_factor session_cookie sessions typed_codes',
  backups: 'backups sheet',
  pictures: 'drawing_process picture',
  'pictures/module': 'draw',
  budgets: 'budget_document budgets delivering ids invoicing report_document totals',
  'budgets/pdf': 'draw',
  cash: 'cash cash_routes',
  certificates: 'certificates icp_brasil opened_certificates',
  products: 'changes judging products sale_item tax_values',
  receipts:
    'issuing/issuing nota/receipt_figures nota/remessa_items reading/listing receipts returnable/returnable upkeep/upkeep wire/wire',
  // The values of a row; what pure decisions are made of; the SQL.
  'receipts/nota': 'nota modelo facts store day_sums receipt_figures remessa_items',
  events: 'events lag',
  numbers: 'budget_numbers marks numbers stopped_series',
  sales: 'nfe_details sale sale_amounts sales shares',
  sefaz_calls: 'caller fiscal_clock situation status_questions watch',
  sefaz_settings: 'sefaz_settings settings_rules tech_resp',
  records: 'answers field_rules life list_query record_routes records short_list stored tabs',
  reference: 'fiscal_tables municipalities reference_routes tables',
  reports: 'reconcile reports',
  secrets: 'key_file pin_column rotation second_factor_column secrets',
  spreadsheets: 'columns exports spreadsheet table',
  stations: 'printer_link slips stations',
}

const root = resolve(import.meta.dirname, '..')
const sources = resolve(process.argv[2] ?? join(root, 'server/src'))
const isSource = (name) => /\.[ch]pp$/.test(name)
const folders = readdirSync(sources, { recursive: true }).filter(isSource).map(dirname)
const modules = [...new Set(folders)].map((path) => {
  const [group, outer = group, ...inner] = path.split('/')
  return { path, group, outer: group === outer ? group : `${group}/${outer}`, name: [outer, ...inner].join('/') }
})
const moduleOf = new Map(modules.map((module) => [module.path, module]))

// Every include of one module's file by another's.
const includes = modules.flatMap((from) =>
  readdirSync(join(sources, from.path))
    .filter(isSource)
    .map((name) => join(sources, from.path, name))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^\s*#\s*include "([^"]+)"/gm)]
        .map(([, header]) => ({ from, to: moduleOf.get(dirname(header)), header, file: relative(root, file) }))
        .filter(({ to }) => to && to !== from),
    ),
)

function isPublic({ from, to, header }) {
  const isInside = from.outer === to.outer
  const name = isInside ? to.name : basename(to.outer)
  const shown = shownHeaders[name] ?? basename(name)
  return (
    shown === everything || shown.split(' ').some((one) => header === `${isInside ? to.path : to.outer}/${one}.hpp`)
  )
}

const mistakes = includes
  .filter((include) => !isPublic(include))
  .map(({ file, header }) => `${file}: ${header} is not public; see scripts/house.mjs`)

// The shortest way from a node back to itself, if there is one.
function cycleFrom(start, edges) {
  const ways = [[start]]
  const seen = new Set()
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const { to } of edges.filter(({ from }) => from === way.at(-1))) {
      if (to === start) return [...way, start]
      if (seen.has(to)) continue
      seen.add(to)
      ways.push([...way, to])
    }
  }
  return undefined
}

// Cycles of modules, and of what they belong to.
function reportCycles(kind) {
  const nodes = [...new Set(modules.map((module) => module[kind]))]
  const edges = includes
    .map((include) => ({ from: include.from[kind], to: include.to[kind], include }))
    .filter(({ from, to }) => from !== to)
  const reported = new Set()
  for (const cycle of nodes.map((node) => cycleFrom(node, edges))) {
    if (!cycle || cycle.some((node) => reported.has(node))) continue
    cycle.forEach((node) => reported.add(node))
    const links = cycle.slice(1).map((to, at) => {
      const { include } = edges.find((edge) => edge.from === cycle[at] && edge.to === to)
      return `  ${include.file} includes ${include.header}`
    })
    mistakes.push([`cycle: ${cycle.join(' → ')}`, ...links].join('\n'))
  }
}
for (const kind of ['path', 'outer', 'group']) reportCycles(kind)

mistakes.forEach((mistake) => console.log(mistake))
process.exit(mistakes.length ? 1 : 0)
