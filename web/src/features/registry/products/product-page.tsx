import { IconAlertTriangle, IconArrowBackUp, IconCopy, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useActiveCompany, useMay } from '@/api'
import type { ActiveCompany, Product } from '@/api'
import { COPY_PARAM, ofCompany, paths, productCopyPath } from '@/app/paths'
import {
  Button,
  EmptyState,
  listAddress,
  Loaded,
  NoCompanyPage,
  Page,
  PageBody,
  PageHeader,
  Spinner,
  StatusBadge,
  useNeighbours,
  useNoteOpened,
  useProblemToast,
} from '@/ui'
import { ProductForm } from './product-form'
import { copyOf } from './product-values'
import { listTaxProfiles, valuesOfProfile } from './tax-profiles'
import { companyCrt, loadProduct } from './queries'
import { texts } from './texts'
import { useProductActions } from './use-product-actions'

/** 'Novo Produto' without an id in the address, 'Editar Produto' with one. */
export default function ProductPage() {
  const { id } = useParams()
  const active = useActiveCompany()
  // The last one there was: that there is none any more must not take away what is being typed.
  const [company, setCompany] = useState(active)
  if (active !== null && active !== company) setCompany(active)
  if (id !== undefined && company) return <ExistingProduct key={id} id={id} active={company} />
  if (company) return <NewProduct company={company} />
  return (
    <NoCompanyPage
      title={id === undefined ? texts.newTitle : texts.editTitle}
      parent={parent()}
      text={texts.noCompanyText}
    />
  )
}

/** Stays through a switch of the company: what is typed is then saved in the new one, as the header says. */
function NewProduct({ company }: { company: ActiveCompany }) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [copied] = useState({ id: params.get(COPY_PARAM), company: company.id })
  const [round, setRound] = useState(0)
  const crt = useQuery(companyCrt(company.id))
  const profiles = useQuery(listTaxProfiles(company.id))
  const original = useQuery({ ...loadProduct(copied.company, copied.id ?? ''), enabled: copied.id !== null })
  const isCopy = copied.id !== null && round === 0
  useProblemToast(texts.loadFailed, original.error)
  useProblemToast(texts.referenceFailedTitle, crt.error)

  // Once there, the form stays: what is typed must outlive a switch of the company.
  const [hasBegun, setHasBegun] = useState(false)
  const isReady = hasBegun || (!crt.isLoading && !profiles.isLoading && !(isCopy && original.isLoading))
  if (isReady && !hasBegun) setHasBegun(true)
  const product = isCopy ? original.data?.product : undefined
  const usual = profiles.data?.items.find(({ padrao }) => padrao === 'S')
  const start = product ? copyOf(product) : usual && valuesOfProfile(usual.valores)
  return (
    <Page>
      <PageHeader
        title={texts.newTitle}
        parent={parent()}
        {...(product && { subtitle: texts.copied(product.prod_xProd) })}
      />
      {isReady ? (
        <ProductForm
          key={round}
          company={company.id}
          crt={crt.isLoading ? undefined : (crt.data ?? 1)}
          loaded={null}
          {...(start && { start })}
          onAnother={() => {
            setRound(round + 1)
            if (copied.id !== null) void navigate(paths.products.new, { replace: true })
          }}
        />
      ) : (
        <PageBody>
          <Spinner label={texts.loading} />
        </PageBody>
      )}
    </Page>
  )
}

/** Of the company it was opened in, also when another one becomes active meanwhile: nothing typed is lost. */
function ExistingProduct({ id, active }: { id: string; active: ActiveCompany }) {
  const [company] = useState(active)
  const query = useQuery(loadProduct(company.id, id))
  const crt = useQuery(companyCrt(company.id))
  const product = query.data?.product
  const isListed = product?.deleted_at === null
  const mayCreate = useMay()('POST /api/companies/{id}/products')
  const neighbours = useNeighbours(paths.products.list, paths.products.edit(id))
  useNoteOpened(
    product && {
      to: ofCompany(paths.products.edit(id), company.id),
      label: product.prod_xProd,
      detail: product.prod_cProd,
      companyId: company.id,
    },
  )
  return (
    <Page>
      <PageHeader
        title={texts.editTitle}
        parent={parent()}
        neighbours={neighbours}
        {...(product && { subtitle: `${product.prod_cProd} · ${product.prod_xProd}` })}
        {...(company.id !== active.id && {
          badge: (
            <StatusBadge tone="outline" icon={IconAlertTriangle}>
              {texts.ofCompany(company.nome_fantasia ?? company.razao_social)}
            </StatusBadge>
          ),
        })}
        actions={[
          isListed &&
            mayCreate && { id: 'duplicate', label: texts.actions.duplicate, icon: IconCopy, to: productCopyPath(id) },
        ]}
      />
      <Loaded
        query={{ data: crt.isLoading ? undefined : query.data, error: query.error, refetch: query.refetch }}
        loading={texts.loading}
        failed={texts.loadFailed}
        missing={{ ...texts.missing, backTo: listAddress(paths.products.list) }}
      >
        {(loaded) =>
          isListed ? (
            <ProductForm company={company.id} crt={crt.data ?? 1} loaded={loaded} />
          ) : (
            <InBin product={loaded.product} onRestored={() => void query.refetch()} />
          )
        }
      </Loaded>
    </Page>
  )
}

function InBin({ product, onRestored }: { product: Product; onRestored: () => void }) {
  const { change } = useProductActions(product.id_emit)
  const mayRestore = useMay()('POST /api/companies/{id}/products/{pid}/restore')
  return (
    <EmptyState icon={IconTrash} title={texts.inBinTitle} text={texts.inBinText(product.prod_xProd)}>
      {mayRestore && (
        <Button
          icon={IconArrowBackUp}
          onClick={() => {
            void change('restore', [product]).then((isBack) => {
              if (isBack) onRestored()
            })
          }}
        >
          {texts.changes.restore.label}
        </Button>
      )}
    </EmptyState>
  )
}

function parent() {
  return { label: texts.title, to: listAddress(paths.products.list) }
}
