// The certificate of a company: opened before it is kept, refused with the reason, never sent back.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, type Company, newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { certificate, pfxPassword, upload, vector } from '../helpers/certificates.ts'
import { numericCnpj } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let user: Caller
let own: Company
let good: ReturnType<typeof certificate>

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  user = made.user
  own = made.own
  good = certificate({ cnpj: own.cnpj })
})

const day = 86_400_000
const files = (id: string) =>
  server.database.rows<{ path: string; size: number }>(
    `select path, length(bytes) as size from files where bucket = 'certificates' and emitente_id = ${server.database.id(id)}`,
  )
const log = (id: string) =>
  auditRows(server.database, `company_id = ${server.database.id(id)} and action_type like 'certificate%'`)
const put = (id: string, json: object, as = user, etag = '*') => api.putCertificate(as, id, etag, json)

describe('a good one', () => {
  test('is kept encrypted, shown without its secrets, replaced and removed', async () => {
    const none = await api.getCertificate(user, own.id)
    expect(none.etag).toBe('"0"')
    expect(none.expect(200)).toMatchObject({ configured: false, file_name: null, situacao: null })
    expect((await api.getCompany(user, own.id)).expect(200).certificado_valido_ate).toBeNull()

    const stream = await streamEvents(user)
    const first = await put(own.id, upload(good.pfx), user, '"0"')
    const shown = first.expect(200)
    expect(shown).toMatchObject({
      configured: true,
      file_name: 'certificado.pfx',
      subject: `LAJES DE TESTE:${own.cnpj}`,
      cnpj: own.cnpj,
      serial: '0A1B2C',
      situacao: 'valido',
      dias_restantes: 364,
      aviso: null,
    })
    expect(first.etag).toMatch(/^"[1-9]\d*"$/)
    await stream.hint('certificate', ({ topic, company_id }) => topic === 'certificate' && company_id === own.id)
    await stream.hint('session', ({ topic, company_id }) => topic === 'session' && company_id === own.id)
    stream.close()

    const kept = files(own.id)
    expect(kept.map(({ path }) => path)).toEqual([
      expect.stringMatching(new RegExp(`^company_certificates/${own.id}/[0-9a-f-]{36}\\.pfx$`)),
    ])
    expect(kept[0]!.size).toBeGreaterThan(good.pfx.length)

    ;(await api.setActiveCompany(user, own.id)).expect(200)
    expect((await api.getSession(user)).expect(200).active_company!.certificado_valido_ate).toBe(shown.valid_to)
    expect((await api.getCompany(user, own.id)).expect(200).certificado_valido_ate).toBe(shown.valid_to)
    const listed = (await api.listCompanies(admin, { search: own.cnpj })).expect(200).items
    expect(listed.map(({ certificado_valido_ate }) => certificado_valido_ate)).toEqual([shown.valid_to])

    const second = await put(own.id, upload(good.pfx, { file_name: 'Outro.PFX' }), user, first.etag)
    expect(second.expect(200).file_name).toBe('Outro.PFX')
    expect(second.etag).not.toBe(first.etag)
    expect(files(own.id)).toHaveLength(1)
    expect(files(own.id)[0]!.path).not.toBe(kept[0]!.path)

    // Without a file: the stored one, with the password of now.
    const again = await put(own.id, { file_name: 'Outro.PFX', password: pfxPassword }, user, second.etag)
    again.expect(200)
    expect([first.etag, second.etag]).not.toContain(again.etag)
    expect((await put(own.id, { file_name: 'Outro.PFX', password: 'errada' })).fields()).toHaveProperty('password')

    ;(await api.deleteCertificate(user, own.id, again.etag)).expect(204)
    expect(files(own.id)).toEqual([])
    expect((await api.getCertificate(user, own.id)).expect(200).configured).toBe(false)
    ;(await api.deleteCertificate(user, own.id, '*')).problem(404)

    const found = log(own.id)
    expect(found.map(({ action_type, resultado }) => `${action_type} ${resultado}`)).toEqual([
      'certificate_upload success',
      'certificate_update success',
      'certificate_update success',
      'certificate_update error',
      'certificate_update success',
    ])
    expect(JSON.parse(found[0]!.details!)).toMatchObject({
      cnpj: [null, own.cnpj],
      file: 'alterado',
      password: 'alterado',
    })
  })

  test.each([
    ['a1-numerico', '11222333000181'],
    ['a1-numerico-legacy', '11222333000181'],
    ['a1-alfa', '12ABC34501DE35'],
    ['a1-alfa-legacy', '12ABC34501DE35'],
  ])('%s opens', async (name, cnpj) => {
    const listed = (await api.listCompanies(admin, { search: cnpj })).expect(200).items[0]
    const id = listed ? listed.id : (await newCompany(admin, { cnpj })).id
    expect((await put(id, upload(vector(name)), admin)).expect(200)).toMatchObject({
      configured: true,
      cnpj,
      aviso: null,
    })
  })

  test('of another branch of the company is taken, with a note', async () => {
    const branch = await newCompany(admin)
    const sibling = certificate({ cnpj: branch.cnpj.slice(0, 8) + '000262' })
    expect((await put(branch.id, upload(sibling.pfx), admin)).expect(200).aviso).toContain(
      'outro estabelecimento da mesma empresa',
    )
    expect((await api.getCertificate(admin, branch.id)).expect(200).aviso).toContain('/0002-62')
  })

  test('with a chain of 50 certificates is taken', async () => {
    const chained = certificate({ cnpj: own.cnpj, chain: 49 })
    expect((await put(own.id, upload(chained.pfx))).expect(200).cnpj).toBe(own.cnpj)
  })

  test('that ends within 30 days is taken and says so', async () => {
    const soon = certificate({ cnpj: own.cnpj, to: 12.5 })
    expect((await put(own.id, upload(soon.pfx))).expect(200)).toMatchObject({
      situacao: 'vence_em_breve',
      dias_restantes: 12,
    })
    // It ends while it is kept.
    const past = (Date.now() - 2.5 * day) * 1000
    server.database.run(
      `update digital_certificates set valid_to = ${past} where emitente_id = ${server.database.id(own.id)}`,
    )
    expect((await api.getCertificate(user, own.id)).expect(200)).toMatchObject({
      situacao: 'vencido',
      dias_restantes: -3,
    })
  })

  test('needs a version that was seen', async () => {
    const company = await newCompany(admin)
    const { pfx } = certificate({ cnpj: company.cnpj })
    ;(await api.putCertificate(admin, company.id, undefined, upload(pfx))).problem(428)
    ;(await put(company.id, upload(pfx), admin, '"0"')).expect(200)
    const stale = (await put(company.id, upload(pfx), admin, '"0"')).expect(412)
    expect(stale.current).toMatchObject({ configured: true, cnpj: company.cnpj })
    ;(await api.deleteCertificate(admin, company.id, '"7"')).problem(412)
    expect(files(company.id)).toHaveLength(1)

    // The one that was seen is gone; another one has come.
    const seen = (await api.getCertificate(admin, company.id)).etag
    ;(await api.deleteCertificate(admin, company.id, seen)).expect(204)
    ;(await put(company.id, upload(pfx), admin, '"0"')).expect(200)
    ;(await put(company.id, upload(pfx), admin, seen)).expect(412)
    ;(await api.deleteCertificate(admin, company.id, seen)).problem(412)
  })

  test('goes with its company', async () => {
    const company = await newCompany(admin)
    ;(await put(company.id, upload(certificate({ cnpj: company.cnpj }).pfx), admin)).expect(200)
    ;(await api.deleteCompany(admin, company.id, '*')).expect(204)
    expect(files(company.id)).toEqual([])
  })
})

describe('a bad one is refused with its reason, noted, and nothing changes', () => {
  const person = () => certificate({ cnpj: null }).pfx
  const other = numericCnpj()
  const bad: [string, string, RegExp, () => object][] = [
    ['a wrong password', 'password', /^Senha do certificado incorreta/, () => upload(good.pfx, { password: 'errada' })],
    [
      'a password of 1,000 characters',
      'password',
      /^Senha do certificado incorreta/,
      () => upload(good.pfx, { password: 'x'.repeat(1000) }),
    ],
    [
      'an expired one',
      'file_base64',
      /venceu em \d\d\/\d\d\/\d{4}/,
      () => upload(certificate({ cnpj: own.cnpj, from: -400, to: -1 }).pfx),
    ],
    [
      'one of next month',
      'file_base64',
      /só vale a partir de/,
      () => upload(certificate({ cnpj: own.cnpj, from: 30 }).pfx),
    ],
    [
      'one without its key',
      'file_base64',
      /não contém a chave privada/,
      () => upload(certificate({ cnpj: own.cnpj, withKey: false }).pfx),
    ],
    [
      "another company's",
      'file_base64',
      /é do CNPJ .* e o desta empresa é/,
      () => upload(certificate({ cnpj: other }).pfx),
    ],
    ["a person's", 'file_base64', /não traz um CNPJ/, () => upload(person())],
    ['a PEM renamed', 'file_base64', /em texto \(PEM\)/, () => upload(good.pem)],
    ['a cut file', 'file_base64', /danificado/, () => upload(good.pfx.subarray(0, 900))],
    ['an empty file', 'file_base64', /está vazio/, () => upload(Buffer.alloc(0))],
    ['a file over 64 KiB', 'file_base64', /mais de 64 KB/, () => upload(Buffer.alloc(65 * 1024))],
    [
      'another extension',
      'file_name',
      /^Por favor, selecione um arquivo com a extensão \.pfx\.$/,
      () => upload(good.pfx, { file_name: 'a.p12' }),
    ],
  ]
  let fresh: Company
  beforeAll(async () => {
    fresh = await newCompany(admin)
    server.database.link((await api.getSession(user)).expect(200).user.id, fresh.id)
  })

  test.each(bad)('%s', async (_, field, sentence, json) => {
    // The certificates above belong to `own`.
    const before = log(own.id).length
    const tag = (await api.getCertificate(admin, own.id)).etag
    expect((await put(own.id, json(), admin)).fields()[field]).toMatch(sentence)
    expect((await api.getCertificate(admin, own.id)).etag).toBe(tag)
    const rows = log(own.id)
    expect(rows).toHaveLength(before + 1)
    expect(rows.at(-1)!).toMatchObject({ resultado: 'error', description: expect.stringContaining('recusado') })
  })

  test('a password without any file', async () => {
    const problem = (await put(fresh.id, { file_name: 'a.pfx', password: 'x' })).problem(422)
    expect(problem).toMatchObject({
      title: 'Arquivo não encontrado',
      detail: 'É necessário fazer o upload de um certificado antes de salvar.',
    })
  })

  test('a form without its password', async () => {
    expect((await put(fresh.id, upload(good.pfx, { password: '' }))).problem(422)).toMatchObject({
      title: 'Campos obrigatórios',
      detail: 'É necessário um arquivo e uma senha.',
    })
  })

  test('20 MB are refused before they are read', async () => {
    const answer = await user.call('putCertificate', {
      params: { id: fresh.id },
      raw: Buffer.alloc(20 * 1024 * 1024, 0x20),
      contentType: 'application/json',
      headers: { 'if-match': '*' },
    })
    answer.problem(413, 'too_large')
  })

  test('many refusals have to wait', async () => {
    const { caller } = await account(server)
    server.database.link((await api.getSession(caller)).expect(200).user.id, fresh.id)
    const codes = []
    for (let count = 0; count < 33; count += 1)
      codes.push((await put(fresh.id, upload(good.pfx, { file_name: 'a.txt' }), caller)).status)
    expect(codes.slice(0, 30)).toEqual(Array(30).fill(422))
    expect(codes).toContain(429)
  })
})

test('no answer and no line of the log holds a file or a password', async () => {
  expect(server.log).not.toContain(pfxPassword)
  expect(server.log).not.toContain(good.pfx.toString('base64').slice(0, 40))
  for (const answer of [
    await api.getCertificate(admin, own.id),
    await api.getCompany(admin, own.id),
    await api.getSession(admin),
  ])
    expect(answer.text).not.toMatch(/password|_encrypted|storage_path/)
  expect(JSON.stringify(log(own.id))).not.toContain(pfxPassword)
})
