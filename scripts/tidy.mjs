// clang-tidy over every C++ file of the product (tests prove themselves) whose text, headers, flags or rules changed since it last passed.
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const build = resolve(root, 'build/sanitize')
const passed = resolve(root, '.cache/tidy')
const plain = resolve(root, '.cache/tidy-commands') // compile_commands.json without precompiled headers
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
// Each file is read by itself: what it uses and does not include is told, and common headers it does not use cost nothing.
const withoutPrecompiled = (command) =>
  command.replace(/ -Winvalid-pch| (-Xclang )?-include(-pch)? (-Xclang )?\S*cmake_pch\S*/g, '')
const commands = JSON.parse(text(resolve(build, 'compile_commands.json'))).map((one) => ({
  ...one,
  command: withoutPrecompiled(one.command),
}))
mkdirSync(plain, { recursive: true })
writeFileSync(resolve(plain, 'compile_commands.json'), JSON.stringify(commands))
const jobs = commands
  .filter((command) => isOurs(command.file) && /\/src\/.*\.cpp$/.test(command.file))
  .map(({ command, file }) => {
    const object = / -o (\S+)/.exec(command)?.[1]
    const hash = createHash('sha256').update(rules).update(command)
    for (const read of [file, ...(headersOf.get(object) ?? [])]) hash.update(read).update(text(read))
    return { file, key: hash.digest('hex'), isKnown: headersOf.has(object) }
  })

mkdirSync(passed, { recursive: true })
const keys = new Set(jobs.map((job) => job.key))
for (const old of readdirSync(passed)) if (!keys.has(old)) rmSync(resolve(passed, old))

// Without known headers the key says too little to be trusted.
const queue = jobs.filter((job) => !job.isKnown || !existsSync(resolve(passed, job.key)))
let failures = 0
async function work() {
  for (let job = queue.shift(); job; job = queue.shift()) {
    const { error, output } = await new Promise((done) =>
      execFile(
        tool,
        ['-p', plain, '--quiet', '--warnings-as-errors=*', job.file],
        { maxBuffer: 1 << 26 },
        (error, stdout, stderr) => done({ error, output: stdout + stderr }),
      ),
    )
    if (error) {
      failures += 1
      console.log(`${relative(root, job.file)}:\n${output}`)
    } else writeFileSync(resolve(passed, job.key), '')
  }
}
await Promise.all(cpus().map(work))
process.exit(failures ? 1 : 0)
