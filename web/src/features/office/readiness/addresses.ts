import { certificatePath, ofCompany, paths, trainingPath, productsPath } from '@/app/paths'
import type { ReadinessRow } from './queries'

/** Where the row is put right. */
export function addressOf(action: NonNullable<ReadinessRow['acao']>, company: string): string {
  switch (action) {
    case 'empresa':
      return paths.companies.edit(company)
    case 'certificado':
      return certificatePath(company)
    case 'sefaz':
    case 'sefaz_teste':
      return ofCompany(paths.sefaz, company)
    case 'produto_novo':
      return ofCompany(paths.products.new, company)
    case 'produtos':
      return ofCompany(paths.products.list, company)
    case 'produtos_ibscbs':
      return productsPath(company, 'com_aviso')
    case 'perfis_fiscais':
      return ofCompany(paths.taxProfiles.list, company)
    case 'tabelas_fiscais':
      return paths.fiscalTables
    case 'responsavel_tecnico':
      return ofCompany(paths.techResp, company)
    case 'configuracoes_venda':
    case 'ibpt':
      return ofCompany(paths.saleSettings, company)
    case 'estacoes':
      return ofCompany(paths.stations, company)
    case 'treino':
      return trainingPath(company)
    case 'nota_teste':
      return ofCompany(paths.sale, company)
  }
}
