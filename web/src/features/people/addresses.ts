export const LIST = '/app/people'
export const NEW = '/app/people/new'
export const IMPORT = '/app/people/import'

export const editAddress = (id: string) => `/app/people/${id}/edit`
