// SEFAZ settings: each environment its own series, numbers and CSC; what may change, by whom, and from which value.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, type Company, newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { certificateOfAuthority, newAuthority, pfxPassword, trustOfAuthority, upload } from '../helpers/certificates.ts'
import { password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { csc, settings } from '../helpers/sefaz-settings.ts'
import { ownServer } from '../helpers/server.ts'

const authority = mkdtempSync(join(tmpdir(), 'balcao-autoridade-'))
newAuthority(authority)
const server = ownServer({ env: { BALCAO_SEFAZ_CA: trustOfAuthority(authority, authority) } })
afterAll(() => rmSync(authority, { recursive: true }))
let admin: Caller
let user: Caller
let userId: string
let own: Company

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  user = made.user
  userId = made.userAccount.id
})
beforeEach(async () => {
  own = await newCompany(admin)
  server.database.link(userId, own.id)
})

const put = (json: object, as = user, etag = '*') => api.putSefazSettings(as, own.id, etag, json)
const giveCertificate = async () => {
  const pfx = certificateOfAuthority(authority, own.cnpj, pfxPassword)
  ;(await api.putCertificate(admin, own.id, '*', upload(pfx))).expect(200)
}
const get = async (as = user) => (await api.getSefazSettings(as, own.id)).expect(200)
/** As issuing will: the number is taken. */
const use = (ambiente: string, serie: number, last: number) =>
  server.database.run(
    `update nfce_numeracao set proximo = ${last + 1}, ultimo_usado = ${last}
     where emitente_id = ${server.database.id(own.id)} and ambiente = '${ambiente}' and serie = ${serie}`,
  )
const log = () =>
  auditRows(
    server.database,
    `company_id = ${server.database.id(own.id)} and action_type in ('sefaz_config_create', 'sefaz_config_update', 'secret_reveal')`,
  )

describe('saving', () => {
  test('from nothing to configured, and what everybody hears of it', async () => {
    const none = await api.getSefazSettings(user, own.id)
    expect(none.etag).toBe('"0"')
    const unset = {
      ...{ serie: 1, numero_inicial: 1, serie_nfe: 1, numero_inicial_nfe: 1, series: [] },
      ...{ csc_configurado: false, csc_mascara: null, csc_id: null },
    }
    expect(none.expect(200)).toEqual({
      configured: false,
      ambiente: 'homologacao',
      destino: 'sefaz',
      homologacao: unset,
      producao: unset,
      simulador_disponivel: false,
      updated_at: null,
    })

    const stream = await streamEvents(user)
    const saved = await put(settings({ serie: 5, numero_inicial: 120 }), user, '"0"')
    expect(saved.etag).toBe('"1"')
    expect(saved.expect(200)).toMatchObject({
      configured: true,
      ambiente: 'homologacao',
      homologacao: {
        serie: 5,
        numero_inicial: 120,
        csc_configurado: true,
        csc_mascara: '••••••••1234',
        csc_id: '000001',
        series: [{ modelo: 65, serie: 5, numero_inicial: 120, ultimo_usado: 0 }],
      },
      producao: unset,
    })
    for (const topic of ['sefaz-settings', 'session', 'companies'])
      await stream.hint(topic, (hint) => hint.topic === topic && hint.company_id === own.id)
    stream.close()
    expect(await get()).toEqual(saved.expect(200))
  })

  test('the CSC stays when it is not sent, and is asked for while none is kept', async () => {
    expect((await put(settings({ csc: null }))).fields()).toHaveProperty('csc')
    const bad = (await put(settings({ csc: null, csc_id: '', serie: -1 }))).problem(422)
    // All at once, in the order of the form.
    expect(bad.errors!.map(({ field }) => field)).toEqual(['serie', 'csc', 'csc_id'])
    ;(await put(settings())).expect(200)
    const kept = (await put(settings({ csc: undefined, csc_id: '22', proximo_lido: 1 }))).expect(200)
    expect(kept.homologacao).toMatchObject({ csc_mascara: '••••••••1234', csc_id: '000022' })
    const changed = (await put(settings({ csc: 'ZYXWVUTSRQPONMLK', proximo_lido: 1 }))).expect(200)
    expect(changed.homologacao.csc_mascara).toBe('••••••••NMLK')
    // It is that environment's alone.
    expect((await put(settings({ ambiente: 'producao', csc: undefined }), admin)).fields()).toHaveProperty('csc')
  })

  test.each([
    ['serie', 890],
    ['serie', 1000],
    ['serie', -1],
    ['numero_inicial', 0],
    ['numero_inicial', 1_000_000_000],
    ['csc', '0123456789 ABCDEF01'],
    ['csc', '0123456789ABCDE'],
    ['csc', 'x'.repeat(37)],
    ['csc_id', '1234567'],
    ['csc_id', ''],
    ['ambiente', 'teste'],
    ['destino', 'outro'],
  ])('%s %j is refused', async (field, value) => {
    expect((await put(settings({ [field]: value }))).fields()[field]).toMatch(/\.$/)
    expect((await get()).configured).toBe(false)
  })

  test('needs the version that was seen', async () => {
    ;(await api.putSefazSettings(user, own.id, undefined, settings())).problem(428)
    ;(await put(settings(), user, '"0"')).expect(200)
    const { full_name } = (await api.getSession(user)).expect(200).user
    expect((await put(settings(), user, '"0"')).expect(412)).toMatchObject({
      current: { configured: true },
      changed_by: full_name,
    })
  })

  test('works for a company whose row is missing', async () => {
    server.database.run(`delete from nfce_settings where emitente_id = ${server.database.id(own.id)}`)
    expect((await api.getCompany(user, own.id)).expect(200).ambiente).toBe('homologacao')
    expect((await get()).configured).toBe(false)
    expect((await put(settings(), user, '"0"')).expect(200).configured).toBe(true)
  })

  test('the simulator is refused where there is none, and in produção', async () => {
    expect((await put(settings({ destino: 'simulador' }))).fields()).toHaveProperty('destino')
    expect((await put(settings({ destino: 'simulador', ambiente: 'producao' }), admin)).fields()).toHaveProperty(
      'destino',
    )
  })
})

describe('environments', () => {
  test('each keeps its own series, number and CSC', async () => {
    ;(await put(settings({ serie: 1, numero_inicial: 10 }))).expect(200)
    await giveCertificate()
    const live = (
      await put(
        settings({ ambiente: 'producao', serie: 2, numero_inicial: 700, csc: 'PRODUCAO12345678', csc_id: '3' }),
        admin,
      )
    ).expect(200)
    expect(live.ambiente).toBe('producao')
    expect(live.homologacao).toMatchObject({
      serie: 1,
      numero_inicial: 10,
      csc_mascara: '••••••••1234',
      csc_id: '000001',
    })
    expect(live.producao).toMatchObject({
      serie: 2,
      numero_inicial: 700,
      csc_mascara: '••••••••5678',
      csc_id: '000003',
    })
    expect((await api.getCompany(user, own.id)).expect(200).ambiente).toBe('producao')
    ;(await api.setActiveCompany(user, own.id)).expect(200)
    expect((await api.getSession(user)).expect(200).active_company!.ambiente).toBe('producao')

    const back = (await put(settings({ csc: undefined, numero_inicial: 10, proximo_lido: 10 }), admin)).expect(200)
    expect(back).toMatchObject({ ambiente: 'homologacao', producao: { serie: 2, numero_inicial: 700 } })
  })

  test("produção is an admin's: going there, and every save while it is in use", async () => {
    ;(await put(settings())).expect(200)
    expect((await put(settings({ ambiente: 'producao' }))).problem(403).errors).toEqual([
      { field: 'ambiente', message: 'Só um administrador pode passar a empresa para produção.' },
    ])
    expect((await get()).ambiente).toBe('homologacao')
    await giveCertificate()
    ;(await put(settings({ ambiente: 'producao' }), admin)).expect(200)
    ;(await put(settings({ ambiente: 'producao', proximo_lido: 1 }))).problem(403)
    ;(await put(settings({ proximo_lido: 1 }))).problem(403)
  })
})

describe('the next number', () => {
  test('changes only from the value that was seen', async () => {
    ;(await put(settings({ numero_inicial: 10 }))).expect(200)
    use('homologacao', 1, 14)
    // Untouched: receipts went on meanwhile, and nothing is set back.
    expect((await put(settings({ numero_inicial: 10, proximo_lido: 10 }))).expect(200).homologacao.numero_inicial).toBe(
      15,
    )
    // Changed from what it no longer is, or without having seen it.
    for (const proximo_lido of [10, undefined]) {
      expect((await put(settings({ numero_inicial: 50, proximo_lido }))).fields().numero_inicial).toBe(
        'O próximo número da série 1 agora é 15. Confira e salve de novo.',
      )
    }
    expect((await put(settings({ numero_inicial: 50, proximo_lido: 15 }))).expect(200).homologacao).toMatchObject({
      numero_inicial: 50,
      series: [{ modelo: 65, serie: 1, numero_inicial: 50, ultimo_usado: 14 }],
    })
  })

  test('is lowered by an admin only, and never to a used one', async () => {
    ;(await put(settings({ numero_inicial: 10 }))).expect(200)
    use('homologacao', 1, 14)
    ;(await put(settings({ numero_inicial: 100, proximo_lido: 15 }))).expect(200)
    const lower = settings({ numero_inicial: 20, proximo_lido: 100 })
    expect((await put(lower)).problem(403).errors).toEqual([
      { field: 'numero_inicial', message: 'Só um administrador pode diminuir o próximo número.' },
    ])
    for (const used of [14, 1]) {
      expect((await put(settings({ numero_inicial: used, proximo_lido: 100 }), admin)).fields().numero_inicial).toBe(
        'O número 14 desta série já foi usado. Use 15 ou um maior.',
      )
    }
    expect((await put(lower, admin)).expect(200).homologacao.numero_inicial).toBe(20)
  })

  test('of every series is known, and a new series starts where it is told', async () => {
    ;(await put(settings({ numero_inicial: 10 }))).expect(200)
    use('homologacao', 1, 14)
    ;(await put(settings({ serie: 2, numero_inicial: 300 }))).expect(200)
    const both = await get()
    expect(both.homologacao).toMatchObject({ serie: 2, numero_inicial: 300 })
    expect(both.homologacao.series).toEqual([
      { modelo: 65, serie: 1, numero_inicial: 15, ultimo_usado: 14 },
      { modelo: 65, serie: 2, numero_inicial: 300, ultimo_usado: 0 },
    ])
    expect(
      (await put(settings({ serie: 1, numero_inicial: 15, proximo_lido: 15 }))).expect(200).homologacao,
    ).toMatchObject({ serie: 1, numero_inicial: 15 })
  })

  test('of NF-e and NFC-e are counted apart, in the same series', async () => {
    const before = (await get()).homologacao
    const saved = (
      await put(
        settings({
          serie: before.serie,
          numero_inicial: before.numero_inicial,
          serie_nfe: before.serie,
          numero_inicial_nfe: 900,
        }),
      )
    ).expect(200).homologacao
    expect(saved).toMatchObject({
      ...{ serie: before.serie, numero_inicial: before.numero_inicial },
      ...{ serie_nfe: before.serie, numero_inicial_nfe: 900 },
    })
    expect(saved.series).toContainEqual({ modelo: 55, serie: before.serie, numero_inicial: 900, ultimo_usado: 0 })
    const half = { serie: before.serie, numero_inicial: before.numero_inicial, serie_nfe: 3, numero_inicial_nfe: null }
    expect(Object.keys((await put(settings(half))).fields())).toEqual(['numero_inicial_nfe'])
  })

  test('of a used-up series leaves the settings usable', async () => {
    ;(await put(settings({ numero_inicial: 999_999_999 }))).expect(200)
    use('homologacao', 1, 999_999_999)
    const shown = (await get()).homologacao
    expect(shown).toMatchObject({ numero_inicial: 999_999_999, series: [{ ultimo_usado: 999_999_999 }] })
    ;(await put(settings({ numero_inicial: 999_999_999, proximo_lido: 999_999_999 }))).expect(200)
    expect(
      (await put(settings({ numero_inicial: 5, proximo_lido: 999_999_999 }), admin)).fields().numero_inicial,
    ).toContain('outra série')
  })

  test('is not changed twice from the same value by two at once', async () => {
    ;(await put(settings({ numero_inicial: 10 }))).expect(200)
    const answers = await Promise.all(
      [20, 30, 40, 50].map((numero_inicial) => put(settings({ numero_inicial, proximo_lido: 10 }), admin)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  })
})

describe('the CSC', () => {
  test('is told to an admin who gives the own password, and noted', async () => {
    ;(await put(settings())).expect(200)
    const answer = await api.revealCsc(admin, own.id, { ambiente: 'homologacao', password })
    expect(answer.expect(200)).toEqual({ csc })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(
      (await api.revealCsc(admin, own.id, { ambiente: 'homologacao', password: 'errada errada' })).fields(),
    ).toHaveProperty('password')
    ;(await api.revealCsc(user, own.id, { ambiente: 'homologacao', password })).problem(403)
    expect((await api.revealCsc(admin, own.id, { ambiente: 'producao', password })).fields()).toHaveProperty('ambiente')
    expect((await api.revealCsc(admin, own.id, { ambiente: 'teste', password })).fields()).toHaveProperty('ambiente')
    expect(log().map(({ action_type, resultado }) => `${action_type} ${resultado}`)).toEqual([
      'sefaz_config_create success',
      'secret_reveal success',
      'secret_reveal error',
    ])
  })

  test('guessing the password has to wait', async () => {
    ;(await put(settings())).expect(200)
    const other = await account(server)
    server.database.run(
      `update user_roles set role_id = (select id from roles where name = 'admin') where user_id = ${server.database.id(other.id)}`,
    )
    const guess = () => api.revealCsc(other.caller, own.id, { ambiente: 'homologacao', password: 'errada errada' })
    const codes = []
    for (let count = 0; count < 9; count += 1) codes.push((await guess()).status)
    expect(codes.slice(0, 5)).toEqual(Array(5).fill(422))
    expect(codes).toContain(429)
  })

  test('is in no other answer, no log and no row', async () => {
    ;(await put(settings())).expect(200)
    for (const answer of [await api.getSefazSettings(admin, own.id), await put(settings({ proximo_lido: 1 }))])
      expect(answer.text).not.toContain(csc.slice(0, -4))
    expect(server.log).not.toContain(csc.slice(0, -4))
    expect(JSON.stringify(log())).not.toContain(csc.slice(0, -4))
    expect(JSON.parse(log()[0]!.details!)).toMatchObject({ csc: 'alterado', numero_inicial: [null, 1] })
    const bytes = server.database.isPostgres ? "encode(csc_encrypted, 'hex')" : 'hex(csc_encrypted)'
    const [row] = server.database.rows<{ sealed: string }>(
      `select ${bytes} as sealed from nfce_ambiente where emitente_id = ${server.database.id(own.id)}`,
    )
    expect(Buffer.from(row!.sealed, 'hex').includes(csc.slice(0, 8))).toBe(false)
  })
})
