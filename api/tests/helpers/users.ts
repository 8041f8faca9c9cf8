// Users as the tests make them, and what the audit log says of them.
import { auditRows } from './audit.ts'
import { Caller, type Schemas } from './caller.ts'
import { email, password, unique } from './data.ts'
import * as api from './endpoints.ts'
import type { Server } from './server.ts'

export type User = Schemas['User']

export const userCreation = (overrides: Record<string, unknown> = {}) => ({
  full_name: `Rafael ${unique()}`,
  email: email(),
  password,
  ...overrides,
})

/** What an administrator does with users; `admin` is known once the tests run. */
export function userTools(server: Server, admin: () => Caller) {
  const newUser = async (overrides: Record<string, unknown> = {}) =>
    (await api.createUser(admin(), userCreation(overrides))).expect(201)
  const read = async (id: string) => (await api.getUser(admin(), id)).expect(200)
  const change = async (id: string, overrides: Partial<User>, as = admin()) =>
    api.updateUser(as, id, '*', { ...(await read(id)), ...overrides })
  const signedIn = async (user: User, secret = password) => {
    const caller = new Caller(server, 'unlinked')
    ;(await api.signIn(caller, { email: user.email, password: secret })).expect(200)
    return caller
  }
  const newAdmin = async () => {
    const user = await newUser({ role_name: 'admin' })
    return { user, caller: (await signedIn(user)).as('admin') }
  }
  /** What the audit log holds of a user, without looking. */
  const audited = (id: string) =>
    auditRows(server.database, `target_user_id = ${server.database.id(id)} and action_type <> 'user_view'`)
  return { newUser, read, change, signedIn, newAdmin, audited }
}
