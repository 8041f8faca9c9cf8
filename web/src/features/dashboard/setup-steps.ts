import type { Dashboard } from '@/api'

export type SetupStep = {
  name: keyof Dashboard['preparo']
  isDone: boolean
  /** Where the step is taken. */
  to: string
}

/** The way to the first test note, by what the server says is there. */
export function setupSteps(companyId: string, done: Dashboard['preparo']): SetupStep[] {
  return [
    { name: 'empresa', isDone: done.empresa, to: `/app/companies/${companyId}/edit` },
    { name: 'certificado', isDone: done.certificado, to: `/app/companies?certificado=${companyId}` },
    { name: 'sefaz', isDone: done.sefaz, to: `/app/sefaz?empresa=${companyId}` },
    { name: 'produto', isDone: done.produto, to: `/app/products/new?empresa=${companyId}` },
  ]
}
