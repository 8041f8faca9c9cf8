// Every route × who calls it. A new operation of the contract does not compile until it has its line here.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Who } from './helpers/caller.ts'
import { Caller as Anybody } from './helpers/caller.ts'
import { account, newCompany, office } from './helpers/builders.ts'
import { type Operation, routes } from './helpers/contract.ts'
import { company, email, password } from './helpers/data.ts'
import * as api from './helpers/endpoints.ts'
import { streamEvents } from './helpers/events.ts'
import { png } from './helpers/images.ts'
import { useServer } from './helpers/server.ts'

const server = useServer()

let admin: Caller
let callers: Record<Who, Caller>
let ownId = ''
let foreignId = ''

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  ownId = made.own.id
  foreignId = made.other.id
  callers = {
    nobody: new Anybody(server, 'nobody'),
    unlinked: (await account(server, 'unlinked')).caller,
    foreign: made.user.as('foreign'),
    user: made.user,
    admin,
  }
  ;(await api.putCompanyLogo(admin, ownId, 'system', png(), 'image/png')).expect(200)
  ;(await api.putCompanyLogo(admin, foreignId, 'system', png(), 'image/png')).expect(200)
})

/** The company that is called for: the user's own, or one that is not. */
const target = (as: Caller) => (as.who === 'foreign' ? foreignId : ownId)
const logoUrl = async (as: Caller) => (await api.getCompany(admin, target(as))).expect(200).logo_sistema_url!
const freshFor = async (as: Caller) => {
  const fresh = await newCompany(admin)
  if (as.who === 'user') server.database.link((await api.getSession(as)).expect(200).user.id, fresh.id)
  return fresh
}

type Status = Record<Who, number>
const everybody = (status: number): Status => ({ nobody: status, unlinked: status, foreign: status, user: status, admin: status })
const signedIn = (status: number): Status => ({ ...everybody(status), nobody: 401 })
const inReach = (status: number): Status => ({ ...everybody(status), nobody: 401, unlinked: 404, foreign: 404 })
const adminOnly = (status: number): Status => ({ ...everybody(403), nobody: 401, admin: status })

const matrix: Record<Operation, { call: (as: Caller) => Promise<{ status: number }>; gives: Status }> = {
  getHealth: { call: api.getHealth, gives: everybody(200) },
  getReadiness: { call: api.getReadiness, gives: everybody(200) },
  // The tests come through a trusted proxy from elsewhere: only who stands on the machine itself may look.
  getMetrics: { call: api.getMetrics, gives: everybody(404) },
  getContract: { call: api.getContract, gives: everybody(200) },

  signUp: { call: (as) => api.signUp(new Anybody(server, as.who), { email: email(), password }), gives: everybody(201) },
  signIn: {
    call: async (as) => {
      const { email: known } = await account(server)
      return api.signIn(new Anybody(server, as.who), { email: known, password })
    },
    gives: everybody(200),
  },
  signOut: {
    call: async (as) => api.signOut(as.who === 'nobody' ? as : (await account(server)).caller.as(as.who)),
    gives: everybody(204),
  },

  getSession: { call: api.getSession, gives: signedIn(200) },
  setActiveCompany: { call: (as) => api.setActiveCompany(as, target(as)), gives: inReach(200) },

  listCompanies: { call: (as) => api.listCompanies(as), gives: signedIn(200) },
  createCompany: { call: (as) => api.createCompany(as, company()), gives: adminOnly(201) },
  getCompany: { call: (as) => api.getCompany(as, target(as)), gives: inReach(200) },
  updateCompany: { call: (as) => api.updateCompany(as, target(as), '*', company()), gives: inReach(200) },
  deleteCompany: {
    call: async (as) => api.deleteCompany(as, (await freshFor(as)).id, '*'),
    gives: { ...inReach(204), user: 403 },
  },
  getCompanyLogo: { call: (as) => api.getCompanyLogo(as, target(as), 'system'), gives: inReach(200) },
  putCompanyLogo: { call: (as) => api.putCompanyLogo(as, target(as), 'documents', png(), 'image/png'), gives: inReach(200) },
  deleteCompanyLogo: { call: (as) => api.deleteCompanyLogo(as, target(as), 'documents'), gives: inReach(204) },
  getPublicLogo: { call: async (as) => api.getPublicLogo(as, await logoUrl(as)), gives: everybody(200) },

  listStates: { call: api.listStates, gives: signedIn(200) },
  listMunicipalities: { call: (as) => api.listMunicipalities(as, 'SC'), gives: signedIn(200) },
  listVersions: { call: (as) => api.listVersions(as), gives: signedIn(200) },
  streamEvents: {
    call: async (as) => {
      if (as.who === 'nobody') return as.call('streamEvents')
      ;(await streamEvents(as)).close()
      return { status: 200 }
    },
    gives: signedIn(200),
  },
}

test('the matrix has exactly the operations of the contract', () => {
  expect(Object.keys(matrix).sort()).toEqual(Object.keys(routes).sort())
})

describe.each(Object.entries(matrix))('%s', (_, { call, gives }) => {
  test.each(Object.entries(gives) as [Who, number][])('%s gets %i', async (who, status) => {
    expect((await call(callers[who])).status).toBe(status)
  })
})

test('a public operation of the contract is public, every other wants a session', () => {
  for (const [operation, { gives }] of Object.entries(matrix)) {
    expect([operation, gives.nobody !== 401]).toEqual([operation, routes[operation]!.isPublic])
  }
})

test('the company of others answers exactly like one that does not exist', async () => {
  const hidden = (await api.getCompany(callers.foreign, foreignId)).problem(404, 'not_found')
  const missing = (await api.getCompany(callers.foreign, '01890000-0000-7000-8000-000000000000')).problem(404, 'not_found')
  expect({ ...hidden, request_id: '' }).toEqual({ ...missing, request_id: '' })
})

test('the list of a user holds the linked companies only, that of an unlinked one nothing', async () => {
  const { caller, id: userId } = await account(server, 'user')
  server.database.link(userId, ownId)
  const own = (await api.listCompanies(caller)).expect(200)
  expect(own.items.map(({ id }) => id)).toEqual([ownId])
  expect(own.total).toBe(1)
  const none = (await api.listCompanies(callers.unlinked)).expect(200)
  expect([none.items, none.total]).toEqual([[], 0])
})

test('a user whose link is taken away loses the company at once', async () => {
  const { caller, id } = await account(server, 'user')
  server.database.link(id, ownId)
  ;(await api.getCompany(caller, ownId)).expect(200)
  server.database.unlink(id, ownId)
  ;(await api.getCompany(caller.as('foreign'), ownId)).problem(404, 'not_found')
})
