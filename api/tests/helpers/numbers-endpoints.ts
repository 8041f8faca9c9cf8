import type { Caller } from './caller.ts'

export const listStoppedSeries = (as: Caller, id: string) => as.call('listStoppedSeries', { params: { id } })
export const confirmNextNumber = (as: Caller, id: string, json: object) =>
  as.call('confirmNextNumber', { params: { id }, json })
