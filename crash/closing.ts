// When the shop has closed and all is well again: what people put right, and the wait until nothing moves any more.
import { pause } from '../api/tests/helpers/server.ts'
import * as api from '../api/tests/helpers/endpoints.ts'
import { settings } from '../api/tests/helpers/sefaz-settings.ts'
import { voidingPoints } from './faults.ts'
import { Till } from './till.ts'
import type { World } from './world.ts'

const motivo = 'Número não usado na loja'
const looks_ms = 500
/** What is still asked for then is asked for by hand. */
const by_hand_after_ms = 30_000

export interface Unsettled {
  id: string
  what: string
}

/** What still moves. An offline receipt of a clock that was ahead waits for its hour, which no run does (703). */
function open({ database }: World): Unsettled[] {
  const id = database.idText('id')
  return database.rows<Unsettled>(`
    select ${id} as id, estado as what from nfce
      where estado in ('enviando', 'indefinida', 'contingencia', 'contingencia_rejeitada', 'rejeitada')
        and not (estado = 'contingencia' and id in (select nfce_id from sefaz_troca where cStat = 703))
    union all select ${id}, 'evento ' || estado from nfce_evento where estado in ('aguardando', 'enviando', 'indefinido')
    union all select ${id}, 'inutilizacao ' || estado from nfce_inutilizacao where estado in ('enviando', 'indefinido')
    union all select '', 'troca' from sefaz_troca where resultado is null
    union all select '', 'tarefa ' || tipo from tarefas where estado = 'executando' and tipo like 'nfce%' and tipo <> 'nfce_prazos'`)
}

function leftWithSvc({ database }: World): string[] {
  return database
    .rows<{ id: string }>(`
      select ${database.idText('id')} as id from nfce
      where tpEmis = 6 and estado in ('enviando', 'indefinida') and substituida_por is null`)
    .map(({ id }) => id)
}

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Corrects what was refused and waits until everything is settled. Answers what was not after that time. */
export async function settle(world: World, longest_ms: number): Promise<Unsettled[]> {
  const began = Date.now()
  const till = new Till(world, 0)
  const retried = new Map<string, number>()
  let asked = false
  for (;;) {
    const left = open(world)
    if (left.length === 0) return left
    if (Date.now() - began > longest_ms) return left
    for (const { id, what } of left) {
      const isRefused = what === 'rejeitada' || what === 'contingencia_rejeitada'
      if (!isRefused || Date.now() - (retried.get(id) ?? 0) < 3_000) continue
      retried.set(id, Date.now())
      await till.call('retryReceipt', { rid: uuidOf(id) })
    }
    // The SVC is off: what it has not got goes back to SEFAZ.
    for (const id of leftWithSvc(world)) await till.once('issueReceiptOffline', { rid: uuidOf(id) })
    if (!asked && Date.now() - began > by_hand_after_ms) {
      asked = true
      for (const { id, what } of left)
        if (['enviando', 'indefinida', 'contingencia'].includes(what)) await till.call('checkReceipt', { rid: uuidOf(id) })
    }
    await pause(looks_ms)
  }
}

/** Skips two numbers and voids them with all that were given up; the server dies in the midst of it. */
export async function voidUnused(world: World, longest_ms: number): Promise<Unsettled[]> {
  const { etag } = await api.getSefazSettings(world.admin, world.company.id)
  const [series] = world.database.rows<{ serie: number; proximo: number }>(
    `select serie, proximo from nfce_numeracao where ambiente = 'homologacao' and modelo = 65`,
  ) as [{ serie: number; proximo: number }]
  const raised = settings({ ambiente: 'homologacao', destino: 'sefaz', proximo_lido: series.proximo, numero_inicial: series.proximo + 2 })
  ;(await api.putSefazSettings(world.admin, world.company.id, etag, raised)).expect(200)
  const given_up = world.database
    .rows<{ modelo: 55 | 65; numero: number }>(`select modelo, numero from nfce where estado = 'abandonada' order by modelo, numero`)
    .map(({ modelo, numero }) => ({ modelo, ini: numero, fim: numero }))
  const ranges = [{ ini: series.proximo, fim: series.proximo + 1 }, ...given_up]
  const [server] = world.servers
  const till = new Till(world, 0)
  for (const [at, range] of ranges.entries()) {
    const point = voidingPoints[at]
    if (point && world.servers.length === 1) {
      await world.dieAt(point)
      world.count(point)
    }
    const json = { ambiente: 'homologacao', serie: series.serie, ...range, motivo }
    const { status, body } = await till.call('voidNumbers', {}, json)
    if (status !== 202) throw new Error(`numbers cannot be voided: ${JSON.stringify(body)}`)
    if (point && world.servers.length === 1) {
      await world.startAgain(server!)
      // Else this one comes by the next point, and the server is dead before it is asked for the next.
      const unsettled = await settle(world, longest_ms)
      if (unsettled.length > 0) return unsettled
    }
  }
  return settle(world, longest_ms)
}
