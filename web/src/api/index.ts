/** The API client: requests, session, cache keys and types of the contract. Screens call the server only through it. */
export { putAtCounter, usePersonAtCounter } from './counter-person'
export type { PersonAtCounter } from './counter-person'
export {
  api,
  download,
  onCounterPersonNeeded,
  onPasswordNeeded,
  onSessionLost,
  openAnswerInTab,
  openInTab,
  printAnswer,
  readText,
} from './client'
export { newIdempotencyKey, useIdempotencyKey } from './idempotency'
export { ApiProblem } from './problem'
export { createQueryClient } from './query-client'
export { useLatest } from './latest'
export { isAbout, madeOf, queryKeys } from './query-keys'
export { listMunicipalities, listStates, referenceEntry, searchReference } from './reference'
export type { ReferenceFilter } from './reference'
export { listSellers } from './sellers'
export {
  ActiveCompanyProvider,
  enterSession,
  FALLBACK_SESSION,
  leaveSession,
  SessionProvider,
  sessionKey,
  useActiveCompany,
  useIsAdmin,
  useMay,
  useSession,
  useSessionState,
} from './session'
export type { May, OperationName } from './session'
export { readSince } from './early'
export { pinTabCompany, releaseTabCompanyOnReload, useTabCompany } from './tab-company'
export { keepFile } from './transfer'
export type { OnProgress } from './transfer'
export type * from './types'
export { DEFAULT_VERSION, listVersions, newestVersion } from './versions'
