// A server that starts while the clock of its machine is wrong: nobody has told it SEFAZ's time yet.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from '../api/tests/helpers/runner.ts'
import { newCompany, office } from '../api/tests/helpers/builders.ts'
import type { Caller } from '../api/tests/helpers/caller.ts'
import * as api from '../api/tests/helpers/endpoints.ts'
import { authorised, motivo, reaches, readyToSell } from '../api/tests/helpers/receipts.ts'
import { engine } from '../api/tests/helpers/server.ts'
import { ownSimulator } from '../api/tests/helpers/simulator.ts'
import { MortalServer, webDir } from './world.ts'

describe.runIf(engine === 'sqlite')('a receipt is cancelled by a server that starts with a clock', () => {
  const simulator = ownSimulator()
  let folder = ''
  let server: MortalServer
  let admin: Caller
  let id = ''

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'balcao-relogio-'))
    server = new MortalServer({ env: { ...simulator.env, BALCAO_WEB_DIR: webDir } })
    server.clock = join(folder, 'relogio')
    writeFileSync(server.clock, '+0\n')
    await server.start()
    admin = (await office(server)).admin
    id = (await newCompany(admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })).id
    await readyToSell(admin, id)
  })
  afterAll(async () => {
    await server.stop()
    server.remove()
    rmSync(folder, { recursive: true })
  })

  // Within the half hour in which a receipt may be cancelled, and by more than SEFAZ puts up with.
  test.each(['+20m', '-20m'])('%s wrong', async (ahead) => {
    const nota = await authorised(admin, id)
    await server.stop()
    writeFileSync(server.clock, `${ahead}\n`)
    await server.start()
    ;(await api.cancelReceipt(admin, id, nota.id, motivo)).expect(202)
    await reaches(admin, id, nota.id, 'cancelada')
  })
})
