// Produção needs a certificate of ICP-Brasil: at the switch, for a new certificate, and for each receipt. And a database that loses
// nothing that was acknowledged.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Company, newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import {
  certificate,
  certificateOfAuthority,
  newAuthority,
  pfxPassword,
  trustOfAuthority,
  upload,
} from '../helpers/certificates.ts'
import { startCluster, startStandby, stopCluster } from '../helpers/cluster.ts'
import * as api from '../helpers/endpoints.ts'
import { sale, sellable } from '../helpers/sales.ts'
import { settings } from '../helpers/sefaz-settings.ts'
import { engine, Server, ownServer } from '../helpers/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'balcao-producao-'))
newAuthority(folder)
afterAll(() => rmSync(folder, { recursive: true }))

const ofAuthority = ({ cnpj }: Company) => upload(certificateOfAuthority(folder, cnpj, pfxPassword))
const selfSigned = ({ cnpj }: Company) => upload(certificate({ cnpj }).pfx)
const toProducao = (as: Caller, { id }: Company) =>
  api.putSefazSettings(as, id, '*', settings({ ambiente: 'producao', proximo_lido: 1 }))
const shopOf = (as: Caller) => newCompany(as, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })

/** As a company that was in produção before certificates were checked. */
const putThere = (server: Server, { id }: Company) =>
  server.database.run(`update nfce_settings set ambiente = 'producao' where emitente_id = ${server.database.id(id)}`)

async function refusedSale(as: Caller, { id }: Company) {
  const product = await sellable(as, id)
  return (await api.postSale(as, id, sale(product))).problem(422, 'emissao_bloqueada').detail
}

describe.runIf(engine === 'postgres')('on a PostgreSQL whose standby is not waited for', () => {
  let cluster: string, standby: string
  beforeAll(() => {
    cluster = startCluster('fsync=off')
    standby = startStandby(cluster)
  })
  afterAll(() => {
    stopCluster(standby)
    stopCluster(cluster)
  })

  test('nobody goes to produção and no server starts with one there, unless the operator accepts what may be lost', async () => {
    const env: Record<string, string> = {
      BALCAO_SEFAZ_CA: trustOfAuthority(folder, folder),
      BALCAO_TEST_TIME_SCALE: '0.05',
    }
    const server = new Server({ cluster, env })
    await server.start()
    const { admin } = await office(server)
    const own = await shopOf(admin)
    ;(await api.putSefazSettings(admin, own.id, '*', settings())).expect(200)
    ;(await api.putCertificate(admin, own.id, '*', ofAuthority(own))).expect(200)
    expect((await toProducao(admin, own)).fields().ambiente).toContain('tem uma réplica, e não espera por ela')
    putThere(server, own)
    await server.stop()
    const refused = await server.command(['serve'])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('BALCAO_ALLOW_ASYNC=yes')])

    env.BALCAO_ALLOW_ASYNC = 'yes'
    await server.start()
    await server.stop()
    delete env.BALCAO_ALLOW_ASYNC

    server.database.run(`alter system set synchronous_standby_names = '*'`)
    server.database.run('select pg_reload_conf()')
    await server.start()
    await server.stop()
    server.remove()
  })
})

describe('with authorities', () => {
  const server = ownServer({ env: { BALCAO_SEFAZ_CA: trustOfAuthority(folder, folder) } })
  let admin: Caller
  let own: Company
  beforeEach(async () => {
    admin ??= (await office(server)).admin
    own = await shopOf(admin)
    ;(await api.putSefazSettings(admin, own.id, '*', settings())).expect(200)
  })

  test('produção is refused without a certificate and with one of nobody, and granted with one of an authority', async () => {
    const { ambiente } = (await toProducao(admin, own)).fields()
    expect(ambiente).toContain('Envie o certificado')
    ;(await api.putCertificate(admin, own.id, '*', selfSigned(own))).expect(200)
    expect((await toProducao(admin, own)).fields().ambiente).toContain('ICP-Brasil')
    expect((await api.getSefazSettings(admin, own.id)).expect(200).ambiente).toBe('homologacao')
    ;(await api.putCertificate(admin, own.id, '*', ofAuthority(own))).expect(200)
    expect((await toProducao(admin, own)).expect(200).ambiente).toBe('producao')
  })
  test('a company in produção takes no other certificate', async () => {
    ;(await api.putCertificate(admin, own.id, '*', ofAuthority(own))).expect(200)
    ;(await toProducao(admin, own)).expect(200)
    expect((await api.putCertificate(admin, own.id, '*', selfSigned(own))).fields().file_base64).toContain('ICP-Brasil')
    ;(await api.putCertificate(admin, own.id, '*', ofAuthority(own))).expect(200)
  })
  test('a company that is there already signs nothing with one of nobody, and uses up no number', async () => {
    ;(await api.putCertificate(admin, own.id, '*', ofAuthority(own))).expect(200)
    ;(await toProducao(admin, own)).expect(200)
    ;(await api.putSefazSettings(admin, own.id, '*', settings({ proximo_lido: 1 }))).expect(200)
    ;(await api.putCertificate(admin, own.id, '*', selfSigned(own))).expect(200)
    putThere(server, own)
    expect(await refusedSale(admin, own)).toContain('ICP-Brasil')
    expect(server.database.rows(`select 1 from nfce where emitente_id = ${server.database.id(own.id)}`)).toEqual([])
  })
})

describe('without authorities', () => {
  const server = ownServer()
  test('produção stays refused, and says who can change that', async () => {
    const { admin } = await office(server)
    const own = await shopOf(admin)
    ;(await api.putSefazSettings(admin, own.id, '*', settings())).expect(200)
    ;(await api.putCertificate(admin, own.id, '*', ofAuthority(own))).expect(200)
    expect((await toProducao(admin, own)).fields().ambiente).toContain('BALCAO_SEFAZ_CA')
    expect((await api.getSefazSettings(admin, own.id)).expect(200).ambiente).toBe('homologacao')
  })
})
