// That the check of the specification fails where it must.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, check } from './check-specification.mjs'

const vitest = `<testsuites><testsuite name="src/app/places.test.ts" tests="3">
  <testcase classname="src/app/places.test.ts" name="the menu &gt; has &quot;all&quot;" time="0.1"></testcase>
  <testcase classname="src/app/places.test.ts" name="the menu &gt; waits" time="0"><skipped/></testcase>
  <testcase classname="src/app/places.test.ts" name="swiped by 49 px" time="0"/>
  <testcase classname="src/app/places.test.ts" name="swiped by 50 px" time="0"/>
</testsuite></testsuites>`
const playwright = `<testsuite name="screens.spec.ts" hostname="sqlite">
  <testcase name="the shell › is as wide" classname="screens.spec.ts" time="1"><system-out><![CDATA[<failure>]]></system-out></testcase>
  <testcase name="falls" classname="screens.spec.ts" time="1"><failure message="no">no</failure></testcase></testsuite>`
const googletest = `<testsuite name="All/Bad"><testcase name="IsRefused/0" file="/x/server/tests/registry/companies/company_test.cpp" line="3"
  status="run" result="completed" classname="All/Bad" />
  <testcase name="Sleeps" file="/x/server/tests/registry/companies/company_test.cpp" status="notrun" result="suppressed" classname="Bad" /></testsuite>`

const document = (...references) =>
  ['2', '3', '4', '5', '6', '7', '8', '9']
    .map(
      (n) =>
        `## ${n}. Some\n\n| point | proved by |\n|---|---|\n| it | ${n === '2' ? references.join(' · ') : '`web/app/places.test.ts: the menu > has "all"`'} |\n`,
    )
    .join('\n')
const run = (references, more = {}) =>
  check({
    document: document(...references),
    reports: { web: [vitest], e2e: [playwright], unit: [googletest] },
    isThere: (path) => !path.includes('gone'),
    isWhole: false,
    ...more,
  })

test('what ran and passed is enough, whichever runner reports it', () => {
  const references = [
    '`web/app/places.test.ts: swiped by * px`',
    '`e2e/platform/screens.spec.ts: the shell > is as wide`',
    '`server/registry/companies/company_test.cpp: Bad.IsRefused`',
  ]
  assert.deepEqual(run(references).wrong, [])
  assert.equal(run(references).seen, 10)
})

for (const [what, reference, sentence] of [
  ['a beginning of a title', '`web/app/places.test.ts: the menu > has`', /has no test/],
  ['a title without its group', '`web/app/places.test.ts: has "all"`', /has no test/],
  ['another file of the same title', '`web/app/other.test.ts: the menu > has "all"`', /has no test/],
  ['a skipped test', '`web/app/places.test.ts: the menu > waits`', /was skipped/],
  ['one that did not run', '`server/registry/companies/company_test.cpp: Bad.Sleeps`', /was skipped/],
  ['a failed test', '`e2e/platform/screens.spec.ts: falls`', /was failed/],
  ['a file that is gone', '`web/app/gone.test.ts: the menu > waits`', /there is no/],
  ['a place nobody knows', '`crash/places.test.ts: the menu > waits`', /there is no/],
  ['a row without a test', 'nothing', /names no test/],
])
  test(`${what} is not`, () => {
    assert.equal(run([reference]).wrong.length, 1)
    assert.match(run([reference]).wrong[0], sentence)
  })

test('a section without rows is not', () => {
  const { wrong } = check({
    document: document('`web/app/places.test.ts: x`').replace('## 9.', '## Nine'),
    reports: {},
    isThere: () => true,
    isWhole: false,
  })
  assert.deepEqual(wrong, ['section 9 has no rows'])
})

test('a part without a report is told, and where everything has to be there it is not enough', () => {
  const api = ['`api/accounts/users.test.ts: any`']
  assert.deepEqual([run(api).wrong, [...run(api).unseen]], [[], [['api', 1]]])
  assert.deepEqual(run(api, { isWhole: true }).wrong, ['1 tests of the part api were not reported'])
})

test('what a test printed is no outcome', () => {
  assert.deepEqual(
    casesOf(playwright).map(({ outcome }) => outcome),
    ['passed', 'failed'],
  )
})
