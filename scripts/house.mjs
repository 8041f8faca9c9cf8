// How the modules of server/src, folders of a group (platform/db, selling/receipts), may use one another:
//   - No cycles, neither of modules nor of groups: each includes only what comes before it.
//   - A module has one public header, the one with its own name (registry/products/products.hpp); more public headers
//     of a module are listed here.
//   node scripts/house.mjs [SOURCES]      prints what breaks this, and fails
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
  receipts: 'issuing/issue receipts returnable/returnable upkeep/inspection upkeep/practice upkeep/upkeep wire/wire',
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
const foldersIn = (folder) => readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory())
const modules = foldersIn(sources).flatMap((group) =>
  group === 'app'
    ? [{ group, name: 'app', path: 'app' }]
    : foldersIn(join(sources, group)).map((name) => ({ group, name, path: `${group}/${name}` })),
)
const moduleOf = new Map(modules.map((module) => [module.path, module]))

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.[ch]pp$/.test(name))
    .map((name) => join(folder, name))

// Every include of one module's file by another's.
const includes = modules.flatMap((from) =>
  filesBelow(join(sources, from.path)).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\s*#\s*include "([^"/]+\/[^"/]+)\/([^"]+)"/gm)]
      .map(([, path, header]) => ({ from, to: moduleOf.get(path), header, file: relative(root, file) }))
      .filter(({ to }) => to && to !== from),
  ),
)

function isPublic({ to, header }) {
  const shown = shownHeaders[to.name] ?? to.name
  return shown === everything || shown.split(' ').some((name) => header === `${name}.hpp`)
}

const mistakes = includes
  .filter((include) => !isPublic(include))
  .map(({ file, to, header }) => `${file}: ${to.path}/${header} is not public; see ${to.path}/${to.name}.hpp`)

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

// Cycles of modules, and of the groups they belong to.
function reportCycles(nodes, edges) {
  const reported = new Set()
  for (const cycle of nodes.map((node) => cycleFrom(node, edges))) {
    if (!cycle || cycle.some((node) => reported.has(node))) continue
    cycle.forEach((node) => reported.add(node))
    const links = cycle.slice(1).map((to, at) => {
      const { include } = edges.find((edge) => edge.from === cycle[at] && edge.to === to)
      return `  ${include.file} includes ${include.to.path}/${include.header}`
    })
    mistakes.push([`cycle: ${cycle.join(' → ')}`, ...links].join('\n'))
  }
}
reportCycles(
  modules.map(({ path }) => path),
  includes.map((include) => ({ from: include.from.path, to: include.to.path, include })),
)
reportCycles(
  [...new Set(modules.map(({ group }) => group))],
  includes
    .map((include) => ({ from: include.from.group, to: include.to.group, include }))
    .filter(({ from, to }) => from !== to),
)

mistakes.forEach((mistake) => console.log(mistake))
process.exit(mistakes.length ? 1 : 0)
