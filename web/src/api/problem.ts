import type { components } from './schema'

type ProblemBody = components['schemas']['Problem']

/** With what a stale save gets on top. */
type StaleBody = ProblemBody & { current: unknown }

/** The contract's codes, plus `unreachable`: no answer came, so the call may or may not have taken effect. */
export type ProblemCode = ProblemBody['code'] | 'unreachable'

export type FieldProblem = components['schemas']['FieldProblem']

/** Products that may be meant instead (products/lookup). */
type Suggested = { sugestoes?: components['schemas']['Product'][] }

type ProblemInit = {
  status: number
  code: ProblemCode
  title: string
  detail?: string | undefined
  requestId?: string | undefined
  errors?: FieldProblem[] | undefined
  retryAfter?: number | undefined
  existingId?: string | undefined
  current?: unknown
  etag?: string | undefined
  changedBy?: string | undefined
  changedAt?: string | undefined
  suggestions?: Suggested['sugestoes'] | undefined
  approval?: ProblemBody['aprovacao'] | undefined
}

/**
 * Why a call failed, in words ready to show: `title` and `detail` are Portuguese, `message` is the fuller of the two.
 * `status` is the HTTP status, 0 when no answer came.
 */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  readonly code: ProblemCode
  readonly title: string
  readonly detail: string | undefined
  /** To quote when asking for help; the server's log has the same. */
  readonly requestId: string | undefined
  readonly errors: readonly FieldProblem[]
  /** Seconds to wait before the next attempt (code `limited`). */
  readonly retryAfter: number | undefined
  /** The record that already has the refused value (code `conflict`). */
  readonly existingId: string | undefined
  /** The record as it is now and its ETag (code `stale`). */
  readonly current: unknown
  readonly etag: string | undefined
  /** Who saved that version and when, where the server tells. */
  readonly changedBy: string | undefined
  readonly changedAt: string | undefined
  /** Products that may be meant instead of the one that was not found. */
  readonly suggestions: readonly components['schemas']['Product'][]

  /** What a gerente has to allow first (code `aprovacao_necessaria`). */
  readonly approval: ProblemBody['aprovacao'] | undefined

  private readonly init: ProblemInit

  constructor(init: ProblemInit) {
    super(init.detail ?? init.title)
    this.init = init
    this.status = init.status
    this.code = init.code
    this.title = init.title
    this.detail = init.detail
    this.requestId = init.requestId
    this.errors = init.errors ?? []
    this.retryAfter = init.retryAfter
    this.existingId = init.existingId
    this.current = init.current
    this.etag = init.etag
    this.changedBy = init.changedBy
    this.changedAt = init.changedAt
    this.suggestions = init.suggestions ?? []
    this.approval = init.approval
  }

  /** First message of each bad field, keyed by the form's field path (`cnpj`, `itens.2.prod_NCM`). */
  get byField(): Record<string, string> {
    const messages: Record<string, string> = {}
    for (const { field, message } of this.errors) messages[field] ??= message
    return messages
  }

  /**
   * The same, with the lines of a list where they stand on the form: sent were those at `places`. `itens.0.quantidade` becomes
   * `itens.4.quantidade` when the first one sent stands at 4.
   */
  atPlaces(list: string, places: readonly number[]): ApiProblem {
    const line = new RegExp(`^${list}\\.(\\d+)`)
    const errors = this.errors.map((error) => ({
      ...error,
      field: error.field.replace(line, (_, sent: string) => `${list}.${places[Number(sent)] ?? sent}`),
    }))
    return new ApiProblem({ ...this.init, errors })
  }

  /** There are messages that belong at fields: show them there, without a toast. */
  get isInvalid(): boolean {
    return this.errors.length > 0
  }

  /** Somebody else saved meanwhile: `current` and `etag` hold their version. */
  get isStale(): boolean {
    return this.code === 'stale'
  }

  /** Asked for by its address: there is no such record, or none that one may see, or no record can have this id. */
  get isMissing(): boolean {
    return [400, 404, 422].includes(this.status)
  }

  get isUnauthenticated(): boolean {
    return this.status === 401
  }

  get isUnreachable(): boolean {
    return this.code === 'unreachable'
  }

  /** Worth asking again without changing anything: no answer, or the server says it is busy for a moment. */
  get isTemporary(): boolean {
    return this.isUnreachable || this.status === 503
  }
}

/** The problem for a fetch that got no answer. */
export function unreachable(timedOut: boolean): ApiProblem {
  return new ApiProblem({
    status: 0,
    code: 'unreachable',
    title: timedOut ? 'O servidor demorou a responder' : 'Sem conexão com o servidor',
    detail: timedOut
      ? 'O servidor demorou a responder. Tente de novo em instantes.'
      : 'Sem resposta do servidor. Confira a internet e tente de novo.',
  })
}

/** Reads a refused answer. Whatever stands between us and the server may answer without problem+json. */
export async function problemFrom(response: Response): Promise<ApiProblem> {
  const body = await readBody(response)
  return new ApiProblem({
    status: response.status,
    code: body.code ?? codeOf(response.status),
    title: body.title ?? 'O servidor recusou o pedido',
    detail: body.detail ?? (body.title ? undefined : sentenceOf(response.status)),
    requestId: body.request_id,
    errors: body.errors,
    retryAfter: body.retry_after ?? secondsOf(response.headers.get('Retry-After')),
    existingId: body.existing_id,
    current: body.current,
    etag: response.headers.get('ETag') ?? undefined,
    changedBy: body.changed_by,
    changedAt: body.changed_at,
    suggestions: body.sugestoes,
    approval: body.aprovacao,
  })
}

async function readBody(response: Response): Promise<Partial<StaleBody & Suggested>> {
  if (!response.headers.get('Content-Type')?.includes('json')) return {}
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {} // cut off on the way: the status alone still says what kind of refusal it was
  }
}

function codeOf(status: number): ProblemCode {
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 413) return 'too_large'
  if (status === 429) return 'limited'
  return status === 502 || status === 503 || status === 504 ? 'unavailable' : 'internal'
}

function sentenceOf(status: number): string {
  return status >= 500
    ? 'O servidor não conseguiu atender agora. Tente de novo em instantes.'
    : `O servidor recusou o pedido (código ${status}).`
}

function secondsOf(header: string | null): number | undefined {
  const seconds = Number(header ?? NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}
