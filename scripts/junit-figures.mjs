// Prints `passed failed skipped` over all suites of the given JUnit files (ctest, Vitest and Playwright each write one).
import { readFileSync } from 'node:fs'

const total = { tests: 0, failures: 0, errors: 0, skipped: 0, disabled: 0 }
for (const file of process.argv.slice(2)) {
  const xml = readFileSync(file, 'utf8').replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '')
  for (const [suite] of xml.matchAll(/<testsuite\s[^>]*>/g)) {
    for (const name of Object.keys(total)) {
      total[name] += Number(suite.match(new RegExp(`\\s${name}="(\\d+)"`))?.[1] ?? 0)
    }
  }
}
const failed = total.failures + total.errors
const skipped = total.skipped + total.disabled
console.log(total.tests - failed - skipped, failed, skipped)
