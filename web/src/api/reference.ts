import { queryOptions } from '@tanstack/react-query'
import { api } from './client'
import { queryKeys } from './query-keys'
import type { ReferenceTable, Uf } from './types'

const reference = queryKeys('reference')

export const listStates = queryOptions({
  queryKey: reference.list({ of: 'states' }),
  queryFn: async ({ signal }) => (await api.get('/api/states', { signal })).data,
  staleTime: Infinity,
})

export function listMunicipalities(uf: string | null) {
  return queryOptions({
    queryKey: reference.list({ of: 'municipalities', uf }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/states/{uf}/municipalities', { path: { uf: uf as Uf }, signal })).data,
    staleTime: Infinity,
    enabled: uf !== null,
  })
}

/** `ncm` narrows cest to what fits it, `cst` narrows cclasstrib and cenq. */
export type ReferenceFilter = { search?: string; ncm?: string; cst?: string; limit?: number }

/** Entries of an official table, best matches first. */
export function searchReference(table: ReferenceTable, filter: ReferenceFilter = {}) {
  return queryOptions({
    queryKey: reference.list({ of: table, ...filter }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/reference/{table}', { path: { table }, query: filter, signal })).data.items,
    staleTime: Infinity,
  })
}

/** The entry of one code; null when the table has none. */
export function referenceEntry(table: ReferenceTable, codigo: string) {
  return queryOptions({
    queryKey: reference.list({ of: table, codigo }),
    queryFn: async ({ signal }) => {
      const query = { search: codigo, limit: 20 }
      const { items } = (await api.get('/api/reference/{table}', { path: { table }, query, signal })).data
      return items.find((entry) => entry.codigo === codigo) ?? null
    },
    staleTime: Infinity,
    enabled: codigo !== '',
  })
}
