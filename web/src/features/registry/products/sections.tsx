import { formatDecimal, formatMoney, FormGrid, FormGroup, Spinner } from '@/ui'
import type { FormSection } from '@/ui'
import type { ReactNode } from 'react'
import type { TaxProfile } from '@/api'
import {
  contributionApplies,
  EXEMPTION_REASONS,
  icmsApplies,
  ipiIsCharged,
  usesCsosn as crtUsesCsosn,
} from './applying-fields'
import { FieldCell } from './field-input'
import type { FieldChange, ProductFormState } from './field-input'
import { formatCfop, formatNcm, maskOf } from './format'
import { FIELD_NAMES, FIELDS, isFlag } from './product-fields'
import type { ProductFieldName } from './product-fields'
import type { ProductValues } from './product-values'
import { withProfile } from './tax-profiles'
import classes from './tax-profiles-page.module.css'
import { texts } from './texts'

const between = (first: ProductFieldName, last: ProductFieldName) =>
  FIELD_NAMES.slice(FIELD_NAMES.indexOf(first), FIELD_NAMES.indexOf(last) + 1)

const GENERAL = between('prod_cProd', 'prod_rastro')
const TAXABLE = between('prod_NCM', 'prod_sujST')
/** What one fills in of every product. */
const FIRST: readonly ProductFieldName[] = ['prod_cProd', 'prod_xProd', 'prod_cEAN', 'prod_uCOM', 'prod_vUnCOM']
const MORE_GENERAL = GENERAL.filter((name) => name !== 'prod_ativo' && !FIRST.includes(name))
const MORE_TAXABLE = TAXABLE.filter((name) => name !== 'prod_NCM')
const ICMS = between('icms_orig', 'icms_adRemICMSRet')
const PIS = between('pis_CST', 'pis_cofins_excluiICMS')
const COFINS = between('cofins_CST', 'cofins_vAliqProd')
const IPI = between('IPI_CST', 'IPI_CNPJProd')
const IBSCBS = between('ibscbs_CST', 'ibscbs_cClassTrib')
const APPROXIMATE = between('aprox_pFederal', 'aprox_pMunicipal')

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

type Tax = {
  /** Beside the NCM. */
  choice?: ReactNode
  /** At the right of the title of 'Dados Tributáveis', and below its first fields. */
  state?: ReactNode
  lacks?: ReactNode
  /** That whose values the form has: what is from it is said. */
  profile?: TaxProfile | null
}

/** The form's sections for a company of this CRT, undefined while it is on its way, with what applies to the chosen codes. */
export function sectionsOf(form: ProductFormState, crt: number | undefined, tax: Tax = {}): FormSection[] {
  const usesCsosn = crtUsesCsosn(crt)
  const { values } = form
  const code = values.icms_CST
  const codeName = usesCsosn && code.length !== 2 ? texts.csosn : 'CST'
  const given = tax.profile ? withProfile(values, tax.profile.valores) : null
  /** Folded at first, as most are as their profile says. */
  const folded = (names: readonly ProductFieldName[]) => ({
    startsOpen: false,
    isRow: true,
    ...(given && names.some((name) => given[name]) && names.every((name) => given[name] === values[name])
      ? { mark: texts.fromProfile }
      : {}),
  })
  return [
    {
      id: 'general',
      title: texts.sections.general,
      summary: joined(values.prod_cProd, values.prod_uCOM, values.prod_vUnCOM && formatMoney(values.prod_vUnCOM)),
      fields: [...FIRST, 'prod_ativo', ...MORE_GENERAL].filter((name) => !isFlag(name as ProductFieldName)),
      startsOpen: true,
      content: (
        <>
          <Fields form={form} names={FIRST} />
          <FormGroup
            form={form}
            title={texts.moreFields}
            fields={MORE_GENERAL}
            summary={generalSummary(values)}
            isFolded
          >
            <FormGrid>
              {MORE_GENERAL.map((name) => (
                <FieldCell key={name} form={form} name={name} />
              ))}
            </FormGrid>
          </FormGroup>
        </>
      ),
    },
    {
      id: 'taxable',
      title: texts.sections.taxable,
      summary: joined(
        values.prod_NCM && `NCM ${formatNcm(values.prod_NCM)}`,
        values.prod_CFOP && `CFOP ${formatCfop(values.prod_CFOP)}`,
      ),
      fields: withoutFlags(TAXABLE),
      startsOpen: true,
      action: tax.state,
      content: (
        <>
          <FormGrid>
            <FieldCell form={form} name="prod_NCM" change={{ placeholder: '0000.00.00' }} />
            {tax.choice && <FormGrid.Cell span={6}>{tax.choice}</FormGrid.Cell>}
          </FormGrid>
          {tax.lacks}
          <FormGroup
            form={form}
            title={texts.moreFields}
            fields={MORE_TAXABLE}
            summary={taxableSummary(values)}
            isFolded
          >
            <FormGrid>
              {MORE_TAXABLE.map((name) => (
                <FieldCell key={name} form={form} name={name} change={taxableChange(name, values)} />
              ))}
            </FormGrid>
          </FormGroup>
        </>
      ),
    },
    {
      id: 'icms',
      title: texts.sections.icms,
      ...folded(ICMS),
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
      ...folded(PIS),
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
      ...folded(COFINS),
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
      ...folded(IPI),
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
      ...folded(IBSCBS),
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
    {
      id: 'approximate',
      title: texts.sections.approximate,
      ...folded(APPROXIMATE),
      summary: joined(
        ...APPROXIMATE.map((name) => values[name] && `${FIELDS[name].label} ${formatDecimal(String(values[name]))} %`),
      ),
      fields: APPROXIMATE,
      content: (
        <>
          <p className={classes.offered}>{texts.approximateHelp}</p>
          <Fields form={form} names={APPROXIMATE} />
        </>
      ),
    },
  ]
}

const joined = (...parts: (string | false)[]) => parts.filter(Boolean).join(' · ')

function generalSummary({
  prod_qCOM,
  prod_vProd,
  prod_nivelm,
  prod_pesoL,
  prod_alert,
  prod_rastro,
}: ProductValues): string {
  const words = texts.folded
  const summary = joined(
    prod_qCOM && words.quantity(formatDecimal(prod_qCOM)),
    prod_vProd && words.total(formatMoney(prod_vProd)),
    prod_nivelm && words.stock(formatDecimal(prod_nivelm), prod_alert),
    prod_pesoL && words.weight(formatDecimal(prod_pesoL)),
    prod_rastro && words.byLot,
  )
  return summary || words.nothing
}

function taxableSummary(values: ProductValues): string {
  const words = texts.folded
  const summary = joined(
    values.prod_CFOP && `CFOP ${formatCfop(values.prod_CFOP)}`,
    values.prod_CEST_Opc && `CEST ${maskOf('cest', values.prod_CEST_Opc)}`,
    values.prod_cEANTrib && words.taxableGtin(values.prod_cEANTrib),
    values.prod_uTrib && words.taxable(values.prod_qTrib && formatDecimal(values.prod_qTrib), values.prod_uTrib),
    values.prod_cBenef && words.benefit(values.prod_cBenef),
    values.prod_sujST && words.substituted,
  )
  return summary || words.nothing
}

function taxableChange(name: ProductFieldName, { prod_NCM }: ProductValues): FieldChange | undefined {
  if (name !== 'prod_CEST_Opc') return undefined
  return { placeholder: '00.000.00', filter: /^\d{8}$/.test(prod_NCM) ? { ncm: prod_NCM } : {} }
}

/** A flag is never empty nor wrong, and would make an untouched section look filled in. */
const withoutFlags = (names: readonly ProductFieldName[]) => names.filter((name) => !isFlag(name))

function contributionSummary(cst: string, rate: string): string {
  return joined(cst && `CST ${cst}`, cst && rate && `${formatDecimal(rate)} %`)
}

function whyNot(cst: ProductValues['pis_CST']): string {
  return cst ? texts.why.unused(`CST ${cst}`) : texts.why.chooseCst
}
