// Writable operations of the contract that no file of web/src calls, so that nobody could do them without curl. Fails for one
// that is not on the list below, and for one on the list that is called by now or gone.
//   node scripts/uncalled.mjs
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Operations that need no screen, and why. */
const NO_SCREEN = {}

const WRITES = ['post', 'put', 'patch', 'delete']

const root = resolve(import.meta.dirname, '..')

/** 'PUT /api/…' of the contract, whose paths stand two spaces deep and their methods four. */
function operations() {
  let path
  return readFileSync(join(root, 'api/openapi.yaml'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (/^\S/.test(line)) path = undefined
      path = /^ {2}(\/api\/\S*):$/.exec(line)?.[1] ?? path
      const method = /^ {4}(\w+):$/.exec(line)?.[1]
      return path && WRITES.includes(method) ? [`${method.toUpperCase()} ${path}`] : []
    })
}

const isCode = (name) => /\.tsx?$/.test(name) && !/\.test\.|testing|schema\.d\.ts$/.test(name)
const sources = join(root, 'web/src')
const code = readdirSync(sources, { recursive: true })
  .filter(isCode)
  .map((name) => readFileSync(join(sources, name), 'utf8'))

/** A path and its method stand in one call: api.put('/api/…', or openAnswerInTab('/api/…' for a POST. */
function isCalled(operation) {
  const [method, path] = operation.split(' ')
  const call = method === 'POST' ? '(\\.post|\\bopenAnswerInTab)' : `\\.${method.toLowerCase()}`
  const called = new RegExp(`${call}(<[^>]*>)?\\(\\s*'${path.replace(/[{}]/g, '\\$&')}'`)
  return code.some((text) => called.test(text))
}

const all = operations()
const mistakes = [
  ...all.filter((one) => !isCalled(one) && !(one in NO_SCREEN)).map((one) => `${one}: no file of web/src calls it`),
  ...Object.keys(NO_SCREEN)
    .filter((one) => !all.includes(one) || isCalled(one))
    .map((one) => `${one}: called by now, or gone; take it off the list in scripts/uncalled.mjs`),
]
mistakes.forEach((mistake) => console.log(mistake))
process.exit(mistakes.length ? 1 : 0)
