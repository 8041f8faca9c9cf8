// A shop that sells in homologação, which the simulator answers.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificateOfAuthority } from '../api/tests/helpers/certificates.ts'
import { homologationEnv, saoPaulo } from '../api/tests/helpers/homologation.ts'
import { type Product, sefazSettings, SHOP, type Shop, test as base } from './shop.ts'

/** Practice leaves orders alone. */
export const test = base.extend({
  environment: async ({ simulator }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'balcao-homologacao-'))
    await use({ ...simulator.environment, ...homologationEnv(simulator, folder, saoPaulo(simulator)) })
    rmSync(folder, { recursive: true })
  },
  shop: async ({ simulator, shop }, use) => {
    await shop.save('sefaz-settings', { ...sefazSettings, destino: 'sefaz' })
    const pfx = certificateOfAuthority(simulator.folder, SHOP.cnpj, 'senha').toString('base64')
    await shop.save('certificate', { file_name: 'certificado.pfx', file_base64: pfx, password: 'senha' })
    await use(shop)
  },
})

/** Of a client of Campinas, two of each product unless told otherwise. */
export async function budget(
  shop: Shop,
  tipo: 'Orçamento' | 'Pedido',
  products: Product[],
  cpf_cnpj: string,
  quantidade = '2.0000',
) {
  const person = await shop.admin.create('/api/people', {
    ...{ pessoa_tipo: cpf_cnpj.length === 11 ? 1 : 2, cpf_cnpj, razao_social: 'José Aparecido Ramos' },
    ...{
      logradouro: 'Rua das Palmeiras',
      numero: '1',
      bairro: 'Centro',
      municipio: '3509502',
      uf: 'SP',
      cep: '13010001',
    },
  })
  return shop.admin.create(shop.path('budgets'), {
    ...{ data_orcamento: '2026-11-20', data_venda: '2026-11-20', tipo, cliente_id: person.id },
    itens: products.map(({ id }) => ({ composicao_id: id, quantidade })),
  })
}
