// What is spoiled in a finished run, one thing at a time, and the invariant that must no longer hold then.
import type { Evidence, Pedido } from './evidence.ts'
import type { Entry } from './journal.ts'

const one = (table: string, where: string) => `(select rowid from ${table} where ${where} order by rowid limit 1)`
/** The document of a sale. */
const authorised = one('nfce', `estado = 'autorizada' and operacao = 'venda'`)
/** The only one of a nota that has a protocol: SEFAZ judged it. An answer alone may say that the service is away. */
const transmission = one(
  'sefaz_troca',
  `servico = 'NFeAutorizacao4' and resultado = 'respondida' and nfce_id in (select id from nfce where nProt is not null)
    and nfce_id in
    (select nfce_id from sefaz_troca where servico = 'NFeAutorizacao4' group by nfce_id having count(*) = 1)`,
)

export interface Spoiling {
  what: string
  invariant: string
  /** Statements for SQLite, or what is done to what was read. */
  spoil: string | ((evidence: Evidence) => Evidence)
}

const requests = (change: (pedidos: Pedido[], evidence: Evidence) => Pedido[]) => (evidence: Evidence) => ({
  ...evidence,
  there: { ...evidence.there, pedidos: change(evidence.there.pedidos, evidence) },
})
const firstSent = (pedidos: Pedido[]) => pedidos.find(({ servico, chNFe }) => servico === 'NFeAutorizacao4' && chNFe)!

export const spoilings: Spoiling[] = [
  {
    what: 'a number that was skipped without a range',
    invariant: 'I1 every number has one account',
    spoil: `update nfce_numeracao set proximo = proximo + 1 where ambiente = 'homologacao'`,
  },
  {
    what: 'a nota that is gone',
    invariant: 'I1 every number has one account',
    spoil: `delete from nfce where rowid = ${authorised}`,
  },
  {
    what: 'a range that is too long',
    invariant: 'I1 every number has one account',
    spoil: `update nfce_faixa set ini = ini - 1`,
  },
  {
    what: 'a series that stands still',
    invariant: 'I1 every number has one account',
    spoil: `update nfce_numeracao set parada_em = 1, parada_motivo = 'x' where ambiente = 'homologacao'`,
  },
  {
    what: 'a key that is not the one that was sent',
    invariant: 'I1 every number has one account',
    spoil: `update nfce_xml set chave = 'x' || chave where tipo = 'nfe' and nfce_id = (select id from nfce where rowid = ${authorised})`,
  },
  {
    what: 'an authorised nota that is shown as refused',
    invariant: 'I2 authorised here and there alike',
    spoil: `update nfce set estado = 'rejeitada' where rowid = ${authorised}`,
  },
  {
    what: 'another protocol',
    invariant: 'I2 authorised here and there alike',
    spoil: `update nfce set nProt = '135000000000000' where rowid = ${authorised}`,
  },
  {
    what: 'a nota that SEFAZ does not have',
    invariant: 'I2 authorised here and there alike',
    spoil: (evidence) => ({
      ...evidence,
      there: { ...evidence.there, documentos: evidence.there.documentos.slice(1) },
    }),
  },
  {
    what: 'a sale that is gone',
    invariant: 'I3 every sale once',
    spoil: `delete from venda where id = (select venda_id from nfce where rowid = ${authorised})`,
  },
  {
    what: 'an undone sale whose document is valid',
    invariant: 'I3 every sale once',
    spoil: `update venda set estado = 'desfeita' where id = (select venda_id from nfce where rowid = ${authorised})`,
  },
  {
    what: 'two documents of one sale',
    invariant: 'I3 every sale once',
    spoil: `update nfce set venda_id = (select venda_id from nfce where rowid = ${authorised})
      where rowid = (select max(rowid) from nfce where estado = 'autorizada' and operacao = 'venda')`,
  },
  {
    what: 'a sale whose answer nobody heard',
    invariant: 'I3 every sale once',
    spoil: (evidence) => {
      const heard = evidence.journals.flat().find(({ what }) => what === 'accepted') as Extract<Entry, { what: 'accepted' }>
      const isOfIt = (entry: Entry) => entry.what === 'accepted' && entry.venda === heard.venda
      return { ...evidence, journals: evidence.journals.map((journal) => journal.filter((entry) => !isOfIt(entry))) }
    },
  },
  {
    what: 'a paper in the hands of a customer that is void',
    invariant: 'I3 every sale once',
    spoil: ({ here, there, journals }) => {
      const { numero } = journals.flat().find(({ what }) => what === 'handed') as Extract<Entry, { what: 'handed' }>
      const notas = here.notas.map((nota) => (nota.numero === numero ? { ...nota, estado: 'abandonada' } : nota))
      return { here: { ...here, notas }, there, journals, clocksTurned: false }
    },
  },
  {
    what: 'a number that was sent online and offline',
    invariant: 'I4 one document per number',
    spoil: requests((pedidos) => {
      const { chNFe, ...rest } = firstSent(pedidos)
      const other = `${chNFe.slice(0, 34)}${chNFe[34] === '1' ? '9' : '1'}${chNFe.slice(35)}`
      return [...pedidos, { ...rest, chNFe: other }]
    }),
  },
  {
    what: 'a number that is void here only',
    invariant: 'I5 voided only what is unused',
    spoil: `update nfce set estado = 'inutilizada' where rowid = ${authorised}`,
  },
  {
    what: 'an exchange that was never announced',
    invariant: 'I6 only what was announced',
    spoil: `delete from sefaz_troca where rowid = ${transmission}`,
  },
  {
    what: 'a request that was sent more often than announced',
    invariant: 'I6 only what was announced',
    spoil: requests((pedidos, { here }) => [...pedidos, ...here.trocas.map(() => firstSent(pedidos)), firstSent(pedidos)]),
  },
  {
    what: 'a nota that was sent after its place was taken',
    invariant: 'I6 only what was announced',
    spoil: `update nfce set substitui = (select id from nfce where rowid = ${authorised}), created_at = 0
        where rowid = (select max(rowid) from nfce where substitui is null);
      update nfce set substituida_por = (select id from nfce where created_at = 0) where rowid = ${authorised};
      update nfce set created_at = (select max(created_at) - 1 from sefaz_troca
        where servico = 'NFeAutorizacao4' and nfce_id = (select substitui from nfce where created_at = 0)) where created_at = 0`,
  },
  {
    what: 'a key that is asked for too often',
    invariant: 'I7 within the limits of use',
    spoil: requests((pedidos) => [
      ...pedidos,
      ...Array.from({ length: 21 }, () => ({ ...firstSent(pedidos), servico: 'NFeConsultaProtocolo4' })),
    ]),
  },
  {
    what: 'a service that is asked twice at once whether it works',
    invariant: 'I7 within the limits of use',
    spoil: requests((pedidos) => [
      ...pedidos,
      ...Array.from({ length: 2 }, () => ({ ...firstSent(pedidos), servico: 'NFeStatusServico4', autorizador: 'svc-an' })),
    ]),
  },
  {
    what: 'a nota that is older than it was shown',
    invariant: 'I8 never backwards',
    spoil: `update nfce set version = 0`,
  },
  {
    what: 'a nota that is no longer what it was shown',
    invariant: 'I8 never backwards',
    spoil: `update nfce set estado = 'rejeitada' where estado = 'autorizada'`,
  },
  {
    what: 'a movement of another value',
    invariant: 'I9 a till holds what its movements come to',
    spoil: `update caixa_movimento set valor = valor + 1 where tipo = 'venda' and seq = (select max(seq) from caixa_movimento where tipo = 'venda')`,
  },
  {
    what: 'a movement that is gone',
    invariant: 'I9 a till holds what its movements come to',
    spoil: `delete from caixa_movimento where seq = (select max(seq) from caixa_movimento)`,
  },
  {
    what: 'a sale that is reversed though it stands',
    invariant: 'I9 a till holds what its movements come to',
    spoil: `insert into caixa_movimento (emitente_id, ambiente, sessao_id, tipo, tPag, valor, venda_id, created_at)
      select emitente_id, ambiente, sessao_id, 'estorno', tPag, -valor, venda_id, created_at from caixa_movimento
      where venda_id = (select venda_id from nfce where rowid = ${authorised})`,
  },
  {
    what: 'a difference that was put right',
    invariant: 'I9 a till holds what its movements come to',
    spoil: `pragma ignore_check_constraints = on; update caixa_contagem set esperado = contado, diferenca = 0 where diferenca <> 0`,
  },
  {
    what: 'more goods that came back than were sold',
    invariant: 'I9 what comes back is paid back once',
    spoil: `update devolucao_item set quantidade = 2000000`,
  },
  {
    what: 'a return that nobody was told of',
    invariant: 'I9 what comes back is paid back once',
    spoil: `update devolucao set id = randomblob(16) where rowid = ${one('devolucao', 'true')}`,
  },
  {
    what: 'a credit that is worth more than was not used of it',
    invariant: 'I9 what comes back is paid back once',
    spoil: `pragma ignore_check_constraints = on; update credito_loja set saldo = saldo + 1`,
  },
  {
    what: 'a return in money that no till paid',
    invariant: 'I9 what comes back is paid back once',
    spoil: `delete from caixa_movimento where tipo = 'devolucao'`,
  },
  {
    what: 'other bytes than were signed',
    invariant: 'I10 nothing left in the air',
    spoil: `update nfce_xml set bytes = x'3c2f3e' where tipo = 'nfe'`,
  },
  {
    what: 'an exchange without a result',
    invariant: 'I10 nothing left in the air',
    spoil: `update sefaz_troca set resultado = null, respondida_em = null where rowid = ${transmission}`,
  },
  {
    what: 'a job that nobody gave back',
    invariant: 'I10 nothing left in the air',
    spoil: `update tarefas set estado = 'executando', lease_token = 'x', lease_until = 1
      where rowid = ${one('tarefas', `true`)}`,
  },
  {
    what: 'an offline receipt that was sent too late',
    invariant: 'I11 offline receipts in time',
    spoil: `update nfce set tpEmis = 9, dhCont = 1, prazo = dhRecbto - 1 where rowid = ${authorised}`,
  },
  {
    what: 'more of an order than was ordered',
    invariant: 'I12 no more than was ordered',
    spoil: `update venda_item set quantidade = 1000000 where orcamento_item_id is not null
      and venda_id in (select id from venda where estado = 'emitida')`,
  },
  {
    what: 'an order that forgets what was sold of it',
    invariant: 'I12 no more than was ordered',
    spoil: `update orcamento_composicao set faturada = 0`,
  },
  {
    what: 'an order that says too early that all of it was sold',
    invariant: 'I12 no more than was ordered',
    spoil: `update orcamento set faturado = 1 - faturado where id = (select orcamento_id from orcamento_composicao limit 1)`,
  },
  {
    what: 'an order that forgets what left of it',
    invariant: 'I13 no more leaves than was ordered',
    spoil: `update orcamento_composicao set entregue = 0`,
  },
  {
    what: 'a truck that is gone',
    invariant: 'I13 no more leaves than was ordered',
    spoil: `delete from pedido_entrega_item where rowid = ${one('pedido_entrega_item', 'true')}`,
  },
  {
    what: 'two NF-e of one return',
    invariant: 'I14 one NF-e of entry per return',
    spoil: `drop index nfce_devolucao; update nfce set devolucao_id = (select id from devolucao limit 1) where estado = 'autorizada'`,
  },
  {
    what: 'a remessa of more than was invoiced',
    invariant: 'I16 remessas of what was invoiced',
    spoil: `update remessa_item set quantidade = 1000 * quantidade`,
  },
  {
    what: 'a remessa that forgets its goods',
    invariant: 'I16 remessas of what was invoiced',
    spoil: `delete from remessa_item`,
  },
  {
    what: 'a remessa whose sale was undone',
    invariant: 'I16 remessas of what was invoiced',
    spoil: `update venda set estado = 'desfeita' where id in (select venda_id from remessa_item)`,
  },
  {
    what: 'two remessas of one truck',
    invariant: 'I16 remessas of what was invoiced',
    spoil: `drop index nfce_entrega; update nfce set operacao = 'remessa', entrega_id = (select id from pedido_entrega limit 1) where estado = 'autorizada'`,
  },
  {
    what: 'a document that another authoriser was sent too',
    invariant: 'I15 each to its authoriser',
    spoil: requests((pedidos) => [...pedidos, { ...firstSent(pedidos), autorizador: 'svc-an' }]),
  },
  {
    what: 'an NF-e that went to the SVC at once',
    invariant: 'I15 each to its authoriser',
    spoil: (evidence) => {
      const first = evidence.here.notas.find(({ modelo, substitui }) => modelo === 55 && substitui === null)
      const notas = evidence.here.notas.map((nota) => (nota === first ? { ...nota, tpemis: 6 } : nota))
      return { ...evidence, here: { ...evidence.here, notas } }
    },
  },
]
