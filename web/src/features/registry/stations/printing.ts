import type { QueryClient } from '@tanstack/react-query'
import { newIdempotencyKey } from '@/api'
import type { ReceiptSummary, Station } from '@/api'
import { listPrints, listStations, printInBrowser, printOnNetwork, saleSettings } from './queries'
import type { Copy } from './queries'
import { texts } from './texts'
import { readThisStationId } from './this-station'

const LOOK_MS = 700
/** The server asks a printer for some seconds whether it has printed. */
const PATIENCE_MS = 25_000

type Receipt = Pick<ReceiptSummary, 'id' | 'estado' | 'modelo'>

/** Printed on a sheet, whatever printer the station has for receipts. */
const NFE = 55

/** This browser's station, if it is one in use. */
export async function thisStation(queryClient: QueryClient, company: string): Promise<Station | null> {
  const id = readThisStationId(company)
  if (id === null) return null
  const stations = await queryClient.query(listStations(company))
  return stations.find((one) => one.id === id && one.ativo === 'S') ?? null
}

type SlipPrinting = {
  onNetwork: (station: string) => Promise<{ ok: boolean; texto: string }>
  /** False: this browser cannot print. */
  inBrowser: (papel: '80' | '58') => Promise<boolean>
  noPrinting: string
}
/**
 * Prints something else than a receipt at this computer, by its station's network printer, else by the browser on the
 * station's paper. A sentence: why it did not come out.
 */
export async function printSlipHere(
  queryClient: QueryClient,
  company: string,
  { onNetwork, inBrowser, noPrinting }: SlipPrinting,
): Promise<string | null> {
  const station = await thisStation(queryClient, company)
  if (station?.impressora.caminho === 'rede') {
    const { ok, texto } = await onNetwork(station.id)
    return ok ? null : texto
  }
  return (await inBrowser(station?.impressora.papel === '58' ? '58' : '80')) ? null : noPrinting
}

/**
 * Prints a receipt at this computer, by its station's network printer, else by the browser: what the customer is given, and
 * of an offline one the shop's copy too, where the company keeps one; or `via` alone. A sentence: why it did not come out.
 */
export async function printReceipt(
  queryClient: QueryClient,
  company: string,
  receipt: Receipt,
  via: Copy | null = null,
): Promise<string | null> {
  if (receipt.modelo === NFE)
    return (await printInBrowser(company, receipt.id, 'consumidor', 'a4')) ? null : texts.printing.awayText
  const station = await thisStation(queryClient, company)
  if (station?.impressora.caminho === 'rede') return onNetwork(company, station.id, receipt.id, via)
  for (const copy of via ? [via] : await copiesOf(queryClient, company, receipt))
    if (!(await printInBrowser(company, receipt.id, copy, station?.impressora.papel ?? '80')))
      return texts.printing.awayText
  return null
}

async function copiesOf(queryClient: QueryClient, company: string, { estado }: Receipt): Promise<readonly Copy[]> {
  if (estado !== 'contingencia') return ['consumidor']
  const { vias_contingencia } = await queryClient.query(saleSettings(company))
  return vias_contingencia > 1 ? ['consumidor', 'estabelecimento'] : ['consumidor']
}

async function onNetwork(company: string, station: string, receipt: string, via: Copy | null): Promise<string | null> {
  const asked = new Set(
    (await printOnNetwork(company, station, { nfce_id: receipt, via }, newIdempotencyKey())).map(({ id }) => id),
  )
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    await new Promise((done) => setTimeout(done, LOOK_MS))
    const ours = (await listPrints(company, receipt)).filter(({ id }) => asked.has(id))
    const failed = ours.find(({ ok }) => ok === false)
    if (failed) return failed.texto ?? texts.printing.awayText
    if (ours.length > 0 && ours.every(({ ok }) => ok === true)) return null
    if (Date.now() > end) return texts.printing.slow
  }
}
