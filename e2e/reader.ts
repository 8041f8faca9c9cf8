// A reader as the browser knows it: a keyboard with a pace of its own.
import type { CDPSession, Page } from '@playwright/test'

/** How a reader sends: so many ms between two keys, and what it presses after a code. */
export type Pace = { gap: number; end: 'Enter' | 'Tab' | null }

/** Seconds, as the counter sees them: before the first code, and between two. */
type Hand = { before: number; between: number }
/** A hand takes the reader for each code, or has it already. */
const HANDS = { takes: { before: 0.4, between: 0.2 }, has: { before: 0, between: 0.06 } }

/** Between two keys of a hand that types fast. */
const HAND_MS = 80

export class Reader {
  private readonly session: CDPSession
  private readonly hand: Hand
  /** Ahead of the clock, so that no two codes come at once. */
  private at = 0
  private constructor(session: CDPSession, hand: Hand) {
    this.session = session
    this.hand = hand
  }

  static async of(page: Page, hand: keyof typeof HANDS = 'takes'): Promise<Reader> {
    return new Reader(await page.context().newCDPSession(page), HANDS[hand])
  }

  /** Real key events whose times are the reader's, however busy this computer is. */
  async scan(code: string, { gap, end }: Pace = { gap: 2, end: 'Enter' }): Promise<void> {
    this.at = Math.max(Date.now() / 1000 + this.hand.before, this.at + this.hand.between)
    const sent = Array.from(code, (letter) => this.press(letter, letter, gap))
    if (end) sent.push(this.press(end, end === 'Enter' ? '\r' : '', gap))
    await Promise.all(sent)
  }

  /**
   * A hand that does not wait for the screen: all keys are there before the browser has taken the first, each at the time at
   * which a hand presses it. Of words each letter is a key.
   */
  async typeAhead(...keys: string[]): Promise<void> {
    this.at = Math.max(Date.now() / 1000, this.at) + HANDS.takes.before
    const text = (key: string) => (key === 'Enter' ? '\r' : key.length === 1 ? key : '')
    await Promise.all(keys.map((key) => this.press(key, text(key), HAND_MS)))
  }

  private async press(key: string, text: string, gap: number): Promise<void> {
    this.at += gap / 1000
    // Of letters and digits alone: the number of a '.' is that of the key Delete.
    const windowsVirtualKeyCode = { Enter: 13, Tab: 9 }[key] ?? (/^\w$/.test(key) ? key.toUpperCase().charCodeAt(0) : 0)
    const event = { key, windowsVirtualKeyCode, timestamp: this.at }
    await Promise.all([
      this.session.send('Input.dispatchKeyEvent', {
        ...event,
        ...(text ? { type: 'keyDown', text } : { type: 'rawKeyDown' }),
      }),
      this.session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }),
    ])
  }
}
