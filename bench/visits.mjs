/* global window, document, requestAnimationFrame, PerformanceObserver -- of the page */
// The first direct visit to screens behind sign-in, as an old computer on a slow line has it: processor divided by 4, 1.6 Mbit/s,
// 150 ms, nothing kept. Per screen the median of three visits: script that came over the line, largest paint, and when the first
// rows or fields stood there.
//   node visits.mjs FOLDER PORT
import puppeteer from 'puppeteer-core'
import { Server, median, row } from './server.mjs'

const [folder, port] = process.argv.slice(2)
const server = new Server({ folder, database: `sqlite:${folder}/balcao.sqlite3`, port })
await server.start()
const company = await server.newCompany()
await server.stop()
const own = server.uuid(company)
server.seed('seed-products.sql', { rows: 10_000, companies: `select ${own} as id` })
server.seed('seed-people.sql', { rows: 10_000 })
server.seed('seed-budgets.sql', { rows: 10_000, company: own })
server.seed('seed-receipts.sql', { rows: 10_000, company: own })
await server.start()

const first = async (path) => (await server.get(path)).items[0].id
const base = `/api/companies/${company}`
const rows = 'tbody tr, main [role="row"]'
const fields = 'main form input'
const list = { seen: rows, goal: 2500 }
const form = { seen: fields, goal: 3000 }
const screens = {
  '/app': { seen: 'main h2, main section', goal: 2500 },
  '/app/companies': list,
  '/app/products': list,
  '/app/people': list,
  '/app/budgets': list,
  '/app/receipts?ambiente=simulador': list,
  '/app/products/new': form,
  [`/app/products/${await first(`${base}/products`)}/edit`]: form,
  [`/app/people/${await first('/api/people')}/edit`]: form,
  [`/app/budgets/${await first(`${base}/budgets`)}/edit`]: form,
  '/app/receipts/new': { seen: 'main input', goal: 3000 },
}

const browser = await puppeteer.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    ...(process.getuid() === 0 ? ['--no-sandbox'] : []),
  ],
})

async function visit(path, seen) {
  const context = await browser.createBrowserContext()
  try {
    const page = await context.newPage()
    const [name, value] = server.cookie.split('=')
    await context.setCookie({ name, value, domain: '127.0.0.1', path: '/' })
    await page.setViewport({ width: 1366, height: 768 })
    await page.emulateCPUThrottling(4)
    await page.emulateNetworkConditions({ download: 1.6e6 / 8, upload: 750e3 / 8, latency: 150 })
    await page.evaluateOnNewDocument((selector) => {
      window.measured = { largest: 0, seen: 0 }
      new PerformanceObserver((found) => {
        for (const entry of found.getEntries()) window.measured.largest = entry.startTime
      }).observe({ type: 'largest-contentful-paint', buffered: true })
      const look = () => {
        if ([...document.querySelectorAll(selector)].some((each) => each.getClientRects().length > 0))
          window.measured.seen = performance.now()
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }, seen)
    const devtools = await page.createCDPSession()
    await devtools.send('Network.enable')
    const scripts = new Set()
    let bytes = 0
    devtools.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
    let isSeen = false // what comes after the first view is for the next one
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId) && !isSeen) bytes += encodedDataLength
    })
    await page.goto(server.address + path, { waitUntil: 'load' })
    await page.waitForFunction(() => window.measured.seen > 0, { timeout: 60_000 })
    isSeen = true
    await page.waitForNetworkIdle({ idleTime: 1000, timeout: 60_000 })
    return { ...(await page.evaluate(() => window.measured)), bytes }
  } finally {
    await context.close()
  }
}

try {
  for (const [path, { seen, goal }] of Object.entries(screens)) {
    const visits = []
    for (let turn = 0; turn < 3; turn += 1) visits.push(await visit(path, seen))
    const of = (key) => median(visits.map((each) => each[key]))
    row(
      `First visit of ${path.replace(/[0-9a-f-]{36}/, '…')}, processor ÷ 4, 1.6 Mbit/s`,
      `${(of('bytes') / 1000).toFixed(0)} kB of script before the first view, largest paint ${(of('largest') / 1000).toFixed(1)} s, first rows or fields ${(of('seen') / 1000).toFixed(1)} s`,
      '',
      '',
      `≤ 200 kB, ≤ ${(goal / 1000).toFixed(1)} s each`,
    )
  }
} finally {
  await browser.close()
  await server.stop()
}
