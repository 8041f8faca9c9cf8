// Notifications: what needs attention, to whom, and what of it is new.
import { beforeAll, expect, test } from 'vitest'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { applyProducts, csv, readPeople, readProducts } from '../helpers/imports.ts'
import { ownServer } from '../helpers/server.ts'

const server = ownServer()
let made: Awaited<ReturnType<typeof office>>
let admin: Caller

beforeAll(async () => {
  made = await office(server)
  admin = made.admin
})

const listed = async (as: Caller) => (await api.listNotifications(as)).expect(200)

test('a user hears of the linked company, an admin of all', async () => {
  const { items, unseen } = await listed(made.user)
  expect(items).toEqual([
    {
      tipo: 'sefaz_pendente',
      tom: 'aviso',
      titulo: 'Configurações da SEFAZ pendentes',
      texto: expect.stringContaining('CSC'),
      company: { id: made.own.id, razao_social: made.own.razao_social },
      alvo_id: null,
      em: expect.any(String),
      nova: true,
    },
  ])
  expect(unseen).toBe(1)
  expect((await listed(admin)).items.map(({ company }) => company!.id).sort()).toEqual(
    [made.own.id, made.other.id].sort(),
  )
  expect(await listed((await account(server)).caller)).toEqual({ items: [], unseen: 0 })
})

test('what was seen is no longer new, for this person', async () => {
  const clerk = await account(server, 'user')
  server.database.link(clerk.id, made.own.id)
  ;(await api.markNotificationsSeen(clerk.caller)).expect(204)
  const seen = await listed(clerk.caller)
  expect(seen.unseen).toBe(0)
  expect(seen.items.map(({ nova }) => nova)).toEqual([false])
  const fresh = await newCompany(admin)
  server.database.link(clerk.id, fresh.id)
  const after = await listed(clerk.caller)
  expect(after.unseen).toBe(1)
  expect(after.items.map(({ company, nova }) => [company!.id, nova])).toEqual([
    [fresh.id, true],
    [made.own.id, false],
  ])
  expect((await listed(made.user)).unseen).toBe(1)
})

test('imports, read, done and failed, tell whoever began them', async () => {
  const clerk = await account(server, 'user')
  server.database.link(clerk.id, made.own.id)
  const importsOf = async (as: Caller) =>
    (await listed(as)).items
      .filter(({ tipo }) => tipo.startsWith('importacao'))
      .map(({ tipo, tom, alvo_id, company }) => ({ tipo, tom, alvo_id, company: company?.id }))

  const sheet = csv([
    ['Código', 'Descrição'],
    [unique(), 'Laje'],
  ])
  const { id: iid } = await readProducts(clerk.caller, made.own.id, sheet)
  expect(await importsOf(clerk.caller)).toEqual([
    { tipo: 'importacao_pronta', tom: 'info', alvo_id: iid, company: made.own.id },
  ])
  await applyProducts(clerk.caller, made.own.id, iid)
  expect(await importsOf(clerk.caller)).toEqual([
    { tipo: 'importacao_aplicada', tom: 'info', alvo_id: iid, company: made.own.id },
  ])

  const failed = await readPeople(clerk.caller, 'nada que se leia', { name: 'x.csv' })
  expect(failed.state).toBe('falhou')
  expect((await importsOf(clerk.caller))[0]).toEqual({
    tipo: 'importacao_falhou',
    tom: 'erro',
    alvo_id: failed.id,
    company: undefined,
  })
  expect((await listed(clerk.caller)).items[0]!.texto).toContain(failed.error)
  expect(await importsOf(made.user)).toEqual([])
})

test('a certificate that ends soon, and one that has ended', async () => {
  const { id, isPostgres } = server.database
  const company = await newCompany(admin)
  const clerk = await account(server, 'user')
  server.database.link(clerk.id, company.id)
  const ends = (days: number) => `${Date.now() + days * 86_400_000 + 60_000}000`
  server.database
    .run(`insert into digital_certificates (id, emitente_id, file_name, password_encrypted, storage_path, subject, issuer, cnpj, serial,
      valid_from, valid_to, created_at, updated_at)
    values (${id(crypto.randomUUID())}, ${id(company.id)}, 'a.pfx', ${isPostgres ? `'\\x00'::bytea` : `x'00'`}, '', '', '', '', '', 0, ${ends(29)}, 0, 0)`)
  const certificates = async () =>
    (await listed(clerk.caller)).items.filter(({ tipo }) => tipo.startsWith('certificado'))
  expect(await certificates()).toMatchObject([
    { tipo: 'certificado_vencendo', tom: 'aviso', texto: expect.stringContaining('faltam 29 dias') },
  ])
  server.database.run(`update digital_certificates set valid_to = ${ends(-1)} where emitente_id = ${id(company.id)}`)
  expect(await certificates()).toMatchObject([
    { tipo: 'certificado_vencido', tom: 'erro', texto: expect.stringContaining('venceu em') },
  ])
  server.database.run(`update digital_certificates set valid_to = ${ends(31)} where emitente_id = ${id(company.id)}`)
  expect(await certificates()).toEqual([])
})
