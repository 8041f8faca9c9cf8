// Codes of an app, worked out anew here from RFC 6238 and RFC 4648.
import { createHmac } from 'node:crypto'

const STEP_SECONDS = 30
const stepOf = (at = Date.now()) => Math.floor(at / 1000 / STEP_SECONDS)

function bytesOf(base32: string): Buffer {
  const bits = [...base32]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)))
}

/** What an app shows with this secret, so many steps of 30 seconds from now. */
export function totp(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(stepOf() + steps))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const at = hash[19]! & 15
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
