// PostgreSQL clusters in temporary folders.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

const script = join(import.meta.dirname, '../../../scripts/postgres')
const run = (...args: string[]) => execFileSync(script, args, { encoding: 'utf8' }).trim()

/** Starts a cluster with these settings (`name=value`) and returns its folder. */
export const startCluster = (...settings: string[]) => run('start', ...settings)
export const stopCluster = (folder: string) => void run('stop', folder)
export const restartCluster = (folder: string) => void run('restart', folder)
/** Address of a new, empty database; in the cluster shared by all test files unless another is named. */
export const newDatabase = (folder = process.env.BALCAO_TEST_CLUSTER!) =>
  run('url', folder, `test_${randomBytes(6).toString('hex')}`)
