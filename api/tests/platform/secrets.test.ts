// The key of what is encrypted: made once, missed loudly, changed without losing anything.
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { certificateOfAuthority, newAuthority, pfxPassword, trustOfAuthority, upload } from '../helpers/certificates.ts'
import { password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { testSefazConnection } from '../helpers/sefaz-connection-endpoints.ts'
import { csc, settings, techResp } from '../helpers/sefaz-settings.ts'
import { runCommand, Server } from '../helpers/server.ts'

// With the key in its file, unlike the other tests.
const folder = mkdtempSync(join(tmpdir(), 'balcao-secrets-'))
newAuthority(folder)
const own = new Server({ env: { BALCAO_SECRET_KEY: '', BALCAO_SEFAZ_CA: trustOfAuthority(folder, folder) } })
const keyFile = join(own.dataDir, 'secret.key')
let admin: Caller
let adminEmail: string
let companyId: string
let pfx: Buffer

beforeAll(async () => {
  await own.start()
  const made = await office(own)
  admin = made.admin
  adminEmail = made.adminAccount.email
  companyId = made.own.id
  pfx = certificateOfAuthority(folder, made.own.cnpj, pfxPassword)
  ;(await api.putCertificate(admin, companyId, '*', upload(pfx))).expect(200)
  ;(await api.putSefazSettings(admin, companyId, '*', settings())).expect(200)
  ;(
    await api.putSefazSettings(admin, companyId, '*', settings({ ambiente: 'producao', csc: 'PRODUCAO12345678' }))
  ).expect(200)
  ;(await api.putTechResp(admin, companyId, '*', techResp({ csrt_id: '1', csrt: csc }))).expect(200)
})
afterAll(async () => {
  await own.stop()
  own.remove()
  rmSync(folder, { recursive: true })
})

/** Everything secret still opens: the CSCs are told, the stored file opens with its password. */
async function expectAllThere(as = admin) {
  expect((await api.revealCsc(as, companyId, { ambiente: 'homologacao', password })).expect(200).csc).toBe(csc)
  expect((await api.revealCsc(as, companyId, { ambiente: 'producao', password })).expect(200).csc).toBe(
    'PRODUCAO12345678',
  )
  ;(await api.putCertificate(as, companyId, '*', { file_name: 'a.pfx', password: pfxPassword })).expect(200)
}
const started = async () => {
  const { code, stderr } = await runCommand(['serve'], own.env)
  return { code, sentence: stderr.split('\n').find((line) => line.startsWith('balcao: ')) ?? '' }
}

test('the first start makes the key, for its owner only', async () => {
  expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  expect(Buffer.from(readFileSync(keyFile, 'utf8'), 'base64')).toHaveLength(32)
  await expectAllThere()
})

test('export prints it and nothing else', async () => {
  const { code, stdout } = await own.command(['secrets', 'export'])
  expect([code, stdout.trim()]).toEqual([0, readFileSync(keyFile, 'utf8').trim()])
})

test('without it, or with another one, the server refuses to start and makes none', async () => {
  await own.stop()
  const away = join(folder, 'key')
  renameSync(keyFile, away)
  expect(await started()).toEqual({ code: 1, sentence: expect.stringContaining('não está em ' + keyFile) })
  expect(existsSync(keyFile)).toBe(false)
  // For its owner only: else a warning is written beside the sentence, at any moment.
  writeFileSync(keyFile, Buffer.alloc(32, 'x').toString('base64'), { mode: 0o600 })
  expect(await started()).toEqual({ code: 1, sentence: expect.stringContaining('não é a deste banco de dados') })
  writeFileSync(keyFile, 'nada', { mode: 0o600 })
  expect(await started()).toEqual({ code: 1, sentence: expect.stringContaining('não pode ser lida') })
  renameSync(away, keyFile)
  await own.start()
  await expectAllThere()
})

test('a new key while data is there: everything opens with it, the old one stays beside', async () => {
  const old = readFileSync(keyFile, 'utf8')
  await own.stop()
  const rotated = await own.command(['secrets', 'rotate'])
  expect(rotated.code, rotated.stderr).toBe(0)
  expect(rotated.stdout).toContain('segredos cifrados de novo: 5')
  expect(readFileSync(keyFile, 'utf8')).not.toBe(old)
  expect(rotated.stdout).not.toContain(readFileSync(keyFile, 'utf8').trim())
  const kept = readdirSync(own.dataDir).filter((name) => name.startsWith('secret.key.'))
  expect(kept).toHaveLength(1)
  expect(readFileSync(join(own.dataDir, kept[0]!), 'utf8')).toBe(old)
  await own.start()
  await expectAllThere()
})

test('one that still runs writes no secret with the old key, and says what is to be done', async () => {
  expect((await own.command(['secrets', 'rotate'])).code).toBe(0)
  const refused = [
    await api.putTechResp(admin, companyId, '*', techResp({ csrt_id: '1', csrt: csc })),
    await api.getSefazSettings(admin, companyId),
    await api.revealCsc(admin, companyId, { ambiente: 'homologacao', password }),
    await api.putCertificate(admin, companyId, '*', { file_name: 'a.pfx', password: pfxPassword }),
    await testSefazConnection(admin, companyId),
  ]
  for (const answer of refused) expect(answer.problem(503, 'unavailable').detail).toContain('reiniciar o Balcão')
  await own.stop()
  await own.start()
  ;(await api.putTechResp(admin, companyId, '*', techResp({ csrt_id: '1', csrt: csc }))).expect(200)
  await expectAllThere()
})

test('a backup without the key tells nothing, and with it everything', async () => {
  const file = join(folder, 'copy')
  expect((await own.command(['backup', file])).code).toBe(0)
  const bytes = readFileSync(file)
  for (const secret of [csc, 'PRODUCAO12345678', pfxPassword, readFileSync(keyFile, 'utf8').trim()])
    expect(bytes.includes(secret)).toBe(false)
  expect(bytes.includes(pfx.subarray(200, 260))).toBe(false)
  expect(bytes.includes(Buffer.from(readFileSync(keyFile, 'utf8'), 'base64'))).toBe(false)

  const other = new Server({ env: { BALCAO_SECRET_KEY: '', BALCAO_SEFAZ_CA: join(folder, 'autoridades.pem') } })
  expect((await other.command(['restore', file])).code).toBe(0)
  const refused = await runCommand(['serve'], other.env)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('A chave secreta não está em')])
  copyFileSync(keyFile, join(other.dataDir, 'secret.key'))
  await other.start()
  const there = new Caller(other)
  ;(await api.signIn(there, { email: adminEmail, password })).expect(200)
  await expectAllThere(there)
  await other.stop()
  other.remove()
})

test('a key of the environment is told when it changes and asked for until it is set', async () => {
  const server = new Server()
  await server.start()
  const boss = await account(server, 'admin')
  const company = await newCompany(boss.caller)
  ;(await api.putSefazSettings(boss.caller, company.id, '*', settings())).expect(200)
  await server.stop()
  expect(existsSync(join(server.dataDir, 'secret.key'))).toBe(false)

  const rotated = await server.command(['secrets', 'rotate'])
  expect(rotated.code, rotated.stderr).toBe(0)
  const key = rotated.stdout.split('\n').find((line) => /^[A-Za-z0-9+/]{43}=$/.test(line))!
  const refused = await runCommand(['serve'], server.env)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('A chave secreta de BALCAO_SECRET_KEY não é'),
  ])
  const exported = await runCommand(['secrets', 'export'], { ...server.env, BALCAO_SECRET_KEY: key })
  expect([exported.code, exported.stdout.trim()]).toEqual([0, key])
  expect(readdirSync(server.dataDir).filter((name) => name.startsWith('secret'))).toEqual([])
  const wrong = await runCommand(['serve'], { ...server.env, BALCAO_SECRET_KEY: 'curta' })
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('não pode ser lida')])
  server.remove()
})

test('nothing secret is in the log', () => {
  for (const secret of [csc.slice(0, -4), 'PRODUCAO1234', pfxPassword, readFileSync(keyFile, 'utf8').trim()])
    expect(own.log).not.toContain(secret)
})
