import type { ReferenceTable } from '@/api'
import { formatCnpj, formatDecimal } from '@/ui'
import type { FieldSpec } from '@/ui'
import { texts } from './texts'

/** How a field is typed in. Everything but a flag is a text in the form. */
export type Control =
  | { kind: 'text'; max: number }
  | { kind: 'decimal'; places: 2 | 4; unit?: 'R$' | '%' | 'kg' }
  | { kind: 'flag' }
  /** One code of a long table, found by code or words. */
  | { kind: 'code'; table: ReferenceTable; allowText?: true; max?: number }
  /** One code of a short table. */
  | { kind: 'choice'; table: ReferenceTable }
  /** One of a few values of our own. */
  | { kind: 'options'; options: Readonly<Record<string, string>> }
  | { kind: 'cnpj' }

export type ProductField = {
  label: string
  /** What there is to know. */
  help?: string
  /** Its element in the XML of a nota. */
  xml?: string
  control: Control
  required?: true
  /** Sent as a number. */
  isInteger?: true
  /** Twelfths of the row, and on the phone. */
  span: number
  phoneSpan?: number
}

const text = (max: number): Control => ({ kind: 'text', max })
const code = (table: ReferenceTable): Control => ({ kind: 'code', table })
const choice = (table: ReferenceTable): Control => ({ kind: 'choice', table })
const FLAG: Control = { kind: 'flag' }
const QUANTITY: Control = { kind: 'decimal', places: 4 }
const UNIT_PRICE: Control = { kind: 'decimal', places: 4, unit: 'R$' }
const PERCENT: Control = { kind: 'decimal', places: 4, unit: '%' }
const UNIT: Control = { kind: 'code', table: 'unidades', allowText: true, max: 6 }

const MOD_BC = {
  0: '0 Margem Valor Agregado (%)',
  1: '1 Pauta (Valor)',
  2: '2 Preço Tabelado Máx.',
  3: '3 Valor da Operação',
  4: '4 Custo Unitário',
  5: '5 Valor da Entrada',
  6: '6 Valor da Operação e Custo Unitário',
}
const MOD_BC_ST = {
  0: '0 Preço tabelado ou máximo sugerido',
  1: '1 Lista negativa (valor)',
  2: '2 Lista positiva (valor)',
  3: '3 Lista neutra (valor)',
  4: '4 Margem Valor Agregado (%)',
  5: '5 Pauta (valor)',
  6: '6 Valor da operação',
}
const MOT_DES = {
  1: '1 Táxi',
  3: '3 Uso na agropecuária',
  4: '4 Frotista ou locadora',
  5: '5 Diplomático ou consular',
  6: '6 Utilitários e motos da Amazônia Ocidental e ALC',
  7: '7 SUFRAMA',
  8: '8 Venda a órgão público',
  9: '9 Outros',
  10: '10 Pessoa com deficiência, condutora',
  11: '11 Pessoa com deficiência, não condutora',
  12: '12 Fomento e desenvolvimento agropecuário',
  16: '16 Olimpíadas Rio 2016',
  90: '90 Solicitado pelo Fisco',
}

/** Every field of `produtos` that one can type, in the order of the form. */
const PRODUCT_FIELDS = {
  prod_cProd: { label: 'Código', xml: 'cProd', control: text(60), required: true, span: 3 },
  prod_xProd: { label: 'Descrição', xml: 'xProd', control: text(120), required: true, span: 9 },
  prod_cEAN: { label: 'Código de barras (EAN)', help: 'GTIN, ou SEM GTIN', xml: 'cEAN', control: text(14), span: 5 },
  prod_uCOM: { label: 'Unidade comercial', xml: 'uCom', control: UNIT, span: 4, phoneSpan: 6 },
  prod_qCOM: { label: 'Quantidade comercial', xml: 'qCom', control: QUANTITY, span: 3, phoneSpan: 6 },
  prod_vUnCOM: { label: 'Valor unitário', xml: 'vUnCom', control: UNIT_PRICE, span: 3, phoneSpan: 6 },
  prod_vProd: {
    label: 'Valor total',
    help: 'Em branco: quantidade × valor',
    xml: 'vProd',
    control: { kind: 'decimal', places: 2, unit: 'R$' },
    span: 4,
    phoneSpan: 6,
  },
  prod_nivelm: { label: 'Estoque mínimo', control: QUANTITY, span: 2, phoneSpan: 6 },
  prod_pesoL: {
    label: 'Peso da unidade',
    help: 'Soma no romaneio e na NF-e',
    control: { kind: 'decimal', places: 4, unit: 'kg' },
    span: 3,
    phoneSpan: 6,
  },
  prod_alert: { label: 'Avisar no estoque mínimo', control: FLAG, span: 3 },
  prod_rastro: { label: 'Rastreado por lote', control: FLAG, span: 3 },
  prod_ativo: { label: 'Produto ativo', control: FLAG, span: 3 },

  prod_NCM: { label: 'NCM', help: 'Por código ou descrição', xml: 'NCM', control: code('ncm'), span: 6 },
  prod_CEST_Opc: {
    label: 'CEST',
    help: 'Só para produto com substituição',
    xml: 'CEST',
    control: code('cest'),
    span: 4,
  },
  prod_CFOP: { label: 'CFOP padrão', xml: 'CFOP', control: code('cfop'), span: 4 },
  prod_cEANTrib: {
    label: 'EAN tributável',
    help: 'Em branco: o comercial',
    xml: 'cEANTrib',
    control: text(14),
    span: 4,
  },
  prod_uTrib: {
    label: 'Unidade tributável',
    help: 'Em branco: a comercial',
    xml: 'uTrib',
    control: UNIT,
    span: 2,
    phoneSpan: 6,
  },
  prod_qTrib: {
    label: 'Quantidade tributável',
    help: 'Em branco: a comercial',
    xml: 'qTrib',
    control: QUANTITY,
    span: 3,
    phoneSpan: 6,
  },
  prod_vUnTrib: {
    label: 'Valor unitário tributável',
    help: 'Em branco: o comercial',
    xml: 'vUnTrib',
    control: UNIT_PRICE,
    span: 3,
  },
  prod_cBenef: { label: 'Código de benefício fiscal', xml: 'cBenef', control: text(10), span: 4 },
  prod_NVE_Opc: { label: 'Nomenclatura de valor (NVE)', xml: 'NVE', control: text(6), span: 4, phoneSpan: 6 },
  prod_EXTIPI: { label: 'Exceção da TIPI', xml: 'EXTIPI', control: text(3), span: 4, phoneSpan: 6 },
  prod_nFCI_Opc: { label: 'Ficha de conteúdo de importação', xml: 'nFCI', control: text(36), span: 4 },
  prod_CNPJFab: {
    label: 'CNPJ do fabricante',
    help: 'Só com CEST e sem escala relevante',
    xml: 'CNPJFab',
    control: { kind: 'cnpj' },
    span: 4,
  },
  prod_indEscala: { label: 'Produzido em escala relevante', xml: 'indEscala', control: FLAG, span: 4 },
  prod_sujST: { label: 'Sujeito a ST', control: FLAG, span: 4 },

  icms_orig: { label: 'Origem', xml: 'orig', control: choice('origem'), isInteger: true, span: 6 },
  icms_CST: { label: texts.cst, xml: 'CST ou CSOSN', control: choice('cst_icms'), span: 6 },
  icms_modBC: {
    label: 'Modalidade da base',
    xml: 'modBC',
    control: { kind: 'options', options: MOD_BC },
    isInteger: true,
    span: 6,
  },
  icms_pRedBC: { label: 'Redução da base', xml: 'pRedBC', control: PERCENT, span: 3, phoneSpan: 6 },
  icms_pICMS: { label: 'Alíquota do ICMS', xml: 'pICMS', control: PERCENT, span: 3, phoneSpan: 6 },
  icms_pFCP: { label: 'Alíquota do FCP', xml: 'pFCP', control: PERCENT, span: 3, phoneSpan: 6 },
  icms_motDesICMS: {
    label: 'Motivo da desoneração',
    xml: 'motDesICMS',
    control: { kind: 'options', options: MOT_DES },
    isInteger: true,
    span: 6,
  },
  icms_indDeduzDeson: {
    label: 'Desoneração no total',
    xml: 'indDeduzDeson',
    control: { kind: 'options', options: { S: 'Desconta do total da nota', N: 'Não desconta' } },
    span: 6,
  },
  icms_modBCST: {
    label: 'Modalidade da base da ST',
    xml: 'modBCST',
    control: { kind: 'options', options: MOD_BC_ST },
    isInteger: true,
    span: 6,
  },
  icms_pMVAST: { label: 'Margem da ST (MVA)', xml: 'pMVAST', control: PERCENT, span: 3, phoneSpan: 6 },
  icms_pRedBCST: { label: 'Redução da base da ST', xml: 'pRedBCST', control: PERCENT, span: 3, phoneSpan: 6 },
  icms_pICMSST: { label: 'Alíquota do ICMS ST', xml: 'pICMSST', control: PERCENT, span: 3, phoneSpan: 6 },
  icms_pFCPST: { label: 'Alíquota do FCP ST', xml: 'pFCPST', control: PERCENT, span: 3, phoneSpan: 6 },
  icms_pCredSN: { label: 'Crédito do Simples', xml: 'pCredSN', control: PERCENT, span: 3, phoneSpan: 6 },
  icms_adRemICMSRet: {
    label: 'ICMS retido por unidade',
    xml: 'adRemICMSRet',
    control: UNIT_PRICE,
    span: 3,
    phoneSpan: 6,
  },

  pis_CST: { label: 'CST do PIS', xml: 'CST', control: choice('cst_pis'), span: 6 },
  pis_pPIS: { label: 'Alíquota do PIS', xml: 'pPIS', control: PERCENT, span: 3, phoneSpan: 6 },
  pis_vAliqProd: { label: 'PIS por unidade', xml: 'vAliqProd', control: UNIT_PRICE, span: 3, phoneSpan: 6 },
  pis_cofins_excluiICMS: { label: 'Tirar o ICMS da base de PIS e COFINS', control: FLAG, span: 6 },

  cofins_CST: { label: 'CST da COFINS', xml: 'CST', control: choice('cst_cofins'), span: 6 },
  cofins_pCOFINS: { label: 'Alíquota da COFINS', xml: 'pCOFINS', control: PERCENT, span: 3, phoneSpan: 6 },
  cofins_vAliqProd: { label: 'COFINS por unidade', xml: 'vAliqProd', control: UNIT_PRICE, span: 3, phoneSpan: 6 },

  IPI_CST: { label: 'CST do IPI', xml: 'CST', control: choice('cst_ipi'), span: 6 },
  IPI_pIPI: { label: 'Alíquota do IPI', xml: 'pIPI', control: PERCENT, span: 3, phoneSpan: 6 },
  IPI_cEnq: { label: 'Enquadramento legal', xml: 'cEnq', control: code('cenq'), span: 3, phoneSpan: 6 },
  IPI_clEnq: { label: 'Classe de enquadramento', xml: 'clEnq', control: text(5), span: 4 },
  IPI_CNPJProd: { label: 'CNPJ do produtor', xml: 'CNPJProd', control: { kind: 'cnpj' }, span: 4 },

  ibscbs_CST: { label: 'CST do IBS e CBS', xml: 'CST', control: choice('cst_ibscbs'), span: 6 },
  ibscbs_cClassTrib: { label: 'Classificação tributária', xml: 'cClassTrib', control: code('cclasstrib'), span: 6 },

  aprox_pFederal: { label: 'Federais', control: PERCENT, span: 4, phoneSpan: 6 },
  aprox_pEstadual: { label: 'Estaduais', control: PERCENT, span: 4, phoneSpan: 6 },
  aprox_pMunicipal: { label: 'Municipais', control: PERCENT, span: 4, phoneSpan: 6 },
} satisfies Record<string, ProductField>

export type ProductFieldName = keyof typeof PRODUCT_FIELDS

/** The same with one type for all, to ask for what only some have. */
export const FIELDS: Readonly<Record<ProductFieldName, ProductField>> = PRODUCT_FIELDS

/** What a field is called that the server names; one that is not of the form by its own name. */
export function labelOf(name: string): string {
  return (FIELDS as Readonly<Record<string, ProductField | undefined>>)[name]?.label ?? name
}

export const FIELD_NAMES = Object.keys(PRODUCT_FIELDS) as ProductFieldName[]

const FLAGS = [
  'prod_alert',
  'prod_rastro',
  'prod_ativo',
  'prod_indEscala',
  'prod_sujST',
  'pis_cofins_excluiICMS',
] as const satisfies readonly ProductFieldName[]
export type FlagName = (typeof FLAGS)[number]
export type TextName = Exclude<ProductFieldName, FlagName>

export function isFlag(name: ProductFieldName): name is FlagName {
  return (FLAGS as readonly string[]).includes(name)
}

/** Labels and comparison of versions, for companies that use CSOSN or CST. */
export function specsFor(usesCsosn: boolean): Record<ProductFieldName, FieldSpec> {
  const specs = FIELD_NAMES.map((name) => {
    const { label, required, control } = FIELDS[name]
    return [name, { label: name === 'icms_CST' && usesCsosn ? texts.csosn : label, required, show: shownAs(control) }]
  })
  return Object.fromEntries(specs) as Record<ProductFieldName, FieldSpec>
}

function shownAs(control: Control): (value: unknown) => string {
  switch (control.kind) {
    case 'flag':
      return (value) => (value ? texts.yes : texts.no)
    case 'decimal':
      return (value) => formatDecimal(value as string)
    case 'options':
      return (value) => control.options[value as string] ?? (value as string)
    case 'cnpj':
      return (value) => formatCnpj(value as string)
    default:
      return (value) => value as string
  }
}
