import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findOut } from './outcome'
import type { Repeatable } from './outcome'
import { ApiProblem } from './problem'

type Answer = { data: unknown; etag: string | undefined }

const unknown = new ApiProblem({ status: 503, code: 'outcome_unknown', title: 'Não sabemos se foi salvo' })
const busy = new ApiProblem({ status: 503, code: 'unavailable', title: 'Sistema ocupado' })
const taken = new ApiProblem({ status: 409, code: 'conflict', title: 'CNPJ já cadastrado' })
const gone = new ApiProblem({ status: 404, code: 'not_found', title: 'Não encontrado' })
const stale = (etag: string, current: unknown) =>
  new ApiProblem({ status: 412, code: 'stale', title: 'Alterado por outra pessoa', etag, current })

const sent = { nome: ' Ana ', itens: [{ qtd: 2, obs: null }] }
const stored = { id: '1', nome: 'Ana', itens: [{ qtd: 2, obs: '', total: 10 }], deleted_at: null }

/** Calls `findOut` for a call that answers these things, one after the other, the last again and again. */
function ask(of: Partial<Repeatable<Answer>>, ...answers: (Answer | Error)[]) {
  let asked = 0
  const send = () => {
    const answer = answers[Math.min(asked, answers.length - 1)]
    asked += 1
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as Answer)
  }
  const call: Repeatable<Answer> = {
    method: 'post',
    body: sent,
    ifMatch: undefined,
    idempotencyKey: undefined,
    signal: undefined,
    send,
    answerWith: (data, etag) => ({ data, etag }),
    ...of,
  }
  const outcome = findOut(unknown, call).catch((error: unknown) => error)
  return { outcome, times: () => asked }
}

describe('when nobody knows whether it was saved', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const created = { data: { id: '1' }, etag: '"1"' }
  const post = { method: 'post', idempotencyKey: 'k' } as const
  const put = { method: 'put', ifMatch: '"7"' } as const
  const remove = { method: 'delete', ifMatch: '"7"', body: undefined } as const

  it.each([
    ['a POST is asked by its key', post, [created], created, 1],
    ['asking goes on while the database is away', post, [busy, unknown, created], created, 3],
    ['a refusal says that it was not saved', post, [busy, taken], taken, 2],
    ['after fifteen seconds it stays unknown', post, [busy], unknown, 4],
    ['a POST without key is not repeated', { method: 'post' } as const, [created], unknown, 0],
    ['a PUT without version is not repeated', { method: 'put' } as const, [created], unknown, 0],
    ['a PUT that was not saved is saved', put, [created], created, 1],
    ['a PUT finds itself', put, [stale('"8"', stored)], { data: stored, etag: '"8"' }, 1],
    ['somebody else’s save is a conflict', put, [stale('"8"', { ...stored, nome: 'Eva' })], 'stale', 1],
    ['a save before ours is a conflict', put, [stale('"9"', stored)], 'stale', 1],
    ['fewer items are a conflict', put, [stale('"8"', { ...stored, itens: [] })], 'stale', 1],
    ['what is gone was deleted', remove, [gone], { data: undefined, etag: undefined }, 1],
    [
      'what is in the bin was deleted',
      remove,
      [stale('"8"', { deleted_at: '2026' })],
      { data: { deleted_at: '2026' }, etag: '"8"' },
      1,
    ],
    ['what somebody changed was not deleted', remove, [stale('"8"', stored)], 'stale', 1],
  ])('%s', async (_, call, answers, expected, times) => {
    const asked = ask(call, ...answers)
    await vi.advanceTimersByTimeAsync(15_000)
    const outcome = await asked.outcome
    if (expected === 'stale') expect(outcome).toMatchObject({ code: 'stale' })
    else expect(outcome).toEqual(expected)
    expect(asked.times()).toBe(times)
  })

  it('stops when nobody waits any more', async () => {
    const page = new AbortController()
    const asked = ask({ ...post, signal: page.signal }, busy)
    await vi.advanceTimersByTimeAsync(1500)
    page.abort()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await asked.outcome).toBe(page.signal.reason)
    expect(asked.times()).toBe(1)
  })
})
