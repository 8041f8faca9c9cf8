// Endpoints of what the screens around the records read: dashboard, logs, notifications.
import type { Caller } from './caller.ts'

export const getIssuingReadiness = (as: Caller, id: string) => as.call('getIssuingReadiness', { params: { id } })
export const markReadiness = (as: Caller, id: string, chave: string, json: object) =>
  as.call('markReadiness', { params: { id, chave }, json })
export const getDashboard = (as: Caller, id: string) => as.call('getDashboard', { params: { id } })

export interface AuditFilter {
  company_id?: string
  resultado?: string
  action_type?: string
  user_id?: string
  de?: string
  ate?: string
  page?: number | string
  page_size?: number | string
}
/** `more`: parameters that it does not have. */
export const listAuditLog = (as: Caller, query: AuditFilter = {}, more: Record<string, string> = {}) =>
  as.call('listAuditLog', { query: { ...query, ...more } })
export const exportAuditLog = (as: Caller, query: AuditFilter & { format?: string } = {}) =>
  as.call('exportAuditLog', { query: { ...query } })

export const listNotifications = (as: Caller) => as.call('listNotifications')
export const markNotificationsSeen = (as: Caller) => as.call('markNotificationsSeen')
