import type { OperationName, Receipt } from '@/api'
import { certificatePath, ofCompany, paths, productForReceiptPath } from '@/app/paths'
import { texts } from './texts'

export type Correction = { id: string; label: string; to: string; needs: OperationName }

/** Fields of a product that a path of the document comes from. Other tax fields are found on the product's page. */
const PRODUCT_FIELDS: Readonly<Record<string, string>> = {
  'det/prod/NCM': 'prod_NCM',
  'det/prod/CFOP': 'prod_CFOP',
  'det/prod/CEST': 'prod_CEST_Opc',
  'det/prod/cEAN': 'prod_cEAN',
  'det/prod/cEANTrib': 'prod_cEANTrib',
  'det/prod/cBenef': 'prod_cBenef',
  'det/prod/CNPJFab': 'prod_CNPJFab',
  'det/prod/rastro': 'prod_rastro',
  'det/prod/xProd': 'prod_xProd',
  'imposto/ICMS': 'icms_CST',
  'ICMS/CSOSN': 'icms_CST',
  'imposto/IPI': 'IPI_CST',
  'imposto/IBSCBS': 'ibscbs_CST',
  'IBSCBS/cClassTrib': 'ibscbs_cClassTrib',
}

const isOfProduct = (campo: string) => /^(det\/|imposto\/|ICMS\/|IBSCBS\/|gIBS|gCBS|gRed)/.test(campo)

/** Where what SEFAZ refused is put right; empty where no screen can. */
export function whereToCorrect({ nota, campo, item, venda }: Receipt, companyId: string): Correction[] {
  const field = campo ?? ''
  if (field === 'empresa.certificado')
    return [
      {
        ...{ id: 'certificate', label: texts.correct.certificate, to: certificatePath(companyId) },
        needs: 'PUT /api/companies/{id}/certificate',
      },
    ]
  if (/^(nfce_settings\.|infNFeSupl|ide\/serie|ide\/nNF|ide\/tpAmb)/.test(field))
    return [
      {
        ...{ id: 'sefaz', label: texts.correct.sefaz, to: ofCompany(paths.sefaz, companyId) },
        needs: 'PUT /api/companies/{id}/sefaz-settings',
      },
    ]
  if (field.startsWith('infRespTec'))
    return [
      {
        ...{ id: 'tech-resp', label: texts.correct.techResp, to: ofCompany(paths.techResp, companyId) },
        needs: 'PUT /api/companies/{id}/tech-resp',
      },
    ]
  if (/^emit(\/|$)/.test(field))
    return [
      {
        ...{ id: 'company', label: texts.correct.company, to: paths.companies.edit(companyId) },
        needs: 'PUT /api/companies/{id}',
      },
    ]
  // What came back is taxed as it was sold, whatever the product says by now.
  if (!venda || nota.operacao === 'devolucao' || !(isOfProduct(field) || item !== null)) return []
  const toProduct = (id: string, label: string): Correction => ({
    ...{ id, label, to: productForReceiptPath(id, companyId, nota.id, PRODUCT_FIELDS[field] ?? null) },
    needs: 'PUT /api/companies/{id}/products/{pid}',
  })
  const meant = item === null ? undefined : venda.itens[item - 1]
  if (meant) return [toProduct(meant.produto_id, texts.correct.product)]
  const products = new Map(venda.itens.map(({ produto_id, descricao }) => [produto_id, descricao]))
  return [...products].map(([id, name]) =>
    toProduct(id, products.size === 1 ? texts.correct.product : texts.correct.productOf(name)),
  )
}
