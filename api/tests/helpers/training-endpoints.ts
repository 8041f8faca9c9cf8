import type { Caller } from './caller.ts'

export const setTrainingAnswer = (as: Caller, id: string, json: object) =>
  as.call('setTrainingAnswer', { params: { id }, json })
export const clearTraining = (as: Caller, id: string) => as.call('clearTraining', { params: { id } })
