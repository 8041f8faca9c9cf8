// What SEFAZ's registry has of a CNPJ, for a new client: the simulator stands for the registry of São Paulo.
import { beforeAll, describe, expect, test } from 'vitest'
import { newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { alphanumericCnpj, numericCnpj } from '../helpers/data.ts'
import { findTaxpayers, putSefazSettings } from '../helpers/endpoints.ts'
import { giveCertificate, newShop } from '../helpers/homologation-shop.ts'
import { homologationEnv } from '../helpers/homologation.ts'
import { settings } from '../helpers/sefaz-settings.ts'
import { ownCounter } from '../helpers/simulator.ts'

const service = 'CadConsultaCadastro4'
const { simulator, server } = ownCounter((sefaz) =>
  homologationEnv(sefaz, sefaz.folder, [
    { uf: 'SP', service, url: `${sefaz.url}/ws/${service}` },
    { uf: 'RJ', service, url: null },
  ]),
)
let admin: Caller
/** Of Campinas, with certificate and settings. */
let shop: { id: string; cnpj: string }

beforeAll(async () => {
  admin = (await office(server)).admin
  shop = await newShop(simulator, admin)
})

const asked = async () =>
  (await simulator.ledger<{ seq: number; servico: string }>('pedidos')).filter(({ servico }) => servico === service)
    .length
const found = async (cnpj: string, id = shop.id) => (await findTaxpayers(admin, id, cnpj)).expect(200)
const campinas = {
  IE: '110042490114',
  UF: 'SP',
  xNome: 'CONSTRUTORA IPÊ LTDA',
  xFant: 'IPÊ',
  xLgr: 'RUA DAS VIGOTAS',
  nro: '100',
  xBairro: 'CENTRO',
  cMun: '3509502',
  xMun: 'CAMPINAS',
  CEP: '13010000',
}

describe('a CNPJ', () => {
  test.each([
    ['of digits', numericCnpj()],
    ['with letters', alphanumericCnpj()],
  ])('%s gives names, inscrição and address, and is asked once', async (_, cnpj) => {
    await simulator.register(cnpj, campinas)
    const answer = {
      cnpj,
      uf: 'SP',
      consultado: true,
      contribuintes: [
        {
          insc_estadual: '110042490114',
          habilitado: true,
          razao_social: 'CONSTRUTORA IPÊ LTDA',
          nome_fantasia: 'IPÊ',
          cep: '13010000',
          logradouro: 'RUA DAS VIGOTAS',
          numero: '100',
          complemento: null,
          bairro: 'CENTRO',
          uf: 'SP',
          municipio: '3509502',
          municipio_nome: 'Campinas',
        },
      ],
    }
    const before = await asked()
    expect(await found(cnpj)).toEqual(answer)
    expect(await found(cnpj)).toEqual(answer)
    expect(await asked()).toBe(before + 1)
  })

  test('with several inscrições gives all, those that may issue first', async () => {
    const cnpj = numericCnpj()
    await simulator.register(
      cnpj,
      { ...campinas, habilitada: false },
      { IE: '110042490222', UF: 'SP', xNome: 'FILIAL DE SANTOS' },
      { IE: '255002870', UF: 'SC', xNome: 'FILIAL DE JOINVILLE' },
    )
    const { contribuintes } = await found(cnpj)
    expect(contribuintes.map(({ insc_estadual, habilitado }) => [insc_estadual, habilitado])).toEqual([
      ['110042490222', true],
      ['110042490114', false],
    ])
  })

  test.each([
    ['whose town comes without its code', { cMun: '9999999', xMun: 'campinas' }, { municipio: '3509502', uf: 'SP' }],
    ['of an unknown town', { cMun: '9999999', xMun: 'Pasárgada' }, { municipio: null, uf: null, bairro: 'CENTRO' }],
    ['with a name of 70 letters', { xNome: 'Ã'.repeat(70) }, { razao_social: 'Ã'.repeat(60) }],
    ['with half a CEP', { CEP: '1301' }, { cep: null }],
  ])('%s', async (_, over, expected) => {
    const cnpj = numericCnpj()
    await simulator.register(cnpj, { ...campinas, ...over })
    expect((await found(cnpj)).contribuintes[0]).toMatchObject(expected)
  })

  test('that the registry does not have is told as such, and not asked for again', async () => {
    const cnpj = numericCnpj()
    const before = await asked()
    for (let i = 0; i < 2; i += 1)
      expect(await found(cnpj)).toEqual({ cnpj, uf: 'SP', consultado: true, contribuintes: [] })
    expect(await asked()).toBe(before + 1)
  })

  test.each([
    ['1234567890123', 'Falta 1 caractere: o CNPJ tem 14.'],
    ['11222333000182', 'CNPJ inválido. Confira os números digitados.'],
  ])('%s is none', async (cnpj, sentence) => {
    expect((await findTaxpayers(admin, shop.id, cnpj)).fields()).toEqual({ cnpj: sentence })
  })
})

describe('is typed', () => {
  test.each(['drop', 'garbage', 'html', 'soap_fault', 'half', 'error', 'silence'] as const)(
    'when the registry answers by %s',
    async (fault) => {
      await simulator.behave({ service, fault })
      const problem = (await findTaxpayers(admin, shop.id, numericCnpj())).problem(503, 'unavailable')
      expect(problem.detail).toBe('O cadastro da SEFAZ de SP não respondeu. Digite os dados.')
    },
  )

  test('when the registry refuses', async () => {
    await simulator.behave({ service, cStat: 257 })
    ;(await findTaxpayers(admin, shop.id, numericCnpj())).problem(503, 'unavailable')
  })

  const nobodyAsked = async (id: string) => {
    const before = await asked()
    expect(await found(numericCnpj(), id)).toMatchObject({ consultado: false, contribuintes: [] })
    expect(await asked()).toBe(before)
  }
  test('when the UF has no registry', async () => {
    const { id, cnpj } = await newCompany(admin, { codigo_municipio: '3304557' })
    ;(await putSefazSettings(admin, id, '"0"', settings({ destino: 'sefaz' }))).expect(200)
    await giveCertificate(simulator, admin, id, cnpj)
    await nobodyAsked(id)
  })
  test('while nothing is set up, or the company has no certificate', async () => {
    const { id } = await newCompany(admin)
    await nobodyAsked(id)
    ;(await putSefazSettings(admin, id, '"0"', settings({ destino: 'sefaz' }))).expect(200)
    await nobodyAsked(id)
  })
  test('after twenty questions in an hour', async () => {
    const { id } = await newShop(simulator, admin)
    for (let i = 0; i < 20; i += 1) expect((await found(numericCnpj(), id)).consultado).toBe(true)
    await nobodyAsked(id)
  })
  test('after a 656, for an hour', async () => {
    const { id } = await newShop(simulator, admin)
    await simulator.behave({ service, cStat: 656 })
    ;(await findTaxpayers(admin, id, numericCnpj())).problem(503, 'unavailable')
    await simulator.behave()
    await nobodyAsked(id)
  })
})

describe('in the simulator', () => {
  test('only who was told of is there, as it is now', async () => {
    const { id } = await newCompany(admin, { codigo_municipio: '3509502' })
    ;(await putSefazSettings(admin, id, '"0"', settings({ destino: 'simulador' }))).expect(200)
    const cnpj = numericCnpj()
    expect(await found(cnpj, id)).toMatchObject({ consultado: false, contribuintes: [] })
    await simulator.register(cnpj, campinas)
    expect(await found(cnpj, id)).toMatchObject({
      consultado: true,
      contribuintes: [{ razao_social: 'CONSTRUTORA IPÊ LTDA' }],
    })
  })
})
