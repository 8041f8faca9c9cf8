import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NeededApproval } from '@/api'
import { useThisStation } from '@/features/registry/stations'
import { listOperators } from '@/features/selling/operators'
import { FormDialog, formatMoney, PasswordInput, TextInput, useRecordForm } from '@/ui'
import type { FieldSpec } from '@/ui'
import { ApprovalByPin } from './approval-by-pin'
import { giveApproval } from './queries'
import { texts } from './texts'

type Values = { email: string; password: string }

const words = texts.approval
const FIELDS: Record<keyof Values, FieldSpec> = {
  email: { label: words.email, required: true },
  password: { label: words.password, required: true, isSecret: true },
}

type Props = {
  company: string
  needed: NeededApproval
  /** It was given; the id goes along with what was asked for. */
  onGiven: (aprovacaoId: string) => void
  onClose: () => void
}

/** Where a gerente allows, at somebody else's computer, one thing of one value: by PIN where the station accepts it. */
export function ApprovalDialog(props: Props) {
  const { company } = props
  const station = useThisStation(company)
  const [isByPassword, setByPassword] = useState(false)
  const acceptsPins = station?.aceita_pin === 'S'
  const { data: people, error } = useQuery({ ...listOperators(company, station?.id ?? ''), enabled: acceptsPins })
  if (station === undefined || (acceptsPins && people === undefined && !error)) return null
  const gerentes = people?.filter(({ gerente }) => gerente) ?? []
  if (!station || !acceptsPins || gerentes.length === 0 || isByPassword) return <ApprovalByPassword {...props} />
  return <ApprovalByPin {...props} station={station.id} gerentes={gerentes} onPassword={() => setByPassword(true)} />
}

function ApprovalByPassword({ company, needed, onGiven, onClose }: Props) {
  const form = useRecordForm<Values>({ initialValues: { email: '', password: '' }, fields: FIELDS })
  const save = async (who: Values) => {
    const given = await giveApproval(company, needed, { ...who, email: who.email.trim() })
    onClose()
    onGiven(given)
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.title}
      size={440}
      form={form}
      saveLabel={words.submit}
      errorTitle={words.failed}
      save={save}
      onSaved={() => undefined}
      mayBeLeft
    >
      <p>
        <strong>{words[needed.acao](formatMoney(needed.valor))}</strong> {words.text}
      </p>
      <TextInput {...form.textField('email')} type="email" inputMode="email" autoComplete="off" maxLength={254} />
      <PasswordInput {...form.textField('password')} autoComplete="off" />
    </FormDialog>
  )
}
