import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Select } from '../inputs/select'
import { TextInput } from '../inputs/text-inputs'
import { renderPages } from '../test-page'
import { FormDialog } from './form-dialog'
import { RecordForm } from './record-form'
import { useRecordForm } from './use-record-form'

type Values = { nome: string; papel: string; cidade: string }

const START: Values = { nome: 'Marina', papel: 'user', cidade: '2' }
const ROLES = [
  { value: 'user', label: 'Usuário' },
  { value: 'admin', label: 'Administrador' },
]
const CITIES = [
  'Assis',
  'Bauru',
  'Garça',
  'Jaú',
  'Lins',
  'Marília',
  'Ourinhos',
  'Pompeia',
  'Quatá',
  'Tupã',
  'Vera Cruz',
]
const save = vi.fn<(values: Values) => Promise<void>>()

function usePerson() {
  return useRecordForm<Values>({
    initialValues: START,
    version: '"1"',
    fields: { nome: { label: 'Nome' }, papel: { label: 'Permissão' }, cidade: { label: 'Município' } },
  })
}

function Fields({ form }: { form: ReturnType<typeof usePerson> }) {
  const choice = (name: 'papel' | 'cidade') => {
    const field = form.field(name)
    return { ...field, onChange: (value: string | null) => field.onChange(value ?? '') }
  }
  return (
    <>
      <TextInput {...form.textField('nome')} />
      <Select {...choice('papel')} choices={ROLES} />
      <Select
        {...choice('cidade')}
        choices={CITIES.map((label, index) => ({ value: String(index + 1), label }))}
        clearable
      />
    </>
  )
}

const shared = {
  saveLabel: 'Salvar',
  errorTitle: 'Erro ao salvar',
  save: (values: Values) => save(values),
  onSaved: () => {},
  toValues: (current: unknown) => current as Values,
}

function PageForm() {
  const form = usePerson()
  return (
    <RecordForm
      {...shared}
      form={form}
      isNew={false}
      recordName="Marina"
      cancelTo="/other"
      sections={[{ id: 'data', title: 'Dados', fields: ['nome', 'papel', 'cidade'], content: <Fields form={form} /> }]}
    />
  )
}

function OpenDialog() {
  const form = usePerson()
  return (
    <FormDialog {...shared} form={form} opened onClose={() => {}} title="Editar">
      <Fields form={form} />
    </FormDialog>
  )
}

const role = () => screen.getByRole('combobox', { name: 'Permissão' })
const city = () => screen.getByRole('combobox', { name: 'Município' })
/** Goes there as people do; a dialog takes the focus to its first field when it opens. */
async function tabTo(field: () => HTMLElement) {
  for (let count = 0; count < 20 && document.activeElement !== field(); count += 1) await userEvent.tab()
  expect(field()).toHaveFocus()
}
const pressSave = () => userEvent.keyboard('{Control>}{Enter}{/Control}')

beforeEach(() => {
  save.mockReset().mockResolvedValue()
})

describe.each([
  ['a form', PageForm],
  ['a dialog', OpenDialog],
])('Ctrl+Enter in %s', (_, Form) => {
  it.each([
    ['a field of text', () => screen.getByRole('textbox', { name: 'Nome' })],
    ['a choice', role],
    ['a choice one can search', city],
  ])('saves from %s', async (_name, field) => {
    renderPages({ '/': <Form />, '/other': null })
    await tabTo(field)
    await pressSave()
    expect(save).toHaveBeenCalledExactlyOnceWith(START)
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  })

  it('pressed twice saves once', async () => {
    let finish = () => {}
    save.mockImplementation(() => new Promise<void>((resolve) => (finish = resolve)))
    renderPages({ '/': <Form />, '/other': null })
    await tabTo(() => screen.getByRole('textbox', { name: 'Nome' }))
    await pressSave()
    await pressSave()
    finish()
    await waitFor(() => expect(screen.getByRole('button', { name: /^Salvar/ })).toBeEnabled())
    expect(save).toHaveBeenCalledExactlyOnceWith(START)
  })

  it('saves while a list is open in which nothing is pointed at', async () => {
    renderPages({ '/': <Form />, '/other': null })
    await userEvent.click(role())
    await pressSave()
    expect(save).toHaveBeenCalledExactlyOnceWith(START)
  })

  it('first takes what is pointed at in an open list', async () => {
    renderPages({ '/': <Form />, '/other': null })
    await tabTo(role)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await pressSave()
    expect(role()).toHaveValue('Administrador')
    expect(save).not.toHaveBeenCalled()
    await pressSave()
    expect(save).toHaveBeenCalledExactlyOnceWith({ ...START, papel: 'admin' })
  })
})
