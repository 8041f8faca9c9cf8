import type { Caller } from './caller.ts'

export const findTaxpayers = (as: Caller, id: string, cnpj: string) =>
  as.call('findTaxpayers', { params: { id, cnpj } })
