/** Fewer characters are nobody's code. */
const LEAST = 6
/** So many characters within this time come from a reader, whatever follows. */
const READER_MS = 100
/** Between two keys of a reader that is slower; then only the Enter or Tab after it proves that it was one. */
const GAP_MS = 50

const TYPES_NOTHING = new Set(['Shift', 'CapsLock', 'NumLock'])
const ENDS = new Set(['Enter', 'Tab'])

/** Whether a text can be what a reader sends: a word or an address that a program types for a person is none. */
function looksLikeCode(text: string): boolean {
  return /^[!-~]+$/.test(text) && !text.includes('@') && (/\d/.test(text) || !/[a-z]/.test(text))
}

/** Whether these are the digits of a GTIN, the last one being right. */
function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const digits = Array.from(text, Number).toReversed()
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 1 ? 3 * digit : digit), 0)
  return sum % 10 === 0
}

/**
 * What a key was: the `first` of several that may become a code, one `more` of them, one of a reader for certain (`reading`),
 * the end of a code (`read`), or `none` of this.
 */
export type Step = 'first' | 'more' | 'reading' | 'read' | 'none'

/** Tells a reader from a hand by the pace of the keys. */
export class ScanRun {
  #times: number[] = []
  text = ''
  isReading = false

  reset(): void {
    this.#times = []
    this.text = ''
    this.isReading = false
  }

  /** Nothing more belongs to it at that moment. */
  isOver(timeStamp: number): boolean {
    return timeStamp - (this.#times.at(-1) ?? -Infinity) > (this.isReading ? READER_MS : GAP_MS)
  }

  /** In a field of a sign-in, which a program may type for a person, nothing but a whole GTIN is a code. */
  press({ key, timeStamp }: Pick<KeyboardEvent, 'key' | 'timeStamp'>, isSignIn = false): Step {
    if (TYPES_NOTHING.has(key)) return 'none'
    if (ENDS.has(key)) {
      const isCode = this.text.length >= LEAST && (isSignIn ? isGtin(this.text) : looksLikeCode(this.text))
      if (isCode && !this.isOver(timeStamp)) return 'read'
      this.reset()
      return 'none'
    }
    if (key.length !== 1) {
      this.reset()
      return 'none'
    }
    if (this.isOver(timeStamp)) this.reset()
    this.#times.push(timeStamp)
    this.text += key
    if (this.text.length === 1) return 'first'
    const since = this.#times.at(-LEAST)
    this.isReading ||= !isSignIn && since !== undefined && timeStamp - since < READER_MS && looksLikeCode(this.text)
    return this.isReading ? 'reading' : 'more'
  }
}
