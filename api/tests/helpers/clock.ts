// The clock of processes that a test starts (libfaketime), set by a file while they run.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64'

export class Clock {
  private readonly file = join(mkdtempSync(join(tmpdir(), 'balcao-relogio-')), 'relogio')

  constructor(instant: string) {
    this.set(instant)
  }

  /** From now on it is that instant (ISO 8601), and goes on from there. */
  set(instant: string): void {
    const ahead = Math.ceil((Date.parse(instant) - Date.now()) / 1000)
    writeFileSync(this.file, ahead < 0 ? String(ahead) : `+${ahead}`)
  }

  /** Environment of processes that look at it. Durations stay those of the machine. */
  readonly env = {
    LD_PRELOAD: `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
    FAKETIME_TIMESTAMP_FILE: this.file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DISABLE_SHM: '1',
  }
}
