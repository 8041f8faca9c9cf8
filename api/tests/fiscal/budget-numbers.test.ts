// Numbers of budgets never come twice, not even when an older database is put back.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newBudget } from '../helpers/budgets.ts'
import { newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { newPerson } from '../helpers/people.ts'
import { Server } from '../helpers/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'balcao-budget-numbers-'))
const backup = join(folder, 'older')
let server: Server
let email: string
let companyId: string
let clientId: string

const give = async (as: Caller) => (await newBudget(as, companyId, clientId)).numero_pedido

beforeAll(async () => {
  server = new Server()
  await server.start()
  const made = await office(server)
  email = made.adminAccount.email
  companyId = (await newCompany(made.admin)).id
  clientId = (await newPerson(made.admin)).id
  for (const number of [1, 2, 3]) expect(await give(made.admin)).toBe(number)
  expect((await server.command(['backup', backup])).code).toBe(0)
  for (const number of [4, 5]) expect(await give(made.admin)).toBe(number)
  await server.stop()
})
afterAll(() => {
  server.remove()
  rmSync(folder, { recursive: true })
})

/** The backup of after number 3, put back into a data folder; `mark`: with what the server keeps beside its database. */
async function restored(mark: boolean): Promise<Server> {
  const other = new Server()
  if (mark) copyFileSync(join(server.dataDir, 'numeros.max'), join(other.dataDir, 'numeros.max'))
  const { code, stderr } = await other.command(['restore', backup])
  expect(code, stderr).toBe(0)
  return other
}

const next = async (of: Server) => {
  await of.start()
  const admin = new Caller(of, 'admin')
  ;(await api.signIn(admin, { email, password })).expect(200)
  const number = await give(admin)
  await of.stop()
  return number
}

test('a restored database goes on above the highest number that was ever given', async () => {
  const other = await restored(true)
  expect(await next(other)).toBe(6)
  other.remove()
})
test('where nothing tells which that was, it goes on 1,000 higher', async () => {
  const other = await restored(false)
  expect(await next(other)).toBe(1004)
  other.remove()
})
test('a database that was put back by hand goes on above it, too', async () => {
  server.database.run(`update orcamento_numeracao set proximo = 2 where emitente_id = ${server.database.id(companyId)}`)
  expect(await next(server)).toBe(6)
})
