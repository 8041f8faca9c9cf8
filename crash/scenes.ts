// For each protection (platform/base/protection.hpp) the fault that it answers, brought about once and on purpose: chance meets some
// of them only now and then. With the protection in place everything holds; without it the named invariant does not.
import { sale } from '../api/tests/helpers/sales.ts'
import { pause, until } from '../api/tests/helpers/server.ts'
import type { Cashier } from './cashier.ts'
import type { Pedido } from './evidence.ts'
import type { Seen } from './journal.ts'
import type { Scene } from './shop.ts'
import { patience_s, shortened } from './times.ts'
import type { World } from './world.ts'

const authorisation = 'NFeAutorizacao4'
const query = 'NFeConsultaProtocolo4'
const announced = 'I6 only what was announced'

export interface Protected {
  without: string
  what: string
  invariant: string
  scene: Scene
}

const sold = async (clerk: Cashier): Promise<Seen> => {
  const nota = await clerk.sell(clerk.newSale())
  if (!nota) throw new Error('a sale was refused')
  return nota
}

/** SEFAZ has got it, whatever became of the answer. */
const isWithSefaz = async ({ simulator }: World, { chave }: Seen) =>
  void (await until('SEFAZ has got the receipt', async () =>
    (await simulator.ledger<Pedido>('pedidos')).some(({ chNFe }) => chNFe === chave),
  ))

/** The server dies with SEFAZ's answer to a sale in its hands. */
const diesWithTheAnswer: Scene = async (world, [clerk]) => {
  await world.dieAt('send.answer_read')
  await Promise.all([sold(clerk!), world.startAgain(world.servers[0]!)])
}

/** The customer has waited long enough: the sale goes offline. */
async function goesOffline(clerk: Cashier, nota: Seen): Promise<void> {
  await pause(shortened(patience_s))
  const offline = await clerk.act('issueReceiptOffline', nota)
  if (offline?.status !== 201) throw new Error(`a sale could not go offline: ${offline?.status}`)
}

export const scenes: Protected[] = [
  {
    without: 'execucao',
    what: 'what a dead server had announced is not sent by the next one',
    invariant: announced,
    scene: diesWithTheAnswer,
  },
  {
    without: 'announcement',
    what: 'a dead server is known to have sent what it announced',
    invariant: announced,
    scene: diesWithTheAnswer,
  },
  {
    without: 'query_first',
    what: 'a sale whose answer is lost is asked for, not sent again',
    invariant: announced,
    scene: async (world, [clerk]) => {
      await world.simulator.behave({ service: authorisation, fault: 'drop', when: 'after', times: 1 })
      await isWithSefaz(world, await sold(clerk!))
    },
  },
  {
    // libcurl sends a POST again by itself when a connection that it kept ends without an answer.
    without: 'fresh_connection',
    what: 'a connection that dies under a sale does not send it twice',
    invariant: announced,
    scene: async (world, [clerk]) => {
      await clerk!.wait(await sold(clerk!))
      await world.simulator.behave({ service: authorisation, fault: 'drop', when: 'after', times: 1 })
      await isWithSefaz(world, await sold(clerk!))
    },
  },
  {
    // SEFAZ has not got it, which it says only after the sale has gone offline.
    without: 'replaced',
    what: 'a nota that another took the place of is not sent again',
    invariant: announced,
    scene: async (world, [clerk]) => {
      await world.simulator.behave(
        { service: authorisation, fault: 'drop', when: 'before' },
        { service: query, fault: 'drop', when: 'before' },
      )
      const nota = await sold(clerk!)
      await goesOffline(clerk!, nota)
      await world.simulator.behave()
    },
  },
  {
    // SEFAZ said it has not got it; in the moment between that plan and the sending the sale goes offline.
    without: 'version',
    what: 'a nota that changed since its sending was planned is not sent',
    invariant: announced,
    scene: async (world, [clerk]) => {
      const hold = await world.holdAt('resend.planned')
      await world.simulator.behave({ service: authorisation, fault: 'drop', when: 'before', times: 1 })
      const nota = await sold(clerk!)
      await hold.reached()
      await goesOffline(clerk!, nota)
      hold.goOn()
    },
  },
  {
    without: 'sale_id',
    what: 'a sale that is posted twice is one sale',
    invariant: 'I3 every sale once',
    scene: async (_, [clerk]) => {
      const form = clerk!.newSale()
      await clerk!.sell(form)
      await clerk!.sell(form)
    },
  },
  {
    // Of the NF-e: the SVC is off, and the clerk is impatient.
    without: 'status_question',
    what: 'a service that does not work is not asked again at each press',
    invariant: 'I7 within the limits of use',
    scene: async (world, [clerk]) => {
      const lost = { authoriser: 'nfe', fault: 'drop', when: 'before' } as const
      await world.simulator.behave({ service: authorisation, ...lost }, { service: query, ...lost })
      const nota = await clerk!.sell(sale(world.products[0]!, { cliente_id: world.builder }))
      if (!nota) throw new Error('a sale was refused')
      await pause(shortened(patience_s))
      for (let press = 0; press < 3; press += 1) await clerk!.act('issueReceiptOffline', nota)
    },
  },
  {
    // Sales that count on a number before it is committed: of two that are the same one is rolled back, number included.
    without: 'counter',
    what: 'a number that another sale took or gave back is not taken as planned',
    invariant: 'I1 every number has one account',
    scene: async (world, clerks) => {
      for (let round = 0; round < 10; round += 1) {
        const twice = sale(world.products[0]!)
        await Promise.all(clerks.map((clerk, at) => clerk.sell(at % 4 < 2 ? twice : clerk.newSale())))
      }
    },
  },
]
