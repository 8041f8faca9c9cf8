export const LIST = '/app/products'
export const NEW = '/app/products/new'
export const IMPORT = '/app/products/import'

/** The product a new one starts from. */
export const COPY_PARAM = 'copia'

export const editAddress = (id: string) => `/app/products/${id}/edit`
export const duplicateAddress = (id: string) => `${NEW}?${COPY_PARAM}=${id}`
