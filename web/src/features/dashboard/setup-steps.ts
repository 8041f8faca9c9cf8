import type { ActiveCompany } from '@/api'

export type SetupStep = {
  name: 'company' | 'logo' | 'certificate' | 'sefaz' | 'products'
  isDone: boolean
  /** Where the step is taken. */
  to: string
}

/** The way to the first test note. Only what the server tells about the company counts as done. */
export function setupSteps(company: ActiveCompany): SetupStep[] {
  const form = `/app/companies/${company.id}/edit`
  return [
    { name: 'company', isDone: true, to: form },
    { name: 'logo', isDone: company.logo_sistema_url !== null, to: form },
    { name: 'certificate', isDone: false, to: '/app/companies' },
    { name: 'sefaz', isDone: false, to: `/app/sefaz?empresa=${company.id}` },
    { name: 'products', isDone: false, to: `/app/products?empresa=${company.id}` },
  ]
}
