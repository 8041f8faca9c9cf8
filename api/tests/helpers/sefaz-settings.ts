// SEFAZ settings and technical responsible as the forms send them.

export const csc = '0123456789ABCDEF0123456789ABCDEF1234'

export const settings = (overrides: Record<string, unknown> = {}) => ({
  ambiente: 'homologacao',
  serie: 1,
  numero_inicial: 1,
  csc,
  csc_id: '1',
  ...overrides,
})

export const techResp = (overrides: Record<string, unknown> = {}) => ({
  tech_resp_cnpj: '11.222.333/0001-81',
  tech_resp_contact: 'Maria Lima',
  tech_resp_email: 'maria@exemplo.com.br',
  tech_resp_phone: '(19) 3232-1010',
  ...overrides,
})
