// Sales that get an NF-e, and who they are to.
import type { Caller } from './caller.ts'
import { newBudget } from './budgets.ts'
import {
  beginSaleOfBudget,
  correctReceipt,
  deliverGoods,
  listReceiptCorrections,
  markReadiness,
  postSale,
} from './endpoints.ts'
import { newPerson, type Person } from './people.ts'
import { reaches } from './receipts.ts'
import { type Issued, sale, sellable } from './sales.ts'
import { until } from './server.ts'

/** Of Campinas, without inscrição estadual: it builds, and is no contribuinte. */
export const newBuilder = (as: Caller, overrides: Record<string, unknown> = {}): Promise<Person> =>
  newPerson(as, {
    pessoa_tipo: 2,
    razao_social: 'Construtora Horizonte Ltda',
    logradouro: 'Avenida Brasil',
    numero: '100',
    bairro: 'Centro',
    municipio: '3509502',
    cep: '13010000',
    ...overrides,
  })

/** A sale to a builder, of a company that is ready to sell and gets ready for NF-e here. */
export async function saleToBuilder(gerente: Caller, id: string) {
  ;(await markReadiness(gerente, id, 'credenciamento_nfe', { marcado: true })).expect(200)
  const product = await sellable(gerente, id, { prod_CFOP: '5101' })
  return sale(product, {
    cliente_id: (await newBuilder(gerente)).id,
    pagamentos: [{ tPag: '15', valor: '82.00' }],
  })
}

/** An authorised NF-e of a company that is ready to sell. `gerente`: who prepares it, where `as` is an operador. */
export async function authorisedNfe(as: Caller, id: string, gerente = as) {
  const form = await saleToBuilder(gerente, id)
  const { nota } = (await postSale(as, id, form)).expect(201) as Issued
  return (await reaches(as, id, nota!.id, 'autorizada')).nota
}

/** The first letter of correction of an NF-e, registered. */
export async function registeredLetter(as: Caller, id: string, rid: string): Promise<string> {
  const itens = [{ assunto: 'descricao', texto: 'Laje treliçada H12' }]
  ;(await correctReceipt(as, id, rid, { numero: 1, itens })).expect(202)
  const first = async () => (await listReceiptCorrections(as, id, rid)).expect(200).items[0]!
  await until('the letter is registered', async () => (await first()).estado === 'registrado')
  return (await first()).id
}

/** A truck of an order that was invoiced for future delivery, of a company that is ready to sell. */
export async function truckOfFutureSale(as: Caller, id: string): Promise<{ bid: string; entrega: string }> {
  ;(await markReadiness(as, id, 'credenciamento_nfe', { marcado: true })).expect(200)
  const product = (await sellable(as, id, { prod_CFOP: '5101' })).id
  const itens = [{ composicao_id: product, quantidade: '2.0000' }]
  const order = await newBudget(as, id, (await newBuilder(as)).id, { tipo: 'Pedido', itens })
  const { venda } = (await beginSaleOfBudget(as, id, order.id, crypto.randomUUID())).expect(201) as Issued
  const { version, orcamento_id, cliente_id, total } = venda
  const form = {
    ...{ id: venda.id, version, orcamento_id, cliente_id, entrega_futura: 'S', emitir: true },
    itens: venda.itens.map(({ produto_id, quantidade, valor, preco_lido, orcamento_item_id }) => {
      return { produto_id, quantidade, valor, preco_lido, orcamento_item_id }
    }),
    ...{ pagamentos: [{ tPag: '15', valor: total }], total_visto: total },
  }
  const { nota } = (await postSale(as, id, form)).expect(201) as Issued
  await reaches(as, id, nota!.id, 'autorizada')
  const truck = { itens: [{ item_id: order.itens[0]!.id, quantidade: '1.0000' }] }
  return { bid: order.id, entrega: (await deliverGoods(as, id, order.id, truck)).expect(201).id }
}
