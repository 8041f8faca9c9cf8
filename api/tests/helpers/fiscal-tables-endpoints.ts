import type { Caller } from './caller.ts'
import { today } from './data.ts'

export const getFiscalTables = (as: Caller) => as.call('getFiscalTables')
export const getFiscalTable = (as: Caller, arquivo: string) => as.call('getFiscalTable', { params: { arquivo } })
export const checkFiscalTable = (as: Caller, json: object) => as.call('checkFiscalTable', { json })
export const loadFiscalTable = (as: Caller, json: object) => as.call('loadFiscalTable', { json })
export const setFiscalValue = (as: Caller, json: object) => as.call('setFiscalValue', { json })
export const undoFiscalTable = (as: Caller, mudanca: string) => as.call('undoFiscalTable', { params: { mudanca } })

/** A value that no test's receipts depend on. */
export const value = (overrides: Record<string, unknown> = {}) => ({
  parametro: 'limite_sem_destinatario',
  uf: 'AC',
  ambiente: '*',
  alcance: 'sefaz',
  desde: '2031-01-01',
  valor: '5000.00',
  fonte: 'Portaria de teste',
  ...overrides,
})
/** nfce-parametros.csv as an upload. */
export const parameters = (conteudo: string, overrides: Record<string, unknown> = {}) => ({
  arquivo: 'nfce-parametros.csv',
  conteudo,
  nome_arquivo: 'nfce-parametros.csv',
  dados_de: today(),
  ...overrides,
})
