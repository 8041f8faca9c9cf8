import { http } from 'msw'
import type { ActiveCompany, AuditLogEntry } from '@/api'
import { boaVista, pageOf, serraAzul, showScreens, startServer } from '@/testing'
import LogsPage from './logs-page'

export const saved: AuditLogEntry = {
  id: 'l1',
  created_at: '2026-11-20T17:05:09Z',
  action_type: 'product_update',
  description: 'Salvou o produto LJ-H12',
  resultado: 'success',
  user: { id: 'u1', full_name: 'Marina Duarte', email: 'marina@example.com' },
  company: { id: boaVista.id, razao_social: boaVista.razao_social },
  target_user: null,
  details: { prod_vUnCOM: ['68.2000', '74.5000'], prod_xProd: ['Laje H8', 'Laje H12'], prod_ativo: ['N', 'S'] },
}

/** A server with one line in the log; each test replaces what it is about. */
export function startTestServer() {
  return startServer(
    http.get('*/api/audit-log', () => pageOf([saved])),
    http.get('*/api/users', () =>
      pageOf([{ id: 'u1', full_name: 'Marina Duarte', email: 'marina@example.com' }], { page_size: 20 }),
    ),
    http.get('*/api/companies', () => pageOf([serraAzul], { page_size: 20 })),
  )
}

/** The log at an address, for somebody with this role in a company or in none. */
export function showLogs(at = '/app/logs', role: 'admin' | 'user' = 'admin', company: ActiveCompany | null = boaVista) {
  return showScreens(at, [{ path: '/app/logs', element: <LogsPage /> }], { role, company })
}
