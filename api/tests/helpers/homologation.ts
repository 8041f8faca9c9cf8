// A server whose homologação is answered by the simulator: its own addresses, authority and certificates, so that companies
// issue there with what counts, and not in practice.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { trustOfAuthority } from './certificates.ts'

/** The API's tests and the stories have one each. */
type Simulator = { readonly folder: string; readonly url: string }

export interface Address {
  uf: string
  service: string
  /** 65 unless named. */
  modelo?: 55 | 65
  /** null: not offered. */
  url: string | null
}

/** What a server must know; writes its files into `folder`. */
export function homologationEnv(simulator: Simulator, folder: string, addresses: Address[]): Record<string, string> {
  const file = join(folder, 'meus-enderecos.json')
  writeFileSync(file, JSON.stringify({ endpoints: addresses.map((row) => ({ tpAmb: 2, ...row })) }))
  return { BALCAO_SEFAZ_ADDRESSES: file, BALCAO_SEFAZ_CA: trustOfAuthority(simulator.folder, folder) }
}

/** Every service that receipts of São Paulo need. */
export const saoPaulo = (simulator: Simulator): Address[] =>
  [
    'NFeAutorizacao4',
    'NFeRetAutorizacao4',
    'NFeConsultaProtocolo4',
    'NFeRecepcaoEvento4',
    'NFeInutilizacao4',
    'NFeStatusServico4',
  ].flatMap((service) => [
    { uf: 'SP', service, url: `${simulator.url}/ws/${service}` },
    { uf: 'SP', service, modelo: 55 as const, url: `${simulator.url}/ws/nfe/${service}` },
    { uf: 'SVCAN', service, modelo: 55 as const, url: `${simulator.url}/ws/svc-an/${service}` },
  ])
