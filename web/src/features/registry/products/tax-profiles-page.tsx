import { IconCircleCheckFilled, IconPlus, IconReceiptTax } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useActiveCompany } from '@/api'
import type { TaxProfile, TaxProfileInput } from '@/api'
import { paths } from '@/app/paths'
import {
  Button,
  confirm,
  EmptyState,
  LinkButton,
  listAddress,
  ListRow,
  Loaded,
  NoCompanyPage,
  Page,
  PageBody,
  PageHeader,
  RowList,
  StatusBadge,
  toast,
} from '@/ui'
import { formatCfop } from './format'
import { deleteTaxProfile, listTaxProfiles, refreshTaxProfiles } from './tax-profiles'
import classes from './tax-profiles-page.module.css'
import { texts } from './texts'
import { useOfferedProfile } from './use-offered-profile'

const words = texts.profiles

/** The company's perfis fiscais; one without any is offered some. */
export default function TaxProfilesPage() {
  const company = useActiveCompany()
  if (company) return <OfCompany key={company.id} company={company.id} />
  return <NoCompanyPage title={words.title} text={words.noCompanyText} />
}

function OfCompany({ company }: { company: string }) {
  const query = useQuery(listTaxProfiles(company))
  return (
    <Page>
      <PageHeader
        title={words.title}
        subtitle={words.subtitle}
        parent={{ label: texts.title, to: listAddress(paths.products.list) }}
        actions={[
          {
            id: 'new',
            label: words.add,
            icon: IconPlus,
            isMain: true,
            shortcut: 'N',
            to: paths.taxProfiles.new,
          },
        ]}
      />
      <Loaded query={query} loading={words.loading} failed={words.loadFailed}>
        {({ items, sugestoes }) =>
          items.length > 0 ? (
            <PageBody>
              <RowList label={words.title}>
                {items.map((profile) => (
                  <ProfileRow key={profile.id} company={company} profile={profile} />
                ))}
              </RowList>
            </PageBody>
          ) : sugestoes.length > 0 ? (
            <PageBody>
              <p className={classes.offered}>{words.offered}</p>
              <RowList label={words.offered}>
                {sugestoes.map((offer) => (
                  <OfferRow key={offer.nome} company={company} offer={offer} />
                ))}
              </RowList>
            </PageBody>
          ) : (
            <EmptyState icon={IconReceiptTax} title={words.emptyTitle} text={words.subtitle} />
          )
        }
      </Loaded>
    </Page>
  )
}

/** 'CFOP 5.102 · 102 · PIS 49 · COFINS 49' */
function summaryOf({ prod_CFOP, icms_CST, pis_CST, cofins_CST }: TaxProfileInput['valores']): string {
  return [
    prod_CFOP && `CFOP ${formatCfop(prod_CFOP)}`,
    icms_CST && `${icms_CST.length === 3 ? texts.csosn : texts.cst} ${icms_CST}`,
    pis_CST && `PIS ${pis_CST}`,
    cofins_CST && `COFINS ${cofins_CST}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

type RowProps = { profile: TaxProfileInput; children?: ReactNode }

function Row({ profile: { nome, padrao, valores }, children }: RowProps) {
  const badge = padrao === 'S' && (
    <StatusBadge tone="green" icon={IconCircleCheckFilled}>
      {words.isDefault}
    </StatusBadge>
  )
  return (
    <ListRow name={nome} badges={badge} detail={summaryOf(valores)}>
      {children}
    </ListRow>
  )
}

function ProfileRow({ company, profile }: { company: string; profile: TaxProfile }) {
  const queryClient = useQueryClient()
  const remove = async () => {
    const isWanted = await confirm({
      title: words.askTitle,
      text: (
        <>
          <p>
            {words.ask} <strong>{profile.nome}</strong>?
          </p>
          <p>{words.askText}</p>
        </>
      ),
      confirmLabel: words.askTitle,
      isDanger: true,
    })
    if (!isWanted) return
    try {
      await deleteTaxProfile(company, profile)
      toast.success(words.removed, profile.nome)
    } catch (error) {
      toast.failed(words.removeFailed, error)
    } finally {
      await refreshTaxProfiles(queryClient)
    }
  }
  return (
    <Row profile={profile}>
      <LinkButton kind="secondary" to={paths.taxProfiles.edit(profile.id)}>
        {words.edit}
      </LinkButton>
      <Button kind="quiet" aria-label={`${words.remove}: ${profile.nome}`} onClick={() => void remove()}>
        {words.remove}
      </Button>
    </Row>
  )
}

function OfferRow({ company, offer }: { company: string; offer: TaxProfileInput }) {
  const { isTaking, take } = useOfferedProfile(company)
  return (
    <Row profile={offer}>
      <Button
        kind="secondary"
        loading={isTaking}
        aria-label={`${words.take}: ${offer.nome}`}
        onClick={() => void take(offer)}
      >
        {words.take}
      </Button>
    </Row>
  )
}
