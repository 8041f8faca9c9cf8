// A spreadsheet of people: documents, kinds and municipalities as people write them.
import { beforeAll, expect, test } from 'vitest'
import { account, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { alphanumericCnpj, numericCnpj, punctuated, unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { applyPeople, cellsOf, csv, readPeople } from '../helpers/imports.ts'
import { cpf, newPerson, punctuatedCpf } from '../helpers/people.ts'
import { ownServer } from '../helpers/server.ts'

const server = ownServer()
let user: Caller
let unlinked: Caller

beforeAll(async () => {
  user = (await office(server)).user
  unlinked = (await account(server, 'unlinked')).caller
})

const find = async (document: string) =>
  (await api.listPeople(user, { search: document })).expect(200).items.find((found) => found.cpf_cnpj === document)!

test('people go in with what the cells say', async () => {
  const maria = cpf()
  const company = numericCnpj()
  const letters = alphanumericCnpj()
  const read = await readPeople(
    user,
    csv([
      ['Nome', 'CPF/CNPJ', 'Cidade', 'Estado', 'CEP', 'Telefone', 'Tipo'],
      ['Maria', punctuatedCpf(maria), 'são josé dos campos', 'São Paulo', '12.210-000', '(12) 3921-0000', ''],
      ['Lajes Ltda', punctuated(company), 'Campinas/SP', '', '', '', 'Jurídica'],
      ['Letras Ltda', letters.toLowerCase(), '', '', '', '', ''],
    ]),
  )
  expect(read).toMatchObject({
    tipo: 'pessoas',
    state: 'pronta',
    rows_new: 3,
    rows_bad: 0,
  })
  expect(await applyPeople(user, read.id)).toMatchObject({
    state: 'aplicada',
    done: 3,
  })
  expect(await find(maria)).toMatchObject({
    pessoa_tipo: 1,
    municipio: '3549904',
    municipio_nome: 'São José dos Campos',
    uf: 'SP',
    cep: '12210000',
    telefone: '1239210000',
  })
  expect(await find(company)).toMatchObject({
    pessoa_tipo: 2,
    municipio: '3509502',
    uf: 'SP',
  })
  expect(await find(letters)).toMatchObject({ pessoa_tipo: 2 })
})

test('documents that a spreadsheet took for numbers get their zeros back', async () => {
  let short = cpf()
  while (!short.startsWith('0')) short = cpf()
  const read = await readPeople(
    user,
    csv([
      ['CPF', 'Nome'],
      [String(Number(short)), 'Zero à esquerda'],
    ]),
  )
  expect(read).toMatchObject({ rows_new: 1, rows_bad: 0 })
  await applyPeople(user, read.id)
  expect((await find(short)).razao_social).toBe('Zero à esquerda')
})

test('wrong documents, unknown cities and doubles are told', async () => {
  const once = cpf()
  const read = await readPeople(
    user,
    csv([
      ['CPF', 'Nome', 'Município', 'UF'],
      ['111.111.111-11', 'Todos iguais', '', ''],
      [once, 'Maria', 'Campinas', 'RJ'],
      [punctuatedCpf(once), 'Maria de novo', '', ''],
      [cpf(), 'Sem UF', 'Campinas', ''],
      [cpf(), 'M', '', ''],
    ]),
  )
  expect(read).toMatchObject({ rows_new: 0, rows_bad: 5 })
  const { items } = (await api.listPeopleImportProblems(user, read.id)).expect(200)
  expect(items.map(({ line, field, value }) => [line, field, value])).toEqual([
    [2, 'cpf_cnpj', '111.111.111-11'],
    [3, 'municipio_nome', 'Campinas'],
    [4, 'cpf_cnpj', punctuatedCpf(once)],
    [5, 'municipio_nome', 'Campinas'],
    [6, 'razao_social', 'M'],
  ])
  expect(items[1]!.message).toBe('Não há município com este nome em RJ. Confira a escrita e a UF.')
  expect(items[2]!.message).toBe('Repetido: já está na linha 3.')
  expect(cellsOf((await api.getPeopleImportRejected(user, read.id)).text)).toHaveLength(6)
})

test('somebody who exists changes in the given columns only', async () => {
  const word = unique()
  const before = await newPerson(user, {
    telefone: '1932321010',
    contato: word,
  })
  const read = await readPeople(
    user,
    csv([
      ['CPF', 'E-mail', 'Telefone'],
      [before.cpf_cnpj, 'novo@exemplo.com.br', ''],
    ]),
  )
  expect(read).toMatchObject({ rows_changed: 1, rows_new: 0 })
  await applyPeople(user, read.id)
  expect(await find(before.cpf_cnpj)).toMatchObject({
    email: 'novo@exemplo.com.br',
    telefone: '1932321010',
    contato: word,
  })
})

test('cancelled, it leaves nothing', async () => {
  const document = cpf()
  const read = await readPeople(
    user,
    csv([
      ['CPF', 'Nome'],
      [document, 'Maria'],
    ]),
  )
  ;(await api.cancelPeopleImport(user, read.id)).expect(204)
  ;(await api.cancelPeopleImport(user, read.id)).expect(204)
  expect((await api.getPeopleImport(user, read.id)).expect(200)).toMatchObject({
    state: 'cancelada',
  })
  expect((await api.listPeopleImportRows(user, read.id)).expect(200).items).toEqual([])
  expect((await api.applyPeopleImport(user, read.id)).problem(422).detail).toMatch(/cancelada/)
  expect(await find(document)).toBeUndefined()
})

test('a model can be downloaded and imported', async () => {
  for (const format of ['csv', 'xlsx'] as const) {
    const model = await api.getPeopleImportModel(user, format)
    const read = await readPeople(user, model.bytes, {
      name: `modelo.${format}`,
    })
    expect(read).toMatchObject({ state: 'pronta', rows_new: 1, rows_bad: 0 })
  }
})

test('who has no company has no people either', async () => {
  ;(await api.importPeople(unlinked, csv([['CPF'], ['1']]))).problem(403)
  ;(await api.listPeopleImports(unlinked)).problem(403)
  ;(await api.exportPeople(unlinked)).problem(403)
  expect((await api.listPeopleImports(user)).expect(200).items.length).toBeGreaterThan(0)
})
