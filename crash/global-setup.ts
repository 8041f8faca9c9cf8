// Once per run: a PostgreSQL cluster, and the folders that the helpers of the API tests write notes into.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { binary } from '../api/tests/helpers/binary.ts'
import { startCluster, stopCluster } from '../api/tests/helpers/cluster.ts'

export default function setup(): () => void {
  if (!existsSync(binary)) throw new Error(`${binary} is missing: build it first, or name another with BALCAO_BINARY`)
  const notes = mkdtempSync(join(tmpdir(), 'balcao-crash-'))
  process.env.BALCAO_TEST_COVERAGE = notes
  process.env.BALCAO_TEST_STATEMENTS_FOLDER = notes
  // Servers are killed here, the database is not.
  const cluster = startCluster('fsync=off')
  process.env.BALCAO_TEST_CLUSTER = cluster
  return () => {
    stopCluster(cluster)
    rmSync(notes, { recursive: true })
  }
}
