import type { Product, ProductInput } from '@/api'
import { FIELD_NAMES, FIELDS, isFlag } from './product-fields'
import type { FlagName, ProductFieldName, TextName } from './product-fields'

/** The form's content: flags, and all else as texts, '' where there is nothing. */
export type ProductValues = Record<TextName, string> & Record<FlagName, boolean>

export const NEW_PRODUCT = valuesBy((name) => {
  if (isFlag(name)) return name === 'prod_ativo'
  // The taxable quantity follows the commercial one on the server until one types another.
  return name === 'prod_qCOM' ? '1.0000' : ''
})

export function valuesOf(product: Product): ProductValues {
  return valuesBy((name) => (isFlag(name) ? product[name] === 'S' : String(product[name] ?? '')))
}

/** A new product like this one; its code is its own to get. A barcode belongs to one product only. */
export function copyOf(product: Product): ProductValues {
  return { ...valuesOf(product), prod_cProd: '', prod_cEAN: '', prod_cEANTrib: '', prod_ativo: true }
}

/** What is empty is null; an empty quantity is left out, so that the server puts its default. */
export function bodyOf(values: ProductValues): ProductInput {
  const fields = FIELD_NAMES.map((name) => [name, sent(name, values[name])])
  return Object.fromEntries(fields) as ProductInput
}

function sent(name: ProductFieldName, value: string | boolean): string | number | null | undefined {
  if (typeof value === 'boolean') return value ? 'S' : 'N'
  if (value === '') return name === 'prod_qCOM' || name === 'prod_qTrib' ? undefined : FIELDS[name].required ? '' : null
  return FIELDS[name].isInteger ? Number(value) : value
}

function valuesBy(valueOf: (name: ProductFieldName) => string | boolean): ProductValues {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, valueOf(name)])) as ProductValues
}
