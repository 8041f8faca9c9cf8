// An SMTP server as an operator may name one: keeps what it is given, and refuses what a test tells it to refuse.
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server as NetServer, type Socket } from 'node:net'
import type { Server } from './server.ts'

export interface Mail {
  from: string
  to: string[]
  /** Headers by lower-case name. */
  headers: Record<string, string>
  text: string
  attachments: { name: string; type: string; content: string }[]
}

export const mailUser = 'balcao@lojas.example'
export const mailPassword = 'senha do e-mail #1'

export class MailServer {
  readonly mails: Mail[] = []
  /** Who signed in, by AUTH PLAIN. */
  readonly signedIn: string[] = []
  /** The reply to every recipient while it is set. */
  refusal = ''
  /** Recipients it was asked to take. */
  asked = 0
  private port = 0
  private readonly sockets = new Set<Socket>()
  private server: NetServer | undefined

  async start(): Promise<void> {
    const server = createServer((socket) => this.serve(socket))
    await new Promise<void>((listening) => server.listen(this.port, '127.0.0.1', listening))
    this.port = (server.address() as { port: number }).port
    this.server = server
  }

  /** The port stays its own for the next start. */
  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((closed) => this.server!.close(closed))
  }

  /** For a server that serves this machine alone, as it must where its public address is not named. */
  get env(): Record<string, string> {
    const who = `${encodeURIComponent(mailUser)}:${encodeURIComponent(mailPassword)}`
    return { BALCAO_SMTP_URL: `smtp://${who}@127.0.0.1:${this.port}`, BALCAO_TRUSTED_PROXIES: '' }
  }

  to = (address: string) => this.mails.filter(({ to }) => to.includes(address))

  private serve(socket: Socket): void {
    this.sockets.add(socket)
    socket.on('close', () => this.sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const say = (line: string) => socket.write(`${line}\r\n`)
    let rest = ''
    let envelope = { from: '', to: [] as string[] }
    let isData = false
    let isSecret = false
    const answer = (line: string) => {
      const [, verb = '', value = ''] = /^(\S+) ?(.*)$/.exec(line) ?? []
      const address = /<([^>]*)>/.exec(value)?.[1] ?? ''
      if (/^EHLO$/i.test(verb)) say('250-correio\r\n250-AUTH PLAIN\r\n250 8BITMIME')
      else if (/^AUTH$/i.test(verb)) {
        isSecret = true
        say('334 ')
      } else if (/^MAIL$/i.test(verb)) {
        envelope = { from: address, to: [] }
        say('250 ok')
      } else if (/^RCPT$/i.test(verb)) {
        this.asked += 1
        if (!this.refusal) envelope.to.push(address)
        say(this.refusal || '250 ok')
      } else if (/^DATA$/i.test(verb)) {
        isData = true
        say('354 go on')
      } else if (/^QUIT$/i.test(verb)) {
        say('221 bye')
        socket.end()
      } else say('502 not here')
    }
    socket.on('data', (bytes) => {
      rest += bytes.toString('latin1')
      for (;;) {
        const end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const taken = rest.slice(0, end)
        rest = rest.slice(end + (isData ? 5 : 2))
        if (isSecret) {
          isSecret = false
          this.signedIn.push(Buffer.from(taken, 'base64').toString())
          say('235 2.7.0 ok')
          continue
        }
        if (!isData) {
          answer(taken)
          continue
        }
        isData = false
        this.mails.push({ ...envelope, ...read(taken.replace(/^\.\./gm, '.')) })
        say('250 taken')
      }
    })
    say('220 correio')
  }
}

const headersOf = (block: string) =>
  Object.fromEntries(
    block
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )

/** A message that is made of parts: a text, and files in base64. */
function read(raw: string): Pick<Mail, 'headers' | 'text' | 'attachments'> {
  const [block = '', ...body] = raw.split('\r\n\r\n')
  const headers = headersOf(block)
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')![1]!
  const parts = body.join('\r\n\r\n').split(`--${boundary}`).slice(1, -1)
  const [text = '', ...files] = parts
  const contentOf = (part: string) => part.slice(part.indexOf('\r\n\r\n') + 4)
  const attachments = files.map((part) => ({
    name: /filename="([^"]*)"/.exec(part)?.[1] ?? '',
    type: /Content-Type: ([^\r;]*)/.exec(part)?.[1] ?? '',
    content: Buffer.from(contentOf(part), 'base64').toString('latin1'),
  }))
  return { headers, text: unquoted(contentOf(text)), attachments }
}

/** A header's text, which may be in encoded words. */
export const decoded = (header: string) =>
  header
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, words: string) => Buffer.from(words, 'base64').toString())

/** Quoted-printable. */
const unquoted = (text: string) =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

/** The token in the link of an e-mail. */
export const tokenIn = ({ text }: Mail) => /\/app\/new-password#(\S+)/.exec(text)![1]!

/** A link of this account, as if it had been sent. */
export function newToken(server: Server, user: string): string {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  const { database } = server
  const id = randomBytes(16).toString('hex')
  const blob = database.isPostgres ? `'\\x${hash}'::bytea` : `x'${hash}'`
  const uuid = database.isPostgres ? `'${id}'::uuid` : `x'${id}'`
  database.run(`insert into senha_nova (id, token_hash, user_id, versao, expira_em)
    select ${uuid}, ${blob}, id, version, ${Date.now() + 60_000}000 from users where id = ${database.id(user)}`)
  return token
}
