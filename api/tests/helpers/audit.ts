// What the audit log holds, read from the database itself.
import type { Database } from './database.ts'

/** Ids as 32 hexadecimal digits (`hex`). */
export interface AuditRow {
  action_type: string
  resultado: string
  description: string
  user_id: string | null
  company_id: string | null
  target_user_id: string | null
  created_at: number
  details: string | null
}

/** An id as `AuditRow` and `idText` of the database give it. */
export const hex = (id: string) => id.replaceAll('-', '')

/** The rows of a condition, oldest first. */
export function auditRows(database: Database, where: string): AuditRow[] {
  const ids = ['user_id', 'company_id', 'target_user_id'].map((column) => `${database.idText(column)} as ${column}`)
  return database.rows(
    `select action_type, resultado, description, ${ids.join(', ')}, created_at, details
     from action_logs left join action_log_details on action_log_id = action_logs.id
     where ${where} order by created_at, action_logs.id`,
  )
}

/** Rows of these actions (`product_%`) that name a record by its text or id. */
export const auditRowsAbout = (database: Database, action: string, text: string) =>
  auditRows(database, `action_type like '${action}' and (description like '%${text}%' or details like '%${text}%')`)
