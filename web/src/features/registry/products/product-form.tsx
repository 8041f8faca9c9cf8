import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useActiveCompany, useIdempotencyKey, useLatest, useMay } from '@/api'
import type { Product } from '@/api'
import { FIELD_PARAM, ofCompany, paths, RECEIPT_PARAM } from '@/app/paths'
import { listAddress, RecordForm, Switch, toast, useFirstFocus, useRecordForm } from '@/ui'
import { usesCsosn } from './applying-fields'
import { specsFor } from './product-fields'
import { bodyOf, NEW_PRODUCT, valuesOf } from './product-values'
import type { ProductValues } from './product-values'
import { createProduct, loadProduct, readProduct, refreshProducts, updateProduct } from './queries'
import type { LoadedProduct } from './queries'
import { OfferedProfiles, ProfileChoice, TaxPendencies, TaxState } from './profile-choice'
import { sectionsOf } from './sections'
import { listTaxProfiles, profileOf } from './tax-profiles'
import { texts } from './texts'
import { showXmlNames, useXmlNames } from './xml-names'

type Props = {
  /** The product is, or is to be, one of this company. */
  company: string
  /** Of the company: decides which fields apply. Undefined for as long as another company's is on its way. */
  crt: number | undefined
  /** Null for a new product. */
  loaded: LoadedProduct | null
  /** What a new product starts with. */
  start?: ProductValues
  /** After 'Salvar e novo'. */
  onAnother?: () => void
}

export function ProductForm({ company, crt, loaded, start = NEW_PRODUCT, onAnother }: Props) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const active = useActiveCompany()
  const may = useMay()
  // As it was at first: what a gerente has typed stays to be copied when the papel changes meanwhile.
  const [isReadOnly] = useState(!may('PUT /api/companies/{id}/products/{pid}'))
  const product = loaded?.product ?? null
  const form = useRecordForm<ProductValues>({
    initialValues: product ? valuesOf(product) : start,
    version: loaded?.etag,
    fields: specsFor(usesCsosn(crt)),
  })
  const { values } = form
  const [params] = useSearchParams()
  // Corrected for a receipt that was refused: back to it, where it is tried again.
  const receipt = params.get(RECEIPT_PARAM)
  const listTo = receipt === null ? listAddress(paths.products.list) : ofCompany(paths.receipts.one(receipt), company)
  const isNew = product === null
  const { data } = useQuery(listTaxProfiles(company))
  const profiles = data?.items ?? []
  const offers = data?.sugestoes ?? []
  const profile = profileOf(values, profiles)
  const pendencies = product?.fiscal_pendencies ?? null
  const areXmlNamesShown = useXmlNames()
  const latest = useLatest({
    topic: 'products',
    id: product?.id,
    loaded,
    read: (id, signal) => readProduct(product?.id_emit ?? '', id, signal),
  })

  useFirstFocus(form.idOf('prod_cProd'), isNew)

  const save = async (typed: ProductValues, version: string | undefined) => {
    if (!active) throw new NoCompany()
    const body = bodyOf(typed)
    if (product) {
      await updateProduct(product, body, version)
      toast.success(texts.success, texts.updated)
    } else {
      await createProduct(company, body, keyFor(body))
      toast.success(texts.success, texts.created)
    }
  }

  const refresh = () => void refreshProducts(queryClient)
  return (
    <RecordForm
      form={form}
      sections={sectionsOf(form, crt, {
        profile,
        ...(profiles.length > 0
          ? { choice: <ProfileChoice form={form} profiles={profiles} current={profile} usesCsosn={usesCsosn(crt)} /> }
          : offers.length > 0 &&
            !isReadOnly && { choice: <OfferedProfiles company={company} form={form} offers={offers} /> }),
        ...(pendencies && {
          state: <TaxState form={form} pendencies={pendencies} />,
          lacks: <TaxPendencies pendencies={pendencies} />,
        }),
      })}
      isNew={isNew}
      recordName={product?.prod_xProd ?? (values.prod_xProd || texts.newTitle)}
      saveLabel={texts.save}
      errorTitle={texts.saveFailed}
      isReadOnly={isReadOnly}
      notice={isReadOnly && <p>{texts.readOnly}</p>}
      cancelTo={listTo}
      startAt={params.get(FIELD_PARAM) ?? undefined}
      save={save}
      onSaved={() => {
        refresh()
        void navigate(listTo)
      }}
      {...(onAnother && {
        saveAnd: {
          label: texts.saveAndNew,
          onSaved: () => {
            refresh()
            onAnother()
          },
        },
      })}
      toValues={(current) => valuesOf(current as Product)}
      live={
        latest && {
          values: valuesOf(latest.product),
          version: latest.etag,
          isOwn: latest.isOwn,
          onTaken: () =>
            queryClient.setQueryData(loadProduct(latest.product.id_emit, latest.product.id).queryKey, latest),
        }
      }
      aside={
        <>
          <Switch
            id={form.idOf('prod_ativo')}
            label={form.field('prod_ativo').label}
            error={form.errors.prod_ativo}
            disabled={isReadOnly}
            checked={values.prod_ativo}
            onChange={form.field('prod_ativo').onChange}
          />
          <Switch label={texts.showXmlNames} checked={areXmlNamesShown} onChange={showXmlNames} />
        </>
      }
    />
  )
}

/** Told like a refusal of the server. */
class NoCompany extends Error {
  readonly isInvalid = false
  readonly isStale = false
  readonly byField = {}
  readonly current = null
  readonly etag = undefined
  constructor() {
    super(texts.noCompanySave)
  }
}
