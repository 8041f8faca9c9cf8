import { join } from 'node:path'

/** The program under test: the one people run, unless another is named (./test sanitized names the build with sanitizers). */
export const binary = process.env.BALCAO_BINARY ?? join(import.meta.dirname, '../../../build/release/server/balcao')
