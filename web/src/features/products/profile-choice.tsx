import { IconAlertTriangle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FiscalPendency } from '@/api'
import { Select, StatusBadge } from '@/ui'
import type { ProductFormState } from './field-input'
import classes from './profile-choice.module.css'
import { lackingOf } from './readiness'
import { listTaxProfiles, profileOf, withProfile } from './tax-profiles'
import { texts } from './texts'

const words = texts.profiles

type Props = {
  company: string
  form: ProductFormState
  /** Of the product as it was saved; null: not judged yet, or new. */
  pendencies: readonly FiscalPendency[] | null
}

/** The perfil fiscal whose values the form has; choosing one puts its values into the fields. And what a receipt still lacks. */
export function ProfileChoice({ company, form, pendencies }: Props) {
  const { data } = useQuery(listTaxProfiles(company))
  const items = data?.items ?? []
  return (
    <div className={classes.top}>
      {items.length > 0 && (
        <Select
          label={words.choose}
          help={words.chooseHelp}
          placeholder={words.own}
          choices={items.map(({ id, nome }) => ({ value: id, label: nome }))}
          value={profileOf(form.values, items)?.id ?? null}
          onChange={(id) => {
            const chosen = items.find((each) => each.id === id)
            if (chosen) form.setValues(withProfile(form.values, chosen.valores))
          }}
        />
      )}
      {pendencies && (
        <div className={classes.state}>
          <p>{words.stateSaved}</p>
          <StatusBadge
            tone={pendencies.length === 0 ? 'green' : 'amber'}
            icon={pendencies.length === 0 ? IconCircleCheckFilled : IconAlertTriangle}
          >
            {lackingOf(form.base, pendencies)}
          </StatusBadge>
          <ul>
            {pendencies.map(({ campo, mensagem }) => (
              <li key={campo}>{mensagem}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
