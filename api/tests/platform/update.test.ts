// What the package asks of a new version, and the way back: `balcao update`.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { newPerson } from '../helpers/people.ts'
import { engine, ownServer, runCommand } from '../helpers/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'balcao-update-'))
const backup = join(folder, 'before.backup')
afterAll(() => rmSync(folder, { recursive: true }))

const server = ownServer()
let admin: Caller
let company = ''
beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  company = server.database.id(made.own.id)
})
const later = `insert into schema_migrations (number, name, applied_at) values (999, 'later', 0)`

test('verify: numbers that are missing refuse it, unless they were missing before', async () => {
  await server.stop()
  server.database.run(`insert into nfce_numeracao (emitente_id, ambiente, serie, proximo, ultimo_usado)
    values (${company}, 'producao', 7, 3, 2)`)
  const refused = await runCommand(['update', 'verify'], server.env)
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringMatching(/série 7.*Há números sem registro/s) })
  const known = await runCommand(['update', 'verify', '--faults-known'], server.env)
  expect(known).toMatchObject({ code: 0, stdout: refused.stdout })
  server.database.run(`delete from nfce_numeracao where emitente_id = ${company} and serie = 7`)
})

test('verify: a database of this version, then one of a newer', async () => {
  const fine = await runCommand(['update', 'verify'], server.env)
  expect(fine).toMatchObject({ code: 0, stdout: 'Todos os números têm registro.\n' })
  expect((await runCommand(['backup', backup], server.env)).code).toBe(0)
  server.database.run(later)
  const newer = await runCommand(['update', 'verify'], server.env)
  expect(newer.code).toBe(1)
  expect(newer.stderr).toMatch(/mais novo que este programa/)
})

describe.skipIf(engine === 'postgres')('undo', () => {
  test('puts the data back as they were, sessions too', async () => {
    expect(await runCommand(['update', 'undo', backup], server.env)).toMatchObject({ code: 0, stderr: '' })
    await server.start()
    ;(await api.getSession(admin)).expect(200)
  })

  test('is refused while a server runs, and once anything was recorded', async () => {
    expect((await runCommand(['update', 'undo', backup], server.env)).stderr).toMatch(/Pare-o primeiro/)
    await newPerson(admin, { razao_social: 'Depois da Cópia' })
    await server.stop()
    const refused = await runCommand(['update', 'undo', backup], server.env)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/algo foi gravado.*balcao restore/s)
    await server.start()
    expect((await api.listPeople(admin, { search: 'depois da copia' })).expect(200).total).toBe(1)
  })

  test('is refused for a backup without its sheet, or that is none', async () => {
    const other = join(folder, 'none.backup')
    expect((await runCommand(['update', 'undo', other], server.env)).stderr).toMatch(/não existe/)
    writeFileSync(other, 'nada')
    expect((await runCommand(['update', 'undo', other], server.env)).stderr).toMatch(/Falta a folha/)
    expect(existsSync(`${server.dataDir}/balcao.db`)).toBe(true)
  })
})

test.skipIf(engine === 'postgres')(
  'a failed update shows in the bell of administrators until the next one works',
  async () => {
    const seen = async () =>
      (await api.listNotifications(admin)).expect(200).items.filter(({ tipo }) => tipo === 'atualizacao_falhou')
    const file = join(server.dataDir, 'atualizacao.falhou')
    expect(await seen()).toEqual([])
    writeFileSync(file, '9.9.9\nela não iniciou\n')
    expect(await seen()).toMatchObject([{ tom: 'erro', texto: expect.stringMatching(/versão 9\.9\.9/) }])
    rmSync(file)
    expect(await seen()).toEqual([])
  },
)
