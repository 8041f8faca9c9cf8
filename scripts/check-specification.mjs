// Holds docs/specification-check.md against what the tests reported: each row of its sections 2 to 9 names tests by file and full
// title, and each of them ran, was not skipped, and passed.
//   node scripts/check-specification.mjs                         the document alone: rows, files
//   node scripts/check-specification.mjs PART=REPORT,REPORT…     and what these parts reported (JUnit, of vitest, Playwright and
//                                                                GoogleTest); `PART=` has passed before, but left no report
// A part that is not named was not run. With CI=true every part that the document needs has to be there.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const SECTIONS = ['2', '3', '4', '5', '6', '7', '8', '9']

/** Where tests of these names are, and the part of ./test that runs them. */
const PLACES = {
  web: { part: 'web', folder: 'web/src' },
  api: { part: 'api', folder: 'api/tests' },
  e2e: { part: 'e2e', folder: 'e2e' },
  server: { part: 'unit', folder: 'server/tests' },
}

/** Rows of the document's tables in those sections, each with the tests it names. */
export function rowsOf(document) {
  const rows = []
  let section
  for (const line of document.split('\n')) {
    const heading = /^## (?:(\d)\. )?/.exec(line)
    if (heading) section = heading[1]
    const cells = /^\| (.+) \| (.+) \|$/.exec(line)
    if (!section || !cells || cells[2] === 'proved by') continue
    const references = [...cells[2].matchAll(/`([^`]+?\.(?:tsx?|cpp)): ([^`]+)`/g)].map(([, file, title]) => ({
      file,
      title,
    }))
    rows.push({ section, name: cells[1], references })
  }
  return rows
}

const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const unescape = (text) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (entity, hex, decimal, name) =>
    name ? (ENTITIES[name] ?? entity) : String.fromCodePoint(parseInt(hex ?? decimal, hex ? 16 : 10)),
  )
const attribute = (tag, name) => unescape(tag.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1] ?? '')

/** What a JUnit report says of each test: its file as the runner calls it, its full title, and whether it passed. */
export function casesOf(report) {
  const xml = report.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '')
  return [...xml.matchAll(/<testcase\b((?:[^">]|"[^"]*")*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)].map(
    ([, tag, content = '']) => {
      const status = attribute(tag, 'status')
      const outcome = /<(failure|error)\b/.test(content)
        ? 'failed'
        : /<skipped\b/.test(content) || status === 'notrun' || attribute(tag, 'result') === 'suppressed'
          ? 'skipped'
          : 'passed'
      // GoogleTest: instances of one test are told apart by a prefix and a number.
      const file = attribute(tag, 'file')
      if (file.endsWith('.cpp')) {
        const suite = attribute(tag, 'classname')
          .split('/')
          .at(attribute(tag, 'classname').includes('/') ? 1 : 0)
        return { file, title: `${suite}.${attribute(tag, 'name').split('/')[0]}`, outcome }
      }
      return { file: attribute(tag, 'classname'), title: attribute(tag, 'name').replaceAll(' › ', ' > '), outcome }
    },
  )
}

/** `*` stands for what a table of cases puts into a title. */
function fits(title, wanted) {
  if (!wanted.includes('*')) return title === wanted
  const pieces = wanted.split('*').map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pieces.join('.+')}$`, 's').test(title)
}

/** What is wrong, a sentence each, and what could not be looked at. `reports`: of each part that was run, the texts. */
export function check({ document, reports, isThere, isWhole }) {
  const rows = rowsOf(document)
  const wrong = SECTIONS.filter((section) => !rows.some((row) => row.section === section)).map(
    (section) => `section ${section} has no rows`,
  )
  const unseen = new Map()
  const cases = new Map()
  let seen = 0
  for (const { section, name, references } of rows) {
    if (references.length === 0) wrong.push(`section ${section}, '${name}' names no test`)
    for (const { file, title } of references) {
      const place = PLACES[file.split('/')[0]]
      const path = place && `${place.folder}/${file.slice(file.indexOf('/') + 1)}`
      if (!place || !isThere(path)) {
        wrong.push(`there is no ${path ?? file}`)
        continue
      }
      const given = reports[place.part]
      if (!given?.length) {
        unseen.set(place.part, (unseen.get(place.part) ?? 0) + 1)
        continue
      }
      if (!cases.has(place.part)) cases.set(place.part, given.flatMap(casesOf))
      // Runners name files from their own folder on.
      const found = cases
        .get(place.part)
        .filter(
          (each) =>
            (path === each.file || path.endsWith(`/${each.file}`) || each.file.endsWith(`/${path}`)) &&
            fits(each.title, title),
        )
      const bad = found.find(({ outcome }) => outcome !== 'passed')
      if (found.length === 0) wrong.push(`${path} has no test '${title}' that was run`)
      else if (bad) wrong.push(`${path}: '${bad.title}' was ${bad.outcome}`)
      else seen += 1
    }
  }
  if (isWhole) for (const [part, count] of unseen) wrong.push(`${count} tests of the part ${part} were not reported`)
  return { wrong, unseen, seen, rows: rows.length }
}

function main() {
  const reports = {}
  for (const given of process.argv.slice(2)) {
    const [part, files = ''] = given.split('=')
    reports[part] = files
      .split(',')
      .filter(Boolean)
      .map((file) => readFileSync(file, 'utf8'))
  }
  const { wrong, unseen, seen, rows } = check({
    document: readFileSync(join(root, 'docs/specification-check.md'), 'utf8'),
    reports,
    isThere: (path) => existsSync(join(root, path)),
    isWhole: process.env.CI === 'true' && process.argv.length > 2,
  })
  for (const sentence of wrong) console.log(`docs/specification-check.md: ${sentence}`)
  if (process.argv.length > 2) {
    console.log(`${rows} rows of the specification: ${seen} tests that prove them passed`)
    for (const [part, count] of unseen)
      console.log(`  not looked at: ${count} of the part ${part}, which left no report of all its tests`)
  }
  process.exitCode = wrong.length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
