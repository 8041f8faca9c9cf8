import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, ApiProblem, printAnswer, queryKeys } from '@/api'
import type { Prints, Station, StationInput } from '@/api'

const stations = queryKeys('stations')
const settings = queryKeys('sale-settings')

export function listStations(company: string) {
  return queryOptions({
    queryKey: stations.list({ company }),
    queryFn: async ({ signal }): Promise<Station[]> =>
      (await api.get('/api/companies/{id}/stations', { path: { id: company }, signal })).data.items,
  })
}

export function refreshStations(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: stations.all })
}

/** How the company sells. */
export function saleSettings(company: string) {
  return queryOptions({
    queryKey: settings.one(company),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/sale-settings', { path: { id: company }, signal })).data,
  })
}

/** The fields of the printer are fields of the form like the others. */
function atFields(problem: unknown): unknown {
  if (!(problem instanceof ApiProblem) || problem.errors.length === 0) return problem
  const { status, code, title, detail } = problem
  const errors = problem.errors.map((one) => ({ ...one, field: one.field.replace(/^impressora\./, '') }))
  return new ApiProblem({ status, code, title, detail, errors })
}

export async function createStation(company: string, body: StationInput, idempotencyKey: string): Promise<Station> {
  try {
    return (await api.post('/api/companies/{id}/stations', { path: { id: company }, body, idempotencyKey })).data
  } catch (problem) {
    throw atFields(problem)
  }
}

export async function saveStation(
  company: string,
  eid: string,
  body: StationInput,
  ifMatch: string | undefined,
): Promise<Station> {
  try {
    return (await api.put('/api/companies/{id}/stations/{eid}', { path: { id: company, eid }, body, ifMatch })).data
  } catch (problem) {
    throw atFields(problem)
  }
}

/** Whether the test page came out, and what to look at. */
export async function testPrinter(company: string, eid: string): Promise<{ ok: boolean; texto: string }> {
  return (await api.post('/api/companies/{id}/stations/{eid}/test', { path: { id: company, eid } })).data
}

export type Copy = 'consumidor' | 'estabelecimento'
type Print = Prints['items'][number]

/** Prints of a receipt, the newest first. */
export async function listPrints(company: string, rid: string): Promise<Print[]> {
  return (await api.get('/api/companies/{id}/receipts/{rid}/prints', { path: { id: company, rid } })).data.items
}

/** Gives a receipt to the station's network printer: one copy, or (null) what it has to print now. */
export async function printOnNetwork(
  company: string,
  eid: string,
  body: { nfce_id: string; via: Copy | null },
  idempotencyKey: string,
): Promise<Print[]> {
  const path = { id: company, eid }
  return (await api.post('/api/companies/{id}/stations/{eid}/prints', { path, body, idempotencyKey })).data.items
}

/** Hands one copy to the browser's printing and notes it. False: this browser prints nothing. */
export async function printInBrowser(
  company: string,
  rid: string,
  via: Copy,
  papel: '80' | '58' | 'a4',
): Promise<boolean> {
  const path = { id: company, rid }
  const before = await listPrints(company, rid)
  const reimpressao = before.some((print) => print.via === via && print.ok === true) ? 'S' : 'N'
  const ok = await printAnswer('/api/companies/{id}/receipts/{rid}/danfe', { path, query: { papel, via, reimpressao } })
  await api.post('/api/companies/{id}/receipts/{rid}/prints', { path, body: { via, ok } })
  return ok
}
