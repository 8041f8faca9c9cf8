// Sales that get an NF-e, and who they are to.
import type { Caller } from './caller.ts'
import { markReadiness, postSale } from './endpoints.ts'
import { newPerson, type Person } from './people.ts'
import { reaches } from './receipts.ts'
import { type Issued, sale, sellable } from './sales.ts'

/** Of Campinas, without inscrição estadual: it builds, and is no contribuinte. */
export const newBuilder = (as: Caller, overrides: Record<string, unknown> = {}): Promise<Person> =>
  newPerson(as, {
    pessoa_tipo: 2,
    razao_social: 'Construtora Horizonte Ltda',
    logradouro: 'Avenida Brasil',
    numero: '100',
    bairro: 'Centro',
    municipio: '3509502',
    cep: '13010000',
    ...overrides,
  })

/** An authorised NF-e of a company that is ready to sell. */
export async function authorisedNfe(as: Caller, id: string) {
  ;(await markReadiness(as, id, 'credenciamento_nfe', { marcado: true })).expect(200)
  const product = await sellable(as, id, { prod_CFOP: '5101' })
  const form = sale(product, { cliente_id: (await newBuilder(as)).id, pagamentos: [{ tPag: '15', valor: '82.00' }] })
  const { nota } = (await postSale(as, id, form)).expect(201) as Issued
  return (await reaches(as, id, nota!.id, 'autorizada')).nota
}
