// Receipts in the states that tests begin with, by the way that leads there.
import type { Caller, Schemas } from './caller.ts'
import { today } from './data.ts'
import type { Database } from './database.ts'
import {
  askForXmlMonth,
  getContingency,
  getReceipt,
  getReceiptXml,
  getSaleSettings,
  getSefazSettings,
  postSale,
  putContingency,
  putSaleSettings,
  updateCompany,
  getCompany,
  getXmlMonth,
} from './endpoints.ts'
import { type Issued, sale, sellable, sellInSimulator } from './sales.ts'
import { pause, type Server, until } from './server.ts'
import type { Simulator } from './simulator.ts'

export const authorisation = 'NFeAutorizacao4'
export const query = 'NFeConsultaProtocolo4'
export const event = 'NFeRecepcaoEvento4'
export const motivo = 'Cliente desistiu da compra'

/** What the program does for receipts each minute happens now. */
export const wakeUpkeep = ({ database }: Server) => wake(database, 'nfce_prazos')
/** A job with a key that begins so runs now. */
export function wake(database: Database, key: string): void {
  database.run(`update tarefas set run_at = 0 where estado = 'pendente' and chave like '${key}%'`)
}

/** Begins contingency by hand, or ends it. */
export async function contingency(as: Caller, id: string, ativa: boolean, modo = 'automatica'): Promise<void> {
  const { etag } = await getContingency(as, id)
  const motivo = ativa ? 'Internet da loja em manutenção' : null
  ;(await putContingency(as, id, etag, { modo, ativa, motivo })).expect(200)
}

/** Makes the company ready to sell in the simulator; clerks wait as short as they may. */
export async function readyToSell(as: Caller, id: string): Promise<void> {
  const company = await getCompany(as, id)
  const campinas = { uf: 'SP', municipio: 'Campinas', codigo_municipio: '3509502', inscricao_estadual: '110042490114' }
  const form = company.expect(200)
  if (form.codigo_municipio !== campinas.codigo_municipio)
    (await updateCompany(as, id, company.etag, { ...form, ...campinas })).expect(200)
  if ((await getSefazSettings(as, id)).expect(200).destino !== 'simulador') await sellInSimulator(as, id)
  const settings = await getSaleSettings(as, id)
  ;(await putSaleSettings(as, id, settings.etag, { ...settings.expect(200), contingencia_apos_s: 5 })).expect(200)
}

/** `gerente`: who registers the product, where `as` is an operador. */
export async function sell(as: Caller, id: string, overrides: Record<string, unknown> = {}, gerente = as) {
  const product = await sellable(gerente, id)
  return ((await postSale(as, id, sale(product, overrides))).expect(201) as Issued).nota!
}

/** Waits until the receipt is in that state. */
export async function reaches(as: Caller, id: string, rid: string, estado: string, patience = 20_000) {
  let receipt: Required<Schemas['Receipt']>
  await until(
    `the receipt is ${estado}`,
    async () => {
      receipt = (await getReceipt(as, id, rid)).expect(200) as Required<Schemas['Receipt']>
      return receipt.nota.estado === estado
    },
    patience,
  )
  return receipt!
}

export async function authorised(as: Caller, id: string, gerente = as) {
  const nota = await sell(as, id, {}, gerente)
  return (await reaches(as, id, nota.id, 'autorizada')).nota
}
/**
 * Refused in answer to its only transmission. On a machine that is slower than the server waits the first answer may be lost;
 * then SEFAZ is asked before the number may be given up, which has tests of its own: another one is sold.
 */
export async function rejected(simulator: Simulator, as: Caller, id: string) {
  await simulator.behave({ service: authorisation, cStat: 778 })
  for (;;) {
    const { nota, linha_do_tempo } = await reaches(as, id, (await sell(as, id)).id, 'rejeitada')
    if (linha_do_tempo.filter(({ tipo }) => tipo === 'envio').length > 1) continue
    await simulator.behave()
    return nota
  }
}
/** As long as a clerk of readyToSell waits, and a little longer. */
export const waitAsAClerk = ({ server }: Caller) => pause(5_000 * server.timeScale + 100)

/** Sent, without an answer, for longer than a clerk waits. */
export async function hanging(simulator: Simulator, as: Caller, id: string) {
  await simulator.behave({ service: authorisation, fault: 'silence', when: 'after' })
  const nota = await sell(as, id)
  await waitAsAClerk(as)
  await simulator.behave()
  return nota
}

/** Authorised, but as if SEFAZ had named a digest of none of our versions: its XML comes along. */
export async function withoutXml(server: Server, as: Caller, id: string) {
  const nota = await authorised(as, id)
  const xml = (await getReceiptXml(as, id, nota.id)).text
  server.database.run(`update nfce set estado = 'autorizada_sem_xml' where id = ${server.database.id(nota.id)}`)
  return { nota, xml }
}

/** The files of this month, ready. */
export async function monthOf(as: Caller, id: string): Promise<Schemas['XmlMonth']> {
  let month = (await askForXmlMonth(as, id, { mes: today().slice(0, 7) })).expect(202)
  await until('the files of the month are ready', async () => {
    month = (await getXmlMonth(as, id, month.id)).expect(200)
    return month.estado !== 'preparando'
  })
  return month
}
