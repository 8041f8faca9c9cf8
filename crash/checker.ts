// Proves what must hold whatever died when. Counts by itself from rows, ledger and journals, never from a sum that the
// server keeps. Each function answers sentences about what does not hold; none: it holds.
import { createHash } from 'node:crypto'
import { cashCounted, deliveriesKept, ordersKept, remessasOfWhatWasInvoiced, returnsPaidOnce } from './checker-shop.ts'
import { isLater, type Evidence, type Nota, type Pedido, type Troca, type Xml } from './evidence.ts'
import { groups } from './groups.ts'
import { hexOf, type Seen } from './journal.ts'
import { shortened } from './times.ts'

const authorisation = 'NFeAutorizacao4'
const query = 'NFeConsultaProtocolo4'

/** The parts of a key. */
const partsOf = (chave: string) => ({
  month: chave.slice(2, 6),
  modelo: Number(chave.slice(20, 22)),
  serie: Number(chave.slice(22, 25)),
  numero: Number(chave.slice(25, 34)),
  tpEmis: Number(chave.slice(34, 35)),
  cNF: chave.slice(35, 43),
})
const cancelled = ['cancelada', 'cancelada_subst']
const authorised = ['autorizada', 'autorizada_sem_xml']

/** What a nota may be whose paper a customer has. */
const mayBeHanded = new Set([...authorised, ...cancelled, 'contingencia', 'contingencia_rejeitada'])

const nameOf = (nota: Nota) => `nota ${nota.modelo}/${nota.serie}/${nota.numero} (${nota.estado})`
/** With what became of its cancellations. */
const storyOf = ({ here }: Evidence, nota: Nota) => {
  const events = here.eventos.filter(({ nfce_id }) => nfce_id === nota.id)
  return [nameOf(nota), ...events.map(({ tipo, estado, cstat }) => `${tipo} ${estado} ${cstat}`)].join(' ')
}
const requestsOf = ({ there }: Evidence, service: string) => there.pedidos.filter(({ servico }) => servico === service)
const versionsOf = ({ here }: Evidence) => here.xmls.filter(({ tipo }) => tipo === 'nfe')
type Series = { ambiente: string; modelo: number; serie: number }
const isOf = (one: Series, series: Series) =>
  one.ambiente === series.ambiente && one.modelo === series.modelo && one.serie === series.serie

/** Every number has exactly one account; what SEFAZ or a cashier ever saw of it is among the notas, with that key. */
function everyNumberAccounted(evidence: Evidence): string[] {
  const { here } = evidence
  const wrong: string[] = []
  for (const series of here.numeracao) {
    const { proximo, parada_em } = series
    const serie = `${series.modelo}/${series.serie}`
    // Only what another system or an old backup did stops one, and here is neither.
    if (parada_em !== null) wrong.push(`series ${serie} was stopped: a number was found taken`)
    const accounts = new Map<number, number>()
    const account = (numero: number) => accounts.set(numero, (accounts.get(numero) ?? 0) + 1)
    for (const nota of here.notas) if (isOf(nota, series)) account(nota.numero)
    for (const faixa of here.faixas)
      if (isOf(faixa, series))
        for (let numero = faixa.ini; numero <= faixa.fim; numero += 1) account(numero)
    for (let numero = 1; numero < proximo; numero += 1) {
      const found = accounts.get(numero) ?? 0
      if (found !== 1) wrong.push(`number ${serie}/${numero} has ${found} accounts`)
    }
    for (const numero of accounts.keys())
      if (numero >= proximo) wrong.push(`number ${serie}/${numero} is not before the next one, ${proximo}`)
  }
  const keys = new Map(versionsOf(evidence).map(({ chave, nfce_id }) => [chave!, nfce_id!]))
  const notas = new Map(here.notas.map((nota) => [nota.id, nota]))
  const owns = (chave: string, whose: string) => {
    const nota = notas.get(keys.get(chave) ?? '')
    const { modelo, serie, numero } = partsOf(chave)
    if (!nota) wrong.push(`${whose} knows key ${chave}, which no nota has`)
    else if (nota.modelo !== modelo || nota.serie !== serie || nota.numero !== numero) wrong.push(`key ${chave} is that of ${nameOf(nota)}`)
  }
  for (const chave of new Set(requestsOf(evidence, authorisation).map(({ chNFe }) => chNFe))) owns(chave, 'SEFAZ')
  for (const seen of seenBy(evidence)) {
    const nota = notas.get(hexOf(seen.id))
    if (!nota) wrong.push(`a cashier saw number ${seen.serie}/${seen.numero}, whose nota is gone`)
    else if (nota.numero !== seen.numero) wrong.push(`a cashier saw ${nameOf(nota)} with number ${seen.numero}`)
    else owns(seen.chave, 'a cashier')
  }
  return wrong
}

function seenBy({ journals }: Evidence): Seen[] {
  return journals.flat().flatMap((entry) => {
    if (entry.what === 'accepted' || entry.what === 'seen') return [entry.nota]
    return entry.what === 'answered' && entry.now ? [entry.now] : []
  })
}

/** Authorised here exactly what is authorised there: key, protocol, digest, and the very bytes. */
function sameHereAndThere(evidence: Evidence): string[] {
  const { here, there } = evidence
  const wrong: string[] = []
  const notas = new Map(here.notas.map((nota) => [nota.id, nota]))
  const versions = groups(versionsOf(evidence), ({ chave }) => chave!)
  const spoiled = new Set(there.pedidos.filter(({ falha }) => falha === 'wrong_digest').map(({ chNFe }) => chNFe))
  const documents = new Map(there.documentos.map((document) => [document.chNFe, document]))
  for (const document of there.documentos) {
    // Made anew in the same second, a version has the bytes of the one before.
    const same = (versions.get(document.chNFe) ?? []).filter(({ sha256 }) => sha256 === document.sha256)
    const [version] = same
    if (!version) {
      wrong.push(`SEFAZ authorised bytes of key ${document.chNFe} that are stored nowhere`)
      continue
    }
    const nota = notas.get(version.nfce_id!)
    if (!nota) wrong.push(`SEFAZ authorised key ${document.chNFe}, whose nota is gone`)
    else if (![...authorised, ...cancelled].includes(nota.estado)) wrong.push(`SEFAZ authorised ${nameOf(nota)}`)
    else if (document.cancelada !== cancelled.includes(nota.estado))
      wrong.push(`${nameOf(nota)} is ${document.cancelada ? '' : 'not '}cancelled at SEFAZ`)
    else if (nota.nprot !== document.nProt) wrong.push(`${nameOf(nota)} has protocol ${nota.nprot}, not ${document.nProt}`)
    else if (nota.estado !== 'autorizada_sem_xml' && !spoiled.has(document.chNFe)) {
      if (nota.chave !== document.chNFe) wrong.push(`${nameOf(nota)} has another key than was authorised`)
      if (!same.some(({ versao }) => versao === nota.versao))
        wrong.push(`${nameOf(nota)} shows version ${nota.versao}, authorised was ${version.versao}`)
      if (nota.digval !== document.digVal) wrong.push(`${nameOf(nota)} has another digest than was authorised`)
    }
  }
  for (const nota of here.notas) {
    if (![...authorised, ...cancelled].includes(nota.estado)) continue
    if (!documents.has(nota.chave)) wrong.push(`${nameOf(nota)} is not authorised at SEFAZ`)
    if (nota.estado === 'autorizada_sem_xml' && !spoiled.has(nota.chave))
      wrong.push(`${nameOf(nota)}, though SEFAZ named the right digest`)
  }
  return wrong
}

/** Offline receipts that a clock dated into the future before the program had seen SEFAZ's time: they wait for that hour,
 * since what a customer has in hand keeps its date (703). */
const waitForTheirHour = ({ here, clocksTurned }: Evidence) =>
  new Set(clocksTurned ? here.trocas.filter(({ cstat }) => cstat === 703).map(({ nfce_id }) => nfce_id) : [])

/** Every accepted sale exists, and has one valid document; each that was sent got an answer, each paper that left is valid. */
function everySaleOnce(evidence: Evidence): string[] {
  const { here, there, journals } = evidence
  const wrong: string[] = []
  const sales = new Map(here.vendas.map((venda) => [venda.id, venda]))
  const valid = new Set(there.documentos.filter(({ cancelada }) => !cancelada).map(({ chNFe }) => chNFe))
  const keysOfNota = groups(versionsOf(evidence), ({ nfce_id }) => nfce_id!)
  const documents = here.notas.filter(({ operacao }) => operacao === 'venda')
  const notasOfSale = groups(documents, ({ venda_id }) => venda_id)
  const waiting = waitForTheirHour(evidence)
  const mayLack = ({ id, estado }: Nota) => estado === 'rejeitada' || (estado === 'contingencia' && waiting.has(id))
  const told = new Set(here.alarmes.filter(({ tipo }) => tipo === 'nota_de_venda_desfeita').map(({ nfce_id }) => nfce_id))
  for (const entry of journals.flat()) {
    if (entry.what !== 'accepted') continue
    const estado = sales.get(hexOf(entry.venda))?.estado
    if (estado !== 'emitida' && estado !== 'desfeita')
      wrong.push(`sale ${entry.venda} was accepted and is ${estado ?? 'gone'}`)
  }
  for (const journal of journals) {
    const answered = new Set(journal.flatMap((one) => (one.what === 'accepted' || one.what === 'refused' ? [one.venda] : [])))
    for (const entry of journal)
      if (entry.what === 'sale' && !answered.has(entry.venda)) wrong.push(`sale ${entry.venda} was sent and never answered`)
  }
  const handed = new Set(journals.flat().flatMap((entry) => (entry.what === 'handed' ? [entry.numero] : [])))
  for (const nota of here.notas)
    if (nota.modelo === 65 && handed.has(nota.numero) && !mayBeHanded.has(nota.estado)) wrong.push(`the paper of ${nameOf(nota)} left with a customer`)
  for (const { id, estado } of here.vendas) {
    const notas = notasOfSale.get(id) ?? []
    const alive = notas.filter((nota) => (keysOfNota.get(nota.id) ?? []).some(({ chave }) => valid.has(chave!)))
    if (estado === 'aberta' && notas.length > 0) wrong.push(`draft ${id} has a nota`)
    if (estado === 'emitida') {
      const ends = notas.filter((nota) => nota.substituida_por === null)
      if (ends.length !== 1) wrong.push(`sale ${id} has ${ends.length} chains of notas`)
      else if (alive.length !== 1 && !(alive.length === 0 && mayLack(ends[0]!))) {
        const stories = notas.map((nota) => storyOf(evidence, nota)).join(', ')
        wrong.push(`sale ${id} has ${alive.length} valid documents at SEFAZ: ${stories}`)
      }
    }
    if (estado === 'desfeita')
      for (const nota of alive) if (!told.has(nota.id)) wrong.push(`sale ${id} was undone, but ${nameOf(nota)} is valid`)
  }
  for (const nota of here.notas) if (!sales.has(nota.venda_id)) wrong.push(`${nameOf(nota)} belongs to no sale`)
  return wrong
}

/** A return has at most one valid NF-e of entry, and each of them is the document of a return of its sale. */
function oneEntryPerReturn({ here, there }: Evidence): string[] {
  const wrong: string[] = []
  const returns = new Map(here.devolucoes.map((one) => [one.id, one]))
  const valid = new Set(there.documentos.filter(({ cancelada }) => !cancelada).map(({ chNFe }) => chNFe))
  const entries = here.notas.filter(({ devolucao_id }) => devolucao_id !== null)
  for (const nota of entries) {
    if (nota.modelo !== 55) wrong.push(`${nameOf(nota)} documents a return and is no NF-e`)
    if (returns.get(nota.devolucao_id!)?.venda_id !== nota.venda_id) wrong.push(`${nameOf(nota)} is of a return of another sale`)
  }
  for (const [id, notas] of groups(entries, ({ devolucao_id }) => devolucao_id!)) {
    if (notas.filter(({ substituida_por }) => substituida_por === null).length !== 1) wrong.push(`return ${id} has several NF-e`)
    if (notas.filter(({ chave }) => valid.has(chave)).length > 1) wrong.push(`return ${id} has several NF-e that are valid at SEFAZ`)
  }
  return wrong
}

/** A number is one document: never two kinds of emission, nor two codes; two keys only where the month changed. */
function oneDocumentPerNumber(evidence: Evidence): string[] {
  const wrong: string[] = []
  const keys = [...new Set(requestsOf(evidence, authorisation).map(({ chNFe }) => chNFe))].map(partsOf)
  for (const [number, parts] of groups(keys, ({ modelo, serie, numero }) => `${modelo}/${serie}/${numero}`)) {
    const different = (of: (part: (typeof parts)[number]) => unknown) => new Set(parts.map(of)).size
    if (different(({ tpEmis }) => tpEmis) > 1) wrong.push(`SEFAZ got number ${number} online and offline`)
    if (different(({ cNF }) => cNF) > 1) wrong.push(`SEFAZ got number ${number} with two codes`)
    if (parts.some(({ modelo, tpEmis }) => modelo === 55 && tpEmis === 9)) wrong.push(`SEFAZ got NF-e ${number} offline`)
    if (parts.length !== different(({ month }) => month)) wrong.push(`SEFAZ got number ${number} with two keys of one month`)
  }
  return wrong
}

/** An NF-e goes to the SVC in the place of one that SEFAZ did not answer, and each document to the authoriser of its key alone. */
function byItsAuthoriser(evidence: Evidence): string[] {
  const { here } = evidence
  const wrong: string[] = []
  for (const { chNFe, autorizador } of requestsOf(evidence, authorisation)) {
    const { modelo, tpEmis } = partsOf(chNFe)
    const own = modelo === 65 ? 'nfce' : tpEmis === 6 ? 'svc-an' : 'nfe'
    if (chNFe !== '' && autorizador !== own) wrong.push(`key ${chNFe} was sent to ${autorizador}, not to ${own}`)
  }
  const notas = new Map(here.notas.map((nota) => [nota.id, nota]))
  for (const nota of here.notas) {
    if (nota.tpemis !== 6) continue
    if (nota.modelo !== 55) wrong.push(`${nameOf(nota)} went to the SVC`)
    if (notas.get(nota.substitui ?? '')?.tpemis !== 1) wrong.push(`${nameOf(nota)} went to the SVC in the place of none`)
  }
  return wrong
}

/** Voided here exactly what is void there, and nothing that was authorised or handed to a customer. */
function voidedOnlyUnused(evidence: Evidence): string[] {
  const { here, there } = evidence
  const wrong: string[] = []
  const voidThere = new Set<string>()
  for (const { mod, serie, nNFIni, nNFFin } of there.inutilizacoes)
    for (let numero = nNFIni; numero <= nNFFin; numero += 1) voidThere.add(`${mod}/${serie}/${numero}`)
  const voidHere = new Set<string>()
  for (const nota of here.notas) {
    if (nota.estado !== 'inutilizada') continue
    voidHere.add(`${nota.modelo}/${nota.serie}/${nota.numero}`)
    if (nota.tpemis === 9) wrong.push(`${nameOf(nota)} was handed to a customer`)
  }
  for (const { tipo, modelo, serie, ini, fim } of here.faixas)
    if (tipo === 'inutilizada') for (let numero = ini; numero <= fim; numero += 1) voidHere.add(`${modelo}/${serie}/${numero}`)
  for (const number of voidHere) if (!voidThere.has(number)) wrong.push(`number ${number} is void here, not at SEFAZ`)
  for (const number of voidThere) if (!voidHere.has(number)) wrong.push(`number ${number} is void at SEFAZ, not here`)
  for (const { mod, serie, nNF } of there.documentos)
    if (voidThere.has(`${mod}/${serie}/${nNF}`)) wrong.push(`number ${mod}/${serie}/${nNF} is void and authorised at SEFAZ`)
  return wrong
}

/** Nothing was sent again of which nobody knew whether it had been judged: SEFAZ was asked between. */
function sentAgainUnasked({ here }: Evidence): string[] {
  const wrong: string[] = []
  const notas = new Map(here.notas.map((nota) => [nota.id, nota]))
  const ofNota = here.trocas.filter(({ nfce_id, saiu }) => nfce_id !== null && saiu !== 'N')
  for (const [id, trocas] of groups(ofNota, ({ nfce_id }) => nfce_id!)) {
    const isUnsure = ({ servico, resultado }: Troca) => servico === authorisation && resultado === 'sem_resposta'
    trocas.forEach((troca, at) => {
      if (at > 0 && troca.servico === authorisation && isUnsure(trocas[at - 1]!))
        wrong.push(`${nameOf(notas.get(id)!)} was sent again without asking whether SEFAZ had it`)
    })
  }
  return wrong
}

/** Nothing reached SEFAZ that was not announced, nor more often; nothing of a nota was announced after another had its
 * place, nor again before SEFAZ was asked. */
function onlyWhatWasAnnounced(evidence: Evidence): string[] {
  const { here, there } = evidence
  const wrong = sentAgainUnasked(evidence)
  const versions = new Map(versionsOf(evidence).map((xml) => [`${xml.nfce_id} ${xml.versao}`, xml]))
  const signed = new Map(here.xmls.map((xml) => [`${xml.evento_id ?? ''}${xml.inutilizacao_id ?? ''} ${xml.tipo}`, xml]))
  const subjectOf = (troca: Troca): string => {
    const xml: Xml | undefined = troca.nfce_id
      ? versions.get(`${troca.nfce_id} ${troca.versao}`)
      : troca.evento_id
        ? signed.get(`${troca.evento_id} evento`)
        : signed.get(`${troca.inutilizacao_id} inut`)
    const bySubject = troca.servico === query ? xml?.chave : xml?.sha256
    return `${troca.servico} ${bySubject}`
  }
  const subjectThere = ({ servico, chNFe, documento_sha256 }: Pedido) =>
    `${servico} ${servico === query ? chNFe : documento_sha256}`
  const counted = ['NFeAutorizacao4', query, 'NFeRecepcaoEvento4', 'NFeInutilizacao4']
  const announced = groups(
    here.trocas.filter(({ servico, saiu }) => counted.includes(servico) && saiu !== 'N'),
    subjectOf,
  )
  const received = groups(
    there.pedidos.filter(({ servico }) => counted.includes(servico)),
    subjectThere,
  )
  for (const [subject, requests] of received) {
    const times = announced.get(subject)?.length ?? 0
    if (requests.length > times) wrong.push(`SEFAZ got ${subject} ${requests.length} times, announced ${times} times`)
  }
  const notas = new Map(here.notas.map((nota) => [nota.id, nota]))
  for (const troca of here.trocas) {
    const replacedBy = notas.get(notas.get(troca.nfce_id ?? '')?.substituida_por ?? '')
    if (troca.servico === authorisation && replacedBy && isLater(evidence, troca.created_at, replacedBy.created_at))
      wrong.push(`${nameOf(notas.get(troca.nfce_id!)!)} was sent after its place was taken`)
  }
  return wrong
}

/** Within SEFAZ's limits of use. */
function withinLimits(evidence: Evidence): string[] {
  const wrong: string[] = []
  const hour_us = shortened(3600) * 1000
  // A server whose clock is set ahead takes the last hour for past: as much again may go out, and SEFAZ refuse it.
  const hours = evidence.clocksTurned ? 2 : 1
  const within = (requests: Pedido[], an_hour: number, what: string) => {
    const most = an_hour * hours
    const times = requests.map(({ recebido_em_us }) => recebido_em_us).sort((a, b) => a - b)
    if (times.some((time, at) => (times[at + most] ?? Infinity) < time + hour_us))
      wrong.push(`${what} more than ${most} times in an hour`)
  }
  for (const [chave, requests] of groups(requestsOf(evidence, query), ({ chNFe }) => chNFe))
    within(requests, 10, `SEFAZ was asked for ${chave}`)
  for (const [number, requests] of groups(requestsOf(evidence, authorisation), ({ assunto }) => assunto))
    within(requests, 5, `SEFAZ got number ${number}`)
  // Only people ask for it of the services of the NF-e. Half: on a busy machine a question arrives later than it was asked.
  const least_us = (shortened(180) * 1000) / 2
  const asked = requestsOf(evidence, 'NFeStatusServico4').filter(({ autorizador }) => autorizador !== 'nfce')
  for (const [autorizador, requests] of groups(asked, (one) => one.autorizador)) {
    const times = requests.map(({ recebido_em_us }) => recebido_em_us).sort((a, b) => a - b)
    if (!evidence.clocksTurned && times.some((time, at) => at > 0 && time < times[at - 1]! + least_us))
      wrong.push(`${autorizador} was asked whether it works twice in three minutes`)
  }
  const refused = evidence.there.pedidos.filter(({ cStat, falha }) => cStat === 656 && falha === '')
  if (refused.length > 0 && !evidence.clocksTurned) wrong.push(`SEFAZ answered 656 ${refused.length} times`)
  return wrong
}

/** Which states can come after which, in any number of steps. */
const steps: Record<string, string[]> = {
  enviando: ['indefinida', 'rejeitada', 'autorizada', 'autorizada_sem_xml', 'abandonada', 'ocupada', 'inutilizada'],
  indefinida: ['enviando', 'rejeitada', 'autorizada', 'autorizada_sem_xml', 'abandonada', 'ocupada', 'inutilizada'],
  rejeitada: ['enviando', 'abandonada', 'autorizada', 'autorizada_sem_xml'],
  contingencia: ['autorizada', 'autorizada_sem_xml', 'contingencia_rejeitada', 'ocupada', 'inutilizada'],
  contingencia_rejeitada: ['contingencia', 'autorizada', 'autorizada_sem_xml'],
  abandonada: ['autorizada', 'autorizada_sem_xml', 'inutilizada'],
  autorizada: ['cancelada', 'cancelada_subst'],
  autorizada_sem_xml: ['autorizada', 'cancelada', 'cancelada_subst'],
}
const after = new Map<string, Set<string>>()
for (const from of Object.keys(steps)) {
  const found = new Set([from])
  for (const one of found) for (const next of steps[one] ?? []) found.add(next)
  after.set(from, found)
}
const mayBecome = (from: string, to: string) => from === to || (after.get(from)?.has(to) ?? false)

/** What a cashier was shown never went back, and the nota is as it was shown last or further. */
function neverBackwards({ here, journals }: Evidence): string[] {
  const wrong: string[] = []
  const notas = new Map(here.notas.map((nota) => [nota.id, nota]))
  for (const journal of journals) {
    const last = new Map<string, Seen>()
    for (const entry of journal) {
      const now = entry.what === 'accepted' || entry.what === 'seen' ? entry.nota : entry.what === 'answered' && entry.now
      if (!now) continue
      const before = last.get(now.id)
      if (before && (before.version > now.version || !mayBecome(before.estado, now.estado)))
        wrong.push(`a cashier saw nota ${now.numero} ${before.estado} (${before.version}), then ${now.estado} (${now.version})`)
      if (before?.substituida_por && now.substituida_por !== before.substituida_por)
        wrong.push(`a cashier saw nota ${now.numero} replaced, then not or by another`)
      last.set(now.id, now)
    }
    for (const seen of last.values()) {
      const nota = notas.get(hexOf(seen.id))
      if (nota && (nota.version < seen.version || !mayBecome(seen.estado, nota.estado)))
        wrong.push(`a cashier saw nota ${seen.numero} ${seen.estado} (${seen.version}), it is ${nota.estado} (${nota.version})`)
    }
  }
  const successors = groups(
    here.notas.filter(({ substitui }) => substitui !== null),
    ({ substitui }) => substitui!,
  )
  for (const [id, found] of successors) {
    const replaced = notas.get(id)
    if (found.length > 1) wrong.push(`${replaced ? nameOf(replaced) : id} has ${found.length} successors`)
    else if (replaced?.substituida_por !== found[0]!.id) wrong.push(`${nameOf(found[0]!)} replaces one that does not know it`)
  }
  for (const nota of here.notas)
    if (nota.substituida_por && !successors.has(nota.id)) wrong.push(`${nameOf(nota)} was replaced by none`)
  return wrong
}

/** What is stored is what was signed, and nothing is left in the air. */
function nothingLeft(evidence: Evidence): string[] {
  const { here } = evidence
  const wrong: string[] = []
  const waiting = waitForTheirHour(evidence)
  for (const { tipo, chave, sha256, bytes } of here.xmls)
    if (createHash('sha256').update(Buffer.from(bytes, 'hex')).digest('hex') !== sha256)
      wrong.push(`a stored ${tipo} of key ${chave} has other bytes than were signed`)
  for (const { seq, resultado } of here.trocas) if (resultado === null) wrong.push(`exchange ${seq} has no result`)
  if (here.executando > 0) wrong.push(`${here.executando} jobs are held by somebody`)
  for (const { estado, tipo } of here.eventos)
    if (estado !== 'registrado' && estado !== 'recusado') wrong.push(`an event ${tipo} is ${estado}`)
  for (const { estado, serie, ini, fim } of here.inutilizacoes)
    if (estado !== 'homologada' && estado !== 'recusada') wrong.push(`voiding ${serie}/${ini}-${fim} is ${estado}`)
  for (const nota of here.notas)
    if (['enviando', 'indefinida'].includes(nota.estado) || (nota.estado === 'contingencia' && !waiting.has(nota.id)))
      wrong.push(`${nameOf(nota)} is left`)
  return wrong
}

/** What was sold offline was sent in time. */
function sentInTime({ here }: Evidence): string[] {
  return here.notas
    .filter(({ prazo, dhrecbto }) => prazo !== null && dhrecbto !== null && dhrecbto > prazo)
    .map((nota) => `${nameOf(nota)} was sent too late`)
}

export const invariants: Record<string, (evidence: Evidence) => string[]> = {
  'I1 every number has one account': everyNumberAccounted,
  'I2 authorised here and there alike': sameHereAndThere,
  'I3 every sale once': everySaleOnce,
  'I4 one document per number': oneDocumentPerNumber,
  'I5 voided only what is unused': voidedOnlyUnused,
  'I6 only what was announced': onlyWhatWasAnnounced,
  'I7 within the limits of use': withinLimits,
  'I8 never backwards': neverBackwards,
  'I9 a till holds what its movements come to': cashCounted,
  'I9 what comes back is paid back once': returnsPaidOnce,
  'I10 nothing left in the air': nothingLeft,
  'I11 offline receipts in time': sentInTime,
  'I12 no more than was ordered': ordersKept,
  'I13 no more leaves than was ordered': deliveriesKept,
  'I14 one NF-e of entry per return': oneEntryPerReturn,
  'I15 each to its authoriser': byItsAuthoriser,
  'I16 remessas of what was invoiced': remessasOfWhatWasInvoiced,
}

/** Names of the invariants that do not hold. */
export const broken = (evidence: Evidence): string[] =>
  Object.entries(invariants)
    .filter(([, check]) => check(evidence).length > 0)
    .map(([name]) => name)
