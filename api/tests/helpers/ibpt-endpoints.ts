import type { Caller } from './caller.ts'

export const getIbptTable = (as: Caller, id: string) => as.call('getIbptTable', { params: { id } })
export const putIbptTable = (as: Caller, id: string, name: string, raw: Buffer | string) =>
  as.call('putIbptTable', {
    params: { id },
    raw,
    contentType: 'text/csv',
    headers: { 'x-file-name': encodeURIComponent(name) },
  })
export const deleteIbptTable = (as: Caller, id: string) => as.call('deleteIbptTable', { params: { id } })
