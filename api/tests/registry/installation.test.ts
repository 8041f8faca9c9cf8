// What the operator tells the people of an installation: whom to ask, and the addresses of CEPs, by a service that may be anything.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { CepService, praca } from '../helpers/cep.ts'
import * as api from '../helpers/endpoints.ts'
import { runCommand, ownServer } from '../helpers/server.ts'

const service = new CepService()
const env: Record<string, string> = {
  BALCAO_SUPPORT_EMAIL: ' suporte@lajes.example ',
  BALCAO_SUPPORT_PHONE: '(17) 3222-1234',
}
beforeAll(async () => {
  await service.start()
  Object.assign(env, service.env)
})
afterAll(() => service.stop())
const server = ownServer({ env })
let user: Caller
beforeAll(async () => {
  user = (await office(server)).user
})

let last = 10_000_000
/** A CEP that was not asked before. */
const fresh = () => String((last += 1))
const found = async (cep: string) => (await api.findCep(user, cep)).expect(200)
const about = (cep: string, over: Record<string, unknown> = {}) => JSON.stringify({ ...praca, cep, ...over })

describe('support', () => {
  test('is told as the operator set it', async () => {
    expect((await api.getInstallation(user)).expect(200)).toEqual({
      suporte: { email: 'suporte@lajes.example', telefone: '(17) 3222-1234' },
    })
  })

  test.each([
    ['BALCAO_SUPPORT_EMAIL', 'suporte'],
    ['BALCAO_SUPPORT_PHONE', 'ligue'],
    ['BALCAO_SUPPORT_PHONE', '1'.repeat(41)],
    ['BALCAO_CEP_URL', 'ftp://cep.example/{cep}'],
    ['BALCAO_CEP_URL', 'https://cep.example/'],
  ])('%s=%s is refused at the start, with a sentence', async (name, value) => {
    const { code, stderr } = await runCommand(['serve'], { ...server.env, [name]: value })
    expect(code).not.toBe(0)
    expect(stderr).toContain(`${name}: `)
  })
})

describe('a CEP', () => {
  test('gives the address, and is asked once', async () => {
    service.says(JSON.stringify(praca))
    const address = {
      logradouro: 'Praça da Sé',
      bairro: 'Sé',
      municipio: '3550308',
      municipio_nome: 'São Paulo',
      uf: 'SP',
    }
    expect(await found('01001000')).toEqual({ cep: '01001000', consultado: true, endereco: address })
    expect(service.asked).toEqual(['/ws/01001000/json/'])
    service.says('', 500)
    expect((await found('01001000')).endereco).toEqual(address)
    expect(service.asked).toHaveLength(1)
  })

  test.each([
    ['of a whole town', { logradouro: '', bairro: '' }, { logradouro: null, bairro: null, municipio: '3550308' }],
    ['whose town comes without its code', { ibge: undefined, localidade: 'sao paulo' }, { municipio: '3550308' }],
    ['whose code is a number', { ibge: 3550308 }, { municipio: '3550308' }],
    ['of an unknown town', { ibge: '9999999', localidade: 'Pasárgada' }, { municipio: null, uf: 'SP' }],
    ['with a street of 80 letters', { logradouro: 'Rua '.padEnd(80, 'ã') }, { logradouro: 'Rua '.padEnd(60, 'ã') }],
    ['with a line break in the street', { logradouro: 'Rua\nA' }, { logradouro: null, bairro: 'Sé' }],
    ['with things that are no text', { logradouro: { a: 1 }, bairro: 7 }, { logradouro: null, bairro: null }],
    ['with tags', { bairro: '<b>Sé</b>' }, { bairro: '<b>Sé</b>' }],
  ])('%s', async (_, over, expected) => {
    const cep = fresh()
    service.says(about(cep, over))
    expect((await found(cep)).endereco).toMatchObject(expected)
  })

  test.each([
    ['erro: true', JSON.stringify({ erro: true }), 200],
    ['erro: "true"', JSON.stringify({ erro: 'true' }), 200],
    ['404', '<html>', 404],
    ['nothing in it', '{}', 200],
  ])('that the service does not know is no failure: %s', async (_, body, status) => {
    service.says(body, status)
    expect(await found(fresh())).toMatchObject({ consultado: true, endereco: null })
  })

  test.each([
    ['HTML', () => service.says('<!doctype html><title>Manutenção</title>')],
    ['a list', () => service.says('[]')],
    ['no UTF-8', () => service.says(Buffer.from('{"uf":"S\xff"}', 'latin1'))],
    ['another CEP', () => service.says(about('99999999'))],
    ['a town of another UF', () => service.says(about('', { cep: undefined, uf: 'RJ' }))],
    ['an error', () => service.says('{}', 500)],
    ['a redirect, which is not followed', () => service.says('', 302, { location: '/ws/01001000/json/' })],
    ['more than 64 KiB', () => service.says(about('', { cep: undefined, bairro: 'x'.repeat(66_000) }))],
    [
      'a stream without an end',
      () =>
        service.answers((_, response) => {
          const more = setInterval(() => response.write(' '.repeat(16_384)), 1)
          response.on('close', () => clearInterval(more))
        }),
    ],
    ['a line that is cut', () => service.answers((request) => void request.socket.destroy())],
  ])('is typed when the service answers %s', async (_, behave) => {
    behave()
    const before = service.asked.length
    const problem = (await api.findCep(user, fresh())).problem(503, 'unavailable')
    expect(problem.detail).toBe('O serviço de CEP não respondeu. Digite o endereço.')
    expect(service.asked).toHaveLength(before + 1)
  })

  test('is typed when the service says nothing for two seconds, and others wait no longer', async () => {
    service.answers(() => undefined)
    const started = performance.now()
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.findCep(user, fresh())))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(503))
    expect(performance.now() - started).toBeGreaterThan(1_800)
    expect(performance.now() - started).toBeLessThan(6_000)
  })

  test.each(['1234567', '123456789', 'abcdefgh', '01001-00'])('%s is none', async (cep) => {
    expect((await api.findCep(user, cep)).fields()).toEqual({ cep: 'O CEP tem 8 números. Exemplo: 13010-000.' })
  })
})

describe('without any of it', () => {
  const bare = ownServer()

  test('nothing is told and nothing asked', async () => {
    const { user: other } = await office(bare)
    expect((await api.getInstallation(other)).expect(200)).toEqual({ suporte: { email: null, telefone: null } })
    expect((await api.findCep(other, '01001000')).expect(200)).toEqual({
      cep: '01001000',
      consultado: false,
      endereco: null,
    })
  })
})
