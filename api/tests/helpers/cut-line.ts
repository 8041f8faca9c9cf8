// A line to PostgreSQL that can break at the worst moment: between a commit and its answer.
import { createServer, connect, type Server as Listener, type Socket } from 'node:net'

const commit = Buffer.from('commit\0')
const begin = Buffer.from('read write')

export class CutLine {
  /** What the server is given instead of the database's own address. */
  readonly databaseUrl: string
  /** How many commits lost their answer. */
  cuts = 0
  private readonly listener: Listener
  private readonly sockets = new Set<Socket>()
  private marker: Buffer | undefined

  private constructor(listener: Listener, databaseUrl: string) {
    this.listener = listener
    this.databaseUrl = databaseUrl
  }

  static async to(databaseUrl: string): Promise<CutLine> {
    const url = new URL(databaseUrl)
    const target = { host: url.hostname, port: Number(url.port) }
    const listener = createServer()
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
    const address = listener.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    url.port = String(address.port)
    const line = new CutLine(listener, url.href)
    listener.on('connection', (client) => line.carry(client, connect(target)))
    return line
  }

  /** The next transaction that holds this text is committed, and nobody learns it. */
  cutAfterCommitOf(text: string): void {
    this.marker = Buffer.from(text)
  }

  close(): void {
    this.listener.close()
    for (const socket of this.sockets) socket.destroy()
  }

  private carry(client: Socket, database: Socket): void {
    let holdsMarker = false
    const end = () => {
      client.destroy()
      database.destroy()
    }
    for (const socket of [client, database]) {
      this.sockets.add(socket)
      socket.on('error', end).on('close', () => {
        this.sockets.delete(socket)
        end()
      })
    }
    // What one transaction sends comes in few pieces, none of which ends inside these words.
    client.on('data', (bytes) => {
      if (bytes.includes(begin)) holdsMarker = false
      if (this.marker && bytes.includes(this.marker)) holdsMarker = true
      if (holdsMarker && bytes.includes(commit)) {
        this.marker = undefined
        this.cuts += 1
        // The answer to the commit, which is thrown away, is the sign that it was done.
        database.removeAllListeners('data').once('data', end)
      }
      database.write(bytes)
    })
    database.on('data', (bytes) => client.write(bytes))
  }
}
