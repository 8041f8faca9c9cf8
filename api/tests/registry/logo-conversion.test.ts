// Logos that an earlier version kept and served as they were uploaded.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Company, newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { png, svg } from '../helpers/images.ts'
import { Server } from '../helpers/server.ts'

const server = new Server()
let made: Awaited<ReturnType<typeof office>>
let drawn: Company
let broken: Company

const turbulence =
  '<filter id="f"><feTurbulence numOctaves="2000000000"/></filter><rect width="9" height="9" filter="url(#f)"/>'

/** As that version left it: one file, served under its own address. */
function keep(company: Company, kind: 'sistema' | 'documentos', name: string, type: string, bytes: Buffer): void {
  const { id, isPostgres } = server.database
  const blob = (content: Buffer) =>
    isPostgres ? `'\\x${content.toString('hex')}'::bytea` : `x'${content.toString('hex')}'`
  server.database.run(`
    insert into files (id, emitente_id, bucket, path, content_type, sha256, bytes, created_at) values
      (${id(crypto.randomUUID())}, ${id(company.id)}, 'company_logos', 'x/${name}', '${type}', ${blob(Buffer.alloc(32))}, ${blob(bytes)}, 0);
    update emitente set logo_${kind}_url = '/files/company_logos/x/${name}' where id = ${id(company.id)}`)
}

beforeAll(async () => {
  await server.start()
  made = await office(server)
  drawn = made.own
  broken = await newCompany(made.admin)
  await server.stop()
  keep(drawn, 'sistema', 'a.svg', 'image/svg+xml', Buffer.from(svg()))
  keep(drawn, 'documentos', 'b.png', 'image/png', png(3000, 20))
  keep(broken, 'sistema', 'c.svg', 'image/svg+xml', Buffer.from(svg(turbulence)))
  keep(broken, 'documentos', 'd.png', 'image/png', Buffer.from('nada'))
  await server.start()
})
afterAll(async () => {
  await server.stop()
  server.remove()
})

const current = async (company: Company) => (await api.getCompany(made.admin, company.id)).expect(200)
const noticesOf = async (company: Company) =>
  (await api.listNotifications(made.admin)).expect(200).items.filter((item) => item.company?.id === company.id)

test('become pixels under a new address', async () => {
  const { logo_sistema_url: system, logo_documentos_url: documents } = await current(drawn)
  for (const [url, width] of [
    [system!, 256],
    [documents!, 1600],
  ] as const) {
    expect(url).toMatch(/^\/files\/company_logos\/x\/[\w-]{16,}\.png$/)
    const answer = await api.getPublicLogo(new Caller(server), url)
    expect([answer.status, answer.headers['content-type'], answer.bytes.readUInt32BE(16)]).toEqual([
      200,
      'image/png',
      width,
    ])
  }
  for (const old of ['a.svg', 'b.png'])
    (await api.getPublicLogo(made.user, `/files/company_logos/x/${old}`)).problem(404)
})

test('are taken off when they cannot be drawn, and the bell says why until another comes', async () => {
  expect(await current(broken)).toMatchObject({ logo_sistema_url: null, logo_documentos_url: null })
  for (const old of ['c.svg', 'd.png'])
    (await api.getPublicLogo(made.user, `/files/company_logos/x/${old}`)).problem(404)
  const notices = (await noticesOf(broken)).filter(({ tipo }) => tipo.startsWith('logo'))
  expect(notices.map(({ tipo, tom }) => [tipo, tom]).sort()).toEqual([
    ['logo_documentos_retirado', 'aviso'],
    ['logo_sistema_retirado', 'aviso'],
  ])
  expect(notices.find(({ tipo }) => tipo === 'logo_sistema_retirado')!.texto).toContain('filtros')
  ;(await api.putCompanyLogo(made.admin, broken.id, 'system', png(), 'image/png')).expect(200)
  ;(await api.deleteCompanyLogo(made.admin, broken.id, 'documents')).expect(204)
  expect((await noticesOf(broken)).filter(({ tipo }) => tipo.startsWith('logo'))).toEqual([])
})

test('are left alone at the next start', async () => {
  const before = await current(drawn)
  await server.stop()
  await server.start()
  expect(await current(drawn)).toEqual(before)
})
