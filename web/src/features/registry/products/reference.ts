import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, queryKeys, referenceEntry, searchReference } from '@/api'
import type { ReferenceEntry, ReferenceFilter, ReferenceTable } from '@/api'
import { useProblemToast } from '@/ui'
import type { Choice, PickerItem } from '@/ui'
import { maskOf } from './format'
import { texts } from './texts'

const reference = queryKeys('reference')

/** What a picker of this table finds; of the NCM those of the company's own products first. */
export function referenceItems(table: ReferenceTable, filter: ReferenceFilter, company?: string) {
  const isNcm = table === 'ncm' && company !== undefined
  return queryOptions({
    queryKey: [...reference.list({ of: table, company: isNcm ? company : null, ...filter }), 'items'],
    queryFn: async ({ signal }): Promise<PickerItem[]> => {
      const { data } = isNcm
        ? await api.get('/api/companies/{id}/products/ncm', { path: { id: company }, query: filter, signal })
        : await api.get('/api/reference/{table}', { path: { table }, query: filter, signal })
      return data.items.map((entry) => itemOf(table, entry))
    },
    staleTime: isNcm ? 60_000 : Infinity,
  })
}

function itemOf(table: ReferenceTable, { codigo, descricao, detalhe }: ReferenceEntry): PickerItem {
  return {
    id: codigo,
    label: maskOf(table, codigo),
    detail: detalhe ? `${descricao} · ${detalhe}` : descricao,
    code: codigo,
    isNamedBySix: table === 'ncm',
  }
}

/** What a code means, as soon as it is known. */
export function useMeaning(table: ReferenceTable, codigo: string): string | undefined {
  return useQuery(referenceEntry(table, codigo)).data?.descricao
}

/** The whole of a short table, with the current code also when it is not in it. */
export function useTable(table: ReferenceTable, current: string): { choices: Choice[]; isLoading: boolean } {
  const { data, error, isPending } = useQuery(searchReference(table, { limit: 100 }))
  useProblemToast(texts.referenceFailedTitle, error, texts.referenceFailed)
  const choices = (data ?? []).map(({ codigo, descricao }) => ({ value: codigo, label: `${codigo} ${descricao}` }))
  const isMissing = current !== '' && !choices.some(({ value }) => value === current)
  const missing = { value: current, label: data ? texts.notInTable(current) : current }
  return { choices: isMissing ? [...choices, missing] : choices, isLoading: isPending }
}
