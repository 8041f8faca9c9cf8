// All that the checker goes by: rows of the database, the simulator's ledger, the cashiers' journals.
import type { Database } from '../api/tests/helpers/database.ts'
import { type Entry, readJournal } from './journal.ts'

export interface Nota {
  id: string
  venda_id: string
  operacao: 'venda' | 'devolucao' | 'remessa'
  /** The delivery whose remessa it is. */
  entrega_id: string | null
  /** The return whose NF-e of entry it is. */
  devolucao_id: string | null
  ambiente: string
  modelo: number
  serie: number
  numero: number
  cnf: string
  chave: string
  tpemis: number
  estado: string
  versao: number
  nprot: string | null
  digval: string | null
  substitui: string | null
  substituida_por: string | null
  version: number
  created_at: number
  prazo: number | null
  dhrecbto: number | null
}
/** A stored document; `bytes` as hexadecimal digits. */
export interface Xml {
  tipo: string
  nfce_id: string | null
  evento_id: string | null
  inutilizacao_id: string | null
  versao: number | null
  chave: string | null
  digest: string | null
  sha256: string
  bytes: string
}
export interface Troca {
  seq: number
  servico: string
  nfce_id: string | null
  evento_id: string | null
  inutilizacao_id: string | null
  versao: number | null
  /** When it was announced; `anunciada_em` is pulled to now when the clock turns out to have been ahead. */
  created_at: number
  resultado: string | null
  cstat: number | null
  saiu: string
}
export interface Numeracao {
  ambiente: string
  modelo: number
  serie: number
  proximo: number
  /** Since when nobody takes a number of it. */
  parada_em: number | null
}
export interface Faixa {
  ambiente: string
  modelo: number
  serie: number
  ini: number
  fim: number
  tipo: string
}
export interface Venda {
  id: string
  estado: string
  sessao_id: string | null
  troco: number
}
/** An item of an order, and how much of it the order says was invoiced and delivered; quantities here and below in
 * ten-thousandths. */
export interface ItemPedido {
  id: string
  orcamento_id: string
  quantidade: number
  faturada: number
  entregue: number
}
/** What a remessa takes along of an item of a sale. */
export type ItemDeRemessa = { nfce_id: string; venda_id: string; venda_ordem: number; quantidade: number; valor: number }
/** What left of it on a truck; `desfeita` 1: it came back. */
export interface ItemEntregue {
  entrega_id: string
  item_id: string
  quantidade: number
  desfeita: number
}
export interface ItemFaturado {
  venda_id: string
  orcamento_item_id: string
  quantidade: number
}
export interface PedidoVenda {
  id: string
  /** 1: it says that all of it was invoiced. */
  faturado: number
}
export interface Pagamento {
  venda_id: string
  ordem: number
  tpag: string
  valor: number
}
/** A till's session; amounts here and below in cents. */
export interface Sessao {
  id: string
  movimentos: number
  fechada_em: number | null
}
export interface Movimento {
  seq: number
  sessao_id: string
  venda_id: string | null
  tipo: string
  tpag: string
  valor: number
  created_at: number
}
export interface Contagem {
  sessao_id: string
  tpag: string
  contado: number
  esperado: number
  diferenca: number
}
export interface VendaItem {
  venda_id: string
  ordem: number
  quantidade: number
}
/** Goods that came back, and what the customer got for them. */
export interface Devolucao {
  id: string
  venda_id: string
  nfce_id: string
  destino: string
  total: number
  sessao_id: string | null
}
export interface DevolucaoItem {
  devolucao_id: string
  venda_id: string
  ordem: number
  quantidade: number
  valor: number
}
export interface Credito {
  id: string
  devolucao_id: string
  valor: number
  saldo: number
}
/** A payment with a credit; `devolvido` 1: the sale was undone, and the credit is the customer's again. */
export interface CreditoUso {
  credito_id: string
  venda_id: string
  ordem: number
  valor: number
  devolvido: number
}
export interface Evento {
  id: string
  nfce_id: string
  tipo: string
  estado: string
  cstat: number | null
}
export interface Inutilizacao {
  modelo: number
  serie: number
  ini: number
  fim: number
  estado: string
}
export interface Alarme {
  tipo: string
  nfce_id: string | null
}

export interface Pedido {
  seq: number
  recebido_em_us: number
  servico: string
  /** Whose service it is: nfce, nfe, svc-an or svc-rs. */
  autorizador: string
  CNPJ: string
  chNFe: string
  assunto: string
  sha256: string
  documento_sha256: string
  falha: string
  cStat: number
}
export interface Documento {
  seq: number
  chNFe: string
  mod: number
  serie: number
  nNF: number
  digVal: string
  nProt: string
  sha256: string
  cancelada: boolean
}
export interface EventoThere {
  seq: number
  chNFe: string
  tpEvento: string
  nProt: string
}
export interface InutilizacaoThere {
  seq: number
  mod: number
  serie: number
  nNFIni: number
  nNFFin: number
}

export interface Here {
  notas: Nota[]
  xmls: Xml[]
  trocas: Troca[]
  numeracao: Numeracao[]
  faixas: Faixa[]
  vendas: Venda[]
  pedidos: PedidoVenda[]
  itens_pedidos: ItemPedido[]
  itens_faturados: ItemFaturado[]
  itens_entregues: ItemEntregue[]
  itens_de_remessas: ItemDeRemessa[]
  itens: VendaItem[]
  pagamentos: Pagamento[]
  sessoes: Sessao[]
  movimentos: Movimento[]
  contagens: Contagem[]
  devolucoes: Devolucao[]
  itens_devolvidos: DevolucaoItem[]
  creditos: Credito[]
  usos: CreditoUso[]
  /** Undone sales that the next till opened at their station reverses. */
  estornos_pendentes: string[]
  eventos: Evento[]
  inutilizacoes: Inutilizacao[]
  alarmes: Alarme[]
  /** Jobs that somebody holds. */
  executando: number
}
export interface There {
  pedidos: Pedido[]
  documentos: Documento[]
  eventos: EventoThere[]
  inutilizacoes: InutilizacaoThere[]
}
export interface Evidence {
  here: Here
  there: There
  journals: Entry[][]
  /** Servers did not always agree on the time. */
  clocksTurned: boolean
}

/** The ledger names the services of an NF-e after their authoriser. */
export function calledOf(pedido: Omit<Pedido, 'autorizador'>): Pedido {
  const [servico, autorizador = 'nfce'] = pedido.servico.split('/').reverse() as [string, string?]
  return { ...pedido, servico, autorizador }
}

/** Shorter than the hour by which clocks are turned. */
const longest_run_us = 50 * 60_000_000
/** Of two moments that servers wrote down. Where clocks were turned, those further apart than a run lasts are of different ones. */
export const isLater = ({ clocksTurned }: Evidence, one: number, other: number): boolean =>
  one > other && (!clocksTurned || one - other < longest_run_us)

export function readDatabase(database: Database): Here {
  const id = (column: string) => `${database.idText(column)} as ${column}`
  const hex = (column: string) => (database.isPostgres ? `encode(${column}, 'hex')` : `lower(hex(${column}))`)
  const bytes = (column: string) => `${hex(column)} as ${column}`
  const ids = (...columns: string[]) => columns.map(id).join(', ')
  return {
    notas: database.rows(`select ${ids('id', 'venda_id', 'devolucao_id', 'entrega_id', 'substitui', 'substituida_por')}, ambiente, operacao, modelo, serie, numero, cNF as cnf,
      chave, tpEmis as tpemis, estado, versao, nProt as nprot, digVal as digval, version, created_at, prazo,
      dhRecbto as dhrecbto from nfce order by modelo, serie, numero`).map(withoutEmpty),
    xmls: database.rows(`select ${ids('nfce_id', 'evento_id', 'inutilizacao_id')}, tipo, versao, chave, digest,
      ${bytes('sha256')}, ${bytes('bytes')} from nfce_xml`).map(withoutEmpty),
    trocas: database.rows(`select seq, servico, ${ids('nfce_id', 'evento_id', 'inutilizacao_id')}, versao, created_at,
      resultado, cStat as cstat, saiu from sefaz_troca order by seq`).map(withoutEmpty),
    numeracao: database.rows('select ambiente, modelo, serie, proximo, parada_em from nfce_numeracao'),
    faixas: database.rows('select ambiente, modelo, serie, ini, fim, tipo from nfce_faixa'),
    vendas: database.rows(`select ${ids('id', 'sessao_id')}, estado, troco from venda`).map(withoutEmpty),
    pedidos: database.rows(`select ${ids('id')}, faturado from orcamento where tipo = 'Pedido'`),
    itens_pedidos: database.rows(`select ${ids('id', 'orcamento_id')}, quantidade, faturada, entregue from orcamento_composicao`),
    itens_faturados: database.rows(`select ${ids('venda_id', 'orcamento_item_id')}, quantidade from venda_item
      where orcamento_item_id is not null`),
    itens_entregues: database.rows(`select ${ids('entrega_id', 'item_id')}, quantidade,
      case when desfeita_em is null then 0 else 1 end as desfeita
      from pedido_entrega_item i join pedido_entrega e on e.id = i.entrega_id`),
    itens_de_remessas: database.rows(`select ${ids('nfce_id', 'venda_id')}, venda_ordem, quantidade, valor from remessa_item`),
    itens: database.rows(`select ${ids('venda_id')}, ordem, quantidade from venda_item`),
    pagamentos: database.rows(`select ${ids('venda_id')}, ordem, tPag as tpag, valor from venda_pagamento`),
    sessoes: database.rows(`select ${ids('id')}, movimentos, fechada_em from caixa_sessao`),
    movimentos: database.rows(`select seq, ${ids('sessao_id', 'venda_id')}, tipo, tPag as tpag, valor, created_at
      from caixa_movimento order by seq`).map(withoutEmpty),
    contagens: database.rows(`select ${ids('sessao_id')}, tPag as tpag, contado, esperado, diferenca from caixa_contagem`),
    devolucoes: database.rows(`select ${ids('id', 'venda_id', 'nfce_id', 'sessao_id')}, destino, total from devolucao`).map(withoutEmpty),
    itens_devolvidos: database.rows(`select ${ids('devolucao_id', 'venda_id')}, ordem, quantidade, valor from devolucao_item`),
    creditos: database.rows(`select ${ids('id', 'devolucao_id')}, valor, saldo from credito_loja`),
    usos: database.rows(`select ${ids('credito_id', 'venda_id')}, ordem, valor,
      case when devolvido_em is null then 0 else 1 end as devolvido from credito_uso`),
    estornos_pendentes: database
      .rows<{ venda_id: string }>(`select ${ids('venda_id')} from caixa_estorno_pendente`)
      .map(({ venda_id }) => venda_id),
    eventos: database.rows(`select ${ids('id', 'nfce_id')}, tipo, estado, cStat as cstat from nfce_evento`),
    inutilizacoes: database.rows('select modelo, serie, ini, fim, estado from nfce_inutilizacao'),
    alarmes: database.rows(`select ${ids('nfce_id')}, tipo from nfce_alarme`).map(withoutEmpty),
    executando: database.rows<{ n: number }>(`select count(*) as n from tarefas where estado = 'executando'`)[0]!.n,
  }
}

/** SQLite's hex() of nothing is an empty text. */
const withoutEmpty = (row: any) => {
  for (const column of ['substitui', 'substituida_por', 'nfce_id', 'evento_id', 'inutilizacao_id', 'venda_id', 'sessao_id', 'devolucao_id', 'entrega_id'])
    if (row[column] === '') row[column] = null
  return row
}

export const readJournals = (files: string[]): Entry[][] => files.map(readJournal)
