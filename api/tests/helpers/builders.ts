// Records and accounts made through the API.
import { Caller, type Schemas, type Who } from './caller.ts'
import { company, email, password } from './data.ts'
import { createCompany, signUp } from './endpoints.ts'
import type { Server } from './server.ts'

/** As answered: nothing is left out. */
export type Company = Required<Schemas['Company']>

export interface Account {
  caller: Caller
  id: string
  email: string
}

/** Signs up a new account. */
export async function account(server: Server, who: Who = 'unlinked'): Promise<Account> {
  const caller = new Caller(server, who)
  const address = email()
  const session = (await signUp(caller, { email: address, password })).expect(201)
  // The first one of a server is its admin already.
  if (who === 'admin' && session.role !== 'admin') server.database.makeAdmin(session.user.id)
  return { caller, id: session.user.id, email: address }
}

export async function newCompany(admin: Caller, overrides: Record<string, unknown> = {}): Promise<Company> {
  return (await createCompany(admin, company(overrides))).expect(201) as Company
}

/** An account that is an operador of this company. */
export async function operadorOf(server: Server, companyId: string): Promise<Account> {
  const made = await account(server, 'operador')
  server.database.link(made.id, companyId, 'operador')
  return made
}

/** What most tests need: an admin, two companies, and a user of the first. */
export async function office(server: Server) {
  const admin = await account(server, 'admin')
  const own = await newCompany(admin.caller)
  const other = await newCompany(admin.caller)
  const user = await account(server, 'user')
  server.database.link(user.id, own.id)
  return { admin: admin.caller, user: user.caller, adminAccount: admin, userAccount: user, own, other }
}
