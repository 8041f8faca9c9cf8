import { join } from 'node:path'

/** The program under test: the build with sanitizers, so that memory errors show, unless another is named. */
export const binary = process.env.BALCAO_BINARY ?? join(import.meta.dirname, '../../../build/sanitize/server/balcao')
