// What the compiler and the linker were asked for is in the program that people run: read from the file itself.
import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { binary } from '../helpers/binary.ts'

/** The sanitized build has only the library's assertions: the rest is the sanitizers' work. */
const isSanitized = binary.includes('/sanitize/')

const read = (tool: string, ...args: string[]) =>
  execFileSync(tool, args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })

describe.skipIf(isSanitized).each([
  ['the server', binary],
  ['the module that draws budgets', `${dirname(binary)}/libbalcao_budget_pdf.so`],
  ['the module that draws uploads', `${dirname(binary)}/libbalcao_pictures.so`],
])('%s', (_name, file) => {
  const segments = read('readelf', '--wide', '--program-headers', file)
  const dynamic = read('readelf', '--wide', '--dynamic', file)
  const imported = read('nm', '--dynamic', '--undefined-only', file)

  test('is loaded at a random place', () => {
    expect(read('readelf', '--file-header', file)).toMatch(/Type:\s+DYN/)
  })
  test('has no memory that is both written and run', () => {
    expect(segments).toMatch(/GNU_STACK\s+(\S+\s+){5}RW\s/)
    expect(segments.split('\n').filter((line) => /^\s+(LOAD|GNU_STACK)\b/.test(line) && /\sRWE\s/.test(line))).toEqual(
      [],
    )
  })
  test('binds its symbols at start and makes their table read-only', () => {
    expect(segments).toContain('GNU_RELRO')
    expect(dynamic).toMatch(/BIND_NOW|FLAGS_1.*NOW/)
  })
  test('notices an overwritten stack', () => {
    expect(imported).toContain('__stack_chk_fail')
  })
})

describe.skipIf(isSanitized)('the server', () => {
  const imported = read('nm', '--dynamic', '--undefined-only', binary)
  test('calls the checked forms of what writes into memory', () => {
    expect(imported).toMatch(/__(memcpy|memmove|memset|read|pread|recv|fread|snprintf|vsnprintf|poll)_chk/)
  })
  test("checks the standard library's containers", () => {
    expect(imported).toContain('__glibcxx_assert_fail')
  })
  test('marks where an indirect call may go, on x86', () => {
    if (process.arch !== 'x64') return
    // The linker drops the note when one of the libraries lacks it; the places themselves are in our code.
    expect(read('objdump', '--disassemble=main', binary)).toContain('endbr64')
  })
})
