// An import taken back: what it made goes into the bin, what it changed gets its former values, what somebody touched since
// stays and is listed.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { item, newBudget } from '../helpers/budgets.ts'
import { newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import {
  applyPeople,
  applyProducts,
  csv,
  type Import,
  readPeople,
  readProducts,
  undoPeople,
  undoProducts,
} from '../helpers/imports.ts'
import { cpf, newPerson } from '../helpers/people.ts'
import { newProduct } from '../helpers/products.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let company = ''
beforeAll(async () => {
  admin = (await office(server)).admin
})
beforeEach(async () => {
  company = (await newCompany(admin)).id
})

async function imported(rows: string[][]): Promise<Import> {
  const read = await readProducts(admin, company, csv([['Código', 'Descrição', 'Preço'], ...rows]))
  return applyProducts(admin, company, read.id)
}
const product = async (code: string) =>
  (await api.listProducts(admin, company, { search: code }))
    .expect(200)
    .items.find((found) => found.prod_cProd === code)
const read = async (id: string) => (await api.getProduct(admin, company, id)).expect(200)
const kept = async (iid: string) =>
  (await api.listProductsImportRows(admin, company, iid, { situacao: 'mantida' })).expect(200)

test('new products go into the bin and changed ones become what they were', async () => {
  const before = await newProduct(admin, company, {
    prod_cProd: 'VELHO',
    prod_xProd: 'Laje antiga',
    prod_vUnCOM: '10.0000',
  })
  const done = await imported([
    ['VELHO', 'Laje nova', '12,50'],
    ['NOVO', 'Bloco', '3,00'],
  ])
  expect(done).toMatchObject({ state: 'aplicada', written_new: 1, written_changed: 1 })
  expect(await read(before.id)).toMatchObject({ prod_xProd: 'Laje nova', prod_vUnCOM: '12.5000' })

  expect(await undoProducts(admin, company, done.id)).toMatchObject({ state: 'desfeita', undone: 2, kept: 0, done: 2 })
  const { updated_at: _, ...former } = await read(before.id)
  expect(former).toEqual(Object.fromEntries(Object.entries(before).filter(([name]) => name in former)))
  expect(await product('NOVO')).toBeUndefined()
  const bin = (await api.listProducts(admin, company, { situacao: 'lixeira' })).expect(200)
  expect(bin.items.map(({ prod_cProd }) => prod_cProd)).toEqual(['NOVO'])
  expect((await kept(done.id)).items).toEqual([])
  // Once more changes nothing.
  expect(await undoProducts(admin, company, done.id)).toMatchObject({ state: 'desfeita', undone: 2 })
  expect((await api.applyProductsImport(admin, company, done.id)).problem(422).detail).toMatch(/foi desfeita/)
  expect((await api.cancelProductsImport(admin, company, done.id)).problem(422).detail).toMatch(/concluída/)
})

test('what somebody saved, deleted or sold since stays and is listed', async () => {
  const done = await imported([
    ['SALVO', 'Laje', '1,00'],
    ['EXCLUIDO', 'Laje', '1,00'],
    ['VENDIDO', 'Laje', '1,00'],
    ['INTACTO', 'Laje', '1,00'],
  ])
  const saved = (await product('SALVO'))!
  ;(
    await api.updateProduct(admin, company, saved.id, '*', { ...(await read(saved.id)), prod_xProd: 'Laje da Maria' })
  ).expect(200)
  ;(await api.deleteProduct(admin, company, (await product('EXCLUIDO'))!.id, '*')).expect(204)
  const client = await newPerson(admin)
  await newBudget(admin, company, client.id, { itens: [item((await product('VENDIDO'))!.id, '1.0000')] })

  expect(await undoProducts(admin, company, done.id)).toMatchObject({ undone: 1, kept: 3 })
  const listed = await kept(done.id)
  expect(listed.total).toBe(3)
  expect(listed.items.map(({ line, values, kept_because }) => [line, values[0], kept_because])).toEqual([
    [2, 'SALVO', 'Foi alterado ou excluído depois da importação.'],
    [3, 'EXCLUIDO', 'Foi alterado ou excluído depois da importação.'],
    [4, 'VENDIDO', 'Já está em um orçamento ou pedido.'],
  ])
  expect((await read(saved.id)).prod_xProd).toBe('Laje da Maria')
  expect(await product('VENDIDO')).toMatchObject({ prod_ativo: 'S' })
  expect(await product('INTACTO')).toBeUndefined()
})

test('an import that wrote nothing has nothing to undo', async () => {
  const waiting = await readProducts(
    admin,
    company,
    csv([
      ['Código', 'Descrição'],
      ['1', 'x'],
    ]),
  )
  expect((await api.undoProductsImport(admin, company, waiting.id)).problem(422).detail).toMatch(
    /não há o que desfazer/,
  )
  ;(await api.cancelProductsImport(admin, company, waiting.id)).expect(204)
  expect((await api.undoProductsImport(admin, company, waiting.id)).problem(422).detail).toMatch(
    /não há o que desfazer/,
  )
})

test('people alike', async () => {
  // Of no company: other files' imports of people stand there too.
  const logged = () =>
    server.database
      .rows<{ description: string }>(
        "select description from action_logs where action_type = 'import_undo' and company_id is null order by created_at, id",
      )
      .map(({ description }) => description)
  const before = logged().length
  const known = await newPerson(admin, { razao_social: 'Maria Antiga' })
  const fresh = cpf()
  const name = `Pessoa ${unique()}`
  const waiting = await readPeople(
    admin,
    csv([
      ['CPF', 'Nome'],
      [known.cpf_cnpj!, 'Maria Nova'],
      [fresh, name],
    ]),
  )
  const done = await applyPeople(admin, waiting.id)
  expect(done).toMatchObject({ written_new: 1, written_changed: 1 })
  expect(await undoPeople(admin, done.id)).toMatchObject({ state: 'desfeita', undone: 2, kept: 0 })
  expect((await api.getPerson(admin, known.id)).expect(200).razao_social).toBe('Maria Antiga')
  expect((await api.listPeople(admin, { search: name })).expect(200).items).toEqual([])
  expect(logged().slice(before)).toEqual([
    `Começou a desfazer a importação da planilha ${done.file_name}`,
    `Desfez a importação da planilha ${done.file_name}`,
  ])
})
