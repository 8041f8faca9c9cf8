// Endpoints of reports and their files.
import type { Caller, Schemas } from './caller.ts'
import { until } from './server.ts'

type Query = Record<string, string | number>

export const getSalesReport = (as: Caller, id: string, query: Query = {}) =>
  as.call('getSalesReport', { params: { id }, query })
export const getFiscalReport = (as: Caller, id: string, query: Query = {}) =>
  as.call('getFiscalReport', { params: { id }, query })
export const getClosingSheet = (as: Caller, id: string, query: Query = {}) =>
  as.call('getClosingSheet', { params: { id }, query })
export const getClientsReport = (as: Caller, id: string, query: Query = {}) =>
  as.call('getClientsReport', { params: { id }, query })
export const askForReportExport = (as: Caller, id: string, json: object) =>
  as.call('askForReportExport', { params: { id }, json })
export const getReportExport = (as: Caller, id: string, xid: string) =>
  as.call('getReportExport', { params: { id, xid } })
export const getReportFile = (as: Caller, id: string, xid: string) => as.call('getReportFile', { params: { id, xid } })

/** A file that is finished, one way or the other. */
export async function exported(as: Caller, id: string, request: object): Promise<Schemas['ReportExport']> {
  let made = (await askForReportExport(as, id, request)).expect(202)
  await until('the file of the report is ready', async () => {
    made = (await getReportExport(as, id, made.id)).expect(200)
    return made.estado !== 'preparando'
  })
  return made
}
