import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useActiveCompany, useIdempotencyKey } from '@/api'
import type { TaxProfile, TaxProfileInput } from '@/api'
import { paths } from '@/app/paths'
import {
  FormGrid,
  Loaded,
  NoCompanyPage,
  Page,
  PageHeader,
  RecordForm,
  Switch,
  TextInput,
  toast,
  useFirstFocus,
  useRecordForm,
} from '@/ui'
import type { FormSection } from '@/ui'
import { usesCsosn } from './applying-fields'
import type { ProductFormState } from './field-input'
import { specsFor } from './product-fields'
import { NEW_PRODUCT } from './product-values'
import type { ProductValues } from './product-values'
import { companyCrt } from './queries'
import { Fields, sectionsOf } from './sections'
import {
  createTaxProfile,
  loadTaxProfile,
  refreshTaxProfiles,
  taxBodyOf,
  updateTaxProfile,
  valuesOfProfile,
} from './tax-profiles'
import type { LoadedProfile } from './tax-profiles'
import classes from './tax-profiles-page.module.css'
import { texts } from './texts'

const words = texts.profiles
const PARENT = { label: words.title, to: paths.taxProfiles.list }

/** 'Novo Perfil Fiscal' without an id in the address, 'Editar Perfil Fiscal' with one. */
export default function TaxProfilePage() {
  const { id } = useParams()
  const [company] = useState(useActiveCompany())
  const title = id === undefined ? words.newTitle : words.editTitle
  if (company) return <OfCompany key={id ?? 'new'} id={id} title={title} company={company.id} />
  return <NoCompanyPage title={title} parent={PARENT} text={words.noCompanyText} />
}

type OfCompanyProps = { id: string | undefined; title: string; company: string }

/** Of the company it was opened in, also when another one becomes active meanwhile. */
function OfCompany({ id, title, company }: OfCompanyProps) {
  const crt = useQuery(companyCrt(company))
  const query = useQuery({ ...loadTaxProfile(company, id ?? ''), enabled: id !== undefined })
  const isReady = crt.data !== undefined && (id === undefined || query.data !== undefined)
  return (
    <Page>
      <PageHeader title={title} parent={PARENT} {...(query.data && { subtitle: query.data.profile.nome })} />
      <Loaded
        query={{
          data: isReady ? { crt: crt.data, loaded: query.data ?? null } : undefined,
          error: query.error ?? crt.error,
          refetch: () => Promise.all([crt.refetch(), ...(id === undefined ? [] : [query.refetch()])]),
        }}
        loading={words.loading}
        failed={words.loadOneFailed}
        missing={{ ...words.missing, backTo: paths.taxProfiles.list }}
      >
        {(given) => <ProfileForm company={company} crt={given.crt} loaded={given.loaded} />}
      </Loaded>
    </Page>
  )
}

/** A product's fields, of which the tax values are shown, and the profile's own two. */
type Values = ProductValues & { nome: string; padrao: boolean }

const valuesOf = ({ nome, padrao, valores }: TaxProfile): Values => ({
  ...valuesOfProfile(valores),
  nome,
  padrao: padrao === 'S',
})

const bodyOf = (values: Values): TaxProfileInput => ({
  nome: values.nome,
  padrao: values.padrao ? 'S' : 'N',
  valores: taxBodyOf(values),
})

type FormProps = { company: string; crt: number; loaded: LoadedProfile | null }

function ProfileForm({ company, crt, loaded }: FormProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const profile = loaded?.profile ?? null
  const form = useRecordForm<Values>({
    initialValues: profile ? valuesOf(profile) : { ...NEW_PRODUCT, nome: '', padrao: false },
    version: loaded?.etag,
    fields: {
      ...specsFor(usesCsosn(crt)),
      nome: { label: words.nome, required: true },
      padrao: { label: words.padrao, show: (value) => (value ? texts.yes : texts.no) },
    },
  })
  useFirstFocus(form.idOf('nome'), profile === null)

  const save = async (values: Values, version: string | undefined) => {
    const body = bodyOf(values)
    if (profile) await updateTaxProfile(company, profile.id, body, version)
    else await createTaxProfile(company, body, keyFor(body))
    toast.success(words.saved, values.nome)
  }
  // It has every field of a product's form, and two more.
  const asProduct = form as unknown as ProductFormState
  const own: FormSection = {
    id: 'profile',
    title: words.section,
    fields: ['nome', 'prod_CFOP'],
    content: (
      <>
        <div className={classes.own}>
          <FormGrid>
            <FormGrid.Cell span={8} phoneSpan={12}>
              <TextInput {...form.textField('nome')} maxLength={60} autoComplete="off" />
            </FormGrid.Cell>
            <FormGrid.Cell span={4} phoneSpan={12}>
              <Switch label={words.padrao} checked={form.values.padrao} onChange={form.field('padrao').onChange} />
            </FormGrid.Cell>
          </FormGrid>
        </div>
        <Fields form={asProduct} names={['prod_CFOP', 'prod_sujST']} />
      </>
    ),
  }
  return (
    <RecordForm
      form={form}
      sections={[own, ...sectionsOf(asProduct, crt).flatMap((section) => taxOnly(section, asProduct))]}
      isNew={profile === null}
      recordName={profile?.nome ?? (form.values.nome || words.newTitle)}
      saveLabel={words.save}
      errorTitle={words.saveFailed}
      cancelTo={paths.taxProfiles.list}
      save={save}
      onSaved={() => {
        void refreshTaxProfiles(queryClient)
        void navigate(paths.taxProfiles.list)
      }}
      toValues={(current) => valuesOf(current as TaxProfile)}
    />
  )
}

const IPI = ['IPI_CST', 'IPI_pIPI', 'IPI_cEnq'] as const

/** A product's section as far as it is about tax: of IPI without the makers, who are the goods' own. */
function taxOnly(section: FormSection, form: ProductFormState): FormSection[] {
  if (section.id === 'general' || section.id === 'taxable') return []
  if (section.id !== 'ipi') return [section]
  return [{ ...section, fields: IPI, content: <Fields form={form} names={IPI} /> }]
}
