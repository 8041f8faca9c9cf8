// Once per run: one PostgreSQL cluster, in which each server has a database of its own.
import { startCluster, stopCluster } from '../api/tests/helpers/cluster.ts'

export default function setup(): () => void {
  const cluster = startCluster('fsync=off')
  process.env.BALCAO_TEST_CLUSTER = cluster
  return () => stopCluster(cluster)
}
