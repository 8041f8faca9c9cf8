import { formatDecimal, formatMoney, FormGrid, FormGroup, Spinner } from '@/ui'
import type { FormSection } from '@/ui'
import type { ReactNode } from 'react'
import {
  contributionApplies,
  EXEMPTION_REASONS,
  icmsApplies,
  ipiIsCharged,
  usesCsosn as crtUsesCsosn,
} from './applying-fields'
import { FieldCell } from './field-input'
import type { FieldChange, ProductFormState } from './field-input'
import { formatCfop, formatNcm } from './format'
import { FIELD_NAMES, isFlag } from './product-fields'
import type { ProductFieldName } from './product-fields'
import type { ProductValues } from './product-values'
import { texts } from './texts'

const between = (first: ProductFieldName, last: ProductFieldName) =>
  FIELD_NAMES.slice(FIELD_NAMES.indexOf(first), FIELD_NAMES.indexOf(last) + 1)

const GENERAL = between('prod_cProd', 'prod_rastro')
const TAXABLE = between('prod_NCM', 'prod_sujST')
const ICMS = between('icms_orig', 'icms_adRemICMSRet')
const PIS = between('pis_CST', 'pis_cofins_excluiICMS')
const COFINS = between('cofins_CST', 'cofins_vAliqProd')
const IPI = between('IPI_CST', 'IPI_CNPJProd')
const IBSCBS = between('ibscbs_CST', 'ibscbs_cClassTrib')

type FieldsProps = {
  form: ProductFormState
  names: readonly ProductFieldName[]
  /** Those for which it is false are folded away. */
  applies?: (name: ProductFieldName) => boolean
  /** Why they are. */
  why?: string
  changes?: Partial<Record<ProductFieldName, FieldChange>>
}

/** Fields of a section, those that do not apply folded away. */
export function Fields({ form, names, applies = () => true, why, changes = {} }: FieldsProps) {
  const cells = (some: readonly ProductFieldName[]) => (
    <FormGrid>
      {some.map((name) => (
        <FieldCell key={name} form={form} name={name} change={changes[name]} />
      ))}
    </FormGrid>
  )
  const others = names.filter((name) => !applies(name))
  return (
    <>
      {cells(names.filter(applies))}
      {others.length > 0 && (
        <FormGroup form={form} title={texts.otherFields(others.length)} fields={others} notApplicable={why}>
          {cells(others)}
        </FormGroup>
      )}
    </>
  )
}

/** The form's sections for a company of this CRT, undefined while it is on its way, with what applies to the chosen codes. `taxTop`: above the tax fields. */
export function sectionsOf(form: ProductFormState, crt: number | undefined, taxTop?: ReactNode): FormSection[] {
  const usesCsosn = crtUsesCsosn(crt)
  const { values } = form
  const code = values.icms_CST
  const codeName = usesCsosn && code.length !== 2 ? texts.csosn : 'CST'
  return [
    {
      id: 'general',
      title: texts.sections.general,
      summary: joined(values.prod_cProd, values.prod_uCOM, values.prod_vUnCOM && formatMoney(values.prod_vUnCOM)),
      fields: ['prod_ativo', ...GENERAL].filter((name) => !isFlag(name as ProductFieldName)),
      content: <Fields form={form} names={GENERAL} />,
    },
    {
      id: 'taxable',
      title: texts.sections.taxable,
      summary: joined(
        values.prod_NCM && `NCM ${formatNcm(values.prod_NCM)}`,
        values.prod_CFOP && `CFOP ${formatCfop(values.prod_CFOP)}`,
      ),
      fields: withoutFlags(TAXABLE),
      content: (
        <>
          {taxTop}
          <Fields
            form={form}
            names={TAXABLE}
            changes={{
              prod_NCM: { placeholder: '0000.00.00' },
              prod_CEST_Opc: {
                placeholder: '00.000.00',
                filter: /^\d{8}$/.test(values.prod_NCM) ? { ncm: values.prod_NCM } : {},
              },
            }}
          />
        </>
      ),
    },
    {
      id: 'icms',
      title: texts.sections.icms,
      summary: joined(code && `${codeName} ${code}`, values.icms_orig && texts.origin(values.icms_orig)),
      fields: ICMS,
      content:
        crt === undefined ? (
          <Spinner label={texts.loadingRegime} />
        ) : (
          <Fields
            form={form}
            names={ICMS}
            applies={(name) => name === 'icms_orig' || name === 'icms_CST' || icmsApplies(name, code)}
            why={
              code ? texts.why.unused(`${codeName} ${code}`) : usesCsosn ? texts.why.chooseCsosn : texts.why.chooseCst
            }
            changes={{
              icms_CST: { table: usesCsosn ? 'csosn' : 'cst_icms' },
              icms_motDesICMS: { only: EXEMPTION_REASONS[code] },
            }}
          />
        ),
    },
    {
      id: 'pis',
      title: texts.sections.pis,
      summary: contributionSummary(values.pis_CST, values.pis_pPIS),
      fields: withoutFlags(PIS),
      content: (
        <Fields
          form={form}
          names={PIS}
          applies={(name) =>
            name === 'pis_CST' ||
            (name === 'pis_cofins_excluiICMS'
              ? !usesCsosn
              : contributionApplies(name === 'pis_pPIS' ? 'percent' : 'perUnit', values.pis_CST))
          }
          why={whyNot(values.pis_CST)}
        />
      ),
    },
    {
      id: 'cofins',
      title: texts.sections.cofins,
      summary: contributionSummary(values.cofins_CST, values.cofins_pCOFINS),
      fields: COFINS,
      content: (
        <Fields
          form={form}
          names={COFINS}
          applies={(name) =>
            name === 'cofins_CST' ||
            contributionApplies(name === 'cofins_pCOFINS' ? 'percent' : 'perUnit', values.cofins_CST)
          }
          why={whyNot(values.cofins_CST)}
        />
      ),
    },
    {
      id: 'ipi',
      title: texts.sections.ipi,
      summary: contributionSummary(values.IPI_CST, values.IPI_pIPI),
      notApplicable: IPI.every((name) => !values[name]) ? texts.why.ipi : undefined,
      fields: IPI,
      content: (
        <Fields
          form={form}
          names={IPI}
          applies={(name) => name !== 'IPI_pIPI' || ipiIsCharged(values.IPI_CST)}
          why={whyNot(values.IPI_CST)}
          changes={{ IPI_cEnq: { filter: values.IPI_CST ? { cst: values.IPI_CST } : {} } }}
        />
      ),
    },
    {
      id: 'ibscbs',
      title: texts.sections.ibscbs,
      summary: joined(values.ibscbs_CST && `CST ${values.ibscbs_CST}`, values.ibscbs_cClassTrib),
      notApplicable: crt === 3 ? undefined : texts.why.simplesIbsCbs,
      fields: IBSCBS,
      content: (
        <Fields
          form={form}
          names={IBSCBS}
          changes={{ ibscbs_cClassTrib: { filter: values.ibscbs_CST ? { cst: values.ibscbs_CST } : {} } }}
        />
      ),
    },
  ]
}

const joined = (...parts: string[]) => parts.filter(Boolean).join(' · ')

/** A flag is never empty nor wrong, and would make an untouched section look filled in. */
const withoutFlags = (names: readonly ProductFieldName[]) => names.filter((name) => !isFlag(name))

function contributionSummary(cst: string, rate: string): string {
  return joined(cst && `CST ${cst}`, cst && rate && `${formatDecimal(rate)} %`)
}

function whyNot(cst: ProductValues['pis_CST']): string {
  return cst ? texts.why.unused(`CST ${cst}`) : texts.why.chooseCst
}
