/* global window, document, addEventListener, requestAnimationFrame, MessageChannel -- of the page */
// What a key costs in a budget of 10, 300 and 990 items, from its press to the picture that shows it, at full speed of the processor.
// Waiting for the next picture of the screen is some 8 ms of it.
//   node typing.mjs FOLDER PORT
import puppeteer from 'puppeteer-core'
import { Server, median, row } from './server.mjs'

const [folder, port] = process.argv.slice(2)
const server = new Server({ folder, database: `sqlite:${folder}/balcao.sqlite3`, port })
await server.start()
const base = `/api/companies/${await server.newCompany()}`
const client = await server.post('/api/people', { cpf_cnpj: '52998224725', razao_social: 'Construtora Alves' })
const items = []
for (let i = 0; i < 990; i += 1) {
  const product = { prod_cProd: `L-${i}`, prod_xProd: `Laje treliçada H${i}`, prod_vUnCOM: '34.5000' }
  const { id } = await server.post(`${base}/products`, product)
  items.push({ composicao_id: id, quantidade: '1.0000', valor_venda: '34.5000' })
}
const browser = await puppeteer.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--disable-background-networking', ...(process.getuid() === 0 ? ['--no-sandbox'] : [])],
})
async function measure(count) {
  const budget = { data_orcamento: '2026-11-21', cliente_id: client.id, itens: items.slice(0, count) }
  const { id } = await server.post(`${base}/budgets`, budget)
  const page = await browser.newPage()
  await page.setViewport({ width: 1366, height: 768 })
  await page.goto(`${server.address}/app/budgets/${id}/edit`, { waitUntil: 'load' })
  await page.waitForFunction((rows) => document.querySelectorAll('main tbody input').length >= 4 * rows, {}, count)
  const found = await page.$$('main tbody input')
  const quantities = []
  for (const each of found)
    if (await each.evaluate((input) => /quantidade/i.test(input.labels?.[0]?.textContent ?? input.ariaLabel ?? '')))
      quantities.push(each)
  if (quantities.length !== count) throw new Error(`${quantities.length} quantities are on the screen`)
  await page.evaluate(() => {
    window.painted = []
    addEventListener(
      'keydown',
      () => {
        const pressed = performance.now()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => window.painted.push(performance.now() - pressed)
          port2.postMessage(undefined)
        })
      },
      true,
    )
  })
  for (const which of [0, count / 2, count - 1]) {
    await quantities[which].click({ clickCount: 3 })
    for (const key of '1234567') {
      await page.keyboard.press(key)
      await new Promise((done) => setTimeout(done, 150))
    }
  }
  const times = await page.evaluate(() => window.painted)
  await page.close()
  row(
    `A key in a budget of ${count} items`,
    `median ${median(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms until it is painted`,
    '',
    '',
    count === 300 ? '≤ 12 ms' : count > 300 ? 'as with 300' : '',
  )
}

try {
  const [name, value] = server.cookie.split('=')
  await browser.setCookie({ name, value, domain: '127.0.0.1', path: '/' })
  for (const count of [10, 300, 990]) await measure(count)
} finally {
  await browser.close()
  await server.stop()
}
