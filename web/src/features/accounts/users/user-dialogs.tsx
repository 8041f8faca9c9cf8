import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { User } from '@/api'
import { useIdempotencyKey } from '@/api'
import { FormDialog, PasswordInput, Select, TextInput, toast, useRecordForm } from '@/ui'
import type { FieldSpec } from '@/ui'
import { createUser, listRoles, refreshUsers, resetPassword } from './queries'
import type { LoadedUser, NewUser } from './queries'
import { texts } from './texts'
import { nameOf } from './user-columns'
import { useUserTask } from './use-user-task'

const DEFAULT_ROLE = 'user'

function useRoleChoices(current: string) {
  const { data } = useQuery(listRoles)
  const names = data ?? [current]
  return names.map((name) => ({ value: name, label: name }))
}

const NEW_FIELDS: Record<keyof NewUser, FieldSpec> = {
  full_name: { label: texts.fields.full_name, required: true },
  email: { label: texts.fields.email, required: true },
  password: { label: texts.fields.password, required: true, isSecret: true },
  role_name: { label: texts.fields.role, required: true },
}

type NewProps = { opened: boolean; onClose: () => void; onCreated: (user: User) => void }

/** 'Novo Usuário'. Mount it anew for each opening. */
export function NewUserDialog({ opened, onClose, onCreated }: NewProps) {
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const form = useRecordForm<NewUser>({
    initialValues: { full_name: '', email: '', password: '', role_name: DEFAULT_ROLE },
    fields: NEW_FIELDS,
  })
  const save = async (values: NewUser) => {
    const user = await createUser(values, keyFor(values))
    toast.success(texts.created, texts.createdText(user.email))
    void refreshUsers(queryClient)
    onCreated(user)
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.newUser}
      form={form}
      saveLabel={texts.create}
      errorTitle={texts.createFailed}
      save={save}
      onSaved={() => undefined}
    >
      <TextInput {...form.textField('full_name')} maxLength={120} autoComplete="off" />
      <TextInput {...form.textField('email')} type="email" maxLength={254} autoComplete="off" help={texts.emailHelp} />
      <PasswordInput
        {...form.textField('password')}
        maxLength={200}
        autoComplete="new-password"
        help={texts.passwordHelp}
      />
      <Select
        {...form.field('role_name')}
        choices={useRoleChoices(DEFAULT_ROLE)}
        help={texts.roleHelp}
        onChange={(role) => role && form.field('role_name').onChange(role)}
      />
    </FormDialog>
  )
}

type Names = { full_name: string; email: string }

const NAME_FIELDS: Record<keyof Names, FieldSpec> = {
  full_name: { label: texts.fields.full_name, required: true },
  email: { label: texts.fields.email, required: true },
}

const namesOf = ({ full_name, email }: User): Names => ({ full_name, email })

type Props = { opened: boolean; loaded: LoadedUser; onClose: () => void }

/** Name and e-mail. */
export function EditUserDialog({ opened, loaded, onClose }: Props) {
  const task = useUserTask(loaded, texts.updated, onClose)
  const form = useRecordForm<Names>({
    initialValues: namesOf(loaded.user),
    version: loaded.etag,
    fields: NAME_FIELDS,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.actions.edit}
      subtitle={whoIs(loaded.user)}
      form={form}
      saveLabel={texts.save}
      errorTitle={texts.saveFailed}
      save={task.save}
      onSaved={task.end}
      toValues={(current) => namesOf(task.meet(current))}
    >
      <TextInput {...form.textField('full_name')} maxLength={120} autoComplete="off" />
      <TextInput {...form.textField('email')} type="email" maxLength={254} autoComplete="off" help={texts.emailHelp} />
    </FormDialog>
  )
}

type Role = { role: string }

const ROLE_FIELDS: Record<keyof Role, FieldSpec> = { role: { label: texts.fields.role, required: true } }

export function PermissionsDialog({ opened, loaded, onClose }: Props) {
  const task = useUserTask(loaded, texts.roleUpdated, onClose)
  const form = useRecordForm<Role>({
    initialValues: { role: loaded.user.role },
    version: loaded.etag,
    fields: ROLE_FIELDS,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.actions.permissions}
      subtitle={whoIs(loaded.user)}
      form={form}
      saveLabel={texts.save}
      errorTitle={texts.saveFailed}
      save={task.save}
      onSaved={task.end}
      toValues={(current) => ({ role: task.meet(current).role })}
    >
      <Select
        {...form.field('role')}
        choices={useRoleChoices(loaded.user.role)}
        help={`${texts.roleHelp} ${texts.roleEnds}`}
        onChange={(role) => role && form.field('role').onChange(role)}
      />
    </FormDialog>
  )
}

type Password = { password: string }

const PASSWORD_FIELDS: Record<keyof Password, FieldSpec> = {
  password: { label: texts.fields.newPassword, required: true, isSecret: true },
}

/** A new password for somebody else. */
export function PasswordDialog({ opened, user, onClose }: { opened: boolean; user: User; onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useRecordForm<Password>({ initialValues: { password: '' }, fields: PASSWORD_FIELDS })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.resetPassword}
      subtitle={whoIs(user)}
      form={form}
      saveLabel={texts.resetPassword}
      errorTitle={texts.saveFailed}
      save={({ password }) => resetPassword(user.id, password)}
      onSaved={() => {
        toast.success(texts.passwordReset)
        void refreshUsers(queryClient)
        onClose()
      }}
    >
      <PasswordInput
        {...form.textField('password')}
        maxLength={200}
        autoComplete="new-password"
        help={texts.newPasswordHelp}
      />
    </FormDialog>
  )
}

export const whoIs = (user: User) => `${nameOf(user)} · ${user.email}`
