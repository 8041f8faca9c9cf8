// What staff wait for: a budget with 50 items saved, its PDF, 20,000 products imported.
//   node records.mjs FOLDER PORT DATABASE
import { Server, row, timed } from './server.mjs'

const [folder, port, database] = process.argv.slice(2)
const server = new Server({ folder, database, port })
await server.start()
const company = await server.newCompany()
const base = `/api/companies/${company}`
const engine = server.isSqlite ? 'SQLite' : 'PostgreSQL'

const client = await server.post('/api/people', {
  pessoa_tipo: 1,
  cpf_cnpj: '52998224725',
  razao_social: 'Construtora Alves',
})
const products = []
for (let i = 0; i < 50; i += 1)
  products.push(
    (
      await server.post(`${base}/products`, {
        prod_cProd: `L-${i}`,
        prod_xProd: `Laje treliçada H${i}`,
        prod_vUnCOM: '34.5000',
      })
    ).id,
  )
const budget = {
  data_orcamento: '2026-11-21',
  cliente_id: client.id,
  itens: products.map((composicao_id, i) => ({ composicao_id, quantidade: `${i + 1}.0000`, valor_venda: '34.5000' })),
}

const health = await timed(() => server.send('GET', '/healthz'), 200)
const saved = await timed(() => server.post(`${base}/budgets`, budget), 100)
row(
  `Budget with 50 items saved, ${engine}`,
  `${saved.toFixed(1)} ms`,
  `an empty request: ${health.toFixed(2)} ms`,
  '',
  '',
)
const { id } = await server.post(`${base}/budgets`, budget)
const pdf = await timed(async () => (await server.send('GET', `${base}/budgets/${id}/pdf`)).arrayBuffer(), 30)
row(`PDF of that budget, ${engine}`, `${pdf.toFixed(1)} ms`, '', '', '≤ 40 ms')

const lines = Array.from(
  { length: 20_000 },
  (_, i) => `IMP-${i};Bloco de concreto ${i};68101100;UN;${(i % 90) + 1},5000;5102`,
)
const file = ['Código;Descrição;NCM;Unidade comercial;Valor unitário comercial;CFOP', ...lines].join('\r\n')
const settled = async (iid) => {
  for (;;) {
    const found = await server.get(`${base}/imports/${iid}`)
    if (found.state !== 'lendo' && found.state !== 'aplicando') return found
    await new Promise((done) => setTimeout(done, 20))
  }
}
let started = performance.now()
const { id: iid } = await server.post(`${base}/imports?file_name=produtos.csv`, file, 'text/csv')
const read = await settled(iid)
if (read.state !== 'pronta') throw new Error(`import: ${JSON.stringify(read)}`)
const readIn = (performance.now() - started) / 1000
started = performance.now()
await server.post(`${base}/imports/${iid}/apply`)
const applied = await settled(iid)
if (applied.state !== 'aplicada') throw new Error(`import: ${JSON.stringify(applied)}`)
const appliedIn = (performance.now() - started) / 1000
const each = `${Math.round(20_000 / (readIn + appliedIn))} rows/s`
row(
  `Import of 20,000 products, ${engine}`,
  `read ${readIn.toFixed(1)} s, applied ${appliedIn.toFixed(1)} s, ${each}`,
  '',
  '',
  '≤ 10 s',
)
await server.stop()
