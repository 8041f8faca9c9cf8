// What must hold of a shop's money and orders, beside its receipts (checker.ts): counted from rows and journals alike.
import { isLater, type Evidence } from './evidence.ts'
import { groups } from './groups.ts'
import { hexOf } from './journal.ts'

const in_credit = '21' // tPag; no till holds it

/** A till holds what its movements come to, and they are what its sales were paid. */
export function cashCounted(evidence: Evidence): string[] {
  const { here, journals } = evidence
  const wrong: string[] = []
  const kindOf = (tpag: string) => (tpag === '17' ? '20' : ['01', '20', '04', '03'].includes(tpag) ? tpag : '99')
  const sum = (list: readonly { valor: number }[]) => list.reduce((total, { valor }) => total + valor, 0)
  const inSession = groups(here.movimentos, ({ sessao_id }) => sessao_id)
  const counts = groups(here.contagens, ({ sessao_id }) => sessao_id)
  for (const { id, movimentos, fechada_em } of here.sessoes) {
    const found = inSession.get(id) ?? []
    if (found.length !== movimentos) wrong.push(`till ${id} says ${movimentos} movements and has ${found.length}`)
    if (found.filter(({ tipo }) => tipo === 'abertura').length !== 1) wrong.push(`till ${id} was not opened once`)
    const counted = counts.get(id) ?? []
    if (counted.length !== (fechada_em === null ? 0 : 5)) wrong.push(`till ${id} has ${counted.length} counts`)
    for (const { tpag, contado, esperado, diferenca } of counted) {
      const held = sum(found.filter((one) => kindOf(one.tpag) === tpag))
      if (esperado !== held) wrong.push(`till ${id} was expected to hold ${esperado} of ${tpag}, and holds ${held}`)
      if (diferenca !== contado - esperado) wrong.push(`till ${id} has another difference of ${tpag}`)
    }
    for (const { seq, created_at } of found)
      if (fechada_em !== null && isLater(evidence, created_at, fechada_em)) wrong.push(`movement ${seq} of till ${id} came after its closing`)
  }
  for (const id of inSession.keys())
    if (!here.sessoes.some((one) => one.id === id)) wrong.push(`movements of a till that is gone: ${id}`)
  const ofSale = groups(
    here.movimentos.filter(({ venda_id }) => venda_id !== null),
    ({ venda_id }) => venda_id!,
  )
  const payments = groups(here.pagamentos, ({ venda_id }) => venda_id)
  const waiting = new Set(here.estornos_pendentes)
  for (const { id, estado, sessao_id, troco } of here.vendas) {
    const moved = ofSale.get(id) ?? []
    const taken = moved.filter(({ tipo }) => tipo === 'venda')
    const handedOver = (payments.get(id) ?? []).filter(({ tpag }) => tpag !== in_credit)
    const paid = sessao_id === null ? 0 : sum(handedOver) - troco
    if (sum(taken) !== paid) wrong.push(`sale ${id} was paid ${paid}, and the till took ${sum(taken)}`)
    if (taken.some((one) => one.sessao_id !== sessao_id)) wrong.push(`sale ${id} is in another till than its own`)
    const returned = sum(moved.filter(({ tipo }) => tipo === 'estorno'))
    const due = estado === 'desfeita' && !waiting.has(id) ? paid : 0
    if (returned !== -due) wrong.push(`sale ${id} (${estado}) should have taken ${due} out of a till, and took ${-returned}`)
  }
  const bySeq = new Map(here.movimentos.map((one) => [one.seq, one]))
  for (const entry of journals.flat()) {
    if (entry.what !== 'cash') continue
    const { seq, tipo, valor, sessao } = entry
    const found = bySeq.get(seq)
    const isThere = found?.tipo === tipo && found.valor === Math.round(Number(valor) * 100) && found.sessao_id === hexOf(sessao)
    if (!isThere) wrong.push(`a cashier's ${tipo} of ${valor} is gone or another one`)
  }
  return wrong
}

/** Of nothing more comes back than was sold, it is paid back once, and a credit is worth what was not used of it. */
export function returnsPaidOnce({ here, journals }: Evidence): string[] {
  const wrong: string[] = []
  const sum = <T extends string>(list: readonly Record<T, number>[], of: T) => list.reduce((total, one) => total + one[of], 0)
  const place = ({ venda_id, ordem }: { venda_id: string; ordem: number }) => `${venda_id}/${ordem}`
  const returned = groups(here.itens_devolvidos, place)
  const sold = new Map(here.itens.map((one) => [place(one), one.quantidade]))
  for (const [at, list] of returned)
    if (sum(list, 'quantidade') > (sold.get(at) ?? 0)) wrong.push(`of item ${at} more came back than was sold`)

  const sales = new Map(here.vendas.map((one) => [one.id, one]))
  const payments = groups(here.pagamentos, ({ venda_id }) => venda_id)
  for (const [id, list] of groups(here.devolucoes, ({ venda_id }) => venda_id)) {
    const { estado, troco } = sales.get(id) ?? { estado: 'gone', troco: 0 }
    if (estado !== 'emitida') wrong.push(`goods of sale ${id} came back, which is ${estado}`)
    if (sum(list, 'total') > sum(payments.get(id) ?? [], 'valor') - troco) wrong.push(`for sale ${id} more was given back than paid`)
  }
  const items = groups(here.itens_devolvidos, ({ devolucao_id }) => devolucao_id)
  const credits = groups(here.creditos, ({ devolucao_id }) => devolucao_id)
  const paidOut = here.movimentos.filter(({ tipo }) => tipo === 'devolucao')
  for (const { id, destino, total } of here.devolucoes) {
    if (sum(items.get(id) ?? [], 'valor') !== total) wrong.push(`return ${id} is not worth its items`)
    const given = (credits.get(id) ?? []).map(({ valor }) => valor)
    if (given.join() !== (destino === 'credito' ? String(total) : '')) wrong.push(`return ${id} in ${destino} gave the credits ${given}`)
  }
  const fromTill = groups(here.devolucoes.filter(({ sessao_id }) => sessao_id !== null), (one) => `${one.sessao_id} ${one.venda_id}`)
  const movements = groups(paidOut, (one) => `${one.sessao_id} ${one.venda_id}`)
  for (const key of new Set([...fromTill.keys(), ...movements.keys()])) {
    const amounts = (list: readonly number[]) => [...list].sort((a, b) => a - b).join()
    const due = amounts((fromTill.get(key) ?? []).map(({ total }) => -total))
    const out = amounts((movements.get(key) ?? []).map(({ valor }) => valor))
    if (due !== out) wrong.push(`till and sale ${key} should have paid back ${due}, and paid ${out}`)
  }

  const uses = groups(here.usos, ({ credito_id }) => credito_id)
  for (const { id, valor, saldo } of here.creditos) {
    const used = sum((uses.get(id) ?? []).filter(({ devolvido }) => devolvido === 0), 'valor')
    if (saldo < 0 || saldo !== valor - used) wrong.push(`credit ${id} of ${valor}, ${used} of it used, says ${saldo}`)
  }
  const useAt = groups(here.usos, place)
  for (const one of here.pagamentos.filter(({ tpag }) => tpag === in_credit)) {
    const { estado } = sales.get(one.venda_id) ?? { estado: 'gone' }
    const wanted = estado === 'emitida' ? `${one.valor} 0` : estado === 'desfeita' ? `${one.valor} 1` : ''
    const found = (useAt.get(place(one)) ?? []).map(({ valor, devolvido }) => `${valor} ${devolvido}`).join()
    if (found !== wanted) wrong.push(`sale ${one.venda_id} (${estado}) paid ${one.valor} with credit, of which '${found}' is kept`)
    useAt.delete(place(one))
  }
  for (const at of useAt.keys()) wrong.push(`payment ${at} used a credit and is none`)

  const told = new Map(journals.flat().flatMap((entry) => (entry.what === 'returned' ? [[hexOf(entry.devolucao), entry] as const] : [])))
  for (const { id, nfce_id, total } of here.devolucoes) {
    const entry = told.get(id)
    if (!entry || hexOf(entry.nota) !== nfce_id || Math.round(Number(entry.total) * 100) !== total)
      wrong.push(`return ${id} is not what a cashier was told`)
    told.delete(id)
  }
  for (const id of told.keys()) wrong.push(`return ${id} is gone`)
  return wrong
}

/** Of no item more was sold than was ordered, and each order knows how much. */
export function ordersKept({ here }: Evidence): string[] {
  const wrong: string[] = []
  const sum = (list: readonly { quantidade: number }[]) => list.reduce((total, { quantidade }) => total + quantidade, 0)
  const stands = new Set(here.vendas.filter(({ estado }) => estado === 'emitida').map(({ id }) => id))
  const sold = groups(
    here.itens_faturados.filter(({ venda_id }) => stands.has(venda_id)),
    ({ orcamento_item_id }) => orcamento_item_id,
  )
  const items = groups(here.itens_pedidos, ({ orcamento_id }) => orcamento_id)
  for (const { id, quantidade, faturada } of here.itens_pedidos) {
    const invoiced = sum(sold.get(id) ?? [])
    if (invoiced > quantidade) wrong.push(`of item ${id} ${quantidade} were ordered and ${invoiced} sold`)
    if (invoiced !== faturada) wrong.push(`of item ${id} ${invoiced} were sold, its order says ${faturada}`)
  }
  for (const { id, faturado } of here.pedidos) {
    const isDone = (items.get(id) ?? []).every(({ quantidade, faturada }) => quantidade === faturada)
    if (isDone !== (faturado === 1)) wrong.push(`order ${id} says ${faturado === 1 ? '' : 'not '}that all of it was sold`)
  }
  return wrong
}

/** Of no item more left than was ordered, each order knows how much, and each truck is the one that a clerk was told of. */
export function deliveriesKept({ here, journals }: Evidence): string[] {
  const wrong: string[] = []
  const out = groups(
    here.itens_entregues.filter(({ desfeita }) => desfeita === 0),
    ({ item_id }) => item_id,
  )
  for (const { id, quantidade, entregue } of here.itens_pedidos) {
    const left = (out.get(id) ?? []).reduce((total, one) => total + one.quantidade, 0)
    if (left > quantidade) wrong.push(`of item ${id} ${quantidade} were ordered and ${left} left`)
    if (left !== entregue) wrong.push(`of item ${id} ${left} left, its order says ${entregue}`)
  }
  const told = new Map(journals.flat().flatMap((entry) => (entry.what === 'delivered' ? [[hexOf(entry.entrega), entry] as const] : [])))
  for (const { entrega_id, item_id, quantidade } of here.itens_entregues) {
    const entry = told.get(entrega_id)
    if (!entry || hexOf(entry.item) !== item_id || Math.round(Number(entry.quantidade) * 10_000) !== quantidade)
      wrong.push(`truck ${entrega_id} is not what a clerk was told`)
    told.delete(entrega_id)
  }
  for (const id of told.keys()) wrong.push(`truck ${id} is gone`)
  return wrong
}

/** A truck has at most one remessa, which takes along what is on it, of sales that stand, and no more of an item than was invoiced. */
export function remessasOfWhatWasInvoiced({ here, there }: Evidence): string[] {
  const wrong: string[] = []
  const valid = new Set(there.documentos.filter(({ cancelada }) => !cancelada).map(({ chNFe }) => chNFe))
  const loads = groups(here.itens_de_remessas, ({ nfce_id }) => nfce_id)
  const trucks = groups(here.itens_entregues, ({ entrega_id }) => entrega_id)
  const sales = new Map(here.vendas.map((one) => [one.id, one]))
  const told = new Set(here.alarmes.filter(({ tipo }) => tipo === 'nota_de_venda_desfeita').map(({ nfce_id }) => nfce_id))
  const remessas = here.notas.filter(({ operacao }) => operacao === 'remessa')
  const sumOf = (rows: readonly { quantidade: number }[]) => rows.reduce((total, one) => total + one.quantidade, 0)
  for (const { id, numero, modelo, entrega_id, chave, estado } of remessas) {
    const load = loads.get(id) ?? []
    const truck = trucks.get(entrega_id ?? '') ?? []
    if (modelo !== 55 || truck.length === 0) wrong.push(`remessa ${numero} is of model ${modelo} and of a truck with ${truck.length} items`)
    if (valid.has(chave) && load.length === 0 && !told.has(id)) wrong.push(`remessa ${numero} is valid and takes nothing along`)
    if (load.length === 0) continue
    if (estado === 'cancelada' || estado === 'abandonada') wrong.push(`remessa ${numero} is ${estado} and keeps its goods`)
    if (sumOf(load) !== sumOf(truck)) wrong.push(`remessa ${numero} takes ${sumOf(load)} along, on its truck are ${sumOf(truck)}`)
    if (truck.some(({ desfeita }) => desfeita === 1)) wrong.push(`the truck of remessa ${numero} came back`)
    for (const { venda_id } of load)
      if (sales.get(venda_id)?.estado !== 'emitida') wrong.push(`remessa ${numero} is of sale ${venda_id}, which does not stand`)
  }
  for (const [id, notas] of groups(remessas, ({ entrega_id }) => entrega_id!)) {
    if (notas.filter(({ substituida_por }) => substituida_por === null).length !== 1) wrong.push(`truck ${id} has several remessas`)
    if (notas.filter((nota) => valid.has(nota.chave) && !told.has(nota.id)).length > 1) wrong.push(`truck ${id} has several remessas that are valid at SEFAZ`)
  }
  const sent = groups(here.itens_de_remessas, ({ venda_id, venda_ordem }) => `${venda_id} ${venda_ordem}`)
  for (const { venda_id, ordem, quantidade } of here.itens)
    if (sumOf(sent.get(`${venda_id} ${ordem}`) ?? []) > quantidade) wrong.push(`more of item ${ordem} of sale ${venda_id} left than was invoiced`)
  return wrong
}
