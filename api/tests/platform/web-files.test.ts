// The web application as files: compressed, cached for as long as is right, safe headers.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { exchange } from '../helpers/http.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
const file = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures/web', name))
const script = '/assets/app-4f1c9a2e.js'
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  exchange(server.port, { method, path, headers })

describe('compression', () => {
  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    ['', undefined, (bytes: Buffer) => bytes],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const)('Accept-Encoding %j gives %s', async (accepted, encoding, unpack) => {
    const answer = await get(script, { 'accept-encoding': accepted })
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, encoding])
    expect(answer.headers.vary).toMatch(/accept-encoding/i)
    expect(unpack(answer.bytes).equals(file('assets/app-4f1c9a2e.js'))).toBe(true)
  })
})

describe('caching', () => {
  test('hashed names for ever, the page never without asking', async () => {
    expect((await get(script)).headers['cache-control']).toMatch(/max-age=31536000.*immutable/)
    expect((await get('/')).headers['cache-control']).toBe('no-cache')
  })

  test.each(['/', script])('%s with its ETag is 304 without a body', async (path) => {
    const first = await get(path, { 'accept-encoding': 'br' })
    expect(first.headers.etag).toMatch(/^(W\/)?"[^"]+"$/)
    const again = await get(path, { 'accept-encoding': 'br', 'if-none-match': first.headers.etag! })
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, first.headers.etag])
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('HEAD has the headers of GET and no body', async () => {
    const [got, asked] = [await get(script), await get(script, {}, 'HEAD')]
    expect([asked.status, asked.bytes.length]).toEqual([200, 0])
    expect(asked.headers['content-length']).toBe(got.headers['content-length'])
    expect(asked.headers['content-type']).toBe(got.headers['content-type'])
  })
})

describe('paths', () => {
  test.each(['/', '/app', '/app/companies/new', '/app/companies?page=2', '/qualquer/coisa'])(
    '%s is the page',
    async (path) => {
      const answer = await get(path)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/html/)])
      expect(answer.bytes.equals(file('index.html'))).toBe(true)
    },
  )

  test.each(['/assets/nada-00000000.js', '/files/nada', '/api/nada'])('%s is 404', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test.each([
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
  ])('%s does not lead out of the folder', async (path) => {
    expect((await get(path)).bytes.toString()).not.toContain('vitest')
  })
})

test('pages carry a policy that allows our own scripts and nothing else', async () => {
  const { headers } = await get('/')
  const policy = Object.fromEntries(
    headers['content-security-policy']!.split(/;\s*/).map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
  )
  const inline = file('index.html')
    .toString()
    .match(/<script>([\s\S]*?)<\/script>/)![1]!
  expect(policy['default-src']).toEqual(["'self'"])
  expect(policy['script-src']).toEqual(["'self'", `'sha256-${createHash('sha256').update(inline).digest('base64')}'`])
  expect(policy['style-src']).toEqual(["'self'", "'unsafe-inline'"])
  expect(policy['img-src']).toEqual(["'self'", 'data:', 'blob:'])
  expect(policy['frame-src']).toEqual(['blob:']) // documents on their way to a printer
  expect(policy['frame-ancestors']).toEqual(["'none'"])
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('same-origin')
  expect(headers['set-cookie']).toBeUndefined()
})

test('nothing of the API is cached on the way', async () => {
  expect((await get('/api/session')).headers['cache-control']).toBe('no-store')
})
