import type { Dashboard } from '@/api'
import { certificatePath, ofCompany, paths } from '@/app/paths'

export type SetupStep = {
  name: keyof Required<Dashboard>['preparo']
  isDone: boolean
  /** Where the step is taken. */
  to: string
}

/** The way to the first test note, by what the server says is there. */
export function setupSteps(companyId: string, done: Required<Dashboard>['preparo']): SetupStep[] {
  return [
    { name: 'empresa', isDone: done.empresa, to: paths.companies.edit(companyId) },
    { name: 'certificado', isDone: done.certificado, to: certificatePath(companyId) },
    { name: 'sefaz', isDone: done.sefaz, to: ofCompany(paths.sefaz, companyId) },
    { name: 'produto', isDone: done.produto, to: ofCompany(paths.products.new, companyId) },
  ]
}
