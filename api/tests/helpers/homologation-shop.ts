// Companies that issue in the homologação of homologation.ts.
import type { Caller } from './caller.ts'
import { newCompany } from './builders.ts'
import { certificateOfAuthority } from './certificates.ts'
import { putCertificate, putSefazSettings } from './endpoints.ts'
import { settings } from './sefaz-settings.ts'
import type { Simulator } from './simulator.ts'

export async function giveCertificate(simulator: Simulator, as: Caller, id: string, cnpj: string): Promise<void> {
  const file_base64 = certificateOfAuthority(simulator.folder, cnpj, 'senha').toString('base64')
  ;(await putCertificate(as, id, '"0"', { file_name: 'empresa.pfx', file_base64, password: 'senha' })).expect(200)
}

/** A company of Campinas that issues in homologação. */
export async function newShop(simulator: Simulator, as: Caller) {
  const shop = await newCompany(as, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })
  ;(await putSefazSettings(as, shop.id, '"0"', settings({ destino: 'sefaz', proximo_lido: 1 }))).expect(200)
  await giveCertificate(simulator, as, shop.id, shop.cnpj)
  return shop
}
