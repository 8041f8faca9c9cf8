// Every route × who calls it. A new operation of the contract does not compile until it has its line here.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Who } from './helpers/caller.ts'
import { Caller as Anybody } from './helpers/caller.ts'
import { account, newCompany, office } from './helpers/builders.ts'
import { type Operation, routes } from './helpers/contract.ts'
import { company, email, password, unique } from './helpers/data.ts'
import * as api from './helpers/endpoints.ts'
import { streamEvents } from './helpers/events.ts'
import { budget, newBudget } from './helpers/budgets.ts'
import { csv, readPeople, readProducts } from './helpers/imports.ts'
import { cpf, newPerson, person } from './helpers/people.ts'
import { newProduct, product } from './helpers/products.ts'
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

const budgetFor = async (as: Caller) => (await newBudget(admin, target(as), (await newPerson(admin)).id)).id

const productFor = async (as: Caller) => (await newProduct(admin, target(as))).id

/** Read, and ready to be applied. */
const productsImportFor = async (as: Caller) =>
  (
    await readProducts(
      admin,
      target(as),
      csv([
        ['Código', 'Descrição'],
        [unique(), 'Laje'],
      ]),
    )
  ).id
const peopleImport = async () =>
  (
    await readPeople(
      admin,
      csv([
        ['CPF', 'Nome'],
        [cpf(), 'Maria'],
      ]),
    )
  ).id

type Status = Record<Who, number>
const everybody = (status: number): Status => ({
  nobody: status,
  unlinked: status,
  foreign: status,
  user: status,
  admin: status,
})
const signedIn = (status: number): Status => ({
  ...everybody(status),
  nobody: 401,
})
const inReach = (status: number): Status => ({
  ...everybody(status),
  nobody: 401,
  unlinked: 404,
  foreign: 404,
})
const withCompany = (status: number): Status => ({
  ...everybody(status),
  nobody: 401,
  unlinked: 403,
})
const adminOnly = (status: number): Status => ({
  ...everybody(403),
  nobody: 401,
  admin: status,
})

const matrix: Record<Operation, { call: (as: Caller) => Promise<{ status: number }>; gives: Status }> = {
  getHealth: { call: api.getHealth, gives: everybody(200) },
  getReadiness: { call: api.getReadiness, gives: everybody(200) },
  // The tests come through a trusted proxy from elsewhere: only who stands on the machine itself may look.
  getMetrics: { call: api.getMetrics, gives: everybody(404) },
  getContract: { call: api.getContract, gives: everybody(200) },

  signUp: {
    call: (as) => api.signUp(new Anybody(server, as.who), { email: email(), password }),
    gives: everybody(201),
  },
  signIn: {
    call: async (as) => {
      const { email: known } = await account(server)
      return api.signIn(new Anybody(server, as.who), {
        email: known,
        password,
      })
    },
    gives: everybody(200),
  },
  signOut: {
    call: async (as) => api.signOut(as.who === 'nobody' ? as : (await account(server)).caller.as(as.who)),
    gives: everybody(204),
  },

  getSession: { call: api.getSession, gives: signedIn(200) },
  setActiveCompany: {
    call: (as) => api.setActiveCompany(as, target(as)),
    gives: inReach(200),
  },

  listCompanies: { call: (as) => api.listCompanies(as), gives: signedIn(200) },
  createCompany: {
    call: (as) => api.createCompany(as, company()),
    gives: adminOnly(201),
  },
  getCompany: {
    call: (as) => api.getCompany(as, target(as)),
    gives: inReach(200),
  },
  updateCompany: {
    call: (as) => api.updateCompany(as, target(as), '*', company()),
    gives: inReach(200),
  },
  deleteCompany: {
    call: async (as) => api.deleteCompany(as, (await freshFor(as)).id, '*'),
    gives: { ...inReach(204), user: 403 },
  },
  getCompanyLogo: {
    call: (as) => api.getCompanyLogo(as, target(as), 'system'),
    gives: inReach(200),
  },
  putCompanyLogo: {
    call: (as) => api.putCompanyLogo(as, target(as), 'documents', png(), 'image/png'),
    gives: inReach(200),
  },
  deleteCompanyLogo: {
    call: (as) => api.deleteCompanyLogo(as, target(as), 'documents'),
    gives: inReach(204),
  },
  getPublicLogo: {
    call: async (as) => api.getPublicLogo(as, await logoUrl(as)),
    gives: everybody(200),
  },

  // People are shared by all companies of the installation.
  listPeople: { call: (as) => api.listPeople(as), gives: withCompany(200) },
  countPeople: { call: (as) => api.countPeople(as), gives: withCompany(200) },
  createPerson: {
    call: (as) => api.createPerson(as, person()),
    gives: withCompany(201),
  },
  changePeople: {
    call: async (as) => api.changePeople(as, 'delete', [(await newPerson(admin)).id]),
    gives: withCompany(200),
  },
  getPerson: {
    call: async (as) => api.getPerson(as, (await newPerson(admin)).id),
    gives: withCompany(200),
  },
  updatePerson: {
    call: async (as) => api.updatePerson(as, (await newPerson(admin)).id, '*', person()),
    gives: withCompany(200),
  },
  deletePerson: {
    call: async (as) => api.deletePerson(as, (await newPerson(admin)).id, '*'),
    gives: withCompany(204),
  },
  restorePerson: {
    call: async (as) => api.restorePerson(as, (await newPerson(admin)).id),
    gives: withCompany(200),
  },

  listBudgets: {
    call: (as) => api.listBudgets(as, target(as)),
    gives: inReach(200),
  },
  countBudgets: {
    call: (as) => api.countBudgets(as, target(as)),
    gives: inReach(200),
  },
  createBudget: {
    call: async (as) => api.createBudget(as, target(as), budget((await newPerson(admin)).id)),
    gives: inReach(201),
  },
  changeBudgets: {
    call: async (as) => api.changeBudgets(as, target(as), 'delete', [await budgetFor(as)]),
    gives: inReach(200),
  },
  getBudget: {
    call: async (as) => api.getBudget(as, target(as), await budgetFor(as)),
    gives: inReach(200),
  },
  updateBudget: {
    call: async (as) => api.updateBudget(as, target(as), await budgetFor(as), '*', budget((await newPerson(admin)).id)),
    gives: inReach(200),
  },
  deleteBudget: {
    call: async (as) => api.deleteBudget(as, target(as), await budgetFor(as), '*'),
    gives: inReach(204),
  },
  restoreBudget: {
    call: async (as) => api.restoreBudget(as, target(as), await budgetFor(as)),
    gives: inReach(200),
  },
  duplicateBudget: {
    call: async (as) => api.duplicateBudget(as, target(as), await budgetFor(as)),
    gives: inReach(201),
  },
  getBudgetPdf: {
    call: async (as) => api.getBudgetPdf(as, target(as), await budgetFor(as)),
    gives: inReach(200),
  },

  listProducts: {
    call: (as) => api.listProducts(as, target(as)),
    gives: inReach(200),
  },
  countProducts: {
    call: (as) => api.countProducts(as, target(as)),
    gives: inReach(200),
  },
  createProduct: {
    call: (as) => api.createProduct(as, target(as), product()),
    gives: inReach(201),
  },
  changeProducts: {
    call: async (as) => api.changeProducts(as, target(as), 'delete', [await productFor(as)]),
    gives: inReach(200),
  },
  getProduct: {
    call: async (as) => api.getProduct(as, target(as), await productFor(as)),
    gives: inReach(200),
  },
  updateProduct: {
    call: async (as) => api.updateProduct(as, target(as), await productFor(as), '*', product()),
    gives: inReach(200),
  },
  deleteProduct: {
    call: async (as) => api.deleteProduct(as, target(as), await productFor(as), '*'),
    gives: inReach(204),
  },
  restoreProduct: {
    call: async (as) => api.restoreProduct(as, target(as), await productFor(as)),
    gives: inReach(200),
  },

  importProducts: {
    call: (as) => api.importProducts(as, target(as), csv([['Código'], ['1']])),
    gives: inReach(202),
  },
  listProductsImports: {
    call: (as) => api.listProductsImports(as, target(as)),
    gives: inReach(200),
  },
  getProductsImportModel: {
    call: (as) => api.getProductsImportModel(as, target(as)),
    gives: inReach(200),
  },
  getProductsImport: {
    call: async (as) => api.getProductsImport(as, target(as), await productsImportFor(as)),
    gives: inReach(200),
  },
  cancelProductsImport: {
    call: async (as) => api.cancelProductsImport(as, target(as), await productsImportFor(as)),
    gives: inReach(204),
  },
  listProductsImportRows: {
    call: async (as) => api.listProductsImportRows(as, target(as), await productsImportFor(as)),
    gives: inReach(200),
  },
  listProductsImportProblems: {
    call: async (as) => api.listProductsImportProblems(as, target(as), await productsImportFor(as)),
    gives: inReach(200),
  },
  applyProductsImport: {
    call: async (as) => api.applyProductsImport(as, target(as), await productsImportFor(as)),
    gives: inReach(202),
  },
  getProductsImportRejected: {
    call: async (as) => api.getProductsImportRejected(as, target(as), await productsImportFor(as)),
    gives: inReach(200),
  },
  exportProducts: {
    call: (as) => api.exportProducts(as, target(as)),
    gives: inReach(200),
  },

  importPeople: {
    call: (as) => api.importPeople(as, csv([['CPF'], [cpf()]])),
    gives: withCompany(202),
  },
  listPeopleImports: {
    call: (as) => api.listPeopleImports(as),
    gives: withCompany(200),
  },
  getPeopleImportModel: {
    call: (as) => api.getPeopleImportModel(as),
    gives: withCompany(200),
  },
  getPeopleImport: {
    call: async (as) => api.getPeopleImport(as, await peopleImport()),
    gives: withCompany(200),
  },
  cancelPeopleImport: {
    call: async (as) => api.cancelPeopleImport(as, await peopleImport()),
    gives: withCompany(204),
  },
  listPeopleImportRows: {
    call: async (as) => api.listPeopleImportRows(as, await peopleImport()),
    gives: withCompany(200),
  },
  listPeopleImportProblems: {
    call: async (as) => api.listPeopleImportProblems(as, await peopleImport()),
    gives: withCompany(200),
  },
  applyPeopleImport: {
    call: async (as) => api.applyPeopleImport(as, await peopleImport()),
    gives: withCompany(202),
  },
  getPeopleImportRejected: {
    call: async (as) => api.getPeopleImportRejected(as, await peopleImport()),
    gives: withCompany(200),
  },
  exportPeople: { call: (as) => api.exportPeople(as), gives: withCompany(200) },

  searchReference: {
    call: (as) => api.searchReference(as, 'cfop'),
    gives: signedIn(200),
  },
  listStates: { call: api.listStates, gives: signedIn(200) },
  listMunicipalities: {
    call: (as) => api.listMunicipalities(as, 'SC'),
    gives: signedIn(200),
  },
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
