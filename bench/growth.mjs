// What a request costs with 10,000, 100,000 and 1,000,000 rows of each record in the database, one client, in the same run.
// BENCH_ROWS=1000,10000,100000 makes it quicker.
//   node growth.mjs FOLDER PORT NAME=DATABASE…   one database for each of the names s, m, l and spread
// `spread`: a million products over 1,000 companies.
import { Server, median, row, timed } from './server.mjs'

const [folder, port, ...named] = process.argv.slice(2)
const databases = Object.fromEntries(
  named.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
)
const [s, m, l] = (process.env.BENCH_ROWS ?? '10000,100000,1000000').split(',').map(Number)
const sizes = { s, m, l }
const nobody = '01890000-0000-7000-8000-000000000000'
const day = (from) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)

const requests = (company, product, person, budget, receipt) => {
  const products = `/api/companies/${company}/products`
  const budgets = `/api/companies/${company}/budgets`
  const receipts = `/api/companies/${company}/receipts`
  const month = `de=${day(-30)}&ate=${day(0)}`
  const reports = `/api/companies/${company}/reports`
  const ofMonth = `ambiente=simulador&${month}&comparar=periodo_anterior`
  const ofYear = `ambiente=simulador&de=${day(-364)}&ate=${day(0)}&comparar=ano_anterior`
  return {
    'Product by id': `${products}/${product}`,
    'Products, first page with total': products,
    'Products, tenth page by description': `${products}?sort=prod_xProd&page=10`,
    'Products, search with many matches': `${products}?search=laje%20trelicada`,
    'Products, search with 1 in 1,000': `${products}?search=granilite`,
    'Products, search sorted by description': `${products}?search=laje%20trelicada&sort=prod_xProd`,
    'Products, search of a code': `${products}?search=ref%20777`,
    'Products, by NCM': `${products}?prod_NCM=6810`,
    'Person by id': `/api/people/${person}`,
    'People, first page with total': '/api/people',
    'People, search with many matches': '/api/people?search=ana%20alves',
    'People, search of names late in the list': '/api/people?search=gisele%20klein',
    'People, search with 1 in 1,000': '/api/people?search=quaresma',
    'Budget by id': `${budgets}/${budget}`,
    'Budgets, first page with total': budgets,
    'Budgets, search of a client': `${budgets}?search=cliente%20777`,
    'Budgets, count and sum of two years': `${budgets}/count?de=2018-01-10&ate=2020-02-20`,
    'Budgets, not invoiced, first page': `${budgets}?faturado=false`,
    Dashboard: `/api/companies/${company}/dashboard`,
    'Receipts, first page': `${receipts}?ambiente=simulador`,
    'Receipts of a month, count and sums': `${receipts}/count?ambiente=simulador&${month}`,
    'Receipts refused': `${receipts}?ambiente=simulador&situacao=rejeitadas`,
    'Receipts of a new operador': `${receipts}?ambiente=simulador&operador=${nobody}`,
    'Receipts of an operador, count': `${receipts}/count?ambiente=simulador&operador=${nobody}`,
    'Receipts of a month, search of a consumer': `${receipts}?ambiente=simulador&${month}&search=cliente%20777`,
    'Vendas, a month': `${reports}/sales?${ofMonth}`,
    'Vendas, a year': `${reports}/sales?${ofYear}`,
    'Análise Fiscal, a month': `${reports}/fiscal?${ofMonth}`,
    'Análise Fiscal, a year': `${reports}/fiscal?${ofYear}`,
    'Clientes, a month': `${reports}/clients?${ofMonth}`,
    'Clientes, a year': `${reports}/clients?${ofYear}`,
    Fechamento: `${reports}/closing?ambiente=simulador&mes=${day(-30).slice(0, 7)}`,
    'Receipt by id': `${receipts}/${receipt}`,
    Numbers: `/api/companies/${company}/numbers`,
    'Product by its code': `${products}/lookup?code=P1007919`,
    'Logs, first page': '/api/audit-log',
    'Logs of a company, errors only': `/api/audit-log?company_id=${company}&resultado=error`,
    'Logs of a day': '/api/audit-log?de=2026-03-10&ate=2026-03-10',
  }
}

async function filled(name) {
  const server = new Server({ folder: `${folder}/${name}`, database: databases[name], port })
  await server.start()
  const company = await server.newCompany()
  await server.stop()
  return { server, company, own: server.uuid(company) }
}

async function measure(server, company, paths) {
  const found = {}
  for (const [what, path] of Object.entries(paths)) found[what] = await timed(() => server.get(path))
  return found
}

/** Products that were seeded are judged after the start, which would be measured too. */
async function judged(server) {
  while (
    server
      .shell('select count(*) from emitente where id not in (select emitente_id from produtos_julgamento)')
      .trim() !== '0'
  )
    await new Promise((done) => setTimeout(done, 500))
}

const first = async (server, path) => (await server.get(path)).items[0].id

const figures = {}
for (const [name, rows] of Object.entries(sizes)) {
  const { server, company, own } = await filled(name)
  server.seed('seed-products.sql', { rows, companies: `select ${own} as id` })
  server.seed('seed-people.sql', { rows })
  server.seed('seed-budgets.sql', { rows, company: own })
  server.seed('seed-audit.sql', { rows, company: own })
  server.seed('seed-receipts.sql', { rows, company: own })
  server.seed('seed-figures.sql', {
    rows,
    company: own,
    today: day(0),
    day_before_n: server.isSqlite
      ? `date('${day(0)}', '-' || n || ' days')`
      : `to_char(date '${day(0)}' - cast(n as integer), 'YYYY-MM-DD')`,
  })
  await server.start()
  await judged(server)
  const paths = requests(
    company,
    await first(server, `/api/companies/${company}/products`),
    await first(server, '/api/people'),
    await first(server, `/api/companies/${company}/budgets`),
    await first(server, `/api/companies/${company}/receipts?ambiente=simulador`),
  )
  figures[name] = await measure(server, company, paths)
  let number = 0
  figures[name]['Product, create'] = await timed(() => {
    number += 1
    return server.post(`/api/companies/${company}/products`, {
      prod_cProd: `NOVO-${number}`,
      prod_xProd: `Laje nova ${number}`,
    })
  })
  await server.stop()
}

const { server, company, own } = await filled('spread')
server.seed('seed.sql', {})
server.shell(
  `update emitente set nome_fantasia = 'escolhida' where id in (select id from emitente where id <> ${own} order by cnpj limit 999)`,
)
server.seed('seed-products.sql', {
  rows: 1000,
  companies: `select id from emitente where nome_fantasia = 'escolhida' or id = ${own}`,
})
await server.start()
await judged(server)
const some = await first(server, `/api/companies/${company}/products`)
const spreadPaths = Object.fromEntries(
  Object.entries(requests(company, some)).filter(([what]) => what.startsWith('Product')),
)
figures.spread = await measure(server, company, spreadPaths)
await server.stop()

const engine = server.isSqlite ? 'SQLite' : 'PostgreSQL'
const ms = (value) => (value === undefined ? '' : value.toFixed(2))
row(`${engine}, ms`, ...[s, m, l].map((rows) => `${rows} rows`), '1 M over 1,000 companies', 'last / first', 'Goal')
row('---', '---', '---', '---', '---', '---', '---')
const growths = []
for (const what of Object.keys(figures.s)) {
  const growth = figures.l[what] / figures.s[what]
  growths.push(growth)
  row(
    what,
    ms(figures.s[what]),
    ms(figures.m[what]),
    ms(figures.l[what]),
    ms(figures.spread[what]),
    growth.toFixed(1),
    '≤ 5',
  )
}
console.log(`\nGreatest growth ${Math.max(...growths).toFixed(1)}, median ${median(growths).toFixed(1)}.\n`)
