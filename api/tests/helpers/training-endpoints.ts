import type { Caller } from './caller.ts'

export const setTrainingAnswer = (as: Caller, id: string, json: object) =>
  as.call('setTrainingAnswer', { params: { id }, json })
export const clearTraining = (as: Caller, id: string) => as.call('clearTraining', { params: { id } })
export const getTrainingConditions = (as: Caller, id: string) => as.call('getTrainingConditions', { params: { id } })
export const setTrainingConditions = (as: Caller, id: string, json: object) =>
  as.call('setTrainingConditions', { params: { id }, json })
