import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, ApiProblem, queryKeys } from '@/api'
import type { Schemas, TaxProfile, TaxProfileInput } from '@/api'
import { FIELD_NAMES, isFlag } from './product-fields'
import type { ProductFieldName } from './product-fields'
import { bodyOf, NEW_PRODUCT } from './product-values'
import type { ProductValues } from './product-values'

type TaxValues = Schemas['TaxValues']

const profiles = queryKeys('tax-profiles')

const between = (first: ProductFieldName, last: ProductFieldName) =>
  FIELD_NAMES.slice(FIELD_NAMES.indexOf(first), FIELD_NAMES.indexOf(last) + 1)

/** What of a product says how it is taxed, whatever it is: the fields of a perfil fiscal. */
export const TAX_NAMES: readonly ProductFieldName[] = [
  'prod_CFOP',
  'prod_sujST',
  ...between('icms_orig', 'cofins_vAliqProd'),
  'IPI_CST',
  'IPI_pIPI',
  'IPI_cEnq',
  ...between('ibscbs_CST', 'aprox_pMunicipal'),
]

export function listTaxProfiles(company: string) {
  return queryOptions({
    queryKey: profiles.list({ company }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/tax-profiles', { path: { id: company }, signal })).data,
  })
}

export type LoadedProfile = { profile: TaxProfile; etag: string | undefined }

export function loadTaxProfile(company: string, fid: string) {
  return queryOptions({
    queryKey: profiles.form(company, fid),
    queryFn: async ({ signal }): Promise<LoadedProfile> => {
      const path = { id: company, fid }
      const { data, etag } = await api.get('/api/companies/{id}/tax-profiles/{fid}', { path, signal })
      return { profile: data, etag }
    },
    gcTime: 0,
    staleTime: Infinity,
  })
}

export async function createTaxProfile(company: string, body: TaxProfileInput, idempotencyKey: string): Promise<void> {
  await atFields(api.post('/api/companies/{id}/tax-profiles', { path: { id: company }, body, idempotencyKey }))
}

export async function updateTaxProfile(
  company: string,
  fid: string,
  body: TaxProfileInput,
  version: string | undefined,
): Promise<void> {
  const path = { id: company, fid }
  await atFields(api.put('/api/companies/{id}/tax-profiles/{fid}', { path, body, ifMatch: version }))
}

/** The profile as one sees it, by its version. */
export async function deleteTaxProfile(company: string, { id, version }: TaxProfile): Promise<void> {
  const path = { id: company, fid: id }
  await api.delete('/api/companies/{id}/tax-profiles/{fid}', { path, ifMatch: `"${version}"` })
}

export function refreshTaxProfiles(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: profiles.all })
}

/** A product's values with those of a profile, the empty ones too; an empty origin leaves the product's. */
export function withProfile(values: ProductValues, valores: TaxValues): ProductValues {
  const given = TAX_NAMES.filter((name) => name !== 'icms_orig' || (valores.icms_orig ?? null) !== null)
  return { ...values, ...Object.fromEntries(given.map((name) => [name, valueOf(name, valores)])) }
}

/** The values of a profile in the fields of a product. */
export const valuesOfProfile = (valores: TaxValues) => withProfile(NEW_PRODUCT, valores)

/** The profile whose values these are; null: none. */
export function profileOf(values: ProductValues, all: readonly TaxProfile[]): TaxProfile | null {
  const same = ({ valores }: TaxProfile) => {
    const given = withProfile(values, valores)
    return TAX_NAMES.every((name) => given[name] === values[name])
  }
  return all.find(same) ?? null
}

export function taxBodyOf(values: ProductValues): TaxValues {
  const body = bodyOf(values) as Record<string, unknown>
  return Object.fromEntries(TAX_NAMES.map((name) => [name, body[name]]))
}

function valueOf(name: ProductFieldName, valores: TaxValues): string | boolean {
  const value = valores[name as keyof TaxValues]
  return isFlag(name) ? value === 'S' : String(value ?? '')
}

/** The server names the fields below `valores`; in the form they are fields like the others. */
async function atFields(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.errors.length === 0) throw problem
    const { status, code, title, detail } = problem
    const errors = problem.errors.map((one) => ({ ...one, field: one.field.replace(/^valores\./, '') }))
    throw new ApiProblem({ status, code, title, detail, errors })
  }
}
