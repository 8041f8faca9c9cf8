import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Textarea, TextInput } from '@/ui'
import classes from './budget-form.module.css'
import { addressOf, loadPerson } from './queries'
import { texts } from './texts'
import type { BudgetForm } from './use-budget'

/** Where it is to be delivered: typed, or the client's own address. */
export function DeliveryFields({ form, saved }: { form: BudgetForm; saved: string | null }) {
  const { cliente_id, endereco_entrega } = form.values
  const { data: person } = useQuery(loadPerson(cliente_id))
  const address = person ? addressOf(person) : ''
  return (
    <>
      <TextInput
        {...form.textField('endereco_entrega')}
        maxLength={200}
        autoComplete="off"
        help={texts.addressHelp}
        placeholder={endereco_entrega === '' ? address : undefined}
      />
      <div className={classes.under}>
        {person && address === '' ? (
          <p className={classes.note}>{texts.clientWithoutAddress}</p>
        ) : (
          <Button
            kind="secondary"
            icon={IconMapPin}
            disabled={address === ''}
            onClick={() => form.field('endereco_entrega').onChange(address.slice(0, 200))}
          >
            {texts.useClientAddress}
          </Button>
        )}
      </div>
      {saved && (
        <p className={classes.note}>
          {texts.savedAddress}: {saved}
        </p>
      )}
    </>
  )
}

export function HistoryFields({ form }: { form: BudgetForm }) {
  return (
    <>
      <Textarea {...form.textField('observacao')} maxLength={5000} help={texts.observationHelp} />
      <div className={classes.under}>
        <Textarea {...form.textField('historico')} maxLength={5000} />
      </div>
    </>
  )
}
