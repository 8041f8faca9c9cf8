import type { Caller } from './caller.ts'

export const getInstallation = (as: Caller) => as.call('getInstallation')
export const findCep = (as: Caller, cep: string) => as.call('findCep', { params: { cep } })
