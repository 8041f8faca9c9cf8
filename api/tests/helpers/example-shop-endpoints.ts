import type { Caller } from './caller.ts'

export const getExampleShop = (as: Caller) => as.call('getExampleShop')
export const createExampleShop = (as: Caller) => as.call('createExampleShop')
export const removeExampleShop = (as: Caller) => as.call('removeExampleShop')
