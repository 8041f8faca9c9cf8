import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, download, onPasswordNeeded, onSessionLost, openInTab } from './client'
import { ApiProblem } from './problem'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  onSessionLost(null)
  onPasswordNeeded(null)
})
afterAll(() => server.close())

const page = { items: [], page: 1, page_size: 10, total: 0, total_exact: true }

function problem(status: number, body: object, headers: Record<string, string> = {}) {
  return HttpResponse.json(
    { type: 'about:blank', title: 'Título', status, request_id: 'r1', ...body },
    { status, headers: { 'Content-Type': 'application/problem+json', ...headers } },
  )
}

async function failure(call: Promise<unknown>): Promise<ApiProblem> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(ApiProblem)
  return outcome as ApiProblem
}

describe('what the page asked for before the program came', () => {
  const asked = (answer: Promise<Response>) =>
    vi.stubGlobal('balcaoEarly', new Map([['/api/companies?page=1', answer]]))
  const listFirst = async () => (await api.get('/api/companies', { query: { page: 1 } })).data.total
  beforeEach(() => server.use(http.get('*/api/companies', () => HttpResponse.json({ ...page, total: 2 }))))
  afterEach(() => vi.unstubAllGlobals())

  it('answers the first call for it, and no other', async () => {
    asked(Promise.resolve(Response.json({ ...page, total: 1 })))
    expect((await api.get('/api/companies', { query: { page: 2 } })).data.total).toBe(2)
    expect(await listFirst()).toBe(1)
    expect(await listFirst()).toBe(2)
  })

  it('is asked for again when no answer came', async () => {
    asked(Promise.reject(new TypeError('Failed to fetch')))
    expect(await listFirst()).toBe(2)
  })

  it('is old after a write', async () => {
    asked(Promise.resolve(Response.json({ ...page, total: 1 })))
    server.use(http.post('*/api/auth/sign-out', () => new HttpResponse(null, { status: 204 })))
    await api.post('/api/auth/sign-out')
    expect(await listFirst()).toBe(2)
  })

  it('is old when it was not needed for long', async () => {
    asked(Promise.resolve(Response.json({ ...page, total: 1 })))
    vi.spyOn(performance, 'now').mockReturnValue(20_001)
    expect(await listFirst()).toBe(2)
  })
})

describe('a call', () => {
  it('fills the path, leaves out empty query values and gives the ETag', async () => {
    let asked = ''
    server.use(
      http.get('*/api/companies/:id', ({ request }) => {
        asked = new URL(request.url).pathname
        return HttpResponse.json({ id: 'a/b' }, { headers: { ETag: '"7"' } })
      }),
      http.get('*/api/companies', ({ request }) => {
        asked = new URL(request.url).search
        return HttpResponse.json(page)
      }),
    )
    expect((await api.get('/api/companies/{id}', { path: { id: 'a/b' } })).etag).toBe('"7"')
    expect(asked).toBe('/api/companies/a%2Fb')
    await api.get('/api/companies', { query: { search: '', page: 2 } })
    expect(asked).toBe('?page=2')
  })

  it('sends JSON with its version and key, and a file as it is', async () => {
    const seen: Record<string, unknown> = {}
    server.use(
      http.put('*/api/companies/:id', async ({ request }) => {
        seen.ifMatch = request.headers.get('If-Match')
        seen.json = await request.json()
        return HttpResponse.json({})
      }),
      http.post('*/api/companies', ({ request }) => {
        seen.key = request.headers.get('Idempotency-Key')
        return HttpResponse.json({}, { status: 201 })
      }),
      http.put('*/api/companies/:id/logos/:kind', ({ request }) => {
        seen.type = request.headers.get('Content-Type')
        return HttpResponse.json({})
      }),
    )
    const company = { razao_social: 'A' } as Parameters<typeof api.post<'/api/companies'>>[1]['body']
    await api.put('/api/companies/{id}', { path: { id: '1' }, body: company, ifMatch: '"3"' })
    await api.post('/api/companies', { body: company, idempotencyKey: 'k' })
    await api.put('/api/companies/{id}/logos/{kind}', {
      path: { id: '1', kind: 'system' },
      body: new Blob(['<svg/>'], { type: 'image/svg+xml' }),
    })
    expect(seen).toEqual({ ifMatch: '"3"', json: { razao_social: 'A' }, key: 'k', type: 'image/svg+xml' })
  })

  it('finds out by its key whether it was saved', async () => {
    const keys: (string | null)[] = []
    server.use(
      http.post('*/api/companies', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        if (keys.length === 1) return problem(503, { code: 'outcome_unknown' })
        return HttpResponse.json({ id: '1' }, { status: 201, headers: { ETag: '"1"' } })
      }),
    )
    const company = { razao_social: 'A' } as Parameters<typeof api.post<'/api/companies'>>[1]['body']
    const { data, etag } = await api.post('/api/companies', { body: company, idempotencyKey: 'k' })
    expect({ id: data.id, etag, keys }).toEqual({ id: '1', etag: '"1"', keys: ['k', 'k'] })
  })

  it('answers nothing for 204', async () => {
    server.use(http.post('*/api/auth/sign-out', () => new HttpResponse(null, { status: 204 })))
    expect((await api.post('/api/auth/sign-out')).data).toBeUndefined()
  })
})

describe('a refusal', () => {
  it('keeps every bad field, the first message each', async () => {
    const errors = [
      { field: 'cnpj', message: 'CNPJ inválido.' },
      { field: 'cnpj', message: 'Outra coisa.' },
      { field: 'uf', message: 'Escolha a UF.' },
    ]
    server.use(http.get('*/api/session', () => problem(422, { code: 'invalid', errors })))
    const refused = await failure(api.get('/api/session'))
    expect(refused.isInvalid).toBe(true)
    expect(refused.byField).toEqual({ cnpj: 'CNPJ inválido.', uf: 'Escolha a UF.' })
    expect(refused.requestId).toBe('r1')
  })

  it('carries the current record when stale', async () => {
    server.use(
      http.delete('*/api/companies/:id', () =>
        problem(412, { code: 'stale', current: { razao_social: 'Nova' } }, { ETag: '"9"' }),
      ),
    )
    const refused = await failure(api.delete('/api/companies/{id}', { path: { id: '1' }, ifMatch: '"8"' }))
    expect(refused).toMatchObject({ isStale: true, current: { razao_social: 'Nova' }, etag: '"9"' })
  })

  it('says how long to wait', async () => {
    server.use(
      http.get('*/api/session', () => problem(429, { code: 'limited', detail: 'Espere.', retry_after: 30 })),
      http.get('*/api/versions', () => new HttpResponse('busy', { status: 429, headers: { 'Retry-After': '5' } })),
    )
    expect(await failure(api.get('/api/session'))).toMatchObject({ retryAfter: 30, message: 'Espere.' })
    expect(await failure(api.get('/api/versions'))).toMatchObject({ retryAfter: 5, code: 'limited' })
  })

  it('is told in Portuguese even when a proxy answers', async () => {
    server.use(http.get('*/api/session', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })))
    expect(await failure(api.get('/api/session'))).toMatchObject({
      code: 'unavailable',
      detail: 'O servidor não conseguiu atender agora. Tente de novo em instantes.',
    })
  })

  it('of the network becomes a sentence', async () => {
    server.use(http.get('*/api/session', () => HttpResponse.error()))
    expect(await failure(api.get('/api/session'))).toMatchObject({
      status: 0,
      isUnreachable: true,
      isTemporary: true,
      message: 'Sem resposta do servidor. Confira a internet e tente de novo.',
    })
  })
})

describe('a lost session', () => {
  function expired() {
    let isSignedIn = false
    server.use(
      http.get('*/api/versions', () =>
        isSignedIn ? HttpResponse.json(page) : problem(401, { code: 'unauthenticated' }),
      ),
      http.get('*/api/companies', () =>
        isSignedIn ? HttpResponse.json(page) : problem(401, { code: 'unauthenticated' }),
      ),
    )
    return { signIn: () => (isSignedIn = true) }
  }

  it('is recovered once for all calls that meet it, and each is repeated', async () => {
    const session = expired()
    const recover = vi.fn(() => {
      session.signIn()
      return Promise.resolve(true)
    })
    onSessionLost(recover)
    const answers = await Promise.all([api.get('/api/versions'), api.get('/api/companies')])
    expect(answers.map((answer) => answer.data)).toEqual([page, page])
    expect(recover).toHaveBeenCalledOnce()
  })

  it('fails the call when nobody signs in again, and asks anew next time', async () => {
    expired()
    const recover = vi.fn(() => Promise.resolve(false))
    onSessionLost(recover)
    expect((await failure(api.get('/api/versions'))).isUnauthenticated).toBe(true)
    await failure(api.get('/api/versions'))
    expect(recover).toHaveBeenCalledTimes(2)
  })

  it('is not what a refused sign-in means', async () => {
    server.use(
      http.post('*/api/auth/sign-in', () => problem(401, { code: 'unauthenticated', detail: 'Senha errada.' })),
    )
    const recover = vi.fn(() => Promise.resolve(true))
    onSessionLost(recover)
    const refused = await failure(api.post('/api/auth/sign-in', { body: { email: 'a@b.c', password: 'x' } }))
    expect(refused.message).toBe('Senha errada.')
    expect(recover).not.toHaveBeenCalled()
  })
})

describe('a call that needs the password again', () => {
  const page = { items: [], total: 0, total_exact: true, page: 1, page_size: 50 }
  /** A server that wants a session first, then the password. */
  function guarded({ isSignedIn = true } = {}) {
    const state = { isSignedIn, isGiven: false }
    server.use(
      http.get('*/api/:what', () => {
        if (!state.isSignedIn) return problem(401, { code: 'unauthenticated' })
        if (!state.isGiven) return problem(403, { code: 'senha_necessaria', detail: 'Digite a senha.' })
        return HttpResponse.json(page)
      }),
    )
    return state
  }

  it('asks once for all that need it, and repeats each', async () => {
    const state = guarded()
    const ask = vi.fn(() => {
      state.isGiven = true
      return Promise.resolve(true)
    })
    onPasswordNeeded(ask)
    const answers = await Promise.all([api.get('/api/versions'), api.get('/api/companies')])
    expect(answers.map((answer) => answer.data)).toEqual([page, page])
    expect(ask).toHaveBeenCalledOnce()
  })

  it('is refused when nobody gives it, and when it does not help', async () => {
    guarded()
    const ask = vi.fn(() => Promise.resolve(false))
    onPasswordNeeded(ask)
    expect((await failure(api.get('/api/versions'))).code).toBe('senha_necessaria')
    ask.mockResolvedValue(true)
    expect((await failure(api.get('/api/versions'))).message).toBe('Digite a senha.')
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('may first have to sign in again', async () => {
    const state = guarded({ isSignedIn: false })
    onSessionLost(() => {
      state.isSignedIn = true
      return Promise.resolve(true)
    })
    onPasswordNeeded(() => {
      state.isGiven = true
      return Promise.resolve(true)
    })
    expect((await api.get('/api/versions')).data).toEqual(page)
  })
})

describe('a file that goes out', () => {
  const file = new Blob(['codigo\nLJ-1\n'], { type: 'text/csv' })
  const send = (more: { onProgress?: (sent: number, total: number) => void; signal?: AbortSignal } = {}) =>
    api.post('/api/people/imports', { body: file, idempotencyKey: 'k', ...more })

  /** A request that goes as far as its test says. */
  class HeldRequest extends XMLHttpRequest {
    static last: HeldRequest
    static aborted = 0
    override send() {
      HeldRequest.last = this
    }
    override abort() {
      HeldRequest.aborted += 1
    }
    moves(loaded: number) {
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded }))
    }
  }

  beforeEach(() => {
    HeldRequest.aborted = 0
    vi.stubGlobal('XMLHttpRequest', HeldRequest)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('tells how far it is, and may take as long as it likes while it moves', async () => {
    vi.useFakeTimers()
    const onProgress = vi.fn()
    const call = failure(send({ onProgress }))
    for (let sent = 1; sent <= 10; ++sent) {
      await vi.advanceTimersByTimeAsync(50_000)
      HeldRequest.last.moves(sent)
    }
    expect(onProgress.mock.calls.map(([sent, total]) => `${sent} / ${total}`)).toEqual(
      Array.from({ length: 10 }, (_, index) => `${index + 1} / ${file.size}`),
    )
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await call).toMatchObject({ isUnreachable: true, title: 'O servidor demorou a responder' })
    expect(HeldRequest.aborted).toBe(1)
  })

  it('stops when the caller gives up', async () => {
    const abort = new AbortController()
    const call = send({ signal: abort.signal })
    abort.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(HeldRequest.aborted).toBe(1)
  })

  it('is sent again once somebody has signed in again', async () => {
    vi.unstubAllGlobals()
    const sent: string[] = []
    server.use(
      http.post('*/api/people/imports', ({ request: { headers } }) => {
        sent.push(`${headers.get('Idempotency-Key')} ${headers.get('Content-Type')}`)
        return sent.length === 1 ? problem(401, { code: 'unauthenticated' }) : HttpResponse.json({ id: 'i' })
      }),
    )
    onSessionLost(() => Promise.resolve(true))
    expect((await send()).data).toEqual({ id: 'i' })
    expect(sent).toEqual(['k text/csv', 'k text/csv'])
  })

  it('that is refused or finds no server says so', async () => {
    vi.unstubAllGlobals()
    server.use(http.post('*/api/people/imports', () => problem(413, { code: 'too_large', detail: 'Grande demais.' })))
    expect(await failure(send())).toMatchObject({ status: 413, message: 'Grande demais.' })
    server.use(http.post('*/api/people/imports', () => HttpResponse.error()))
    expect(await failure(send())).toMatchObject({ isUnreachable: true, title: 'Sem conexão com o servidor' })
  })
})

describe('a file that comes in', () => {
  const kept: { name: string; file: Blob }[] = []
  beforeEach(() => {
    kept.length = 0
    let file = new Blob()
    vi.stubGlobal(
      'URL',
      Object.assign(class extends URL {}, {
        createObjectURL: (made: Blob) => {
          file = made
          return 'blob:made'
        },
        revokeObjectURL: () => undefined,
      }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      kept.push({ name: this.download, file })
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  const sheet = () =>
    new HttpResponse('nome\nAna\n', {
      headers: { 'Content-Type': 'text/csv', 'Content-Disposition': 'attachment; filename="pessoas.csv"' },
    })
  const get = () => download('/api/people/export', { query: { format: 'csv' } })

  it('is kept whole, under the name the server gave it', async () => {
    server.use(http.get('*/api/people/export', sheet))
    expect(await get()).toBe('pessoas.csv')
    expect(kept.map(({ name, file }) => [name, file.size, file.type])).toEqual([['pessoas.csv', 9, 'text/csv']])
  })

  it('is asked for again once somebody has signed in again', async () => {
    let isSignedIn = false
    server.use(
      http.get('*/api/people/export', () => (isSignedIn ? sheet() : problem(401, { code: 'unauthenticated' }))),
    )
    onSessionLost(() => {
      isSignedIn = true
      return Promise.resolve(true)
    })
    await get()
    expect(kept).toHaveLength(1)
  })

  it('that is refused, or breaks off, is told and not kept', async () => {
    server.use(http.get('*/api/people/export', () => problem(422, { code: 'invalid', detail: 'São linhas demais.' })))
    expect((await failure(get())).message).toBe('São linhas demais.')
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('nome'))
        controller.error(new Error('gone'))
      },
    })
    server.use(http.get('*/api/people/export', () => new HttpResponse(broken)))
    expect((await failure(get())).isUnreachable).toBe(true)
    expect(kept).toEqual([])
  })

  it('is shown in a tab only when there is one to show', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const show = () => openInTab('/api/people/export', { query: { format: 'csv' } })
    server.use(http.get('*/api/people/export', () => problem(404, { code: 'not_found', detail: 'Não existe.' })))
    expect((await failure(show())).message).toBe('Não existe.')
    expect(opened).not.toHaveBeenCalled()
    server.use(http.get('*/api/people/export', sheet))
    expect(await show()).toBe(false)
    expect(opened).toHaveBeenCalledWith('/api/people/export?format=csv', '_blank')
    opened.mockReturnValue({ opener: window } as Window)
    expect(await show()).toBe(true)
  })
})
