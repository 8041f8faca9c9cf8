import { boaVista, showScreens } from '@/testing'
import ProductsImportPage from './products-import-page'

/** The screen of a company's products at an address. */
export function showImport(query = '') {
  const path = '/app/products/import'
  showScreens(path + query, [{ path, element: <ProductsImportPage /> }], { company: boaVista })
}
