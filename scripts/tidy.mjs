// clang-tidy over every C++ file of the product (tests prove themselves) whose text, headers, flags or rules changed since it last passed.
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const build = resolve(root, 'build/sanitize')
const passed = resolve(root, '.cache/tidy')
const plain = resolve(root, '.cache/tidy-commands') // compile_commands.json of what is read
const tool = 'clang-tidy-19'

const texts = new Map()
const text = (file) => {
  if (!texts.has(file)) texts.set(file, readFileSync(file))
  return texts.get(file)
}
const isOurs = (file) => file.startsWith(root + '/') && !file.startsWith(build + '/')

// Object file -> the headers of ours it was compiled from, as the compiler told ninja.
function headers() {
  const result = new Map()
  let current = []
  for (const line of execFileSync('ninja', ['-C', build, '-t', 'deps'], { encoding: 'utf8', maxBuffer: 1 << 28 }).split(
    '\n',
  )) {
    if (/^\S/.test(line)) result.set(line.split(':')[0], (current = []))
    else if (line.trim()) current.push(resolve(build, line.trim()))
  }
  return new Map([...result].map(([object, files]) => [object, files.filter(isOurs).sort()]))
}

const rules = createHash('sha256')
  .update(text(resolve(root, '.clang-tidy')))
  .update(execFileSync(tool, ['--version']))
  .digest('hex')
const headersOf = headers()
// Without precompiled headers: clang-tidy would walk through all of theirs each time.
const withoutPrecompiled = (command) =>
  command.replace(/ -Winvalid-pch| (-Xclang )?-include(-pch)? (-Xclang )?\S*cmake_pch\S*/g, '')
const commands = JSON.parse(text(resolve(build, 'compile_commands.json'))).map((one) => ({
  ...one,
  command: withoutPrecompiled(one.command),
}))
const jobs = commands
  .filter((command) => isOurs(command.file) && /\/src\/.*\.cpp$/.test(command.file))
  .map((entry) => {
    const { command, file } = entry
    const object = / -o (\S+)/.exec(command)?.[1]
    const flags = command.replaceAll(file, '').replace(/ -o \S+/, '')
    const hash = createHash('sha256').update(rules).update(command)
    for (const read of [file, ...(headersOf.get(object) ?? [])]) hash.update(read).update(text(read))
    return { file, entry, flags, key: hash.digest('hex'), isKnown: headersOf.has(object) }
  })

rmSync(plain, { recursive: true, force: true })
mkdirSync(plain, { recursive: true })
mkdirSync(passed, { recursive: true })
const keys = new Set(jobs.map((job) => job.key))
for (const old of readdirSync(passed)) if (!keys.has(old)) rmSync(resolve(passed, old))

// Without known headers the key says too little to be trusted.
const unread = jobs.filter((job) => !job.isKnown || !existsSync(resolve(passed, job.key)))

// Most of the time goes into the system's headers, so files with the same flags are read together, of as many folders as
// there are: those of one have the same namespace, and may give the same name to different things.
const most_together = 8
function together(files) {
  const count = Math.ceil(files.length / most_together)
  const groups = Array.from({ length: count }, () => [])
  files.sort((a, b) => (a.file < b.file ? -1 : 1)).forEach((job, at) => groups[at % count].push(job))
  return groups
}
const byFlags = new Map()
for (const job of unread) byFlags.set(job.flags, [...(byFlags.get(job.flags) ?? []), job])
// Files that are read together, and the same again in halves, neighbours apart.
function groupOf(jobs) {
  const [{ entry, file }] = jobs
  if (jobs.length === 1) return { jobs, file, halves: [] }
  const all = resolve(plain, `together_${commands.length}.cpp`)
  writeFileSync(all, jobs.map((job) => `#include "${job.file}"\n`).join(''))
  commands.push({ ...entry, file: all, command: entry.command.replaceAll(file, all) })
  return { jobs, file: all, halves: [0, 1].map((side) => groupOf(jobs.filter((_, at) => at % 2 === side))) }
}
const queue = [...byFlags.values()].flatMap(together).map(groupOf)
writeFileSync(resolve(plain, 'compile_commands.json'), JSON.stringify(commands))

const tidy = (file) =>
  new Promise((done) =>
    execFile(
      tool,
      ['-p', plain, '--quiet', '--warnings-as-errors=*', file],
      { maxBuffer: 1 << 26 },
      (error, stdout, stderr) => done({ failed: error !== null, output: stdout + stderr }),
    ),
  )

// Using-declarations, not those of classes, that their file does not need. clang-tidy does not tell when another file of the
// group uses the name.
function unusedNames({ file }) {
  const code = text(file)
    .toString('utf8')
    .replace(/\/\/.*$/gm, '')
  return [...code.matchAll(/^\s*using (?:[a-z]\w*::)+(\w+);/gm)]
    .map(([, name]) => name)
    .filter((name) => [...code.matchAll(new RegExp(`(?<!::)\\b${name}\\b`, 'g'))].length === 0)
}

let failures = 0
function fail(job, output) {
  failures += 1
  console.log(`${relative(root, job.file)}:\n${output}`)
}

for (const job of jobs) {
  const names = unusedNames(job)
  if (names.length > 0) fail(job, `using-declarations of names that are not used: ${names.join(', ')}`)
}
async function read({ jobs, file, halves }) {
  const { failed, output } = await tidy(file)
  if (!failed) for (const { key } of jobs) writeFileSync(resolve(passed, key), '')
  else if (halves.length === 0) fail(jobs[0], output)
  else for (const half of halves) await read(half) // something is wrong with one, or only with their being read together
}
async function work() {
  for (let group = queue.shift(); group; group = queue.shift()) await read(group)
}
await Promise.all(cpus().map(work))
process.exit(failures ? 1 : 0)
