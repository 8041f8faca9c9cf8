import type { Caller } from './caller.ts'

export const testSefazConnection = (as: Caller, id: string) => as.call('testSefazConnection', { params: { id } })
