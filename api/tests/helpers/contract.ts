// The contract as the tests use it: its operations, and a judge of every answer.
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { parse } from 'yaml'
import type { operations } from './schema.d.ts'

export type Operation = keyof operations

type Json = { [key: string]: any }

export const contractText = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8')
const contract: Json = parse(contractText)

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema({ ...contract, $id: 'contract' })

export interface Route {
  method: string
  path: string
  isPublic: boolean
  /** The statuses it names, without `default`. */
  statuses: number[]
}

/** Every operation of the contract by its id. */
export const routes: Record<string, Route> = {}
for (const [path, item] of Object.entries<Json>(contract.paths)) {
  for (const method of ['get', 'post', 'put', 'delete']) {
    const operation = item[method]
    if (operation) {
      routes[operation.operationId] = {
        method: method.toUpperCase(),
        path,
        isPublic: operation.security?.length === 0,
        statuses: Object.keys(operation.responses).map(Number).filter(Number.isInteger),
      }
    }
  }
}

/** Type of the body that the operation reads; undefined when it reads none. */
export function requestTypeOf(operation: Operation): string | undefined {
  const { path, method } = routes[operation]!
  return Object.keys(contract.paths[path][method.toLowerCase()].requestBody?.content ?? {})[0]
}

const pointer = (...parts: string[]) =>
  parts.map((part) => '/' + part.replaceAll('~', '~0').replaceAll('/', '~1')).join('')

function resolved(node: Json, at: string): { node: Json; at: string } {
  if (typeof node.$ref !== 'string') return { node, at }
  const target = node.$ref.slice(1)
  const found = target
    .split('/')
    .slice(1)
    .reduce((parent: Json, key: string) => parent[key.replaceAll('~1', '/').replaceAll('~0', '~')], contract)
  return { node: found, at: target }
}

const validators = new Map<string, ValidateFunction>()
function problemsOf(at: string, value: unknown): string[] {
  let validate = validators.get(at)
  if (!validate) validators.set(at, (validate = ajv.compile({ $ref: 'contract#' + encodeURI(at) })))
  return validate(value)
    ? []
    : validate.errors!.map(
        (error) => `${error.instancePath || 'body'} ${error.message} ${JSON.stringify(error.params)}`,
      )
}

/** What an answer must show to be judged. */
export interface Judged {
  status: number
  headers: Record<string, string>
  bytes: Buffer
}

/** Problems of a JSON value against a schema of the contract, e.g. `Event`. */
export const problemsOfSchema = (schema: string, value: unknown) =>
  problemsOf(pointer('components', 'schemas', schema), value)

/** Everything in which an answer differs from what the contract promises; empty when it keeps its word. */
export function problemsOfAnswer(operationId: Operation, answer: Judged): string[] {
  const route = routes[operationId]!
  const declared: Json = contract.paths[route.path][route.method.toLowerCase()].responses
  const key = String(answer.status) in declared ? String(answer.status) : answer.status >= 400 ? 'default' : ''
  if (!declared[key]) return [`status ${answer.status} is not in the contract of ${operationId}`]
  const { node: response, at } = resolved(
    declared[key],
    pointer('paths', route.path, route.method.toLowerCase(), 'responses', key),
  )

  const problems: string[] = []
  for (const [name, header] of Object.entries<Json>(response.headers ?? {})) {
    const { node, at: headerAt } = resolved(header, `${at}${pointer('headers', name)}`)
    const value = answer.headers[name.toLowerCase()]
    if (value === undefined) problems.push(`header ${name} is missing`)
    else if (node.schema)
      problems.push(...problemsOf(`${headerAt}/schema`, value).map((problem) => `header ${name}: ${problem}`))
  }
  if (!answer.headers['x-request-id']) problems.push('header X-Request-Id is missing')
  if (answer.headers['x-content-type-options'] !== 'nosniff')
    problems.push('header X-Content-Type-Options is not nosniff')

  const type = (answer.headers['content-type'] ?? '').split(';')[0]!.trim()
  if (!response.content) {
    if (answer.bytes.length > 0) problems.push(`a body of ${answer.bytes.length} bytes where none is promised`)
    return problems
  }
  if (!response.content[type])
    return [...problems, `content type '${type}' is not among ${Object.keys(response.content)}`]
  if (!type.endsWith('json')) return problems
  let body: Json
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.bytes))
  } catch (error) {
    return [...problems, `the body is not JSON in UTF-8: ${error}`]
  }
  problems.push(...problemsOf(`${at}${pointer('content', type)}/schema`, body))
  if (type === 'application/problem+json') {
    if (body.status !== answer.status)
      problems.push(`the problem says status ${body.status}, the answer ${answer.status}`)
    if (body.request_id !== answer.headers['x-request-id']) problems.push('request_id differs from X-Request-Id')
  }
  return problems
}
