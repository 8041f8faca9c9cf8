// Once per run: one PostgreSQL cluster, a small web application to serve, empty records of coverage and statements.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { binary } from './helpers/binary.ts'
import { startCluster, stopCluster } from './helpers/cluster.ts'

export default function setup(): () => void {
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

  const coverage = join(results, 'coverage')
  mkdirSync(coverage)
  process.env.BALCAO_TEST_COVERAGE = coverage
  const statements = join(results, 'statements')
  mkdirSync(statements)
  process.env.BALCAO_TEST_STATEMENTS_FOLDER = statements
  const cluster = startCluster('fsync=off')
  process.env.BALCAO_TEST_CLUSTER = cluster
  return () => stopCluster(cluster)
}
