// What keeps a company from issuing is known before somebody tries to sell, in the words that refuse the sale.
import { beforeAll, expect, test } from 'vitest'
import { newCompany, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { authorisation, readyToSell, sell } from '../helpers/receipts.ts'
import { sale, sellable, sellInSimulator } from '../helpers/sales.ts'
import { until } from '../helpers/server.ts'
import { sharedServer, sharedSimulator } from '../helpers/shared.ts'

const server = sharedServer()
const simulator = sharedSimulator()
let admin: Caller

beforeAll(async () => {
  admin = (await office(server)).admin
})

const place = { codigo_municipio: '3509502', inscricao_estadual: '110042490114' }
const now = async (id: string) => (await api.getContingency(admin, id)).expect(200) as Required<Schemas['Contingency']>

/** Why the server refuses a sale that has nothing wrong with it. */
async function refusals(id: string): Promise<string[]> {
  const problem = (await api.postSale(admin, id, sale(await sellable(admin, id)))).problem(422, 'emissao_bloqueada')
  return (problem.errors ?? []).filter(({ field }) => field === 'emissao').map(({ message }) => message)
}

test('nothing, of a company that can sell', async () => {
  const { id } = await newCompany(admin, place)
  await sellInSimulator(admin, id)
  expect(await now(id)).toMatchObject({ ambiente: 'simulador', impedimentos: [], aviso: null })
})

test('a missing certificate, then a missing CSC too', async () => {
  const { id } = await newCompany(admin, place)
  await sellInSimulator(admin, id, { destino: 'sefaz' })
  const certificate = expect.stringContaining('Envie o certificado em Empresas.')
  expect((await now(id)).impedimentos).toEqual([certificate])
  expect(await refusals(id)).toEqual([certificate])

  const { id: bare } = await newCompany(admin, place)
  const csc = expect.stringContaining('Falta o CSC da empresa.')
  expect((await now(bare)).impedimentos).toEqual([csc])
  expect(await refusals(bare)).toContainEqual(csc)
})

test('a series that was stopped', async () => {
  const { id } = await newCompany(admin, place)
  await sellInSimulator(admin, id)
  await sell(admin, id)
  server.database.run(
    `update nfce_numeracao set parada_motivo = 'A série 1 parou. Um administrador precisa confirmar o próximo número.'
     where emitente_id = ${server.database.id(id)} and ambiente = 'simulador'`,
  )
  const { impedimentos } = await now(id)
  expect(impedimentos).toEqual(['A série 1 parou. Um administrador precisa confirmar o próximo número.'])
  expect(await refusals(id)).toEqual(impedimentos)
})

test('questions that SEFAZ no longer answers for an hour, which do not keep anybody from selling', async () => {
  const { id } = await newCompany(admin, place)
  await readyToSell(admin, id)
  const now_us = Date.now() * 1000
  server.database.run(
    `insert into sefaz_bloqueio (emitente_id, ambiente, servico, ate, cStat, motivo, versao_config, versao_certificado,
        versao_empresa, created_at)
     values (${server.database.id(id)}, 'homologacao', 'NFeInutilizacao4', ${now_us + 3_600_000_000}, 656,
        'Consumo Indevido', 0, 0, 0, ${now_us})`,
  )
  expect((await now(id)).aviso).toBeNull()

  await simulator.behave({ service: authorisation, cStat: 656 })
  await sell(admin, id)
  await until('the block is known', async () => (await now(id)).aviso !== null)
  expect(await now(id)).toMatchObject({
    impedimentos: [],
    aviso: expect.stringMatching(
      /^A SEFAZ bloqueou novas consultas até \d\d:\d\d\. Continue vendendo em contingência\.$/,
    ),
  })
})
