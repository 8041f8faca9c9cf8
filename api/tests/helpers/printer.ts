// A receipt printer on a port of its own: keeps what it got and answers as one that understands ESC/POS.
import { createServer, type Server, type Socket } from 'node:net'

/** The upper half of code page 850. */
const codePage =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'
const [dle, esc, gs] = [0x10, 0x1b, 0x1d]

/** One piece of paper, as it was cut off. */
export interface Paper {
  lines: string[]
  /** Content and dots a module, of 8 to the millimetre. */
  qr: { content: string; dots: number }[]
}

export type Mood = 'fine' | 'silent' | 'without paper' | 'runs out of paper' | 'stuck'

export class Printer {
  port = 0
  /** How it behaves from now on. stuck: takes everything, and never says that it has printed. */
  mood: Mood = 'fine'
  readonly papers: Paper[] = []
  /** How often the drawer was opened. */
  drawers = 0
  /** Connections that print, and the most that ever did at once. */
  private readonly open = new Set<Socket>()
  mostOpen = 0
  private readonly server: Server
  private readonly sockets = new Set<Socket>()

  constructor() {
    this.server = createServer((socket) => {
      this.sockets.add(socket)
      const sheet = new Sheet(this, socket)
      socket.on('data', (bytes) => {
        // From its first byte to its end: the next connection may be told of before this one's closing.
        this.open.add(socket)
        this.mostOpen = Math.max(this.mostOpen, this.open.size)
        sheet.take(bytes)
      })
      socket.on('end', () => {
        this.open.delete(socket)
        socket.end()
      })
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        this.open.delete(socket)
        this.sockets.delete(socket)
      })
    })
  }

  start(): Promise<void> {
    return new Promise((done) => {
      this.server.listen(this.port, '127.0.0.1', () => {
        this.port = (this.server.address() as { port: number }).port
        done()
      })
    })
  }
  stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    return new Promise((done) => this.server.close(() => done()))
  }
}

/** Obeys the commands of one connection, which come in pieces of any length. */
class Sheet {
  private rest = Buffer.alloc(0)
  private paper: Paper = { lines: [''], qr: [] }
  private dots = 0
  private content = ''
  private readonly printer: Printer
  private readonly socket: Socket

  constructor(printer: Printer, socket: Socket) {
    this.printer = printer
    this.socket = socket
  }

  take(bytes: Buffer): void {
    this.rest = Buffer.concat([this.rest, bytes])
    for (let used = this.next(this.rest); used > 0; used = this.next(this.rest)) this.rest = this.rest.subarray(used)
  }

  /** Obeys the first command and tells its length; 0 while it is not all there. */
  private next(bytes: Buffer): number {
    const [first, second, third] = bytes
    if (first === undefined) return 0
    if (first === 0x0a) {
      this.paper.lines.push('')
      return 1
    }
    if (first !== dle && first !== esc && first !== gs) {
      const line = this.paper.lines.pop() ?? ''
      this.paper.lines.push(line + (first < 0x80 ? String.fromCharCode(first) : codePage.charAt(first - 0x80)))
      return 1
    }
    if (second === undefined) return 0
    if (first === esc && second === 0x40) return 2 // reset
    if (third === undefined) return 0
    if (first === dle) return this.said(3, () => this.tellPaper())
    if (first === esc && second === 0x70) return bytes.length < 5 ? 0 : this.said(5, () => this.printer.drawers++)
    if (first === esc) return 3 // code page, align, bold
    if (second === 0x72) return this.said(3, () => this.tellPrinted())
    if (bytes.length < 4) return 0
    if (second === 0x56) return this.said(4, () => this.cut())
    if (bytes.length < 5) return 0
    const length = 5 + bytes[3]! + 256 * bytes[4]! // GS ( k pL pH …
    if (bytes.length < length) return 0
    this.code(bytes.subarray(5, length))
    return length
  }

  private said(length: number, act: () => void): number {
    act()
    return length
  }
  private answer(byte: number): void {
    if (this.printer.mood !== 'silent') this.socket.write(Buffer.from([byte]))
  }
  private tellPaper(): void {
    this.answer(this.printer.mood === 'without paper' ? 0x72 : 0x12)
  }
  private tellPrinted(): void {
    if (this.printer.mood !== 'stuck') this.answer(this.printer.mood === 'runs out of paper' ? 0x0c : 0x00)
  }
  private cut(): void {
    this.printer.papers.push(this.paper)
    this.paper = { lines: [''], qr: [] }
  }
  private code(body: Buffer): void {
    const what = body.subarray(0, 2).toString('latin1')
    if (what === '1C') this.dots = body[2]!
    if (what === '1P') this.content = body.subarray(3).toString('latin1')
    if (what === '1Q') this.paper.qr.push({ content: this.content, dots: this.dots })
  }
}

/** Everything on a piece of paper, without what only aligns it. */
export const text = ({ lines }: Paper) => lines.map((line) => line.trim()).join('\n')
