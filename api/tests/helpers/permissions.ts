// docs/permissions.md, the one table of who may call what.
import { readFileSync } from 'node:fs'
import type { Who } from './caller.ts'
import type { Operation } from './contract.ts'

export const whos: Who[] = ['nobody', 'unlinked', 'foreign', 'operador', 'user', 'admin']

export interface Permission {
  operation: Operation
  /** Method and path. */
  request: string
  /** `yes`, or the status of the refusal. */
  gives: Record<Who, string>
}

export const permissions: Permission[] = readFileSync(new URL('../../../docs/permissions.md', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => /^(GET|POST|PUT|DELETE) /.test(cells[2] ?? ''))
  .map(([, operation, request, ...gives]) => ({
    operation: operation as Operation,
    request: request!,
    gives: Object.fromEntries(whos.map((who, i) => [who, gives[i]!])) as Record<Who, string>,
  }))
