// Two servers on one PostgreSQL database share the numbers of a series.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account, newCompany } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { readyToSell } from '../helpers/receipts.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { engine, Server, until } from '../helpers/server.ts'
import { ownSimulator } from '../helpers/simulator.ts'

const sales = 200

describe.runIf(engine === 'postgres')('two servers and one counter', () => {
  const simulator = ownSimulator()
  let first: Server
  let second: Server

  beforeAll(async () => {
    first = new Server({ env: simulator.env })
    await first.start()
    second = new Server({ env: { ...simulator.env, BALCAO_DATABASE_URL: first.databaseUrl } })
    await second.start()
  })
  afterAll(async () => {
    await second.stop()
    await first.stop()
    second.remove()
    first.remove()
  })

  test('200 sales at once have 200 numbers in a row, each authorised once', async () => {
    const { caller: here, email } = await account(first, 'admin')
    const there = new Caller(second, 'admin')
    ;(await api.signIn(there, { email, password })).expect(200)
    const { id } = await newCompany(here, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })
    await readyToSell(here, id)
    const product = await sellable(here, id)
    const waiting = Array.from({ length: sales }, (_, i) => ({ as: i % 2 ? here : there, body: sale(product) }))
    const numbers: number[] = []
    const till = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        let answer = await api.postSale(next.as, id, next.body)
        while (answer.status === 503) answer = await api.postSale(next.as, id, next.body)
        numbers.push((answer.expect(201) as Issued).nota!.numero)
      }
    }
    await Promise.all(Array.from({ length: 8 }, till))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: sales }, (_, i) => i + 1))
    await until(
      'all are authorised',
      async () => (await api.countReceipts(here, id, { situacao: 'autorizadas' })).expect(200).total === sales,
      120_000,
    )
    const checked = await first.command(['receipts', 'check'])
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('Todos os números têm registro.')])
  }, 240_000)
})
