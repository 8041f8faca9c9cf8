// PostgreSQL clusters in temporary folders.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const script = join(import.meta.dirname, '../../../scripts/postgres')
const run = (...args: string[]) => execFileSync(script, args, { encoding: 'utf8' }).trim()

/** Starts a cluster with these settings (`name=value`) and returns its folder. */
export const startCluster = (...settings: string[]) => run('start', ...settings)
export const stopCluster = (folder: string) => void run('stop', folder)
export const restartCluster = (folder: string) => void run('restart', folder)
/** A physical standby of that cluster, which is promoted when its primary is gone. */
export const startStandby = (folder: string) => run('standby', folder)
export const promoteStandby = (folder: string) => void run('promote', folder)
/** It is gone at once, as a machine that dies, and comes back with what it had. */
export const downCluster = (folder: string) => void run('down', folder)
export const upCluster = (folder: string) => void run('up', folder)
export const portOf = (folder: string) => readFileSync(join(folder, 'port'), 'utf8').trim()
/** From now on it takes connections and answers none, until it is thawed. */
export const freezeCluster = (folder: string) => processesOf(folder).forEach((pid) => process.kill(pid, 'SIGSTOP'))
/** Its children first: one that ends then stays known until their parent goes on. */
export const thawCluster = (folder: string) =>
  processesOf(folder)
    .reverse()
    .forEach((pid) => process.kill(pid, 'SIGCONT'))
function processesOf(folder: string): number[] {
  const postmaster = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]!
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  return [postmaster, ...children].map(Number)
}
/** Address of a new, empty database; in the cluster shared by all test files unless another is named. */
export const newDatabase = (folder = process.env.BALCAO_TEST_CLUSTER!) =>
  run('url', folder, `test_${randomBytes(6).toString('hex')}`)
