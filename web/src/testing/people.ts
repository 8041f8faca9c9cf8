import { readFileSync } from 'node:fs'
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
  recusado: { operador: [], gerente: [] },
}

/** What an operador and a gerente are refused, from the table that the API tests hold against the server. */
export const recusado: Session['recusado'] = { operador: refusedTo('operador'), gerente: refusedTo('user') }

function refusedTo(column: string): string[] {
  const rows = readFileSync('../docs/permissions.md', 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const at = rows.find((cells) => cells[1] === 'operation')?.indexOf(column) ?? -1
  return rows.filter((cells) => cells[at] === '403').map((cells) => cells[2] ?? '')
}
