/** What other features may use of this one. */
export { loadInstallation } from './queries'
export { useCepFill } from './use-cep-fill'
