// The file of settings that BALCAO_CONFIG names: each wrong line is named, all at once, and nothing starts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCommand, Server } from '../helpers/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'balcao-settings-'))
const file = join(folder, 'balcao.conf')
afterAll(() => rmSync(folder, { recursive: true }))

const env = { PATH: process.env.PATH ?? '', BALCAO_CONFIG: file }
const data = `BALCAO_DATA_DIR=${join(folder, 'data')}`

test.each([
  ['an unknown name', `${data}\nBALCAO_PROT=8080\n`, [/linha 2: “BALCAO_PROT” não é uma configuração/]],
  ['no value', `${data}\n\nBALCAO_PORT\n`, [/linha 3: escreva NOME=valor/]],
  ['a name twice', `${data}\n# outra\n${data}\n`, [/linha 3: BALCAO_DATA_DIR já está na linha 1/]],
  ['a value that is none', `${data}\nBALCAO_PORT=99999999\n`, [/linha 2: BALCAO_PORT: use um número de 0 a 65535/]],
  ['no data folder', 'BALCAO_PORT=8080\n', [/falta BALCAO_DATA_DIR/]],
  [
    'several',
    `${data}\nBALCAO_PORT=x\nBALCAO_DATABASE_CONNECTIONS=1\n`,
    [/linha 2: BALCAO_PORT/, /linha 3: BALCAO_DATABASE_CONNECTIONS/],
  ],
  ['a file in another encoding', Buffer.from([0xff, 0xfe, 0x42, 0x00]), [/linha 1: /]],
])('%s: the line is named', async (_, text, sentences) => {
  writeFileSync(file, text)
  const { code, stderr } = await runCommand(['serve'], env)
  expect(code).toBe(1)
  for (const sentence of sentences) expect(stderr).toMatch(sentence)
})

test('a file that is not there is named', async () => {
  const { code, stderr } = await runCommand(['serve'], { ...env, BALCAO_CONFIG: join(folder, 'none') })
  expect(code).toBe(1)
  expect(stderr).toMatch(/none \(BALCAO_CONFIG\) não pôde ser lido/)
})

test('the example sets nothing, and is read whole', async () => {
  const example = await runCommand(['serve', '--example-config'], { PATH: env.PATH })
  expect(example.stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
  const set = example.stdout.replaceAll(/^#(BALCAO_\w+=)/gm, '$1').replace('BALCAO_DATA_DIR=data', data)
  writeFileSync(file, set)
  expect((await runCommand(['update', 'has-data'], env)).stdout).toBe('no\n')
})

test('the environment goes before the file; balcao status says what it found', async () => {
  const server = new Server()
  writeFileSync(file, `${data}\nBALCAO_REGISTRATION=closed\nBALCAO_BACKUP_DIR=${join(folder, 'none')}\n`)
  const of = { ...server.env, BALCAO_CONFIG: file }
  expect((await runCommand(['update', 'has-data'], of)).stdout).toBe('no\n')
  const before = await runCommand(['status'], of)
  expect(before.code).toBe(1)
  expect(before.stdout).toMatch(/Servidor: parado/)

  await server.start()
  const during = await runCommand(['status'], of)
  await server.stop()
  expect(during.stdout).toMatch(new RegExp(`em execução em http://127.0.0.1:${server.port}, pronto`))
  expect(during.stdout).toMatch(/Última cópia: nenhuma: a pasta .*none não existe/)
  expect(during.stdout).toMatch(
    /Certificados: nenhum\.\nSéries de notas: 0, nenhuma parada\.\nNotas à espera da SEFAZ: 0\./,
  )
  expect(during.code).toBe(0)
  expect((await runCommand(['update', 'has-data'], of)).stdout).toBe('yes\n')

  const after = await runCommand(['status'], of)
  server.remove()
  expect(after.stdout).toMatch(/Servidor: parado/)
  expect(after.code).toBe(1)
})
