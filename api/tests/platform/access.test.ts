// Every operation called as it is meant to be, by whoever may. A new one does not compile until it has its line here.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Who } from '../helpers/caller.ts'
import { Caller as Anybody } from '../helpers/caller.ts'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Operation } from '../helpers/contract.ts'
import { company, email, password, unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { newToken } from '../helpers/mail.ts'
import { authorisedNfe, registeredLetter, saleToBuilder, truckOfFutureSale } from '../helpers/nfe.ts'
import { parameters, value } from '../helpers/fiscal-tables-endpoints.ts'
import { counted } from '../helpers/cash-endpoints.ts'
import { type Budget, budget, newBudget } from '../helpers/budgets.ts'
import { certificate, upload } from '../helpers/certificates.ts'
import { ibptTable, laje, tableName } from '../helpers/ibpt.ts'
import { applyPeople, applyProducts, csv, readPeople, readProducts } from '../helpers/imports.ts'
import { cpf, newPerson, person } from '../helpers/people.ts'
import { permissions, whos } from '../helpers/permissions.ts'
import { newProduct, product } from '../helpers/products.ts'
import { filter, newFilter } from '../helpers/saved-filters-endpoints.ts'
import { png } from '../helpers/images.ts'
import { newDraft, sale, sellable } from '../helpers/sales.ts'
import { goods } from '../helpers/returns-endpoints.ts'
import { csc, settings, techResp } from '../helpers/sefaz-settings.ts'
import { authorised, hanging, monthOf, motivo, readyToSell, rejected, withoutXml } from '../helpers/receipts.ts'
import { accountWithSecondFactor, totp } from '../helpers/second-factor.ts'
import { Server } from '../helpers/server.ts'
import { sharedServer, sharedSimulator } from '../helpers/shared.ts'

const server = sharedServer()
const simulator = sharedSimulator()

let admin: Caller
let adminEmail = ''
let callers: Record<Exclude<Who, 'operador'>, Caller>
let ownId = ''
let foreignId = ''

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  adminEmail = made.adminAccount.email
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
const salesFile = (as: Caller) => api.exported(admin, target(as), { relatorio: 'vendas', formato: 'csv' })
const target = (as: Caller) => (as.who === 'foreign' ? foreignId : ownId)
const logoUrl = async (as: Caller) => (await api.getCompany(admin, target(as))).expect(200).logo_sistema_url!
const freshFor = async (as: Caller) => {
  const fresh = await newCompany(admin)
  if (as.who === 'user') server.database.link((await api.getSession(as)).expect(200).user.id, fresh.id)
  return fresh
}

const parametersInForce = async () => (await api.getFiscalTable(admin, 'nfce-parametros.csv')).expect(200).conteudo

/** Somebody else who stands alike, so that nobody's account changes for the other tests. */
const freshAccount = async (as: Caller) => (as.who === 'nobody' ? as : (await account(server, as.who)).caller)
/** What is only done where there is no company yet, for whoever may. */
async function inEmptyInstallation<Answer>(as: Caller, call: (as: Caller) => Promise<Answer>): Promise<Answer> {
  if (as.who !== 'admin') return call(as)
  const empty = new Server({ env: simulator.env })
  await empty.start()
  try {
    return await call((await account(empty, 'admin')).caller)
  } finally {
    await empty.stop()
    empty.remove()
  }
}

/** A server that sends e-mails, of which none is needed here. */
let mailingServer: Server | undefined
async function mailing(): Promise<Server> {
  const env = { ...simulator.env, BALCAO_SMTP_URL: 'smtp://loja%40x.example@127.0.0.1:1', BALCAO_TRUSTED_PROXIES: '' }
  if (!mailingServer) await (mailingServer = new Server({ env })).start()
  return mailingServer
}
afterAll(async () => {
  await mailingServer?.stop()
  mailingServer?.remove()
})

const budgetFor = async (as: Caller) => (await newBudget(admin, target(as), (await newPerson(admin)).id)).id

const orderFor = async (as: Caller) => {
  const itens = [{ composicao_id: (await sellable(admin, target(as))).id, quantidade: '1' }]
  return newBudget(admin, target(as), (await newPerson(admin)).id, { tipo: 'Pedido', itens })
}
const allOf = ({ itens }: Budget) => ({ itens: itens.map(({ id, quantidade }) => ({ item_id: id, quantidade })) })
const deliveryFor = async (as: Caller) => {
  const order = await orderFor(as)
  const { id } = (await api.deliverGoods(admin, target(as), order.id, allOf(order))).expect(201)
  return { bid: order.id, entrega: id }
}

const station = (impressora: object = {}) => ({ nome: `Caixa ${unique()}`, impressora })
const draftFor = async (as: Caller) => (await newDraft(admin, target(as))).venda.id

const seller = async (as: Caller) => {
  await readyToSell(admin, target(as))
  return admin
}
const soldFor = async (as: Caller) => (await authorised(await seller(as), target(as))).id
const nfeFor = async (as: Caller) => (await authorisedNfe(await seller(as), target(as))).id
const correction = { numero: 1, itens: [{ assunto: 'descricao', texto: 'Laje treliçada H12' }] }
const letterFor = async (as: Caller) => {
  const rid = await nfeFor(as)
  return { rid, lid: await registeredLetter(admin, target(as), rid) }
}
const rejectedFor = async (as: Caller) => (await rejected(simulator, await seller(as), target(as))).id

/** Nobody listens where its printer should be. */
const stationFor = async (as: Caller) => {
  const rede = { caminho: 'rede', host: '127.0.0.1', porta: 1, confere: 'N' }
  return (await api.createStation(admin, target(as), station(rede))).expect(201).id
}

/** An open till with a sangria; sales go on without one. */
const tillFor = async (as: Caller) => {
  const eid = await stationFor(as)
  const session = (
    await api.openCashSession(admin, target(as), { estacao_id: eid, fundo: '10.00', treino: true })
  ).expect(201)
  const out = { tipo: 'sangria', valor: '1.00', motivo: 'Cofre' }
  return { eid, cid: session.id, seq: (await api.moveCash(admin, target(as), session.id, out)).expect(201).seq }
}
/** Goods that came back for credit. */
const returnFor = async (as: Caller) => {
  const nota = await soldFor(as)
  const made = (await api.returnGoods(admin, target(as), goods(nota))).expect(201)
  return { did: made.devolucao.id, codigo: made.credito!.codigo }
}
const taxProfile = () => ({ nome: `Revenda ${unique()}`, valores: {} })
const taxProfileFor = async (as: Caller) => (await api.createTaxProfile(admin, target(as), taxProfile())).expect(201).id

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

const calls: Record<Operation, (as: Caller) => Promise<{ status: number }>> = {
  getHealth: api.getHealth,
  getReadiness: api.getReadiness,
  // The tests come through a trusted proxy from elsewhere: only who stands on the machine itself may look.
  getMetrics: api.getMetrics,
  getContract: api.getContract,

  getSignUpOptions: api.getSignUpOptions,
  signUp: (as) => api.signUp(new Anybody(server, as.who), { email: email(), password }),
  signIn: async (as) => {
    const { email: known } = await account(server)
    return api.signIn(new Anybody(server, as.who), {
      email: known,
      password,
    })
  },
  requestPasswordReset: async (as) => api.requestPasswordReset(new Anybody(await mailing(), as.who), email()),
  resetPassword: async (as) => {
    const token = newToken(server, (await account(server)).id)
    return api.resetPassword(new Anybody(server, as.who), { token, password: 'laje e vigota na chuva' })
  },
  signOut: async (as) => api.signOut(as.who === 'nobody' ? as : (await account(server)).caller.as(as.who)),

  getSession: api.getSession,
  givePassword: (as) => api.givePassword(as, password),
  setActiveCompany: (as) => api.setActiveCompany(as, target(as)),

  listCompanies: (as) => api.listCompanies(as),
  createCompany: (as) => api.createCompany(as, company()),
  getCompany: (as) => api.getCompany(as, target(as)),
  updateCompany: (as) => api.updateCompany(as, target(as), '*', company()),
  deleteCompany: async (as) => api.deleteCompany(as, (await freshFor(as)).id, '*'),
  getCompanyLogo: (as) => api.getCompanyLogo(as, target(as), 'system'),
  putCompanyLogo: (as) => api.putCompanyLogo(as, target(as), 'documents', png(), 'image/png'),
  deleteCompanyLogo: (as) => api.deleteCompanyLogo(as, target(as), 'documents'),
  getPublicLogo: async (as) => api.getPublicLogo(as, await logoUrl(as)),

  // People are shared by all companies of the installation.
  listPeople: (as) => api.listPeople(as),
  countPeople: (as) => api.countPeople(as),
  createPerson: (as) => api.createPerson(as, person()),
  changePeople: async (as) => api.changePeople(as, 'delete', [(await newPerson(admin)).id]),
  getPerson: async (as) => api.getPerson(as, (await newPerson(admin)).id),
  updatePerson: async (as) => api.updatePerson(as, (await newPerson(admin)).id, '*', person()),
  deletePerson: async (as) => api.deletePerson(as, (await newPerson(admin)).id, '*'),
  restorePerson: async (as) => api.restorePerson(as, (await newPerson(admin)).id),

  listBudgets: (as) => api.listBudgets(as, target(as)),
  countBudgets: (as) => api.countBudgets(as, target(as)),
  listSellers: (as) => api.listSellers(as, target(as)),
  createBudget: async (as) => api.createBudget(as, target(as), budget((await newPerson(admin)).id)),
  changeBudgets: async (as) => api.changeBudgets(as, target(as), 'delete', [await budgetFor(as)]),
  getBudget: async (as) => api.getBudget(as, target(as), await budgetFor(as)),
  updateBudget: async (as) =>
    api.updateBudget(as, target(as), await budgetFor(as), '*', budget((await newPerson(admin)).id)),
  deleteBudget: async (as) => api.deleteBudget(as, target(as), await budgetFor(as), '*'),
  restoreBudget: async (as) => api.restoreBudget(as, target(as), await budgetFor(as)),
  duplicateBudget: async (as) => api.duplicateBudget(as, target(as), await budgetFor(as)),
  getBudgetPdf: async (as) => api.getBudgetPdf(as, target(as), await budgetFor(as)),
  listDeliveries: async (as) => api.listDeliveries(as, target(as), (await orderFor(as)).id),
  deliverGoods: async (as) => {
    const order = await orderFor(as)
    return api.deliverGoods(as, target(as), order.id, allOf(order))
  },
  undoDelivery: async (as) => {
    const { bid, entrega } = await deliveryFor(as)
    return api.undoDelivery(as, target(as), bid, entrega, { motivo: 'Obra fechada' })
  },
  issueRemessa: async (as) => {
    await seller(as)
    const { bid, entrega } = await truckOfFutureSale(admin, target(as))
    return api.issueRemessa(as, target(as), bid, entrega)
  },
  getRomaneioPdf: async (as) => {
    const { bid, entrega } = await deliveryFor(as)
    return api.getRomaneioPdf(as, target(as), bid, entrega)
  },
  getRomaneioSlip: async (as) => {
    const { bid, entrega } = await deliveryFor(as)
    return api.getRomaneioSlip(as, target(as), bid, entrega)
  },
  printRomaneio: async (as) => {
    const { bid: orcamento_id, entrega: entrega_id } = await deliveryFor(as)
    return api.printRomaneio(as, target(as), await stationFor(as), { orcamento_id, entrega_id })
  },

  listProducts: (as) => api.listProducts(as, target(as)),
  countProducts: (as) => api.countProducts(as, target(as)),
  searchNcm: (as) => api.searchNcm(as, target(as)),
  lookUpProduct: async (as) => api.lookUpProduct(as, target(as), (await newProduct(admin, target(as))).prod_cProd),
  createProduct: (as) => api.createProduct(as, target(as), product()),
  changeProducts: async (as) => api.changeProducts(as, target(as), 'delete', [await productFor(as)]),
  changeProductValues: async (as) =>
    api.changeProductValues(as, target(as), 'precos', [
      { id: await productFor(as), version: 1, valores: { prod_vUnCOM: '5' } },
    ]),
  previewPrices: async (as) =>
    api.previewPrices(as, target(as), [await productFor(as)], { tipo: 'percentual', valor: '5' }),
  getProduct: async (as) => api.getProduct(as, target(as), await productFor(as)),
  updateProduct: async (as) => api.updateProduct(as, target(as), await productFor(as), '*', product()),
  deleteProduct: async (as) => api.deleteProduct(as, target(as), await productFor(as), '*'),
  restoreProduct: async (as) => api.restoreProduct(as, target(as), await productFor(as)),

  listStoppedSeries: (as) => api.listStoppedSeries(as, target(as)),
  confirmNextNumber: (as) => {
    const { database } = server
    const id = database.id(target(as))
    database.run(`delete from nfce_numeracao where emitente_id = ${id} and serie = 888;
      insert into nfce_numeracao (emitente_id, ambiente, serie, proximo, parada_em, parada_motivo)
      values (${id}, 'homologacao', 888, 1, 1, 'Parada')`)
    return api.confirmNextNumber(as, target(as), { ambiente: 'homologacao', serie: 888, proximo: 1 })
  },

  importProducts: (as) => api.importProducts(as, target(as), csv([['Código'], ['1']])),
  listProductsImports: (as) => api.listProductsImports(as, target(as)),
  getProductsImportModel: (as) => api.getProductsImportModel(as, target(as)),
  getProductsImport: async (as) => api.getProductsImport(as, target(as), await productsImportFor(as)),
  cancelProductsImport: async (as) => api.cancelProductsImport(as, target(as), await productsImportFor(as)),
  listProductsImportRows: async (as) => api.listProductsImportRows(as, target(as), await productsImportFor(as)),
  listProductsImportProblems: async (as) => api.listProductsImportProblems(as, target(as), await productsImportFor(as)),
  applyProductsImport: async (as) => api.applyProductsImport(as, target(as), await productsImportFor(as)),
  undoProductsImport: async (as) => {
    const iid = await productsImportFor(as)
    await applyProducts(admin, target(as), iid)
    return api.undoProductsImport(as, target(as), iid)
  },
  getProductsImportRejected: async (as) => api.getProductsImportRejected(as, target(as), await productsImportFor(as)),
  exportProducts: (as) => api.exportProducts(as, target(as)),

  importPeople: (as) => api.importPeople(as, csv([['CPF'], [cpf()]])),
  listPeopleImports: (as) => api.listPeopleImports(as),
  getPeopleImportModel: (as) => api.getPeopleImportModel(as),
  getPeopleImport: async (as) => api.getPeopleImport(as, await peopleImport()),
  cancelPeopleImport: async (as) => api.cancelPeopleImport(as, await peopleImport()),
  listPeopleImportRows: async (as) => api.listPeopleImportRows(as, await peopleImport()),
  listPeopleImportProblems: async (as) => api.listPeopleImportProblems(as, await peopleImport()),
  applyPeopleImport: async (as) => api.applyPeopleImport(as, await peopleImport()),
  undoPeopleImport: async (as) => {
    const iid = await peopleImport()
    await applyPeople(admin, iid)
    return api.undoPeopleImport(as, iid)
  },
  getPeopleImportRejected: async (as) => api.getPeopleImportRejected(as, await peopleImport()),
  exportPeople: (as) => api.exportPeople(as),

  getAccount: api.getAccount,
  updateAccount: (as) => api.updateAccount(as, '*', { full_name: 'Maria' }),
  changeOwnPassword: (as) => api.changeOwnPassword(as, { current_password: password, password }),
  getSecondFactor: api.getSecondFactor,
  beginSecondFactor: async (as) => api.beginSecondFactor(await freshAccount(as)),
  turnOnSecondFactor: async (as) => {
    const fresh = await freshAccount(as)
    if (as.who === 'nobody') return api.turnOnSecondFactor(fresh, '123456')
    const { secret } = (await api.beginSecondFactor(fresh)).expect(200)
    return api.turnOnSecondFactor(fresh, totp(secret))
  },
  turnOffSecondFactor: async (as) => api.turnOffSecondFactor(await freshAccount(as)),
  makeRecoveryCodes: async (as) => {
    if (as.who === 'nobody') return api.makeRecoveryCodes(as)
    return api.makeRecoveryCodes((await accountWithSecondFactor(server, as.who)).caller)
  },
  listOwnSessions: api.listOwnSessions,
  endOtherSessions: api.endOtherSessions,
  endOwnSession: async (as) => {
    if (as.who === 'nobody') return api.endOwnSession(as, crypto.randomUUID())
    const fresh = (await account(server)).caller.as(as.who)
    return api.endOwnSession(fresh, (await api.listOwnSessions(fresh)).expect(200).items[0]!.id)
  },

  listSavedFilters: (as) => api.listSavedFilters(as, 'produtos'),
  createSavedFilter: (as) => api.createSavedFilter(as, filter()),
  deleteSavedFilter: async (as) =>
    api.deleteSavedFilter(as, as.who === 'nobody' ? crypto.randomUUID() : (await newFilter(as)).id),

  listUsers: (as) => api.listUsers(as),
  createUser: (as) => api.createUser(as, { full_name: 'Maria', email: email(), password }),
  getUser: async (as) => api.getUser(as, (await account(server)).id),
  updateUser: async (as) => {
    const user = await account(server)
    return api.updateUser(as, user.id, '*', { full_name: 'Maria', email: user.email, role: 'user', active: 'N' })
  },
  deleteUser: async (as) => api.deleteUser(as, (await account(server)).id, '*'),
  resetUserPassword: async (as) => api.resetUserPassword(as, (await account(server)).id, { password }),
  listUserCompanies: async (as) => api.listUserCompanies(as, (await account(server)).id),
  linkUserCompany: async (as) => api.linkUserCompany(as, (await account(server)).id, ownId),
  unlinkUserCompany: async (as) => api.unlinkUserCompany(as, (await account(server)).id, ownId),
  setUserDefaultCompany: async (as) => api.setUserDefaultCompany(as, (await account(server)).id, null),
  listRoles: api.listRoles,

  // Of a fresh company: one test in three seconds.
  testSefazConnection: async (as) => {
    const id = as.who === 'foreign' ? foreignId : (await freshFor(as)).id
    return api.testSefazConnection(as, id)
  },

  getCertificate: (as) => api.getCertificate(as, target(as)),
  putCertificate: async (as) => {
    const { cnpj } = (await api.getCompany(admin, target(as))).expect(200)
    return api.putCertificate(as, target(as), '*', upload(certificate({ cnpj }).pfx))
  },
  deleteCertificate: async (as) => {
    const { cnpj } = (await api.getCompany(admin, target(as))).expect(200)
    ;(await api.putCertificate(admin, target(as), '*', upload(certificate({ cnpj }).pfx))).expect(200)
    return api.deleteCertificate(as, target(as), '*')
  },
  getIbptTable: (as) => api.getIbptTable(as, target(as)),
  putIbptTable: async (as) => {
    const { uf } = (await api.getCompany(admin, target(as))).expect(200)
    return api.putIbptTable(as, target(as), tableName(uf), ibptTable([laje]))
  },
  deleteIbptTable: async (as) => {
    const { uf } = (await api.getCompany(admin, target(as))).expect(200)
    ;(await api.putIbptTable(admin, target(as), tableName(uf), ibptTable([laje]))).expect(200)
    return api.deleteIbptTable(as, target(as))
  },
  getSefazSettings: (as) => api.getSefazSettings(as, target(as)),
  putSefazSettings: (as) => api.putSefazSettings(as, target(as), '*', settings({ numero_inicial: 1, proximo_lido: 1 })),
  revealCsc: async (as) => {
    ;(await api.putSefazSettings(admin, target(as), '*', settings({ proximo_lido: 1, csc }))).expect(200)
    return api.revealCsc(as, target(as), { ambiente: 'homologacao', password })
  },
  getTechResp: (as) => api.getTechResp(as, target(as)),
  putTechResp: (as) => api.putTechResp(as, target(as), '*', techResp()),

  getSaleSettings: (as) => api.getSaleSettings(as, target(as)),
  putSaleSettings: (as) => api.putSaleSettings(as, target(as), '*', {}),
  listParkedSales: (as) => api.listParkedSales(as, target(as)),
  postSale: async (as) => api.postSale(as, target(as), sale(await sellable(admin, target(as)), { emitir: false })),
  previewSale: async (as) => {
    await seller(as)
    return api.previewSale(as, target(as), await saleToBuilder(admin, target(as)))
  },
  getSale: async (as) => api.getSale(as, target(as), await draftFor(as)),
  discardSale: async (as) => api.discardSale(as, target(as), await draftFor(as), '*'),
  resumeSale: async (as) => api.resumeSale(as, target(as), await draftFor(as), { version: 1 }),

  beginSaleOfBudget: async (as) => api.beginSaleOfBudget(as, target(as), (await orderFor(as)).id, crypto.randomUUID()),

  listReceipts: (as) => api.listReceipts(as, target(as)),
  countReceipts: (as) => api.countReceipts(as, target(as)),
  getReceipt: async (as) => api.getReceipt(as, target(as), await soldFor(as)),
  retryReceipt: async (as) => api.retryReceipt(as, target(as), await rejectedFor(as)),
  issueReceiptOffline: async (as) => {
    // Sales that hang make SEFAZ slow for their company: it is another for each.
    const shop = as.who === 'foreign' ? foreignId : (await freshFor(as)).id
    await readyToSell(admin, shop)
    return api.issueReceiptOffline(as, shop, (await hanging(simulator, admin, shop)).id)
  },
  checkReceipt: async (as) => api.checkReceipt(as, target(as), await rejectedFor(as)),
  cancelReceipt: async (as) => api.cancelReceipt(as, target(as), await soldFor(as), motivo),
  abandonReceipt: async (as) => api.abandonReceipt(as, target(as), await rejectedFor(as), motivo),
  getReceiptXml: async (as) => api.getReceiptXml(as, target(as), await soldFor(as)),
  handInReceiptXml: async (as) => {
    const { nota, xml } = await withoutXml(server, await seller(as), target(as))
    return api.handInReceiptXml(as, target(as), nota.id, xml)
  },
  exportReceipts: (as) => api.exportReceipts(as, target(as)),
  askForXmlMonth: (as) => api.askForXmlMonth(as, target(as), { mes: '2026-01' }),
  getXmlMonth: async (as) => api.getXmlMonth(as, target(as), (await monthOf(admin, target(as))).id),
  getXmlMonthFile: async (as) => api.getXmlMonthFile(as, target(as), (await monthOf(admin, target(as))).id, 1),
  getReceiptDanfe: async (as) => api.getReceiptDanfe(as, target(as), await soldFor(as)),
  noteReceiptPrint: async (as) =>
    api.noteReceiptPrint(as, target(as), await soldFor(as), { via: 'consumidor', ok: true }),
  listReceiptPrints: async (as) => api.listReceiptPrints(as, target(as), await soldFor(as)),
  listReceiptEmails: async (as) => api.listReceiptEmails(as, target(as), await soldFor(as)),
  listReceiptCorrections: async (as) => api.listReceiptCorrections(as, target(as), await nfeFor(as)),
  correctReceipt: async (as) => api.correctReceipt(as, target(as), await nfeFor(as), correction),
  getReceiptCorrectionPdf: async (as) => {
    const { rid, lid } = await letterFor(as)
    return api.getReceiptCorrectionPdf(as, target(as), rid, lid)
  },
  getReceiptCorrectionXml: async (as) => {
    const { rid, lid } = await letterFor(as)
    return api.getReceiptCorrectionXml(as, target(as), rid, lid)
  },
  sendReceiptEmail: async (as) => {
    const { admin: boss, user, own } = await office(await mailing())
    await readyToSell(boss, own.id)
    const nota = await authorised(boss, own.id)
    return api.sendReceiptEmail(as.who === 'admin' ? boss : user, own.id, nota.id, 'compras@construtora.example')
  },
  voidNumbers: async (as) => {
    const { id, numero } = await rejected(simulator, await seller(as), target(as))
    ;(await api.abandonReceipt(admin, target(as), id, motivo)).expect(202)
    return api.voidNumbers(as, target(as), { ambiente: 'simulador', serie: 1, ini: numero, fim: numero, motivo })
  },
  getNumbers: (as) => api.getNumbers(as, target(as)),
  getContingency: (as) => api.getContingency(as, target(as)),
  putContingency: (as) => api.putContingency(as, target(as), '*', { modo: 'automatica', ativa: false }),

  getIssuingReadiness: (as) => api.getIssuingReadiness(as, target(as)),
  markReadiness: (as) => api.markReadiness(as, target(as), 'credenciamento', { marcado: true }),

  listCashSessions: (as) => api.listCashSessions(as, target(as)),
  openCashSession: async (as) =>
    api.openCashSession(as, target(as), { estacao_id: await stationFor(as), fundo: '10.00', treino: true }),
  getCashSession: async (as) => api.getCashSession(as, target(as), (await tillFor(as)).cid),
  listCashMovements: async (as) => api.listCashMovements(as, target(as), (await tillFor(as)).cid),
  moveCash: async (as) =>
    api.moveCash(as, target(as), (await tillFor(as)).cid, { tipo: 'suprimento', valor: '1.00', motivo: 'Moedas' }),
  getCashSlip: async (as) => {
    const { cid, seq } = await tillFor(as)
    return api.getCashSlip(as, target(as), cid, seq)
  },
  closeCashSession: async (as) => api.closeCashSession(as, target(as), (await tillFor(as)).cid, counted('9.00')),
  noteCashSession: async (as) => {
    const { cid } = await tillFor(as)
    ;(await api.closeCashSession(admin, target(as), cid, counted('9.00'))).expect(200)
    return api.noteCashSession(as, target(as), cid, 'Conferido')
  },
  getCashReport: (as) => api.getCashReport(as, target(as), { de: '2026-11-01', ate: '2026-11-30' }),
  printCashSlip: async (as) => {
    const { eid, seq } = await tillFor(as)
    return api.printCashSlip(as, target(as), eid, seq)
  },
  getReturnable: async (as) => api.getReturnable(as, target(as), await soldFor(as)),
  listReturns: (as) => api.listReturns(as, target(as)),
  returnGoods: async (as) => api.returnGoods(as, target(as), goods(await soldFor(as))),
  getReturn: async (as) => api.getReturn(as, target(as), (await returnFor(as)).did),
  noteEntryNote: async (as) => api.noteEntryNote(as, target(as), (await returnFor(as)).did, null),
  issueEntryNfe: async (as) => {
    ;(await api.markReadiness(admin, target(as), 'credenciamento_nfe', { marcado: true })).expect(200)
    return api.issueEntryNfe(as, target(as), (await returnFor(as)).did)
  },
  getEntrySheet: async (as) => api.getEntrySheet(as, target(as), (await returnFor(as)).did),
  listStoreCredits: (as) => api.listStoreCredits(as, target(as)),
  getStoreCredit: async (as) => api.getStoreCredit(as, target(as), (await returnFor(as)).codigo),
  getVoucher: async (as) => api.getVoucher(as, target(as), (await returnFor(as)).codigo),
  printVoucher: async (as) => {
    const { codigo } = await returnFor(as)
    return api.printVoucher(as, target(as), await stationFor(as), { codigo, ambiente: 'simulador' })
  },
  giveApproval: (as) =>
    api.giveApproval(as, target(as), {
      email: adminEmail,
      password,
      acao: 'desconto',
      referencia: crypto.randomUUID(),
      valor: '1.00',
    }),
  getExampleShop: (as) => api.getExampleShop(as),
  createExampleShop: (as) => inEmptyInstallation(as, api.createExampleShop),
  removeExampleShop: (as) => api.removeExampleShop(as),
  getTrainingConditions: (as) => api.getTrainingConditions(as, target(as)),
  setTrainingConditions: (as) => api.setTrainingConditions(as, target(as), { dia: null, exigir_ibscbs: 'N' }),
  setTrainingAnswer: (as) => api.setTrainingAnswer(as, target(as), { resposta: 'normal' }),
  clearTraining: async (as) => api.clearTraining(as, as.who === 'foreign' ? foreignId : (await freshFor(as)).id),
  listTaxProfiles: (as) => api.listTaxProfiles(as, target(as)),
  createTaxProfile: (as) => api.createTaxProfile(as, target(as), taxProfile()),
  getTaxProfile: async (as) => api.getTaxProfile(as, target(as), await taxProfileFor(as)),
  updateTaxProfile: async (as) => api.updateTaxProfile(as, target(as), await taxProfileFor(as), '*', taxProfile()),
  deleteTaxProfile: async (as) => api.deleteTaxProfile(as, target(as), await taxProfileFor(as), '*'),
  previewTaxProfile: async (as) =>
    api.previewTaxProfile(as, target(as), await taxProfileFor(as), [await productFor(as)]),

  listStations: (as) => api.listStations(as, target(as)),
  createStation: (as) => api.createStation(as, target(as), station()),
  getStation: async (as) => api.getStation(as, target(as), await stationFor(as)),
  updateStation: async (as) => api.updateStation(as, target(as), await stationFor(as), '*', station()),
  testStationPrinter: async (as) => api.testStationPrinter(as, target(as), await stationFor(as)),
  listOperators: async (as) => api.listOperators(as, target(as), await stationFor(as)),
  takeCounter: async (as) => {
    const eid = await stationFor(as)
    // Foreign companies are out of reach anyway; nobody has a PIN without a session.
    if (as.who !== 'user' && as.who !== 'admin')
      return api.takeCounter(as, target(as), eid, { user_id: eid, pin: '2748' })
    ;(await api.updateStation(admin, target(as), eid, '*', { ...station(), aceita_pin: 'S' })).expect(200)
    ;(await api.setOwnPin(as, target(as), '2748')).expect(200)
    const { user } = (await api.getSession(as)).expect(200)
    return api.takeCounter(as, target(as), eid, { user_id: user.id, pin: '2748' })
  },
  leaveCounter: async (as) => api.leaveCounter(as, target(as), await stationFor(as)),
  getOwnPin: (as) => api.getOwnPin(as, target(as)),
  setOwnPin: (as) => api.setOwnPin(as, target(as), '2748'),
  removeOwnPin: (as) => api.removeOwnPin(as, target(as)),
  printReceipt: async (as) => api.printReceipt(as, target(as), await stationFor(as), { nfce_id: await soldFor(as) }),

  getSalesReport: (as) => api.getSalesReport(as, target(as)),
  getFiscalReport: (as) => api.getFiscalReport(as, target(as)),
  getClosingSheet: (as) => api.getClosingSheet(as, target(as), { mes: '2026-01' }),
  getClientsReport: (as) => api.getClientsReport(as, target(as)),
  askForReportExport: (as) => api.askForReportExport(as, target(as), { relatorio: 'vendas', formato: 'csv' }),
  getReportExport: async (as) => api.getReportExport(as, target(as), (await salesFile(as)).id),
  getReportFile: async (as) => api.getReportFile(as, target(as), (await salesFile(as)).id),
  getDashboard: (as) => api.getDashboard(as, target(as)),
  listAuditLog: (as) => api.listAuditLog(as),
  exportAuditLog: (as) => api.exportAuditLog(as),
  listNotifications: api.listNotifications,
  markNotificationsSeen: api.markNotificationsSeen,

  searchReference: (as) => api.searchReference(as, 'cfop'),
  listStates: api.listStates,
  listMunicipalities: (as) => api.listMunicipalities(as, 'SC'),
  getFiscalTables: api.getFiscalTables,
  getFiscalTable: (as) => api.getFiscalTable(as, 'nfce-parametros.csv'),
  checkFiscalTable: async (as) => api.checkFiscalTable(as, parameters(await parametersInForce())),
  // Every other test of this server goes by the tables.
  loadFiscalTable: (as) =>
    inEmptyInstallation(as, async (one) => api.loadFiscalTable(one, parameters(await parametersInForce()))),
  setFiscalValue: (as) => inEmptyInstallation(as, (one) => api.setFiscalValue(one, value())),
  undoFiscalTable: (as) =>
    inEmptyInstallation(as, async (one) => {
      const id = as.who === 'admin' ? (await api.setFiscalValue(one, value())).expect(201).mudancas[0]!.id : ownId
      return api.undoFiscalTable(one, id)
    }),
  getInstallation: api.getInstallation,
  // No service is named: that is said, and nothing asked.
  findCep: (as) => api.findCep(as, '01001000'),
  findTaxpayers: (as) => api.findTaxpayers(as, target(as), '11222333000181'),
  listVersions: (as) => api.listVersions(as),
  streamEvents: async (as) => {
    if (as.who === 'nobody') return as.call('streamEvents')
    ;(await streamEvents(as)).close()
    return { status: 200 }
  },
}

// What docs/permissions.md lets through is done, too: the requests are complete here.
// What an operador may is answered in permissions.test.ts, and done in the tests of each feature.
const doers = whos.filter((who) => who !== 'operador')

describe.each(permissions.filter(({ gives }) => doers.some((who) => gives[who] === 'yes')))(
  '$operation',
  ({ operation, gives }) => {
    test.each(doers.filter((who) => gives[who] === 'yes'))('is done for %s', async (who) => {
      const { status } = await calls[operation](callers[who])
      expect([200, 201, 202, 204]).toContain(status)
    })
  },
)

test('the company of others answers exactly like one that does not exist', async () => {
  const hidden = (await api.getCompany(callers.foreign, foreignId)).problem(404, 'not_found')
  const missing = (await api.getCompany(callers.foreign, '01890000-0000-7000-8000-000000000000')).problem(
    404,
    'not_found',
  )
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
