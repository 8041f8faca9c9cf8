import type { CallOptions, Caller } from './caller.ts'

type Extra = Pick<CallOptions, 'headers'>

export const listStations = (as: Caller, id: string) => as.call('listStations', { params: { id } })
export const createStation = (as: Caller, id: string, json: object, extra: Extra = {}) =>
  as.call('createStation', { params: { id }, json, ...extra })
export const getStation = (as: Caller, id: string, eid: string) => as.call('getStation', { params: { id, eid } })
/** `etag` undefined: without If-Match. */
export const updateStation = (as: Caller, id: string, eid: string, etag: string | undefined, json: object) =>
  as.call('updateStation', {
    params: { id, eid },
    json,
    ...(etag === undefined ? {} : { headers: { 'if-match': etag } }),
  })
export const testStationPrinter = (as: Caller, id: string, eid: string) =>
  as.call('testStationPrinter', { params: { id, eid } })
export const printReceipt = (as: Caller, id: string, eid: string, json: object, extra: Extra = {}) =>
  as.call('printReceipt', { params: { id, eid }, json, ...extra })
export const listReceiptPrints = (as: Caller, id: string, rid: string) =>
  as.call('listReceiptPrints', { params: { id, rid } })

export const listOperators = (as: Caller, id: string, eid: string) => as.call('listOperators', { params: { id, eid } })
export const takeCounter = (as: Caller, id: string, eid: string, json: object) =>
  as.call('takeCounter', { params: { id, eid }, json })
export const leaveCounter = (as: Caller, id: string, eid: string) => as.call('leaveCounter', { params: { id, eid } })
export const getOwnPin = (as: Caller, id: string) => as.call('getOwnPin', { params: { id } })
export const setOwnPin = (as: Caller, id: string, pin: unknown) =>
  as.call('setOwnPin', { params: { id }, json: { pin } })
export const removeOwnPin = (as: Caller, id: string) => as.call('removeOwnPin', { params: { id } })
