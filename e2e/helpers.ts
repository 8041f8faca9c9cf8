// What the stories share: a server of their own each, people, companies, and what must hold on every screen.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, type Page, test as base } from '@playwright/test'
import { newDatabase } from '../api/tests/helpers/cluster.ts'
import { company, email, password } from '../api/tests/helpers/data.ts'
import { Database } from '../api/tests/helpers/database.ts'

export { company, email, numericCnpj, password, punctuated, unique } from '../api/tests/helpers/data.ts'
export { expect } from '@playwright/test'

const root = join(import.meta.dirname, '..')

export type Engine = 'sqlite' | 'postgres'

/** The real program with the built web application and fresh data. */
export class Server {
  /** The program that was built. */
  readonly binary = process.env.BALCAO_BINARY ?? join(root, 'build/release/server/balcao')
  /** What the environment tells it besides; before it starts. */
  readonly environment: Record<string, string> = {}
  readonly dataDir = mkdtempSync(join(tmpdir(), 'balcao-e2e-'))
  readonly database: Database
  port = 0
  private process: ChildProcess | undefined
  private log = ''

  constructor(engine: Engine) {
    this.database = new Database(
      engine === 'postgres' ? newDatabase() : `sqlite:${join(this.dataDir, 'balcao.sqlite3')}`,
    )
  }

  get url() {
    return `http://localhost:${this.port}`
  }

  async start() {
    this.port ||= await freePort()
    this.process = spawn(this.binary, ['serve'], {
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
        timeout: 15_000,
        message: this.log,
      })
      .toBe(200)
  }

  kill = () => this.end('SIGKILL')
  stop = () => this.end('SIGTERM')
  remove = () => rmSync(this.dataDir, { recursive: true, force: true })

  private async end(signal: NodeJS.Signals) {
    const ended = new Promise((done) => this.process!.once('exit', done))
    this.process!.kill(signal)
    await ended
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
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

  async newCompany(
    overrides: Record<string, unknown> = {},
  ): Promise<{ id: string; razao_social: string; cnpj: string }> {
    const answer = await this.call('POST', '/api/companies', company(overrides))
    expect(answer.status).toBe(201)
    return (await answer.json()) as { id: string; razao_social: string; cnpj: string }
  }

  /** Changes a company behind the back of whoever has it open. */
  async changeCompany(id: string, changes: Record<string, unknown>): Promise<void> {
    const current = (await (await this.call('GET', `/api/companies/${id}`)).json()) as object
    expect(
      (await this.call('PUT', `/api/companies/${id}`, { ...current, ...changes }, { 'if-match': '*' })).status,
    ).toBe(200)
  }

  call(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.server.url + path, {
      method,
      headers: { cookie: this.cookie, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }

  /** Takes this person's place in a browser page. */
  async enter(page: Page): Promise<void> {
    const [name, value] = this.cookie.split('=')
    await page.context().addCookies([{ name: name!, value: value!, url: this.server.url }])
  }
}

export const test = base.extend<{ engine: Engine; server: Server }>({
  engine: ['sqlite', { option: true }],
  server: async ({ engine }, use) => {
    const server = new Server(engine)
    await server.start()
    await use(server)
    await server.stop()
    server.remove()
  },
  // A page that logs an error or breaks is broken, whatever the story looks at.
  page: async ({ page, server }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      // The browser itself notes refused requests, which stories provoke on purpose.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        errors.push(message.text())
    })
    await page.goto(server.url)
    await use(page)
    expect(errors).toEqual([])
  },
})

export const screens = { wide: { width: 1440, height: 900 }, phone: { width: 375, height: 812 } }

async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** What must hold on every screen, in both colour schemes and both widths. */
export async function expectSound(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [width, size] of Object.entries(screens)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      // Colours on their way from one scheme to the other are nobody's choice.
      await page.evaluate(() =>
        Promise.allSettled(
          document
            .getAnimations()
            .filter((each) => each.effect?.getTiming().iterations !== Infinity)
            .map((each) => each.finished),
        ),
      )
      const where = `${name}, ${colorScheme}, ${width}`
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(sideways, `${where}: scrolls sideways`).toBeLessThanOrEqual(0)
      // Each scheme and each width once: colours do not depend on the width, nor names and roles on the colours.
      if ((colorScheme === 'light') !== (width === 'wide')) continue
      // Asked again: what depends on the size, such as the way by keys into a table that is too wide now, comes a moment later.
      await expect.poll(() => violationsOn(page), { message: where, timeout: 15_000 }).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  await page.setViewportSize(screens.wide)
}

export async function newWindow(browser: Browser, person: Person): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'pt-BR', viewport: screens.wide })).newPage()
  await person.enter(page)
  return page
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
