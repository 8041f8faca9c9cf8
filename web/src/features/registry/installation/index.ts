/** Support contact, and filling an address from its CEP. */
export { loadInstallation } from './queries'
export { useCepFill } from './use-cep-fill'
