// 'Testar Conexão' against the simulator, and what it says when there is nothing to call.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { binary } from '../helpers/binary.ts'
import { newCompany, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import { alphanumericCnpj } from '../helpers/data.ts'
import { testSefazConnection } from '../helpers/endpoints.ts'
import { giveCertificate } from '../helpers/homologation-shop.ts'
import { homologationEnv } from '../helpers/homologation.ts'
import { freePort, runCommand, Server, until } from '../helpers/server.ts'
import { ownSimulator } from '../helpers/simulator.ts'

type Test = Required<Schemas['ConnectionTest']>

const simulator = ownSimulator()
let server: Server
let admin: Caller
let user: Caller
let ownId = ''

beforeAll(async () => {
  server = new Server({ env: simulator.env })
  await server.start()
  const made = await office(server)
  admin = made.admin
  user = made.user
  ownId = made.own.id
})
afterAll(async () => {
  await server.stop()
  server.remove()
})
afterEach(() => simulator.behave())

const configured = async (overrides: Record<string, unknown> = {}, settings: Record<string, unknown> = {}) => {
  const { id } = await newCompany(admin, overrides)
  ;(
    await admin.call('putSefazSettings', {
      params: { id },
      headers: { 'if-match': '"0"' },
      json: {
        ambiente: 'homologacao',
        destino: 'simulador',
        serie: 1,
        numero_inicial: 1,
        csc: 'A1B2C3D4E5F6A7B8C9D0',
        csc_id: '000001',
        ...settings,
      },
    })
  ).expect(200)
  return id
}
const tested = async (id: string) => (await testSefazConnection(admin, id)).expect(200) as Test
const row = ({ servicos }: Test, servico: string) => servicos.find((one) => one.servico === servico)!
const situations = ({ servicos }: Test) => servicos.map(({ servico, situacao }) => [servico, situacao])
const all = (situacao: string) => [
  ['status', situacao],
  ['autorizacao', situacao],
  ['cadastro', situacao],
]

const auditOf = (id: string) =>
  auditRows(server.database, `action_type = 'sefaz_test_connection' and company_id = ${server.database.id(id)}`)

describe('nothing to call', () => {
  test('settings that are not saved', async () => {
    const result = (await testSefazConnection(user, ownId)).expect(200) as Test
    expect(result.simulado).toBe(true)
    expect(result.motivo).toContain('Salve primeiro')
    expect(situations(result)).toEqual(all('online'))
    expect(result.servicos.every(({ codigo, ms }) => codigo === null && ms === null)).toBe(true)
  })
  test('SEFAZ without a certificate', async () => {
    const result = await tested(await configured({}, { destino: 'sefaz' }))
    expect([result.simulado, result.destino]).toEqual([true, 'sefaz'])
    expect(result.motivo).toContain('certificado digital')
  })
})

describe('against the simulator', () => {
  test('all three are online, also for a CNPJ with letters', async () => {
    for (const cnpj of [undefined, alphanumericCnpj()]) {
      const id = await configured(cnpj ? { cnpj } : {})
      const result = await tested(id)
      expect([result.simulado, result.motivo, result.ambiente, result.destino]).toEqual([
        false,
        null,
        'homologacao',
        'simulador',
      ])
      expect(situations(result)).toEqual(all('online'))
      expect(result.servicos.map(({ codigo }) => codigo)).toEqual([107, 106, 111])
      expect(row(result, 'status').resposta).toBe('Serviço em Operação')
      expect(result.servicos.every(({ ms }) => ms !== null && ms >= 0)).toBe(true)
      const [audit] = auditOf(id)
      expect(audit!.resultado).toBe('success')
      expect(JSON.parse(audit!.details!).servicos).toEqual(result.servicos)
    }
  })
  test('a paused service, a company that is not registered, a refused certificate', async () => {
    await simulator.behave(
      { service: 'NFeStatusServico4', cStat: 109 },
      { service: 'NFeRetAutorizacao4', cStat: 281 },
      { service: 'CadConsultaCadastro4', cStat: 259 },
    )
    const id = await configured()
    const result = await tested(id)
    expect(situations(result)).toEqual([
      ['status', 'fora_do_ar'],
      ['autorizacao', 'recusado'],
      ['cadastro', 'online'],
    ])
    expect(result.servicos.map(({ codigo }) => codigo)).toEqual([109, 281, 259])
    expect(row(result, 'status').mensagem).toContain('parado')
    const [audit] = auditOf(id)
    expect([audit!.resultado, audit!.description]).toEqual([
      'error',
      'Testou a conexão com a SEFAZ (homologação, simulador), com falha',
    ])
  })
  test.each([
    ['drop', 'encerrou a conexão'],
    ['garbage', 'não é da SEFAZ'],
    ['html', 'não é da SEFAZ'],
    ['half', 'pela metade'],
    ['huge', 'grande demais'],
    ['error', 'HTTP 503'],
  ] as const)('%s is a sentence', async (fault, sentence) => {
    await simulator.behave({ service: '*', fault })
    const result = await tested(await configured())
    expect(situations(result)).toEqual(all('fora_do_ar'))
    for (const { mensagem, codigo, ms } of result.servicos) {
      expect(mensagem).toContain(sentence)
      expect([codigo, ms]).toEqual([null, null])
    }
  })
  test('a service that never answers is given up, and nobody else waits for it', async () => {
    await simulator.behave({ service: 'NFeRetAutorizacao4', fault: 'silence' })
    const waiting = await Promise.all(Array.from({ length: 4 }, () => configured()))
    let over = 0
    const tests = waiting.map((id) => tested(id).finally(() => (over += 1)))
    for (let i = 0; i < 5; i += 1) await newCompany(admin)
    expect(over).toBe(0)
    for (const result of await Promise.all(tests)) {
      expect(situations(result)).toEqual([
        ['status', 'online'],
        ['autorizacao', 'fora_do_ar'],
        ['cadastro', 'online'],
      ])
      expect(row(result, 'autorizacao').mensagem).toContain('Tempo esgotado')
    }
  })
  test('a company tests once at a time and not in a loop', async () => {
    await simulator.behave({ service: '*', delay_ms: 500 })
    const id = await configured()
    const answers = await Promise.all([testSefazConnection(admin, id), testSefazConnection(admin, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429])
    const refused = (await testSefazConnection(admin, id)).problem(429)
    expect(refused.detail).toContain('SEFAZ bloqueia')
    expect(refused.retry_after).toBe(3)
    // Another company need not wait.
    expect(situations(await tested(await configured()))).toEqual(all('online'))
    expect(auditOf(id)).toHaveLength(1)
  })
  test('a simulator that was stopped, and one that is back', async () => {
    const id = await configured()
    await simulator.stop()
    try {
      const down = await tested(id)
      expect(situations(down)).toEqual(all('fora_do_ar'))
      expect(row(down, 'status').mensagem).toContain('recusou a conexão')
    } finally {
      await simulator.start()
    }
    expect(situations(await tested(await configured()))).toEqual(all('online'))
  })
})

test('a company that does not exist is not found', async () => {
  ;(await testSefazConnection(admin, crypto.randomUUID())).problem(404, 'not_found')
})

/** One simulator to a folder. */
const ownFolder = () => mkdtempSync(join(tmpdir(), 'balcao-simulador-'))

describe('the command line', () => {
  test('a port in use and a bad behaviour are sentences', async () => {
    const env = { PATH: process.env.PATH! }
    const folder = ownFolder()
    const taken = await runCommand(['sefaz-simulator', '--port', String(simulator.port), '--data', folder], env)
    expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining(`A porta ${simulator.port} já está em uso`)])
    const wrong = await runCommand(
      ['sefaz-simulator', '--port', '0', '--data', folder, '--set', '{"service":"x"}'],
      env,
    )
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('--set: “service”')])
    const second = await runCommand(['sefaz-simulator', '--port', '0', '--data', simulator.folder], env)
    expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('Outro simulador já usa a pasta')])
    rmSync(folder, { recursive: true })
  })
  test('behaviours are set, shown and forgotten', async () => {
    expect((await simulator.control('PUT', { service: 'NFeAutorizacao4', delay_ms: 5 })).status).toBe(200)
    expect(JSON.parse((await simulator.control('GET')).bytes.toString())).toEqual([
      { service: 'NFeAutorizacao4', delay_ms: 5, fault: 'none', when: 'before' },
    ])
    expect((await simulator.control('PUT', { service: 'NFeAutorizacao4', cStat: 'x' })).status).toBe(422)
    expect((await simulator.control('DELETE')).bytes.toString()).toBe('[]')
  })
  test('keys are for their owner only', () => {
    for (const file of ['autoridade.pem', 'servidor.pem'])
      expect(statSync(`${simulator.folder}/${file}`).mode & 0o777).toBe(0o600)
  })
})

describe('with the own certificate, at addresses of the operator', () => {
  let before: Server
  let beforeAdmin: Caller
  beforeAll(async () => {
    const services = ['NFeStatusServico4', 'NFeRetAutorizacao4', 'CadConsultaCadastro4']
    const rows = ['MT', 'RJ', 'GO'].flatMap((uf) =>
      services.map((service) => ({
        uf,
        service,
        url: uf === 'RJ' && service === 'CadConsultaCadastro4' ? null : `${simulator.url}/ws/${service}`,
      })),
    )
    before = server
    beforeAdmin = admin
    server = new Server({ env: homologationEnv(simulator, server.dataDir, rows) })
    await server.start()
    admin = (await office(server)).admin
  })
  afterAll(async () => {
    await server.stop()
    server.remove()
    server = before
    admin = beforeAdmin
  })

  test.each([
    ['5103403', [107, 106, 111], 'online'], // Cuiabá: its registry wants the message wrapped twice
    ['3304557', [107, 106, null], 'nao_oferecido'], // Rio de Janeiro has none
  ])('%s', async (codigo_municipio, codes, registry) => {
    const id = await configured({ codigo_municipio }, { destino: 'sefaz' })
    const company = (await admin.call('getCompany', { params: { id } })).expect(200)
    await giveCertificate(simulator, admin, id, company.cnpj)
    const result = await tested(id)
    expect([result.simulado, result.destino]).toEqual([false, 'sefaz'])
    expect(result.servicos.map(({ codigo }) => codigo)).toEqual(codes)
    expect(row(result, 'cadastro').situacao).toBe(registry)
    expect(auditOf(id)[0]!.resultado).toBe('success')
  })
  const withCertificate = async (codigo_municipio: string) => {
    const id = await configured({ codigo_municipio }, { destino: 'sefaz' })
    const company = (await admin.call('getCompany', { params: { id } })).expect(200)
    await giveCertificate(simulator, admin, id, company.cnpj)
    return id
  }
  test('the SEFAZ of a UF is asked once in three minutes, whichever company asks', async () => {
    const refused = (await testSefazConnection(admin, await withCertificate('5103403'))).problem(429)
    expect(refused.detail).toContain('SEFAZ de MT')
    expect(refused.retry_after).toBeGreaterThan(60)
    expect(refused.retry_after).toBeLessThanOrEqual(180)
  })
  test('a 656 is not called online, and nobody asks for that company for an hour', async () => {
    await simulator.behave({ service: 'NFeStatusServico4', cStat: 656 }, { service: 'NFeRetAutorizacao4', cStat: 999 })
    const id = await withCertificate('5208707')
    const result = await tested(id)
    expect(situations(result)).toEqual([
      ['status', 'recusado'],
      ['autorizacao', 'fora_do_ar'],
      ['cadastro', 'online'],
    ])
    await until('its next turn', async () => {
      const refused = (await testSefazConnection(admin, id)).problem(429)
      return refused.retry_after! > 3000 && refused.detail!.includes('656')
    })
  })
  test('the simulator is not there for a server that was told of none', async () => {
    const id = await configured({}, { destino: 'sefaz' })
    server.database.run(`update nfce_settings set destino = 'simulador' where emitente_id = ${server.database.id(id)}`)
    const result = await tested(id)
    expect([result.simulado, result.motivo]).toEqual([true, expect.stringContaining('não tem o simulador')])
  })
})

describe('addresses of the operator', () => {
  const addresses = (url: string, uf = 'SP') =>
    JSON.stringify({ endpoints: [{ uf, tpAmb: 2, service: 'NFeStatusServico4', url }] })
  test('every mistake is named at start', async () => {
    const own = new Server({ env: { BALCAO_SEFAZ_ADDRESSES: '/nao/existe.json' } })
    await expect(own.start()).rejects.toThrow('não pôde ser lido')
    own.remove()
    const file = `${server.dataDir}/enderecos.json`
    writeFileSync(file, addresses('http://a', 'XX'))
    const other = new Server({ env: { BALCAO_SEFAZ_ADDRESSES: file } })
    await expect(other.start()).rejects.toThrow(/“XX” não é uma UF[^]*“http:\/\/a” não é um endereço https/)
    other.remove()
  })
  test('a file of authorities without any', async () => {
    const own = new Server({ env: { BALCAO_SEFAZ_CA: '/dev/null' } })
    await expect(own.start()).rejects.toThrow('nenhum certificado')
    own.remove()
  })
})

describe('schemas of another package', () => {
  const official = new URL('../../../nfce/tests/schemas/nfe/', import.meta.url)
  const folder = () => join(simulator.folder, 'esquemas')
  const put = (name: string, change: (schema: string) => string) => {
    mkdirSync(folder(), { recursive: true })
    writeFileSync(join(folder(), name), change(readFileSync(new URL(name, official), 'utf8')))
  }
  afterEach(async () => {
    rmSync(folder(), { recursive: true, force: true })
    await simulator.kill() // it may not have started
    await simulator.start()
  })

  test('judge in the place of those built in, and are named with their SHA-256', async () => {
    const id = await configured()
    const name = 'leiauteConsStatServ_v4.00.xsd'
    put(name, (schema) => schema.replace('value="STATUS"', 'value="ESTADO"'))
    await simulator.stop()
    await simulator.start()
    const sha256 = createHash('sha256')
      .update(readFileSync(join(folder(), name)))
      .digest('hex')
    expect(simulator.output).toMatch(new RegExp(`simulator_schema.*${name}.*${sha256}`))
    expect(row(await tested(id), 'status')).toMatchObject({ codigo: 215 })
  })

  test.each([
    ['no XML', 'tiposBasico_v4.00.xsd', () => '<html>Página não encontrada', 'tiposBasico'],
    ['no schema', 'leiauteNFe_v4.00.xsd', () => '<html/>', 'enviNFe_v4.00.xsd não pode ser lido'],
    [
      'that need one more',
      'tiposBasico_v4.00.xsd',
      () => include('DFeTiposBasicos_v9.99.xsd'),
      'DFeTiposBasicos_v9.99',
    ],
    ['of another namespace', 'leiauteInutNFe_v4.00.xsd', (schema: string) => foreign(schema), 'inutNFe_v4.00.xsd'],
    ['far too large', 'enviNFe_v4.00.xsd', (schema: string) => schema + ' '.repeat(5 << 20), 'grande demais'],
  ])('%s keep it from starting, with a sentence', async (_, name, change, says) => {
    await simulator.stop()
    put(name, change)
    await expect(simulator.start()).rejects.toThrow(says)
  })
  const foreign = (schema: string) => schema.replace(/targetNamespace="[^"]*"/, 'targetNamespace="http://outro"')
  const include = (name: string) =>
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="${name}"/></xs:schema>`
})

test('a simulator ends with the process that started it', async () => {
  const port = await freePort()
  const folder = ownFolder()
  // The shell starts it and becomes another program, as ./run does.
  const script = `exec 3< <(exec "$0" sefaz-simulator --port ${port} --data "$1" --parent $$); read -r line <&3; echo "$line"; exec sleep 60`
  const shell = spawn('bash', ['-c', script, binary, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await until('it listens', () => output.includes(String(port)))
  shell.kill('SIGKILL')
  const isFree = () =>
    new Promise<boolean>((done) => {
      const probe = createServer()
      probe.on('error', () => done(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
    })
  await until('its port is free', isFree)
  rmSync(folder, { recursive: true })
})
