// Chance that a seed repeats. What threads and sockets do beside it no seed repeats.

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export class Dice {
  private state: number
  constructor(seed: number, stream = 0) {
    this.state = (seed * 0x9e3779b1 + stream * 0x85ebca6b) >>> 0
  }
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = this.state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  happens(probability: number): boolean {
    return this.next() < probability
  }
  /** From 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
  shuffled<T>(list: readonly T[]): T[] {
    const left = [...list]
    return list.map(() => left.splice(this.below(left.length), 1)[0]!)
  }
}
