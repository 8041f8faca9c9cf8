import { describe, expect, it } from 'vitest'
import { NEW_PRODUCT } from './product-values'
import { profileOf, taxBodyOf, valuesOfProfile, withProfile } from './tax-profiles'

const revenda = { prod_CFOP: '5102', icms_orig: null, icms_CST: '102', pis_CST: '49', prod_sujST: 'N' as const }
const profile = {
  ...{ id: 'f1', nome: 'Revenda', padrao: 'S' as const, version: 1 },
  ...{ created_at: '', updated_at: '', valores: revenda },
}

describe('a perfil fiscal', () => {
  it('gives all of its values, the empty ones too, and leaves what is the goods’ own', () => {
    const before = { ...NEW_PRODUCT, prod_NCM: '68109100', icms_orig: '2', icms_CST: '900', icms_pICMS: '18.0000' }
    const after = withProfile(before, revenda)
    expect(after).toMatchObject({ prod_CFOP: '5102', icms_CST: '102', icms_pICMS: '', prod_NCM: '68109100' })
    expect(after.icms_orig).toBe('2')
  })

  it('is the one whose values a product has', () => {
    const values = valuesOfProfile(revenda)
    expect(profileOf(values, [profile])).toBe(profile)
    expect(profileOf({ ...values, icms_orig: '2' }, [profile])).toBe(profile)
    expect(profileOf({ ...values, icms_CST: '500' }, [profile])).toBeNull()
  })

  it('is sent with tax values only', () => {
    const body = taxBodyOf({ ...valuesOfProfile(revenda), icms_orig: '0' })
    expect(body).toMatchObject({ prod_CFOP: '5102', icms_orig: 0, icms_pICMS: null, prod_sujST: 'N' })
    expect(body).not.toHaveProperty('prod_NCM')
    expect(body).not.toHaveProperty('IPI_CNPJProd')
  })
})
