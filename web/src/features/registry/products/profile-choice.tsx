import { IconAlertTriangle, IconCircleCheckFilled } from '@tabler/icons-react'
import type { FiscalPendency, TaxProfile, TaxProfileInput } from '@/api'
import { Select, StatusBadge } from '@/ui'
import type { ProductFormState } from './field-input'
import { formatCfop } from './format'
import classes from './profile-choice.module.css'
import { lackingOf } from './readiness'
import { withProfile } from './tax-profiles'
import { texts } from './texts'
import { useOfferedProfile } from './use-offered-profile'

const words = texts.profiles

type Props = {
  form: ProductFormState
  /** Of the company, one at least. */
  profiles: readonly TaxProfile[]
  /** That whose values the form has. */
  current: TaxProfile | null
  usesCsosn: boolean
}

/** The perfil fiscal whose values the form has; choosing one puts its values into the fields. */
export function ProfileChoice({ form, profiles, current, usesCsosn }: Props) {
  return (
    <Select
      label={words.choose}
      help={current ? setBy(current, usesCsosn) : words.chooseHelp}
      placeholder={words.own}
      choices={profiles.map(({ id, nome }) => ({ value: id, label: nome }))}
      value={current?.id ?? null}
      onChange={(id) => {
        const chosen = profiles.find((each) => each.id === id)
        if (chosen) form.setValues(withProfile(form.values, chosen.valores))
      }}
    />
  )
}

type OfferProps = { company: string; form: ProductFormState; offers: readonly TaxProfileInput[] }

/** Where the company has no perfil fiscal yet: choosing an offered one makes it the company's, and fills the fields. */
export function OfferedProfiles({ company, form, offers }: OfferProps) {
  const { isTaking, take } = useOfferedProfile(company)
  return (
    <Select
      label={words.choose}
      help={words.offeredHelp}
      placeholder={words.chooseOffered}
      disabled={isTaking}
      choices={offers.map(({ nome }) => ({ value: nome, label: nome }))}
      value={null}
      onChange={(name) => {
        const offer = offers.find(({ nome }) => nome === name)
        if (!offer) return
        form.setValues(withProfile(form.values, offer.valores))
        void take(offer)
      }}
    />
  )
}

/** 'CFOP 5.101 · CSOSN 102 · PIS 49 · COFINS 49. Padrão da empresa.' */
function setBy({ valores, padrao }: TaxProfile, usesCsosn: boolean): string {
  const codes = [
    valores.prod_CFOP && `CFOP ${formatCfop(valores.prod_CFOP)}`,
    valores.icms_CST && `${usesCsosn ? texts.csosn : 'CST'} ${valores.icms_CST}`,
    valores.pis_CST && `PIS ${valores.pis_CST}`,
    valores.cofins_CST && `COFINS ${valores.cofins_CST}`,
  ].filter(Boolean)
  return [codes.join(' · '), padrao === 'S' ? words.isUsual : ''].filter(Boolean).join('. ')
}

type StateProps = {
  form: ProductFormState
  /** Of the product as it was saved. */
  pendencies: readonly FiscalPendency[]
}

/** 'Pronto para nota', or what the product lacked when it was saved. */
export function TaxState({ form, pendencies }: StateProps) {
  const isReady = pendencies.length === 0
  return (
    <StatusBadge tone={isReady ? 'green' : 'amber'} icon={isReady ? IconCircleCheckFilled : IconAlertTriangle}>
      {lackingOf(form.base, pendencies)}
    </StatusBadge>
  )
}

/** Without what leads here. */
const inForm = (sentence: string) => sentence.replace(/ Preencha no cadastro do produto\.$/, ' Preencha aqui.')

export function TaxPendencies({ pendencies }: Pick<StateProps, 'pendencies'>) {
  if (pendencies.length === 0) return null
  return (
    <div className={classes.state}>
      <p>{words.stateSaved}</p>
      <ul>
        {pendencies.map(({ campo, mensagem }) => (
          <li key={campo}>{inForm(mensagem)}</li>
        ))}
      </ul>
    </div>
  )
}
