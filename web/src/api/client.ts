import { counterPersonOf, noteCounterEnded } from './counter-person'
import { earlyAnswer, forgetEarly } from './early'
import { findOut } from './outcome'
import { noteOwnWrite } from './own-writes'
import { ApiProblem, problemFrom, unreachable } from './problem'
import type { paths } from './schema'
import { fileNameOf, keepFile, printFile, readFile, requestFile, sendFile, showFile } from './transfer'
import type { OnProgress } from './transfer'

type Method = 'get' | 'post' | 'put' | 'delete'

type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, unknown> ? P : never
}[keyof paths]

type Operation<P extends keyof paths, M extends Method> = M extends keyof paths[P] ? paths[P][M] : never

type Parameter<O, Kind extends 'path' | 'query'> = O extends { parameters: infer All }
  ? Kind extends keyof All
    ? Exclude<All[Kind], undefined>
    : never
  : never

type RequestContent<O> = O extends { requestBody?: infer Request }
  ? NonNullable<Request> extends { content: infer Content }
    ? Content
    : never
  : never

type Body<O> = RequestContent<O> extends { 'application/json': infer Json } ? Json : Blob

type JsonOf<R> = R extends { content: { 'application/json': infer Json } } ? Json : never

/** What a successful answer holds; undefined where the contract answers 204. */
type Success<O> = O extends { responses: infer R }
  ? 200 extends keyof R
    ? JsonOf<R[200]>
    : 201 extends keyof R
      ? JsonOf<R[201]>
      : 202 extends keyof R
        ? JsonOf<R[202]>
        : undefined
  : never

type Common = {
  signal?: AbortSignal
  /** The ETag last seen; the server answers 412 with its current record when somebody saved meanwhile. */
  ifMatch?: string
  /** The same for every repetition of one intent, so that a lost answer cannot create twice. */
  idempotencyKey?: string
  /** Goes on when the page goes away meanwhile. */
  keepalive?: boolean
  headers?: Record<string, string>
  /** How much of a `Blob` body is on its way. Begins anew when the call is repeated. */
  onProgress?: OnProgress
}

type Options<O> = Common &
  ([Parameter<O, 'path'>] extends [never] ? unknown : { path: Parameter<O, 'path'> }) &
  ([Parameter<O, 'query'>] extends [never] ? unknown : { query?: Parameter<O, 'query'> }) &
  ([RequestContent<O>] extends [never]
    ? unknown
    : O extends { requestBody: object }
      ? { body: Body<O> }
      : { body?: Body<O> })

type Arguments<O> = object extends Options<O> ? [options?: Options<O>] : [options: Options<O>]

/** `etag` is the version to send back as `ifMatch`, where the contract gives one. */
export type Answer<T> = { data: T; etag: string | undefined }

type Call<M extends Method> = <P extends PathsWith<M>>(
  path: P,
  ...options: Arguments<Operation<P, M>>
) => Promise<Answer<Success<Operation<P, M>>>>

type AnyOptions = Common & {
  path?: Record<string, string | number>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
}

const TIMEOUT_MS = 30_000

/** Puts something right over the page. True: it is, and the call may be repeated. */
type Recovery = (problem: ApiProblem) => Promise<boolean>

/** What calls that are refused for the same reason share: at one time it runs once, however many wait for it. */
class SharedRecovery {
  handler: Recovery | null = null
  /** How often it went well. */
  done = 0
  private running: Promise<boolean> | null = null

  /** `sentAfter` is how often it had gone well when the refused call was sent. */
  async run(problem: ApiProblem, sentAfter: number): Promise<boolean> {
    if (this.done > sentAfter) return true // it was put right while this answer was on its way
    if (!this.handler) return false
    this.running ??= this.handler(problem)
      .then((isRight) => {
        if (isRight) this.done += 1
        return isRight
      })
      .finally(() => {
        this.running = null
      })
    return this.running
  }
}

const lostSession = new SharedRecovery()
const neededPassword = new SharedRecovery()
const neededPerson = new SharedRecovery()

/**
 * Registers what to do when a call meets 401 while somebody is signed in; null while nobody is. Calls that meet 401
 * at the same time share one recovery, each is repeated once after it, and all else about them stays as it was.
 */
export function onSessionLost(handler: Recovery | null): void {
  lostSession.handler = handler
}

/** The same for calls for which the password has to be given again. */
export function onPasswordNeeded(handler: Recovery | null): void {
  neededPassword.handler = handler
}

/** The same for calls for which who took the counter by PIN has to give it again. */
export function onCounterPersonNeeded(handler: Recovery | null): void {
  neededPerson.handler = handler
}

/** Whether a 401 now means "sign in again over the page" rather than "nobody is signed in". */
export function canRecoverSession(): boolean {
  return lostSession.handler !== null
}

function recoveryOf(path: string, problem: ApiProblem): SharedRecovery | null {
  if (problem.code === 'operador_encerrado') return neededPerson
  if (problem.code === 'senha_necessaria') return neededPassword
  // A refused sign-in is an answer to what was typed, not a lost session.
  return problem.isUnauthenticated && !path.startsWith('/api/auth/') ? lostSession : null
}

/** The answer of a call that went well; each of the recoveries is tried once. */
async function reach(
  { method, path, company }: { method: Method; path: string; company: unknown },
  attempt: (named: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  const tried = new Set<SharedRecovery>()
  const isReading = method === 'get'
  for (;;) {
    const person = counterPersonOf(path, company, isReading)
    const sentAfter = new Map([lostSession, neededPassword, neededPerson].map((one) => [one, one.done]))
    const response = await attempt(person ? { 'Balcao-Operador': person.id } : {})
    if (response.ok) return response
    const problem = await problemFrom(response)
    if (person && problem.code === 'operador_encerrado') {
      noteCounterEnded(person.id)
      if (isReading) continue
    }
    const recovery = recoveryOf(path, problem)
    if (!recovery || tried.has(recovery)) throw problem
    tried.add(recovery)
    if (!(await recovery.run(problem, sentAfter.get(recovery) ?? 0))) throw problem
  }
}

async function send(method: Method, path: string, options: AnyOptions = {}): Promise<Answer<unknown>> {
  const { path: parts = {}, body: sent } = options
  const noteAnswer = method === 'get' ? undefined : noteOwnWrite({ method, path, parts, body: sent })
  const once = async () => {
    const answer = await answerOf(
      await reach({ method, path, company: parts.id }, (named) => attempt(method, path, options, named)),
    )
    noteAnswer?.(answer.etag)
    return answer
  }
  try {
    return await once()
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.code !== 'outcome_unknown') throw problem
    const { body, ifMatch, idempotencyKey, signal } = options
    const answerWith = (data: unknown, etag: string | undefined) => ({ data, etag })
    return findOut(problem, { method, body, ifMatch, idempotencyKey, signal, send: once, answerWith })
  }
}

async function attempt(
  method: Method,
  path: string,
  options: AnyOptions,
  named: Record<string, string>,
): Promise<Response> {
  if (method !== 'get') forgetEarly()
  const { headers, body } = encode({ ...options, headers: { ...options.headers, ...named } })
  if (body instanceof Blob) {
    const { signal, onProgress } = options
    return sendFile({
      method: method.toUpperCase(),
      address: address(path, options),
      headers,
      file: body,
      signal,
      onProgress,
    })
  }
  const to = address(path, options)
  // In nobody else's name.
  const early = method === 'get' && Object.keys(named).length === 0 ? await earlyAnswer(to) : undefined
  if (early) return early
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await fetch(to, {
      method: method.toUpperCase(),
      headers,
      body,
      credentials: 'same-origin',
      keepalive: options.keepalive ?? false,
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
  } catch (cause) {
    if (options.signal?.aborted) throw cause // the caller gave up: nobody is waiting for a sentence
    throw unreachable(timeout.aborted)
  }
}

async function answerOf(response: Response): Promise<Answer<unknown>> {
  const data: unknown = response.status === 204 ? undefined : await response.json()
  return { data, etag: response.headers.get('ETag') ?? undefined }
}

function encode(options: AnyOptions): { headers: Headers; body: BodyInit | null } {
  const headers = new Headers({ Accept: 'application/json, application/problem+json', ...options.headers })
  if (options.ifMatch !== undefined) headers.set('If-Match', options.ifMatch)
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey)
  if (options.body === undefined) return { headers, body: null }
  if (options.body instanceof Blob) {
    headers.set('Content-Type', options.body.type)
    return { headers, body: options.body }
  }
  headers.set('Content-Type', 'application/json')
  return { headers, body: JSON.stringify(options.body) }
}

function address(path: string, { path: parts = {}, query = {} }: AnyOptions): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parts[name]
    if (value === undefined) throw new Error(`path parameter ${name} of ${path} is missing`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `${filled}?${text}` : filled
}

function call<M extends Method>(method: M): Call<M> {
  return ((path: string, options?: AnyOptions) => send(method, path, options)) as Call<M>
}

/**
 * The server, by the paths of the contract: `api.get('/api/companies/{id}', { path: { id } })`.
 * A `Blob` body is sent as it is under its own type, anything else as JSON. Failures throw `ApiProblem`.
 */
export const api = {
  get: call('get'),
  post: call('post'),
  put: call('put'),
  delete: call('delete'),
}

/** The answer of a GET that is not JSON. */
function readAs(accept: string, path: string, options: AnyOptions = {}): Promise<Response> {
  return reach({ method: 'get', path, company: options.path?.id }, (named) =>
    requestFile(address(path, options), new Headers({ Accept: accept, ...named })),
  )
}

/** Lets the browser keep what a GET answers; gives the name the server chose for it. Failures throw `ApiProblem`. */
export async function download<P extends PathsWith<'get'>>(
  path: P,
  ...[options]: Arguments<Operation<P, 'get'>>
): Promise<string> {
  const response = await readAs('*/*', path, options)
  const name = fileNameOf(response)
  keepFile(await readFile(response), name)
  return name
}

/** What a GET answers that is not JSON, as text. Failures throw `ApiProblem`. */
export async function readText<P extends PathsWith<'get'>>(
  path: P,
  ...[options]: Arguments<Operation<P, 'get'>>
): Promise<string> {
  const response = await readAs('*/*', path, options)
  return (await readFile(response)).text()
}

/** Prints the PDF that a GET answers, as `printFile` does. Failures throw `ApiProblem`. */
export async function printAnswer<P extends PathsWith<'get'>>(
  path: P,
  ...[options]: Arguments<Operation<P, 'get'>>
): Promise<boolean> {
  const response = await readAs('application/pdf', path, options)
  return printFile(await readFile(response))
}

/**
 * Shows what a GET answers in a tab of its own, at its own address, so that it keeps its name. Asks first, so that an
 * ended session and a refusal are dealt with here: throws `ApiProblem`. False: the browser allowed no tab.
 */
export async function openInTab<P extends PathsWith<'get'>>(
  path: P,
  ...[options]: Arguments<Operation<P, 'get'>>
): Promise<boolean> {
  const target = address(path, options ?? {})
  await readFile(await readAs('*/*', path, options))
  const tab = window.open(target, '_blank')
  if (tab) tab.opener = null
  return tab !== null
}

/** Shows the document that a POST answers in a tab of its own. Failures throw `ApiProblem`. False: the browser allowed no tab. */
export async function openAnswerInTab<P extends PathsWith<'post'>>(
  path: P,
  ...[options]: Arguments<Operation<P, 'post'>>
): Promise<boolean> {
  const asked: AnyOptions = options ?? {}
  const response = await reach({ method: 'post', path, company: asked.path?.id }, (named) =>
    attempt('post', path, asked, named),
  )
  return showFile(await readFile(response))
}
