import { queryOptions } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api, queryKeys } from '@/api'

/** The company for which this tab alone practises. Kept over F5, gone with the tab. */
const KEY = 'balcao.treino'

const listeners = new Set<() => void>()
const read = () => sessionStorage.getItem(KEY)

export function practiseFor(company: string | null): void {
  if (company === null) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, company)
  for (const listener of listeners) listener()
}

export function useIsPractising(company: string | undefined): boolean {
  const practised = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)
  return company !== undefined && practised === company
}

export type NextAnswer = 'normal' | 'recusa' | 'silencio'

/** What the simulator does with the company's next receipt. Fails when nobody can practise here now. */
export async function setNextAnswer(company: string, resposta: NextAnswer): Promise<void> {
  await api.put('/api/companies/{id}/training/next-answer', { path: { id: company }, body: { resposta } })
}

export type Conditions = { dia: string | null; exigir_ibscbs: 'S' | 'N' }

/** As if it were which day the company practises, and how strict the simulator is. */
export function trainingConditions(company: string) {
  return queryOptions({
    queryKey: [...queryKeys('receipts').list({ company, of: 'training conditions' })],
    queryFn: async ({ signal }): Promise<Conditions> =>
      (await api.get('/api/companies/{id}/training/conditions', { path: { id: company }, signal })).data,
  })
}

export async function setTrainingConditions(company: string, body: Conditions): Promise<void> {
  await api.put('/api/companies/{id}/training/conditions', { path: { id: company }, body })
}

export async function clearTraining(company: string): Promise<void> {
  await api.post('/api/companies/{id}/training/clear', { path: { id: company } })
}
