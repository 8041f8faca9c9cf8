import type { NeededApproval } from '@/api'
import { FormDialog, formatMoney, PasswordInput, TextInput, useRecordForm } from '@/ui'
import type { FieldSpec } from '@/ui'
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

/** Where a gerente allows, at somebody else's computer, one thing of one value. */
export function ApprovalDialog({ company, needed, onGiven, onClose }: Props) {
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
