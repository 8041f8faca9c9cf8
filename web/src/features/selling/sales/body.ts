import type { SaleInput } from '@/api'
import { isNfe } from './sale'
import type { OpenSale } from './sale'
import { totalsOf } from './totals'

type How =
  { intent: 'issue'; contingencia?: boolean; aprovacao_id?: string | null } | { intent: 'park'; em_espera: string }

/**
 * What is sent of a sale. Made once: it is what is repeated until it is answered, since the server knows a repetition by
 * the same id and the same body.
 */
export function bodyOf(sale: OpenSale, how: How, estacao_id: string | null): SaleInput {
  return {
    id: sale.id,
    estacao_id,
    ...(sale.version === null ? {} : { version: sale.version }),
    cpf: sale.cpf,
    cliente_id: sale.cliente_id,
    nome: sale.nome,
    ind_pres: sale.ind_pres,
    entrega: sale.entrega,
    ...(isNfe(sale) && sale.nfe ? { nfe: sale.nfe } : {}),
    ...(sale.orcamento_id ? { orcamento_id: sale.orcamento_id } : {}),
    ...(sale.entrega_futura === 'S' ? { entrega_futura: 'S' } : {}),
    itens: sale.itens.map(({ produto_id, quantidade, valor, preco_lido, desconto, lote, orcamento_item_id }) => ({
      ...{ produto_id, quantidade, valor, preco_lido, desconto, lote },
      ...(orcamento_item_id ? { orcamento_item_id } : {}),
    })),
    desconto: sale.desconto,
    acrescimo: sale.acrescimo,
    frete: sale.frete,
    pagamentos: sale.pagamentos.map(({ tPag, valor, xPag, credenciadora, tBand, cAut, txid, credito }) => ({
      ...{ tPag, valor, xPag, credenciadora, tBand, cAut, txid },
      ...(credito ? { credito } : {}),
    })),
    observacao: sale.observacao,
    em_espera: how.intent === 'park' ? how.em_espera : null,
    emitir: how.intent === 'issue',
    ...(how.intent === 'issue' && how.contingencia ? { contingencia: true } : {}),
    ...(how.intent === 'issue' && how.aprovacao_id ? { aprovacao_id: how.aprovacao_id } : {}),
    total_visto: totalsOf(sale).total,
  }
}
