// What we are measured beside: the API that a good team writes by hand in a week with Fastify and better-sqlite3. A signed token
// instead of a session, prepared statements, answers by schema, no access row, no log, no record of changes. Its rows are copies
// of ours, found by an index of trigrams as ours are; it commits as surely as we do.
//   PORT=… SOURCE=our.sqlite3 DB=own.sqlite3 WORKERS=2 node server.mjs   listens once its rows are copied
import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { createSigner, createVerifier } from 'fast-jwt'
import Fastify from 'fastify'

const { PORT, SOURCE, DB, WORKERS = '1' } = process.env
const counted = 1000
const secret = 'known to nobody who matters'
const plain = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

function copyRows() {
  if (existsSync(DB)) return
  const db = new Database(DB)
  db.pragma('journal_mode = wal')
  db.prepare('attach ? as source').run(SOURCE)
  db.exec(`
    create table products as select * from source.produtos where deleted_at is null;
    create unique index products_id on products (id);
    create index products_name on products (id_emit, busca_xProd);
    create virtual table products_text using fts5 (busca, content = 'products', content_rowid = 'rowid', tokenize = 'trigram');
    insert into products_text (products_text) values ('rebuild');
    create table people (id integer primary key, cpf_cnpj text not null unique, razao_social text not null, busca text not null, created_at integer not null);
    create virtual table people_text using fts5 (busca, content = 'people', content_rowid = 'id', tokenize = 'trigram');
    create trigger people_added after insert on people begin insert into people_text (rowid, busca) values (new.id, new.busca); end;
    detach source;
    analyze;`)
  db.close()
}

async function serve() {
  const db = new Database(DB)
  for (const each of ['synchronous = full', 'busy_timeout = 5000', 'cache_size = -65536', 'mmap_size = 268435456'])
    db.pragma(each)
  const columns = db.pragma('table_info(products)').filter(({ name }) => !name.startsWith('busca'))
  const chosen = columns
    .map(({ name }) => (name.startsWith('id') ? `lower(hex(p.${name})) as ${name}` : `p.${name}`))
    .join(', ')
  const indexed =
    'from products_text t join products p on p.rowid = t.rowid where products_text match ? and p.id_emit = ?'
  const scanned = `from products p where id_emit = ? and busca like '%' || ? || '%'`
  const statements = {
    product: db.prepare(`select ${chosen} from products p where id = ?`),
    page: db.prepare(`select ${chosen} ${indexed} order by p.busca_xProd limit ?`),
    count: db.prepare(`select count(*) as found from (select 1 ${indexed} limit ${counted + 1})`),
    shortPage: db.prepare(`select ${chosen} ${scanned} order by busca_xProd limit ?`),
    shortCount: db.prepare(`select count(*) as found from (select 1 ${scanned} limit ${counted + 1})`),
    add: db.prepare('insert into people (cpf_cnpj, razao_social, busca, created_at) values (?, ?, ?, ?)'),
  }
  const type = (declared) => ({ type: /int/i.test(declared) ? ['integer', 'null'] : ['string', 'null'] })
  const product = {
    type: 'object',
    properties: Object.fromEntries(columns.map((each) => [each.name, type(each.type)])),
  }
  const page = { type: 'object', properties: { items: { type: 'array', items: product }, total: { type: 'integer' } } }

  const querystring = { type: 'object', properties: { page_size: { type: 'integer' }, search: { type: 'string' } } }

  const app = Fastify({ logger: false })
  const verify = createVerifier({ key: secret, cache: true })
  app.get('/token/:company', ({ params }) => ({ token: createSigner({ key: secret })({ company: params.company }) }))
  app.register(async (api) => {
    api.decorateRequest('company', null)
    api.addHook('onRequest', async (request, reply) => {
      try {
        request.company = Buffer.from(
          verify(String(request.headers.authorization).replace('Bearer ', '')).company,
          'hex',
        )
      } catch {
        return reply.code(401).send({ error: 'unknown' })
      }
    })
    api.get('/products/:id', { schema: { response: { 200: product } } }, async ({ params }, reply) => {
      const found = statements.product.get(Buffer.from(params.id, 'hex'))
      return found ?? reply.code(404).send({ error: 'unknown' })
    })
    api.get('/products', { schema: { querystring, response: { 200: page } } }, async ({ company, query }) => {
      const text = plain(query.search)
      const words = text.split(/\s+/)
      if (words.some((word) => word.length < 3))
        return {
          items: statements.shortPage.all(company, text, query.page_size),
          total: statements.shortCount.get(company, text).found,
        }
      const match = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')
      return {
        items: statements.page.all(match, company, query.page_size),
        total: statements.count.get(match, company).found,
      }
    })
    const body = {
      type: 'object',
      required: ['cpf_cnpj', 'razao_social'],
      properties: {
        cpf_cnpj: { type: 'string', pattern: '^[0-9]{11}$' },
        razao_social: { type: 'string', minLength: 2, maxLength: 60 },
      },
    }
    api.post('/people', { schema: { body } }, async ({ body: { cpf_cnpj, razao_social } }, reply) => {
      const at = Date.now() * 1000
      const { lastInsertRowid } = statements.add.run(cpf_cnpj, razao_social, `${plain(razao_social)}\n${cpf_cnpj}`, at)
      return reply.code(201).send({ id: Number(lastInsertRowid), cpf_cnpj, razao_social, created_at: at })
    })
  })
  await app.listen({ host: '127.0.0.1', port: Number(PORT) })
}

if (cluster.isPrimary) {
  copyRows()
  for (let i = 0; i < Number(WORKERS); i += 1) cluster.fork()
  process.on('SIGTERM', () => {
    for (const worker of Object.values(cluster.workers)) worker.kill()
    process.exit()
  })
} else await serve()
