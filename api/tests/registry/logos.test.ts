// Logos: what is taken, what is refused, and how they are served.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { placeOf } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { jpeg, png, svg } from '../helpers/images.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let user: Caller
let own: Company

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  user = made.user
  own = made.own
})

/** Width of a PNG. */
const sideOf = (bytes: Buffer) => bytes.readUInt32BE(16)
/** What was sent, as the database keeps it, in hexadecimal digits. */
function uploadOf(url: string): string | undefined {
  const { isPostgres } = server.database
  const path = url.replace('/files/company_logos/', '')
  const hex = isPostgres ? `encode(bytes, 'hex')` : 'lower(hex(bytes))'
  const [row] = server.database.rows<{ bytes: string }>(
    `select ${hex} as bytes from files where bucket = 'company_logo_uploads' and path = '${path}'`,
  )
  return row?.bytes
}

const put = (bytes: Buffer | string, type: string, kind: api.LogoKind = 'system') =>
  api.putCompanyLogo(user, own.id, kind, bytes, type)

describe('a good image', () => {
  test.each([
    ['PNG', png(), 'image/png', 'png'],
    ['JPEG', jpeg(), 'image/jpeg', 'jpg'],
    ['SVG', Buffer.from(svg()), 'image/png', 'png'],
    [
      'SVG with an XML declaration and text',
      Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${svg('<title>São João</title><text y="5">Lajes</text>')}`),
      'image/png',
      'png',
    ],
    [
      'SVG with a gradient of its own',
      Buffer.from(
        svg(
          '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs><rect width="9" height="9" fill="url(#g)"/>',
        ),
      ),
      'image/png',
      'png',
    ],
  ])('%s is shown as pixels of ours, and what was sent is kept', async (name, bytes, type, extension) => {
    for (const kind of ['system', 'documents'] as const) {
      const sent = name.startsWith('SVG') ? 'image/svg+xml' : type
      const saved = (await put(bytes, sent, kind)).expect(200)
      const url = kind === 'system' ? saved.logo_sistema_url : saved.logo_documentos_url
      expect(url).toMatch(new RegExp(`^/files/company_logos/[0-9a-f-]{36}/[\\w-]{16,}\\.${extension}$`))
      for (const answer of [
        await api.getCompanyLogo(user, own.id, kind),
        await api.getPublicLogo(new Caller(server), url!),
      ]) {
        expect([answer.status, answer.headers['content-type']]).toEqual([200, type])
        expect(answer.bytes.equals(bytes)).toBe(false)
        if (sent === 'image/svg+xml') expect(sideOf(answer.bytes)).toBe(kind === 'system' ? 256 : 1600)
      }
      expect(uploadOf(url!)).toBe(bytes.toString('hex'))
    }
  })

  test('a large one is made smaller, a small one is left so', async () => {
    for (const [width, shown] of [
      [3000, 256],
      [200, 200],
    ] as const) {
      const { logo_sistema_url: url } = (await put(png(width, 20), 'image/png')).expect(200)
      expect(sideOf((await api.getPublicLogo(user, url!)).bytes)).toBe(shown)
    }
  })

  test('nothing in it can run, and its public address may be cached for ever', async () => {
    const saved = (await put(svg(), 'image/svg+xml')).expect(200)
    const { headers } = await api.getPublicLogo(new Caller(server), saved.logo_sistema_url!)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/)
    expect(headers['content-security-policy']).toMatch(/sandbox/)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('the content decides, not the declared type', async () => {
    const saved = (await put(jpeg(), 'image/png')).expect(200)
    expect((await api.getPublicLogo(user, saved.logo_sistema_url!)).headers['content-type']).toBe('image/jpeg')
  })

  test('the next one has another address, and the old one is gone', async () => {
    const first = (await put(png(8, 8, 10), 'image/png')).expect(200)
    const second = (await put(png(8, 8, 20), 'image/png')).expect(200)
    expect(second.logo_sistema_url).not.toBe(first.logo_sistema_url)
    ;(await api.getPublicLogo(user, first.logo_sistema_url!)).problem(404)
    expect(uploadOf(first.logo_sistema_url!)).toBeUndefined()
    ;(await api.getPublicLogo(user, second.logo_sistema_url!)).expect(200)
  })

  test('removed it is gone everywhere, and removing again is fine', async () => {
    const { logo_documentos_url: url } = (await put(png(), 'image/png', 'documents')).expect(200)
    ;(await api.deleteCompanyLogo(user, own.id, 'documents')).expect(204)
    ;(await api.getPublicLogo(user, url!)).problem(404)
    ;(await api.getCompanyLogo(user, own.id, 'documents')).problem(404)
    expect((await api.getCompany(user, own.id)).expect(200).logo_documentos_url).toBeNull()
    ;(await api.deleteCompanyLogo(user, own.id, 'documents')).expect(204)
  })

  test('a logo changes the version of its company, so that a form opened before does not wipe it', async () => {
    const { etag } = await api.getCompany(user, own.id)
    const saved = await put(png(), 'image/png')
    expect(saved.etag).not.toBe(etag)
    expect((await api.getCompany(user, own.id)).etag).toBe(saved.etag)
  })

  test('saving the form leaves the logos alone', async () => {
    const saved = (await put(png(), 'image/png')).expect(200)
    const { id: _i, updated_at: _u, primeiro_numero_em: _p, ...form } = saved
    const again = (await api.updateCompany(user, own.id, '*', { ...form, logo_sistema_url: null })).expect(200)
    expect(again.logo_sistema_url).toBe(saved.logo_sistema_url)
  })

  test('a deleted company takes its logos along', async () => {
    const place = placeOf('3509502')
    const made = await newCompany(admin, { codigo_municipio: place.codigo, municipio: place.nome, uf: place.uf })
    const { logo_sistema_url: url } = (await api.putCompanyLogo(admin, made.id, 'system', png(), 'image/png')).expect(
      200,
    )
    ;(await api.deleteCompany(admin, made.id, '*')).expect(204)
    ;(await api.getPublicLogo(admin, url!)).problem(404)
  })
})

describe('refused', () => {
  const truncated = png(64, 64).subarray(0, 60)
  const bomb = png(20_000, 20_000, 0, 20_000)
  const laughs = `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${svg('<text>&b;</text>')}`
  const outside = (href: string) => svg(`<image href="${href}" width="9" height="9"/>`)

  test.each<[string, Buffer | string, string]>([
    ['a text that calls itself PNG', 'isto não é uma imagem', 'image/png'],
    ['a PNG header and nothing behind it', png().subarray(0, 8), 'image/png'],
    ['a PNG cut off', truncated, 'image/png'],
    ['a PNG with a broken body', Buffer.concat([png().subarray(0, 40), Buffer.alloc(40, 7)]), 'image/png'],
    ['a PNG of 20000 × 20000 in few bytes', bomb, 'image/png'],
    ['a PNG that promises 60000 × 60000', png(60_000, 60_000, 0, 1), 'image/png'],
    ['a page that calls itself PNG', '<html><script>alert(1)</script></html>', 'image/png'],
    ['a JPEG cut off', jpeg().subarray(0, 30), 'image/jpeg'],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64'), 'image/png'],
    ['nothing', '', 'image/png'],
    ['an SVG with a script', svg('<script>alert(1)</script>'), 'image/svg+xml'],
    [
      'an SVG with a script of another name space',
      svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'),
      'image/svg+xml',
    ],
    ['an SVG with a handler', svg('<rect width="9" height="9" onclick="alert(1)"/>'), 'image/svg+xml'],
    ['an SVG with a handler on its root', svg('<rect/>', ' onload="alert(1)"'), 'image/svg+xml'],
    ['an SVG with a handler in capitals', svg('<rect ONLOAD="alert(1)"/>'), 'image/svg+xml'],
    [
      'an SVG with a foreign object',
      svg('<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="/"/></foreignObject>'),
      'image/svg+xml',
    ],
    ['an SVG with an image from elsewhere', outside('https://example.com/x.png'), 'image/svg+xml'],
    ['an SVG with an image of this site', outside('/api/session'), 'image/svg+xml'],
    ['an SVG with a javascript link', svg('<a href="javascript:alert(1)"><rect/></a>'), 'image/svg+xml'],
    [
      'an SVG with an xlink from elsewhere',
      svg('<use xlink:href="https://example.com/x.svg#a" xmlns:xlink="http://www.w3.org/1999/xlink"/>'),
      'image/svg+xml',
    ],
    [
      'an SVG with an SVG inside a data address',
      outside(`data:image/svg+xml;base64,${Buffer.from(svg('<script/>')).toString('base64')}`),
      'image/svg+xml',
    ],
    [
      'an SVG with an import in its style',
      svg('<style>@import url(https://example.com/x.css);</style>'),
      'image/svg+xml',
    ],
    [
      'an SVG with an address in a style attribute',
      svg('<rect style="fill:url(https://example.com/x.svg#a)"/>'),
      'image/svg+xml',
    ],
    ['an SVG with an address in a fill', svg('<rect fill="url(https://example.com/x.svg#a)"/>'), 'image/svg+xml'],
    [
      'an SVG that animates a link',
      svg('<a><set attributeName="href" to="javascript:alert(1)"/></a>'),
      'image/svg+xml',
    ],
    ['an SVG with entities', laughs, 'image/svg+xml'],
    [
      'an SVG with a file as entity',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
      'image/svg+xml',
    ],
    [
      'an SVG with a style sheet instruction',
      `<?xml-stylesheet href="https://example.com/x.css"?>${svg()}`,
      'image/svg+xml',
    ],
    ['an SVG that is not closed', '<svg xmlns="http://www.w3.org/2000/svg"><rect>', 'image/svg+xml'],
    ['another XML', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'image/svg+xml'],
    ['an SVG nested 5000 deep', svg('<g>'.repeat(5000) + '</g>'.repeat(5000)), 'image/svg+xml'],
  ])('%s', async (_, bytes, type) => {
    const before = (await api.getCompany(user, own.id)).expect(200)
    const answer = await put(bytes, type)
    const problem = answer.problem(answer.status)
    expect([400, 413, 422]).toContain(answer.status)
    expect(problem.detail ?? problem.errors?.[0]?.message).toMatch(/\S{4,}/)
    expect((await api.getCompany(user, own.id)).expect(200)).toEqual(before)
  })

  test('an SVG that brings librsvg down, with the reason', async () => {
    for (const content of [
      '<filter id="f"><feConvolveMatrix order="99" kernelMatrix="1"/></filter><rect width="9" height="9" filter="url(#f)"/>',
      '<filter id="f"><feTurbulence numOctaves="2000000000"/></filter><rect width="9" height="9" filter="url(#f)"/>',
      '<rect width="9" height="9" style="filter:blur(900px)"/>',
    ])
      expect((await put(svg(content), 'image/svg+xml')).problem(422).detail).toContain('filtros')
    const uses = Array.from({ length: 20 }, (_, at) => {
      const inner = at === 0 ? '<rect width="1" height="1"/>' : `<use href="#u${at - 1}"/>`.repeat(9)
      return `<g id="u${at}">${inner}</g>`
    })
    expect((await put(svg(uses.join('')), 'image/svg+xml')).problem(422).detail).toContain('repete')
  })

  test('an SVG of endless work is ended, and nobody else waits', async () => {
    const circles = '<circle r="9" opacity=".5"/>'.repeat(9000)
    const endless = svg(`<g id="a">${circles}</g>${'<use href="#a" x="1"/>'.repeat(9000)}`)
    const begun = Date.now()
    const drawing = Promise.all(
      ['system', 'documents'].map((kind) => put(endless, 'image/svg+xml', kind as api.LogoKind)),
    )
    ;(await api.getCompany(user, own.id)).expect(200)
    for (const answer of await drawing) expect(answer.problem(422).detail).toContain('complicada demais')
    expect(Date.now() - begun).toBeLessThan(25_000)
  })

  test('more than 1 MiB', async () => {
    const large = Buffer.concat([png(), Buffer.alloc(1024 * 1024)])
    ;(await put(large, 'image/png')).problem(413, 'too_large')
  })

  test.each(['image/gif', 'text/html', 'application/json', 'application/octet-stream'])(
    'declared as %s',
    async (type) => {
      ;(await put(png(), type)).problem(415, 'unsupported_media_type')
    },
  )

  test('another kind of logo', async () => {
    ;(
      await user.call('putCompanyLogo', {
        params: { id: own.id, kind: 'favicon' },
        raw: png(),
        contentType: 'image/png',
      })
    ).problem(404)
    ;(await user.call('getCompanyLogo', { params: { id: own.id, kind: 'favicon' } })).problem(404)
  })
})

describe('a public path', () => {
  test.each(['/files/company_logos/01890000-0000-7000-8000-000000000000/x.png', '/files/company_logos/x/y.svg'])(
    '%s that does not exist',
    async (url) => {
      ;(await api.getPublicLogo(new Caller(server), url)).problem(404)
    },
  )

  test('does not lead out of the logos', async () => {
    const nobody = new Caller(server)
    for (const fileName of ['../../../../etc/passwd', '..', 'x.png/../../secret.key', '%2e%2e%2fsecret.key']) {
      const answer = await nobody.call('getPublicLogo', { params: { userId: '..', fileName } })
      expect([400, 404]).toContain(answer.status)
    }
  })
})
