// Accounts that ask for a code of an app.
import { account, type Account } from './builders.ts'
import type { Who } from './caller.ts'
import * as api from './endpoints.ts'
import type { Server } from './server.ts'
import { totp } from './totp.ts'

export { totp } from './totp.ts'

export interface GuardedAccount extends Account {
  secret: string
  recoveryCodes: string[]
}

/** Turned on by a code of the step before this one, so that this one's is still good. */
export async function turnOn(known: Account): Promise<GuardedAccount> {
  const { secret } = (await api.beginSecondFactor(known.caller)).expect(200)
  const { recovery_codes } = (await api.turnOnSecondFactor(known.caller, totp(secret, -1))).expect(200)
  return { ...known, secret, recoveryCodes: recovery_codes }
}

export const accountWithSecondFactor = async (server: Server, who: Who = 'unlinked') =>
  turnOn(await account(server, who))
