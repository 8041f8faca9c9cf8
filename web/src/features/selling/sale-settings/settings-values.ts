import type { SaleSettings } from '@/api'
import { formatDecimal } from '@/ui'
import type { FieldSpec } from '@/ui'
import { texts } from './texts'

type Acquirer = { nome: string; cnpj: string }
export type Values = {
  pix_chave: string
  pix_nome: string
  pix_cidade: string
  credenciadoras: Acquirer[]
  exige_caixa: boolean
  desconto_operador: string
  operador_cancela: boolean
  imprimir_sempre: boolean
  ind_pres: '1' | '4'
  inutilizar_auto: boolean
  nfe_por_email: boolean
  qr: '2' | '3'
  contingencia_apos_s: string
  vias_contingencia: '1' | '2'
  padroes_balanca: string
}

const { fields: names, acquirer } = texts

export const FIELDS: Record<keyof Values, FieldSpec> = {
  pix_chave: { label: names.pix_chave },
  pix_nome: { label: names.pix_nome },
  pix_cidade: { label: names.pix_cidade },
  credenciadoras: {
    label: names.credenciadoras,
    item: {
      label: 'Credenciadora',
      fields: { nome: { label: acquirer.nome }, cnpj: { label: acquirer.cnpj } },
    },
  },
  exige_caixa: { label: names.exige_caixa },
  desconto_operador: { label: names.desconto_operador, show: (value) => `${formatDecimal(value as string)} %` },
  operador_cancela: { label: names.operador_cancela },
  imprimir_sempre: { label: names.imprimir_sempre },
  ind_pres: { label: names.ind_pres },
  inutilizar_auto: { label: names.inutilizar_auto },
  nfe_por_email: { label: names.nfe_por_email },
  qr: { label: names.qr },
  contingencia_apos_s: { label: names.contingencia_apos_s, required: true },
  vias_contingencia: { label: names.vias_contingencia },
  padroes_balanca: { label: names.padroes_balanca },
}

export function valuesOf(settings: SaleSettings): Values {
  const { pix } = settings
  return {
    pix_chave: pix?.chave ?? '',
    pix_nome: pix?.nome ?? '',
    pix_cidade: pix?.cidade ?? '',
    credenciadoras: settings.credenciadoras.map(({ nome, cnpj }) => ({ nome, cnpj })),
    exige_caixa: settings.exige_caixa === 'S',
    desconto_operador: settings.desconto_operador,
    operador_cancela: settings.operador_cancela === 'S',
    imprimir_sempre: settings.imprimir_sempre === 'S',
    ind_pres: settings.ind_pres === 4 ? '4' : '1',
    inutilizar_auto: settings.inutilizar_auto !== 'N',
    nfe_por_email: settings.nfe_por_email === 'S',
    qr: settings.qr === 3 ? '3' : '2',
    contingencia_apos_s: String(settings.contingencia_apos_s),
    vias_contingencia: settings.vias_contingencia === 1 ? '1' : '2',
    padroes_balanca: (settings.padroes_balanca ?? []).join('\n'),
  }
}

const flag = (is: boolean) => (is ? 'S' : 'N')

export function bodyOf(values: Values): SaleSettings {
  const pix = { chave: values.pix_chave.trim(), nome: values.pix_nome.trim(), cidade: values.pix_cidade.trim() }
  return {
    pix: pix.chave || pix.nome || pix.cidade ? pix : null,
    credenciadoras: values.credenciadoras,
    exige_caixa: flag(values.exige_caixa),
    desconto_operador: values.desconto_operador || '0.00',
    operador_cancela: flag(values.operador_cancela),
    imprimir_sempre: flag(values.imprimir_sempre),
    ind_pres: values.ind_pres === '4' ? 4 : 1,
    inutilizar_auto: flag(values.inutilizar_auto),
    nfe_por_email: flag(values.nfe_por_email),
    qr: Number(values.qr),
    contingencia_apos_s: Number(values.contingencia_apos_s),
    vias_contingencia: Number(values.vias_contingencia),
    padroes_balanca: values.padroes_balanca.split(/\s+/).filter(Boolean),
  }
}
