import { ApiProblem } from './problem'

/**
 * The database went away while it saved, so nobody knows whether it did. What can be sent again without doing anything
 * twice is: a POST with the key of its intent, a PUT or DELETE with the version it was made from. Its answer tells.
 */
export type Repeatable<Answer> = {
  method: 'get' | 'post' | 'put' | 'delete'
  /** What was sent; an object or nothing where the server answers with the record. */
  body: unknown
  ifMatch: string | undefined
  idempotencyKey: string | undefined
  signal: AbortSignal | undefined
  send: () => Promise<Answer>
  /** The answer that was lost, made of the record as it is now. */
  answerWith: (current: unknown, etag: string | undefined) => Answer
}

/** Waits before each question: as long as a database takes to start again. */
const PAUSES_MS = [1000, 2000, 4000, 8000]

/** The answer to a call whose outcome is not known, or a problem that says what became of it. */
export async function findOut<Answer>(unknown: ApiProblem, call: Repeatable<Answer>): Promise<Answer> {
  if (!isRepeatable(call)) throw unknown
  for (const pause of PAUSES_MS) {
    await wait(pause, call.signal)
    try {
      return await call.send()
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (problem.isTemporary) continue // says nothing about the first time
      if (wasDone(call, problem)) return call.answerWith(problem.current, problem.etag)
      throw problem
    }
  }
  throw unknown
}

function isRepeatable({ method, ifMatch, idempotencyKey }: Repeatable<unknown>): boolean {
  return method === 'post' ? idempotencyKey !== undefined : method !== 'get' && ifMatch !== undefined
}

/** Whether the second time was refused because the first one had been saved. */
function wasDone({ method, body, ifMatch }: Repeatable<unknown>, problem: ApiProblem): boolean {
  if (method === 'delete' && problem.status === 404) return true
  if (!problem.isStale || !isNextVersion(ifMatch, problem.etag)) return false
  return method === 'delete' ? isInBin(problem.current) : holds(problem.current, body)
}

function isNextVersion(before: string | undefined, now: string | undefined): boolean {
  return versionOf(now) === versionOf(before) + 1
}

const versionOf = (etag: string | undefined) => Number(/^"(\d+)"$/.exec(etag ?? '')?.[1] ?? NaN)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isInBin = (record: unknown) => isObject(record) && typeof record.deleted_at === 'string'

/** Whether a record has what was sent, wherever it has a field of that name. The server trims texts. */
function holds(current: unknown, sent: unknown): boolean {
  if (Array.isArray(sent)) {
    return Array.isArray(current) && current.length === sent.length && sent.every((one, i) => holds(current[i], one))
  }
  if (isObject(sent)) {
    return (
      isObject(current) &&
      Object.entries(sent).every(([name, value]) => !(name in current) || holds(current[name], value))
    )
  }
  return plain(current) === plain(sent)
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value.trim() : JSON.stringify(value)
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, failed) => {
    const giveUp = () => {
      clearTimeout(timer)
      failed(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      done()
    }, milliseconds)
    if (signal?.aborted) giveUp()
    else signal?.addEventListener('abort', giveUp, { once: true })
  })
}
