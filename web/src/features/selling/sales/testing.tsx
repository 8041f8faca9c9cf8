import type { IssuedSale, Product, ProductLookup, ReceiptSummary, Sale, SaleInput } from '@/api'
import type { Payment } from './sale'

/** A product of 62,90 whose id is its code. */
export function product(code: string, changes: Partial<Product> = {}): Product {
  const some: Partial<Product> = {
    ...{ id: code, id_emit: 'a', prod_cProd: code, prod_xProd: `Produto ${code}`, prod_uCOM: 'UN' },
    ...{ prod_vUnCOM: '62.9000', prod_ativo: 'S', deleted_at: null },
  }
  return { ...some, ...changes } as Product
}

export function found(code: string, changes: Partial<Product> = {}, quantidade = '1.0000'): ProductLookup {
  const produto = product(code, changes)
  return { produto, quantidade, valor: produto.prod_vUnCOM, desconto: '0.00', origem: 'codigo' }
}

export function cash(valor: string): Payment {
  return { key: 'cash', tPag: '01', valor, xPag: null, credenciadora: null, tBand: null, cAut: null, txid: null }
}

/** What the server answers to a sale of 62,90 paid with a hundred; a draft when it was not to be issued. */
export function issued(body: Pick<SaleInput, 'id' | 'emitir'>, changes: Partial<ReceiptSummary> = {}): IssuedSale {
  const venda: Partial<Sale> = {
    ...{ id: body.id, total: '62.90', troco: '37.10', version: 1, estado: 'emitida', em_espera: null },
    ...{ itens: [], pagamentos: [], desconto: '0.00', acrescimo: '0.00', frete: '0.00', ind_pres: 1 },
    ...{ cpf: null, nome: null, cliente_id: null, observacao: null, entrega: null },
  }
  const nota: Partial<ReceiptSummary> = {
    ...{ id: 'n1', venda_id: body.id, serie: 1, numero: 1284, tpEmis: 1, estado: 'enviando', version: 1 },
    ...{ dhEmi: '2026-11-20T19:00:00Z', vNF: '62.90', prazo: null, cStat: null, cancelavel_ate: null, alertas: [] },
    ...{ substitui: null, substituida_por: null, ambiente: 'producao' },
  }
  const isDraft = body.emitir === false
  return { venda: venda as Sale, nota: isDraft ? null : ({ ...nota, ...changes } as ReceiptSummary) }
}
