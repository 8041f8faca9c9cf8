// What the bell tells because somebody else could have done it, and to whom.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account, type Company, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { certificateOfAuthority, newAuthority, pfxPassword, trustOfAuthority, upload } from '../helpers/certificates.ts'
import { email, password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { settings } from '../helpers/sefaz-settings.ts'
import { ownServer } from '../helpers/server.ts'
import { userTools } from '../helpers/users.ts'

const authority = mkdtempSync(join(tmpdir(), 'balcao-autoridade-'))
newAuthority(authority)
const server = ownServer({ env: { BALCAO_SEFAZ_CA: trustOfAuthority(authority, authority) } })
afterAll(() => rmSync(authority, { recursive: true }))
/** One that serves in produção, too. */
const good = () => upload(certificateOfAuthority(authority, own.cnpj, pfxPassword))
let admin: Caller
let gerente: Caller
let own: Company
const { newUser, change, signedIn } = userTools(server, () => admin)

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  gerente = made.user
  own = made.own
})

const types = ['senha_trocada', 'email_trocado', 'certificado_trocado', 'ambiente_trocado']
const told = async (as: Caller) =>
  (await api.listNotifications(as)).expect(200).items.filter(({ tipo }) => types.includes(tipo))
const other = 'outra senha de laje e vigota'

describe('a person is told alone', () => {
  test('that the own password was changed, by whomever', async () => {
    const known = await account(server)
    ;(await api.changeOwnPassword(known.caller, { current_password: password, password: other })).expect(204)
    const own = await told(known.caller)
    expect(own).toMatchObject([{ tipo: 'senha_trocada', tom: 'aviso', company: null, nova: true }])
    expect(own[0]!.texto).toContain('Se não foi você')

    ;(await api.resetUserPassword(admin, known.id, { password })).expect(204)
    const back = new Caller(server)
    ;(await api.signIn(back, { email: known.email, password })).expect(200)
    expect(await told(back)).toHaveLength(2)
    expect((await server.command(['user', 'reset-password', known.email], `${other}\n`)).code).toBe(0)
    ;(await api.signIn(back, { email: known.email, password: other })).expect(200)
    expect((await told(back)).map(({ texto }) => texto)).toContainEqual(expect.stringContaining('no servidor'))
    expect((await told(admin)).filter(({ tipo }) => tipo === 'senha_trocada')).toEqual([])

    ;(await api.markNotificationsSeen(back)).expect(204)
    expect((await told(back)).map(({ nova }) => nova)).toEqual([false, false, false])
  })

  test('that the own e-mail was changed, and of nothing else that an administrator edits', async () => {
    const user = await newUser()
    ;(await change(user.id, { full_name: 'Outro Nome' })).expect(200)
    const caller = await signedIn(user)
    expect(await told(caller)).toEqual([])
    const address = email()
    ;(await change(user.id, { email: address })).expect(200)
    const [notice, ...rest] = await told(caller)
    expect(rest).toEqual([])
    expect(notice).toMatchObject({ tipo: 'email_trocado', company: null })
    for (const word of [user.email, address, 'Novo usuário']) expect(notice!.texto).toContain(word)
    expect(await told(gerente)).toEqual([])
  })
})

describe('gerentes of the company and administrators are told', () => {
  let operador: Caller
  let stranger: Caller
  beforeAll(async () => {
    const clerk = await newUser()
    ;(await api.linkUserCompany(admin, clerk.id, own.id, { papel: 'operador' })).expect(204)
    operador = await signedIn(clerk)
    stranger = (await account(server)).caller
  })
  const everybody = async (type: string) =>
    Promise.all(
      [admin, gerente, operador, stranger].map(
        async (as) => (await told(as)).filter(({ tipo, company }) => tipo === type && company?.id === own.id).length,
      ),
    )

  test('that its certificate was sent, replaced and removed', async () => {
    const sent = good()
    ;(await api.putCertificate(gerente, own.id, '*', sent)).expect(200)
    expect(await everybody('certificado_trocado')).toEqual([1, 1, 0, 0])
    ;(await api.putCertificate(gerente, own.id, '*', upload(Buffer.from('nada')))).problem(422)
    expect(await everybody('certificado_trocado')).toEqual([1, 1, 0, 0])
    ;(await api.putCertificate(gerente, own.id, '*', sent)).expect(200)
    ;(await api.deleteCertificate(gerente, own.id, '*')).expect(204)
    expect(await everybody('certificado_trocado')).toEqual([3, 3, 0, 0])
    expect((await told(admin)).map(({ texto }) => texto.split(' o certificado')[0])).toEqual([
      'Novo usuário removeu',
      'Novo usuário trocou',
      'Novo usuário enviou',
    ])
  })

  test('that its environment was changed, and not of other settings', async () => {
    ;(await api.putCertificate(admin, own.id, '*', good())).expect(200)
    ;(await api.putSefazSettings(admin, own.id, '*', settings())).expect(200)
    ;(await api.putSefazSettings(admin, own.id, '*', settings({ serie: 2 }))).expect(200)
    expect(await everybody('ambiente_trocado')).toEqual([0, 0, 0, 0])
    ;(await api.putSefazSettings(admin, own.id, '*', settings({ ambiente: 'producao' }))).expect(200)
    ;(await api.putSefazSettings(admin, own.id, '*', settings())).expect(200)
    expect(await everybody('ambiente_trocado')).toEqual([2, 2, 0, 0])
    const texts = (await told(gerente)).filter(({ tipo }) => tipo === 'ambiente_trocado').map(({ texto }) => texto)
    expect(texts).toEqual([expect.stringContaining('homologação'), expect.stringContaining('produção')])
  })

  test('for thirty days', async () => {
    const before = await told(gerente)
    expect(before.length).toBeGreaterThan(0)
    const shift = (days: number) => server.database.run(`update aviso_seguranca set em = em - ${days} * 86400000000`)
    shift(29)
    expect(await told(gerente)).toHaveLength(before.length)
    shift(2)
    expect(await told(gerente)).toEqual([])
  })
})
