// A reader as the browser knows it: a keyboard with a pace of its own.
import type { CDPSession, Page } from '@playwright/test'

/** How a reader sends: so many ms between two keys, and what it presses after a code. */
export type Pace = { gap: number; end: 'Enter' | 'Tab' | null }

/** Seconds in which a hand takes the reader, as the counter sees it. */
const PICK_UP = 0.4

export class Reader {
  private readonly session: CDPSession
  /** Ahead of the clock, so that no two codes come at once. */
  private at = 0
  private constructor(session: CDPSession) {
    this.session = session
  }

  static async of(page: Page): Promise<Reader> {
    return new Reader(await page.context().newCDPSession(page))
  }

  /** Real key events whose times are the reader's, however busy this computer is. */
  async scan(code: string, { gap, end }: Pace = { gap: 2, end: 'Enter' }): Promise<void> {
    this.at = Math.max(Date.now() / 1000 + PICK_UP, this.at + 0.2)
    const sent = Array.from(code, (letter) => this.press(letter, letter, gap))
    if (end) sent.push(this.press(end, end === 'Enter' ? '\r' : '', gap))
    await Promise.all(sent)
  }

  private async press(key: string, text: string, gap: number): Promise<void> {
    this.at += gap / 1000
    const windowsVirtualKeyCode = { Enter: 13, Tab: 9 }[key] ?? key.toUpperCase().charCodeAt(0)
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
