// Once per run: a small web application to serve, empty records of coverage and statements, one PostgreSQL cluster where it is
// needed; at the end the servers that files shared are stopped.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { TestProject } from 'vitest/node'
import { binary } from './helpers/binary.ts'
import { startCluster, stopCluster } from './helpers/cluster.ts'

export default function setup({ vitest }: TestProject): () => Promise<void> {
  if (!existsSync(binary)) throw new Error(`${binary} is missing: build it first, or name another with BALCAO_BINARY`)

  const results = join(import.meta.dirname, 'results')
  rmSync(results, { recursive: true, force: true })

  const web = join(results, 'web')
  cpSync(join(import.meta.dirname, 'fixtures/web'), web, { recursive: true })
  for (const file of ['index.html', 'assets/app-4f1c9a2e.js']) {
    const content = readFileSync(join(web, file))
    writeFileSync(join(web, `${file}.br`), brotliCompressSync(content))
    writeFileSync(join(web, `${file}.gz`), gzipSync(content))
  }

  const folder = (variable: string, name: string) => {
    const made = join(results, name)
    mkdirSync(made)
    process.env[variable] = made
    return made
  }
  folder('BALCAO_TEST_COVERAGE', 'coverage')
  folder('BALCAO_TEST_STATEMENTS_FOLDER', 'statements')
  const shared = folder('BALCAO_TEST_SHARED', 'shared')

  const chosen = new Set(vitest.projects.map(({ name }) => name))
  const isWhole = { sqlite: chosen.has('sqlite'), postgres: chosen.has('postgres') && chosen.has('postgres-rest') }
  process.env.BALCAO_TEST_WHOLE = Object.keys(isWhole)
    .filter((engine) => isWhole[engine as keyof typeof isWhole])
    .join(',')

  const cluster = [...chosen].some((name) => name.startsWith('postgres')) ? startCluster('fsync=off') : undefined
  if (cluster) process.env.BALCAO_TEST_CLUSTER = cluster
  return async () => {
    try {
      await stopShared(shared)
    } finally {
      if (cluster) stopCluster(cluster)
    }
  }
}

/** Stops what helpers/shared.ts started, servers before simulators. An unclean end fails the run. */
async function stopShared(notes: string): Promise<void> {
  const files = readdirSync(notes).filter((name) => name.endsWith('.json'))
  const failures: string[] = []
  for (const file of files.sort((a, b) => Number(a.includes('simulator')) - Number(b.includes('simulator')))) {
    const { pid, folder, log } = JSON.parse(readFileSync(join(notes, file), 'utf8'))
    const problem = await stop(pid, log)
    if (problem) failures.push(`${file}: ${problem}\n${readFileSync(log, 'utf8').slice(-4000)}`)
    rmSync(folder, { recursive: true, force: true })
  }
  if (failures.length > 0) throw new Error(failures.join('\n'))
}

async function stop(pid: number, log: string): Promise<string | undefined> {
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    return 'it had ended before the run was over'
  }
  const deadline = Date.now() + 30_000
  while (isAlive(pid)) {
    if (Date.now() > deadline) return 'it does not end'
    await new Promise((done) => setTimeout(done, 20))
  }
  if (/AddressSanitizer|LeakSanitizer|runtime error:/.test(readFileSync(log, 'utf8'))) return 'a sanitizer complains'
  return undefined
}

/** A zombie whose parent does not care has ended. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
