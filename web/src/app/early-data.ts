import { paths } from './paths.ts'

/**
 * What a screen asks the server for first while its address has no search or filter, by the screen's path: `{company}` is the company
 * that it is about, `{id}` the record in its address. The page asks for it before the program has come
 * (scripts/early-screens.ts); written otherwise than the screen asks, it is read twice, which e2e/platform/early.spec.ts sees.
 */
export const EARLY_DATA: Readonly<Record<string, string>> = {
  [paths.dashboard]: '/api/companies/{company}/dashboard',
  [paths.companies.list]: '/api/companies?sort=razao_social&ativo=S&page=1',
  [paths.companies.edit(':id')]: '/api/companies/{id}',
  [paths.products.list]: '/api/companies/{company}/products?situacao=ativos&sort=prod_cProd&page=1',
  [paths.products.edit(':id')]: '/api/companies/{company}/products/{id}',
  [paths.people.list]: '/api/people?situacao=ativas&sort=razao_social&page=1',
  [paths.people.edit(':id')]: '/api/people/{id}',
  [paths.budgets.list]: '/api/companies/{company}/budgets?sort=-data_orcamento&page=1',
  [paths.budgets.edit(':id')]: '/api/companies/{company}/budgets/{id}',
  [paths.receipts.list]: '/api/companies/{company}/receipts?situacao=todas&page=1',
  [paths.receipts.one(':id')]: '/api/companies/{company}/receipts/{id}',
}
