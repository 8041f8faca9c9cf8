import type { ActiveCompany, Session } from '@/api'

export const boaVista: ActiveCompany = {
  id: 'a',
  razao_social: 'Lajes Boa Vista Ltda',
  nome_fantasia: 'Lajes Boa Vista',
  cnpj: '11222333000181',
  ambiente: 'producao',
  cor: 'barro',
  logo_sistema_url: null,
  certificado_valido_ate: null,
  papel: 'gerente',
  exemplo: 'N',
}

export const serraAzul: ActiveCompany = {
  ...boaVista,
  id: 'b',
  razao_social: 'Pré-Moldados Serra Azul Ltda',
  nome_fantasia: 'Serra Azul',
  cnpj: '12345678000195',
  ambiente: 'homologacao',
  cor: 'anil',
}

export const marina: Session = {
  user: { id: 'u1', email: 'marina@example.com', full_name: 'Marina Duarte' },
  role: 'admin',
  active_company: boaVista,
  default_company_id: boaVista.id,
  second_factor_needed: false,
}
