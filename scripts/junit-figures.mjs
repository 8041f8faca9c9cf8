// Prints `passed failed skipped` over all suites of JUnit files (ctest, GoogleTest, Vitest and Playwright each write one), and
// below it each failed case: its name, then the first lines of what it says, indented.
import { readFileSync } from 'node:fs'

const LINES = 4
const COLUMNS = 200
const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

const escape = (text) => text.replace(/[&<>"]/g, (char) => `&#${char.codePointAt(0)};`)
const unescape = (text) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (entity, hex, decimal, name) =>
    name ? (ENTITIES[name] ?? entity) : String.fromCodePoint(parseInt(hex ?? decimal, hex ? 16 : 10)),
  )
const attribute = (tag, name) => unescape(tag.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1] ?? '')

/** The lines that say why: from the first that tells of a failure on (ctest gives all that the test printed). */
function reasonOf(content) {
  const [, tag, text = ''] =
    content.match(/<(?:failure|error)\b((?:[^">]|"[^"]*")*?)(?:\/>|>([\s\S]*?)<\/(?:failure|error)>)/) ?? []
  const printed = content.match(/<system-out>([\s\S]*?)<\/system-out>/)?.[1] ?? ''
  const said =
    [unescape(text), attribute(tag ?? '', 'message'), unescape(printed)].find((each) => each.trim() !== '') ?? ''
  const lines = said
    .replace(/\u001b\[[\d;]*m/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const first = lines.findIndex((line) => /\bFailure\b|\bERROR\b|Error:|runtime error/.test(line))
  return lines
    .slice(Math.max(first, 0))
    .slice(0, LINES)
    .map((line) => `    ${line.trim().slice(0, COLUMNS)}`)
}

const xml = process.argv
  .slice(2)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text) => escape(text))
const total = { tests: 0, failures: 0, errors: 0, skipped: 0, disabled: 0 }
for (const [suite] of xml.matchAll(/<testsuite\s[^>]*>/g)) {
  for (const name of Object.keys(total)) total[name] += Number(attribute(suite, name))
}
const failed = total.failures + total.errors
const skipped = total.skipped + total.disabled
console.log(total.tests - failed - skipped, failed, skipped)

for (const [, tag, content = ''] of xml.matchAll(/<testcase\b((?:[^">]|"[^"]*")*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)) {
  if (!/<(failure|error)\b/.test(content)) continue
  const [group, name] = [attribute(tag, 'classname'), attribute(tag, 'name')]
  console.log([group === name ? name : `${group}: ${name}`, ...reasonOf(content)].join('\n'))
}
