import { queryKeys } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { fold, formatMoney } from '@/ui'
import type { FindRecords } from '@/ui'
import { findProducts } from './queries'
import { productActions } from './use-product-actions'

/** For Ctrl+K: by code, description or EAN. */
const find: FindRecords = async (text, { queryClient, companyId, may }) => {
  const { ofRow } = productActions(companyId, queryClient, may)
  const wanted = fold(text.trim())
  const products = await queryClient.query({
    queryKey: queryKeys('products').list({ companyId, of: 'found', text }),
    queryFn: ({ signal }) => findProducts(companyId, text, { signal }),
  })
  return products.map((product) => {
    const { id, prod_cProd, prod_cEAN, prod_xProd, prod_vUnCOM } = product
    return {
      id,
      label: prod_xProd,
      detail: [prod_cProd, prod_vUnCOM && formatMoney(prod_vUnCOM)].filter(Boolean).join(' · '),
      name: prod_xProd,
      to: ofCompany(paths.products.edit(id), companyId),
      isExact: [prod_cProd, prod_cEAN ?? ''].some((code) => fold(code) === wanted),
      actions: ofRow(product),
    }
  })
}

export default find
