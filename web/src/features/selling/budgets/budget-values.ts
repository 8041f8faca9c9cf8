import type { Budget, BudgetInput, BudgetItem } from '@/api'
import { formatDay, formatDecimal, formatMoney, formatPhone, today } from '@/ui'
import type { FieldSpec } from '@/ui'
import { totalsOf } from './budget-totals'
import type { InstallmentValues } from './installments'
import { texts } from './texts'

export type BudgetType = Budget['tipo']

/** An item as the form holds it; numbers are decimals of the API, or what is typed while it is none. */
export type ItemValues = {
  composicao_id: string
  prod_cProd: string
  descricao: string
  unidade: string
  quantidade: string
  valor_venda: string
  desconto: string
}

/** The form's content: texts without punctuation, '' where there is nothing. */
export type BudgetValues = {
  cliente_id: string
  data_orcamento: string
  data_venda: string
  tipo: BudgetType
  funcionario_id: string
  vendedor: string
  forma_pagamento: string
  condicao_pagamento: string
  numero_parcelas: string
  prazo_entrega: string
  validade: string
  solicitante: string
  telefone: string
  obra: string
  faturado: boolean
  numero_nfe: string
  debito_credito: 'D' | 'C'
  natureza: string
  cfop: string
  codigo_antigo: string
  /** Counts only while there are no items. */
  total_venda: string
  desconto: string
  acrescimo: string
  endereco_entrega: string
  historico: string
  observacao: string
  itens: ItemValues[]
  parcelas: InstallmentValues[]
}

const ZERO = '0.00'

export function newBudget(seller: { id: string; full_name: string }): BudgetValues {
  return {
    cliente_id: '',
    data_orcamento: today(),
    data_venda: '',
    tipo: 'Orçamento',
    funcionario_id: seller.id,
    vendedor: seller.full_name,
    forma_pagamento: '',
    condicao_pagamento: '',
    numero_parcelas: '1',
    prazo_entrega: '',
    validade: '',
    solicitante: '',
    telefone: '',
    obra: '',
    faturado: false,
    numero_nfe: '',
    debito_credito: 'D',
    natureza: '',
    cfop: '',
    codigo_antigo: '',
    total_venda: ZERO,
    desconto: ZERO,
    acrescimo: ZERO,
    endereco_entrega: '',
    historico: '',
    observacao: '',
    itens: [],
    parcelas: [],
  }
}

const showDay = (value: unknown) => formatDay(value as string)
const showMoney = (value: unknown) => formatMoney(value as string)
const showDays = (value: unknown) => (value === '' ? '' : texts.days(Number(value)))

function showItems(value: unknown): string {
  return (value as ItemValues[])
    .map(
      ({ descricao, quantidade, valor_venda, desconto }) =>
        `${descricao}: ${formatDecimal(quantidade)} × ${formatDecimal(valor_venda)}` +
        (desconto === ZERO ? '' : ` − ${formatDecimal(desconto)}`),
    )
    .join('; ')
}

function showInstallments(value: unknown): string {
  return (value as InstallmentValues[])
    .map(({ vencimento, valor }) => `${formatDay(vencimento)} ${formatMoney(valor)}`)
    .join('; ')
}

const { fields, item, installment } = texts

export const FIELDS: Record<keyof BudgetValues, FieldSpec> = {
  cliente_id: { label: fields.cliente_id, required: true },
  data_orcamento: { label: fields.data_orcamento, required: true, show: showDay },
  data_venda: { label: fields.data_venda, show: showDay },
  tipo: { label: fields.tipo },
  funcionario_id: { label: fields.funcionario_id },
  vendedor: { label: fields.vendedor },
  forma_pagamento: { label: fields.forma_pagamento },
  condicao_pagamento: { label: fields.condicao_pagamento },
  numero_parcelas: { label: fields.numero_parcelas },
  prazo_entrega: { label: fields.prazo_entrega, show: showDays },
  validade: { label: fields.validade, show: showDays },
  solicitante: { label: fields.solicitante },
  telefone: { label: fields.telefone, show: (value) => formatPhone(value as string) },
  obra: { label: fields.obra },
  faturado: { label: fields.faturado, show: (value) => (value ? texts.yes : texts.no) },
  numero_nfe: { label: fields.numero_nfe },
  debito_credito: { label: fields.debito_credito, show: (value) => texts.debitCredit[value as 'D' | 'C'] },
  natureza: { label: fields.natureza },
  cfop: { label: fields.cfop },
  codigo_antigo: { label: fields.codigo_antigo },
  total_venda: { label: fields.total_venda, show: showMoney },
  desconto: { label: fields.desconto, show: showMoney },
  acrescimo: { label: fields.acrescimo, show: showMoney },
  endereco_entrega: { label: fields.endereco_entrega },
  historico: { label: fields.historico },
  observacao: { label: fields.observacao },
  itens: {
    label: fields.itens,
    show: showItems,
    item: {
      label: item.label,
      fields: {
        composicao_id: { label: item.composicao_id },
        prod_cProd: { label: item.prod_cProd },
        descricao: { label: item.descricao },
        unidade: { label: item.unidade },
        quantidade: { label: item.quantidade },
        valor_venda: { label: item.valor_venda },
        desconto: { label: item.desconto },
      },
    },
  },
  parcelas: {
    label: fields.parcelas,
    show: showInstallments,
    item: {
      label: installment.label,
      fields: { vencimento: { label: installment.vencimento }, valor: { label: installment.valor } },
    },
  },
}

function itemOf({ composicao_id, prod_cProd, descricao, unidade, ...amounts }: BudgetItem): ItemValues {
  const { quantidade, valor_venda, desconto } = amounts
  return { composicao_id, prod_cProd, descricao, unidade: unidade ?? '', quantidade, valor_venda, desconto }
}

const textOf = (number: number | null) => (number === null ? '' : String(number))

export function valuesOf(budget: Budget): BudgetValues {
  return {
    cliente_id: budget.cliente_id ?? '',
    data_orcamento: budget.data_orcamento,
    data_venda: budget.data_venda ?? '',
    tipo: budget.tipo,
    funcionario_id: budget.funcionario_id ?? '',
    vendedor: budget.vendedor ?? '',
    forma_pagamento: budget.forma_pagamento ?? '',
    condicao_pagamento: budget.condicao_pagamento ?? '',
    numero_parcelas: String(budget.numero_parcelas),
    prazo_entrega: textOf(budget.prazo_entrega),
    validade: textOf(budget.validade),
    solicitante: budget.solicitante ?? '',
    telefone: budget.telefone ?? '',
    obra: budget.obra ?? '',
    faturado: budget.faturado,
    numero_nfe: budget.numero_nfe ?? '',
    debito_credito: budget.debito_credito,
    natureza: budget.natureza ?? '',
    cfop: budget.cfop ?? '',
    codigo_antigo: budget.codigo_antigo ?? '',
    total_venda: budget.total_venda,
    desconto: budget.desconto,
    acrescimo: budget.acrescimo,
    endereco_entrega: budget.endereco_entrega ?? '',
    historico: budget.historico ?? '',
    observacao: budget.observacao ?? '',
    itens: budget.itens.map(itemOf),
    parcelas: budget.parcelas.map(({ vencimento, valor }) => ({ vencimento, valor })),
  }
}

/** null is nothing, which the server stores as such or names as missing. */
const given = (text: string) => (text === '' ? null : text)
const numberOf = (digits: string) => (digits === '' ? null : Number(digits))

export function bodyOf(values: BudgetValues): BudgetInput {
  const { itens, parcelas } = values
  return {
    cliente_id: given(values.cliente_id),
    // The server refuses a budget without its day, at that field.
    data_orcamento: given(values.data_orcamento) as string,
    data_venda: given(values.data_venda),
    tipo: values.tipo,
    funcionario_id: given(values.funcionario_id),
    vendedor: given(values.vendedor),
    forma_pagamento: given(values.forma_pagamento),
    condicao_pagamento: given(values.condicao_pagamento),
    numero_parcelas: numberOf(values.numero_parcelas) ?? undefined,
    prazo_entrega: numberOf(values.prazo_entrega),
    validade: numberOf(values.validade),
    solicitante: given(values.solicitante),
    telefone: given(values.telefone),
    obra: given(values.obra),
    faturado: values.faturado,
    numero_nfe: given(values.numero_nfe),
    debito_credito: values.debito_credito,
    natureza: given(values.natureza),
    cfop: given(values.cfop),
    codigo_antigo: given(values.codigo_antigo),
    total_venda: totalsOf(values).total_venda,
    desconto: values.desconto || ZERO,
    acrescimo: values.acrescimo || ZERO,
    endereco_entrega: given(values.endereco_entrega),
    historico: given(values.historico),
    observacao: given(values.observacao),
    itens: itens.map(({ composicao_id, descricao, unidade, quantidade, valor_venda, desconto }) => ({
      composicao_id,
      // An emptied description is the product's again.
      ...(descricao === '' ? {} : { descricao }),
      unidade: given(unidade),
      quantidade,
      valor_venda: valor_venda || '0.0000',
      desconto: desconto || ZERO,
    })),
    ...(parcelas.length > 0 ? { parcelas } : {}),
  }
}
