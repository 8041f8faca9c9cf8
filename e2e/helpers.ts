// What the stories share: a server of their own each, people, companies, and what must hold on every screen.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, type Page, test as base } from '@playwright/test'
import { newDatabase } from '../api/tests/helpers/cluster.ts'
import { company, email, password } from '../api/tests/helpers/data.ts'
import { Database } from '../api/tests/helpers/database.ts'

export { company, email, numericCnpj, password, punctuated, today, unique } from '../api/tests/helpers/data.ts'
export { expect } from '@playwright/test'

const root = join(import.meta.dirname, '..')

export type Engine = 'sqlite' | 'postgres'

export const binary = process.env.BALCAO_BINARY ?? join(root, 'build/release/server/balcao')

/** The real program with the built web application and fresh data. */
export class Server {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'balcao-e2e-'))
  readonly database: Database
  port = 0
  private readonly environment: Record<string, string>
  private process: ChildProcess | undefined
  private log = ''

  constructor(engine: Engine, environment: Record<string, string>) {
    this.environment = environment
    this.database = new Database(
      engine === 'postgres' ? newDatabase() : `sqlite:${join(this.dataDir, 'balcao.sqlite3')}`,
    )
  }

  get url() {
    return `http://localhost:${this.port}`
  }

  async start() {
    this.port ||= await freePort()
    this.process = spawn(binary, ['serve'], {
      env: {
        PATH: process.env.PATH ?? '',
        BALCAO_PORT: String(this.port),
        BALCAO_DATA_DIR: this.dataDir,
        BALCAO_DATABASE_URL: this.database.url,
        BALCAO_SIMULATOR_URL: 'off', // of its own only where a story practises
        BALCAO_TEST_PASSWORDS: 'quick',
        BALCAO_WEB_DIR: process.env.BALCAO_WEB_DIR ?? join(root, 'web/dist'),
        ...this.environment,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.process.stderr!.on('data', (text) => (this.log += text))
    await expect
      .poll(async () => (await fetch(`${this.url}/readyz`).catch(() => undefined))?.status, {
        timeout: 60_000,
        intervals: [20],
        message: this.log,
      })
      .toBe(200)
  }

  /** Ends it with SIGKILL; it can start again. */
  async kill() {
    const process = this.process
    this.process = undefined
    if (!process) return // a story that failed while it was down
    const ended = new Promise((done) => process.once('exit', done))
    process.kill('SIGKILL')
    await ended
  }

  remove = () => rmSync(this.dataDir, { recursive: true, force: true })
}

/** Below the ports that the system gives to outgoing connections, which could take it while the server is down. */
async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000)
  const isFree = await new Promise<boolean>((done) => {
    const probe = createServer()
      .once('error', () => done(false))
      .listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
  return isFree ? port : freePort()
}

/** Somebody with an account, and the API as that account. */
export class Person {
  readonly server: Server
  readonly email: string
  private readonly cookie: string
  private constructor(server: Server, address: string, cookie: string) {
    this.server = server
    this.email = address
    this.cookie = cookie
  }

  /** Signs up through the API. The first person of a server is its admin. */
  static async signUp(server: Server): Promise<Person> {
    const address = email()
    const answer = await fetch(`${server.url}/api/auth/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: address, password }),
    })
    expect(answer.status).toBe(201)
    return new Person(server, address, answer.headers.getSetCookie()[0]!.split(';')[0]!)
  }

  newCompany(overrides: Record<string, unknown> = {}): Promise<Company> {
    return this.create('/api/companies', company(overrides))
  }

  /** Makes a record. */
  async create<Made extends { id: string }>(path: string, body: object): Promise<Made> {
    const answer = await this.call('POST', path, body, { 'idempotency-key': crypto.randomUUID() })
    expect(answer.status, `${path}: ${await answer.clone().text()}`).toBe(201)
    return (await answer.json()) as Made
  }

  async read<Found>(path: string): Promise<Found> {
    const answer = await this.call('GET', path)
    expect(answer.status, path).toBe(200)
    return (await answer.json()) as Found
  }

  /** Saves a record or settings, whatever is there. */
  async save(path: string, body: object): Promise<void> {
    const answer = await this.call('PUT', path, body, { 'if-match': '*' })
    expect(answer.status, `${path}: ${await answer.clone().text()}`).toBe(200)
  }

  /** Changes some fields of a record, behind the back of a page that has it open. */
  async change(path: string, changes: object): Promise<void> {
    await this.save(path, { ...(await this.read<object>(path)), ...changes })
  }

  /** Gives an account access to a company. */
  async link(other: Person, company: string, papel?: 'operador' | 'gerente'): Promise<void> {
    const found = await this.read<{ items: [{ id: string }] }>(`/api/users?search=${encodeURIComponent(other.email)}`)
    const path = `/api/users/${found.items[0].id}/companies/${company}`
    expect((await this.call('PUT', path, papel && { papel })).status).toBe(204)
  }

  /** Of every request of this person. */
  get headers() {
    return { cookie: this.cookie }
  }

  call(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.server.url + path, {
      method,
      headers: { ...this.headers, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }

  /** Takes this person's place in a browser page. */
  async enter(page: Page): Promise<void> {
    const [name, value] = this.cookie.split('=')
    await page.context().addCookies([{ name: name!, value: value!, url: this.server.url }])
  }
}

type Company = { id: string; razao_social: string; cnpj: string }

type Fixtures = {
  engine: Engine
  /** What the server's environment says besides. */
  environment: Record<string, string>
  server: Server
}

export const test = base.extend<Fixtures>({
  engine: ['sqlite', { option: true }],
  environment: [{}, { option: true }],
  server: async ({ engine, environment }, use) => {
    const server = new Server(engine, environment)
    try {
      await server.start()
      await use(server)
    } finally {
      await server.kill()
      server.remove()
    }
  },
  // A page that logs an error or breaks is broken, whatever the story looks at.
  page: async ({ page }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      // The browser itself notes refused requests, which stories provoke on purpose.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        errors.push(message.text())
    })
    await use(page)
    expect(errors).toEqual([])
  },
})

const screens = { wide: { width: 1440, height: 900 }, phone: { width: 375, height: 812 } }

/** The project `promises` checks how each screen looks once; all states of all screens are for the project `sqlite`. */
export const isForPromises = () => test.info().project.name === 'promises'

/** Axe finds nothing. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const violations = async () =>
    (await new AxeBuilder({ page }).analyze()).violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`,
    )
  // Asked again: what depends on the size, such as the way by keys into a table that is too wide now, comes a moment later.
  await expect.poll(violations, { message: name }).toEqual([])
}

/** Colours on their way from one scheme to the other are nobody's choice. */
export async function useScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => each.effect?.getTiming().iterations !== Infinity)
        .map((each) => each.finished),
    ),
  )
}

/** Of looking at one screen; the rest of a test's time is its story's. */
const LOOK_MS = 20_000

/** What must hold on every screen, in both colour schemes and both widths. */
export async function expectSound(page: Page, name: string): Promise<void> {
  if (isForPromises()) return
  test.setTimeout(test.info().timeout + LOOK_MS)
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [width, size] of Object.entries(screens)) {
      await page.setViewportSize(size)
      await useScheme(page, colorScheme)
      const where = `${name}, ${colorScheme}, ${width}`
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(sideways, `${where}: scrolls sideways`).toBeLessThanOrEqual(0)
      // Each scheme and each width once: colours do not depend on the width, nor names and roles on the colours.
      if ((colorScheme === 'light') === (width === 'wide')) await expectAccessible(page, where)
    }
  }
  await useScheme(page, 'light')
  await page.setViewportSize(screens.wide)
}

/** The administrator of a new company, in the page, which is still blank. */
export async function enterCompany(page: Page, server: Server, overrides: Record<string, unknown> = {}) {
  const admin = await Person.signUp(server)
  const company = await admin.newCompany(overrides)
  await admin.enter(page)
  return { admin, company, path: (rest: string) => `/api/companies/${company.id}/${rest}` }
}

export const product = (code: string, overrides: object = {}) => ({
  ...{ prod_cProd: code, prod_xProd: `Laje ${code}`, prod_uCOM: 'UN', prod_NCM: '68109100', prod_vUnCOM: '62.00' },
  ...overrides,
})

/** A window beside the page: of somebody, or of nobody yet. */
export async function newWindow(browser: Browser, person?: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await person?.enter(page)
  return page
}

/** Signs in at the page of the login. */
export async function signIn(page: Page, address: string, secret = password): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(address)
  await page.getByLabel(/^Senha/).fill(secret)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

/** Goes from the landing page of an empty installation to its first account. */
export async function register(page: Page, server: Server, address: string): Promise<void> {
  await page.goto(server.url)
  await page.getByRole('link', { name: 'Acessar Sistema' }).first().click()
  await expect(heading(page, 'Boas-vindas ao Balcão!')).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(address)
  await page.getByLabel(/^Senha/).fill(password)
  await page.getByRole('button', { name: 'Registrar' }).click()
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text })

/** Fills the form of a new company as a person would. */
export async function fillCompany(page: Page, values: { name: string; cnpj: string }): Promise<void> {
  // By its role: the list before it, on the way out, has a search by razão social.
  await page.getByRole('textbox', { name: /^Razão Social/ }).fill(values.name)
  await page.getByLabel('CNPJ').fill(values.cnpj)
  await page.getByLabel('Inscrição Estadual').fill('110.042.490.114')
  await page.getByLabel('CEP').fill('13010-001')
  await page.getByLabel('Logradouro').fill('Rua das Palmeiras')
  await page.getByLabel('Número').fill('120')
  await page.getByLabel('Bairro').fill('Centro')
  await choose(page, 'UF', 'SP - São Paulo')
  await choose(page, 'Município', 'Campinas')
}

/** Picks from one of our searchable lists. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const list = page.getByRole('combobox', { name: label })
  await list.click()
  await list.fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}
