// What is done to the cluster while eight cashiers sell; called by cluster.mjs.
import { pause, until } from './cluster-nodes.mjs'

/** Both servers refuse to save, with this in the sentence of /readyz. */
async function bothRefuse({ direct, fault, say }, wanted) {
  for (const n of [1, 2]) {
    const answer = await until(`server ${n} is not ready`, async () => {
      const { status, json } = await direct(n, 'GET', '/readyz')
      return status === 503 && (json.detail ?? '').includes(wanted) && json
    }).catch(async (error) => fault(`${error.message}: ${JSON.stringify((await direct(n, 'GET', '/readyz')).json)}`))
    if (answer && n === 1) say(`  ${answer.detail}`)
  }
}

/** Nothing is acknowledged for so long. */
async function nothingIsSold({ acknowledgedCount, fault }, seconds) {
  const before = acknowledgedCount()
  await pause(seconds * 1000)
  if (acknowledgedCount() > before) fault(`${acknowledgedCount() - before} sales were acknowledged meanwhile`)
}

/** `mayStop`: without a primary that is right nobody can sell, however long that lasts. */
export const kills = [
  { name: 'balcao', what: 'kill -9 of one server', run: async ({ servers }) => servers[0].kill() },
  { name: 'nginx', what: 'kill -9', run: async ({ cluster }) => cluster.nginx.kill() },
  { name: 'pgbouncer', what: 'kill -9', run: async ({ cluster }) => cluster.pgbouncer.kill() },
  { name: 'haproxy', what: 'kill -9', run: async ({ cluster }) => cluster.haproxy.kill() },
  {
    name: 'standby',
    what: 'kill -9 of the PostgreSQL that the primary waits for',
    run: async ({ cluster }) => cluster.killPostgres(await cluster.node('sync_standby')),
  },
  {
    name: 'etcd',
    what: "kill -9 of etcd's leader",
    run: async ({ cluster }) => {
      const leader = cluster.etcd[cluster.etcdLeader() - 1]
      leader.down()
      await pause(15_000)
      leader.start()
    },
  },
  {
    name: 'primary',
    what: 'kill -9 of the PostgreSQL',
    run: async ({ cluster }) => {
      const old = await cluster.node('leader')
      cluster.killPostgres(old)
      await until('another one is primary', async () => ![undefined, old].includes(await cluster.node('leader')))
    },
  },
  {
    name: 'frozen primary',
    what: 'SIGSTOP of the whole machine for 25 s, then it goes on',
    run: async ({ cluster }) => {
      const old = await cluster.node('leader')
      cluster.freezeNode(old, 'SIGSTOP')
      await pause(25_000)
      cluster.freezeNode(old, 'SIGCONT')
      await until('another one is primary', async () => ![undefined, old].includes(await cluster.node('leader')))
    },
  },
  {
    name: 'machine back',
    what: 'kill -9 of the primary with its Patroni; it comes back 20 s later',
    run: async ({ cluster }) => {
      const old = await cluster.node('leader')
      cluster.patroni[old - 1].down()
      cluster.killPostgres(old)
      await until('another one is primary', async () => ![undefined, old].includes(await cluster.node('leader')))
      await pause(10_000)
      cluster.patroni[old - 1].start()
      await cluster.whole()
    },
  },
  {
    name: 'old primary',
    what: 'it comes back without Patroni and takes writes, and HAProxy leads to it',
    mayStop: true,
    run: async (context) => {
      const { cluster, fault } = context
      const old = await cluster.node('leader')
      cluster.patroni[old - 1].down()
      cluster.killPostgres(old)
      await until('another one is primary', async () => ![undefined, old].includes(await cluster.node('leader')))
      const count = context.acknowledgedCount()
      await until('sales go on', () => context.acknowledgedCount() > count + 20)
      await pause(11_000) // both servers have seen it
      const bare = cluster.startBare(old)
      const there = { host: cluster.address(old), port: 5432 }
      await until('the old primary answers', () => cluster.psql('select pg_is_in_recovery()', there) === 'f')
      const sales = () => cluster.psql('select count(*) from venda', there)
      const before = sales()
      cluster.leadTo(old)
      await bothRefuse(context, 'é um primário antigo')
      await nothingIsSold(context, 5)
      if (sales() !== before) fault('sales were written to the old primary')
      cluster.leadRight()
      bare.down()
      cluster.killPostgresIfThere(old)
      await pause(1500)
      cluster.patroni[old - 1].start()
    },
  },
  {
    name: 'wrong way',
    what: 'HAProxy leads to a standby',
    mayStop: true,
    run: async (context) => {
      const { cluster } = context
      cluster.leadTo(await cluster.node('sync_standby'))
      await bothRefuse(context, 'é uma réplica (standby)')
      await nothingIsSold(context, 5)
      cluster.leadRight()
    },
  },
  {
    name: 'no quorum',
    what: 'two of three etcd are away for 20 s',
    run: async ({ cluster }) => {
      for (const part of cluster.etcd.slice(0, 2)) part.down()
      await pause(20_000)
      for (const part of cluster.etcd.slice(0, 2)) part.start()
    },
  },
  {
    name: 'no primary',
    what: 'two of three etcd and a standby are away',
    mayStop: true,
    run: async (context) => {
      const { cluster } = context
      const standby = await cluster.node('replica')
      for (const part of cluster.etcd.slice(0, 2)) part.down()
      cluster.patroni[standby - 1].down()
      cluster.killPostgresIfThere(standby)
      await bothRefuse(context, 'quem cuida do servidor')
      await nothingIsSold(context, 5)
      for (const part of cluster.etcd.slice(0, 2)) part.start()
      cluster.patroni[standby - 1].start()
    },
  },
]
