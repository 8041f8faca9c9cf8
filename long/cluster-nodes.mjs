// The parts of a cluster on 127.0.N.1 to 127.0.N.3, each started again a second after it ends, as systemd does.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** Waits until `read` gives something true; what it throws counts as not yet. */
export async function until(what, read, seconds = 60) {
  const deadline = Date.now() + seconds * 1000
  let last
  for (;;) {
    try {
      const value = await read()
      if (value) return value
    } catch (error) {
      last = error
    }
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s in vain: ${what}${last ? ` (${last.message})` : ''}`)
    await pause(100)
  }
}

const isRoot = process.getuid() === 0
const owner = isRoot ? { uid: Number(execFileSync('id', ['-u', 'postgres'])), gid: Number(execFileSync('id', ['-g', 'postgres'])) } : {}
const configurations = join(import.meta.dirname, '../packaging/cluster')

/** All processes below this one, itself first. */
function family(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`)
  const children = tasks.flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean))
  return [pid, ...children.flatMap((child) => (existsSync(`/proc/${child}`) ? family(Number(child)) : []))]
}

/** A program that is kept running. */
export class Part {
  #child
  #wanted = false
  constructor(name, log, command, args, { env = {}, asOwner = true } = {}) {
    Object.assign(this, { name, log, command, args, options: { env, asOwner } })
  }
  get pid() {
    return this.#child?.pid
  }
  start() {
    this.#wanted = true
    const out = openSync(this.log, 'a', 0o666)
    const { env, asOwner } = this.options
    this.#child = spawn(this.command, this.args, {
      ...(asOwner ? owner : {}),
      cwd: '/',
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', out, out],
    })
    const child = this.#child
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined
      setTimeout(() => this.#wanted && !this.#child && this.start(), 1000)
    })
  }
  signal(name) {
    const all = this.pid ? family(this.pid) : []
    for (const pid of all) {
      try {
        process.kill(pid, name)
      } catch (error) {
        if (error.code !== 'ESRCH') throw error
      }
    }
  }
  /** SIGKILL for all of it; it comes back. */
  kill() {
    this.signal('SIGKILL')
  }
  /** It stays away until it is started. */
  down() {
    this.#wanted = false
    this.kill()
  }
}

/** Everything of packaging/cluster, with these addresses and folders. `work`: an empty folder. */
export class Cluster {
  constructor(work, net) {
    this.work = work
    this.net = net
    this.etcd = [1, 2, 3].map((n) => this.#etcd(n))
    this.patroni = [1, 2, 3].map((n) => this.#patroni(n))
    this.haproxy = this.#haproxy()
    this.pgbouncer = this.#pgbouncer()
    this.nginx = this.#nginx()
    this.web = `http://${this.address(1)}:8088`
  }
  address = (n) => `127.0.${this.net}.${n}`

  #folder(name) {
    const folder = join(this.work, name)
    mkdirSync(folder, { mode: 0o700 })
    if (isRoot) chownSync(folder, owner.uid, owner.gid)
    return folder
  }
  /** A file of packaging/cluster as machine `n` has it. */
  #configure(file, folder, n, replacements = {}) {
    let text = readFileSync(join(configurations, file), 'utf8')
      .replace(/127\.0\.0\.1(?!\/32)/g, this.address(n)) // whence connections come is 127.0.0.1 all the same
      .replace(/^name: node1$/m, `name: node${n}`)
    // The machine's own address stands after these words; the others are the same on all machines.
    text = text.replace(/(listen|connect_address|urls): (http:\/\/)?10\.0\.0\.1:/g, `$1: $2${this.address(n)}:`)
    text = text.replaceAll('10.0.0.', `127.0.${this.net}.`)
    for (const [from, to] of Object.entries(replacements)) {
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
      text = text.replaceAll(from, to)
    }
    const path = join(folder, file)
    writeFileSync(path, text)
    if (isRoot) chownSync(path, owner.uid, owner.gid)
    return path
  }
  #log = (name) => join(this.work, `${name}.log`)

  #etcd(n) {
    const folder = this.#folder(`etcd${n}`)
    const file = this.#configure('etcd.yml', folder, n, { '/var/lib/etcd/balcao': join(folder, 'data') })
    return new Part(`etcd ${n}`, this.#log(`etcd${n}`), '/usr/bin/etcd', ['--config-file', file])
  }
  #patroni(n) {
    const folder = this.#folder(`node${n}`)
    const file = this.#configure('patroni.yml', folder, n, {
      '/var/lib/postgresql/15/balcao': join(folder, 'data'),
      '/var/lib/postgresql/balcao.pgpass': join(folder, 'pgpass'),
      '/var/run/postgresql': folder,
    })
    return new Part(`node ${n}`, this.#log(`node${n}`), '/usr/bin/patroni', [file], { env: { HOME: folder } })
  }
  #haproxy() {
    this.haproxyFolder = this.#folder('haproxy')
    const file = this.#configure('haproxy.cfg', this.haproxyFolder, 1)
    return new Part('haproxy', this.#log('haproxy'), '/usr/sbin/haproxy', ['-db', '-f', file])
  }
  /** From now on it leads to that server, whatever Patroni says of it. */
  leadTo(n) {
    const file = join(this.haproxyFolder, 'wrong.cfg')
    const port = `bind ${this.address(1)}:5000`
    writeFileSync(
      file,
      `defaults\n mode tcp\n timeout connect 2s\n timeout client 1h\n timeout server 1h\nlisten primary\n ${port}\n server it ${this.address(n)}:5432\n`,
    )
    this.haproxy.args = ['-db', '-f', file]
    this.haproxy.kill()
  }
  leadRight() {
    this.haproxy.args = ['-db', '-f', join(this.haproxyFolder, 'haproxy.cfg')]
    this.haproxy.kill()
  }
  #pgbouncer() {
    const folder = this.#folder('pgbouncer')
    const users = join(folder, 'userlist.txt')
    writeFileSync(users, '"balcao" "change-this-four"\n')
    if (isRoot) chownSync(users, owner.uid, owner.gid)
    const file = this.#configure('pgbouncer.ini', folder, 1, { '/etc/pgbouncer/userlist.txt': users })
    return new Part('pgbouncer', this.#log('pgbouncer'), '/usr/sbin/pgbouncer', [file])
  }
  #nginx() {
    const folder = this.#folder('nginx')
    const site = this.#configure('nginx.conf', folder, 1, {
      'proxy_set_header Host $host': 'proxy_set_header Host $http_host', // with the port
      'listen 80;': `listen ${this.address(1)}:8088;`,
    })
    const file = join(folder, 'all.conf')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`).join(' ')
    writeFileSync(
      file,
      `daemon off; pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off; ${temporary} include ${site}; }\n`,
    )
    return new Part('nginx', this.#log('nginx'), '/usr/sbin/nginx', ['-c', file])
  }
  /** `env`: besides the settings of packaging/cluster/balcao.conf. */
  balcao(n, program, env) {
    const folder = join(this.work, `balcao${n}`)
    mkdirSync(folder)
    const file = join(folder, 'balcao.conf')
    const text = readFileSync(join(configurations, 'balcao.conf'), 'utf8')
      .replaceAll('127.0.0.1', this.address(1))
      .replace('BALCAO_LISTEN=10.0.0.1', `BALCAO_LISTEN=${this.address(n)}`)
      .replaceAll('10.0.0.', `127.0.${this.net}.`)
      .replace('/var/lib/balcao', join(folder, 'data'))
      .replace('https://balcao.example.com', this.web)
    writeFileSync(file, text)
    return new Part(`balcao ${n}`, this.#log(`balcao${n}`), program, ['serve'], {
      asOwner: false,
      env: { ...env, BALCAO_CONFIG: file },
    })
  }

  /** What Patroni says of each node that answers: `{ name, role, state, timeline }`. */
  async members() {
    for (const n of [1, 2, 3]) {
      try {
        const answer = await fetch(`http://${this.address(n)}:8008/cluster`, { signal: AbortSignal.timeout(1000) })
        return (await answer.json()).members
      } catch {
        // the next one
      }
    }
    return []
  }
  /** The number of the node that is primary, or that is its synchronous standby. */
  async node(...roles) {
    const found = (await this.members()).find(({ role, state }) => roles.includes(role) && (state === 'running' || state === 'streaming'))
    return found && Number(found.name.slice(4))
  }
  /** A primary, a standby that it waits for, and another one. */
  whole = () =>
    until(
      'the cluster is whole',
      async () => {
        const members = await this.members()
        const are = (role) => members.filter((one) => one.role === role && ['running', 'streaming'].includes(one.state)).length
        return members.length === 3 && are('leader') === 1 && are('sync_standby') === 1 && are('replica') === 1
      },
      120,
    )
  /** The number of etcd's leader. */
  etcdLeader() {
    const endpoints = [1, 2, 3].map((n) => `${this.address(n)}:2379`).join(',')
    const env = { ...process.env, ETCDCTL_API: '3' }
    const args = [`--endpoints=${endpoints}`, 'endpoint', 'status', '--write-out=json']
    const all = JSON.parse(execFileSync('/usr/bin/etcdctl', args, { env, stdio: ['ignore', 'pipe', 'ignore'] }))
    const leader = all.find(({ Status }) => Status.leader === Status.header.member_id)
    return Number(leader.Endpoint.split(':')[0].split('.')[3])
  }
  psql(statement, { host = this.address(1), port = 5000, user = 'balcao', password = 'change-this-four', database = 'balcao' } = {}) {
    const env = { ...process.env, PGPASSWORD: password, PGCONNECT_TIMEOUT: '3' }
    const address = `postgresql://${user}@${host}:${port}/${database}`
    const args = ['--quiet', '--no-psqlrc', '--tuples-only', '--no-align', '--set=ON_ERROR_STOP=1', address]
    return execFileSync('psql', args, { env, input: statement, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'ignore'] }).trim()
  }
  postmaster = (n) => Number(readFileSync(join(this.work, `node${n}/data/postmaster.pid`), 'utf8').split('\n')[0])
  killPostgres(n) {
    for (const pid of family(this.postmaster(n))) process.kill(pid, 'SIGKILL')
  }
  killPostgresIfThere(n) {
    if (existsSync(`/proc/${this.postmaster(n)}`)) this.killPostgres(n)
  }
  /** The whole machine, as far as the database goes. */
  freezeNode(n, how) {
    this.patroni[n - 1].signal(how)
    const all = family(this.postmaster(n))
    for (const pid of how === 'SIGCONT' ? all.toReversed() : all) process.kill(pid, how)
  }
  /** Starts its PostgreSQL as somebody would who has forgotten Patroni. */
  startBare(n) {
    const folder = join(this.work, `node${n}`)
    const part = new Part(`bare ${n}`, this.#log(`node${n}`), '/usr/lib/postgresql/15/bin/postgres', [
      ...['-D', join(folder, 'data'), '-h', this.address(n), '-p', '5432', '-k', folder, '-c', 'synchronous_standby_names='],
    ])
    part.start()
    return part
  }
  stop(...others) {
    for (const part of [...others, this.nginx, this.pgbouncer, this.haproxy, ...this.patroni, ...this.etcd]) part.down()
    for (const n of [1, 2, 3]) {
      const file = join(this.work, `node${n}/data/postmaster.pid`)
      if (existsSync(file)) this.killPostgresIfThere(n) // not Patroni's child
    }
  }
}
