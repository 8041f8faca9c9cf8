import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { IntegerInput } from '../inputs/number-inputs'
import { TextInput } from '../inputs/text-inputs'
import { renderPages } from '../test-page'
import { FormDialog } from './form-dialog'
import { useRecordForm } from './use-record-form'

type Values = { nome: string; serie: string }

const save = vi.fn<(values: Values, version: string | undefined) => Promise<void>>()
const maySave = vi.fn<(values: Values) => Promise<boolean>>()

class Refused extends Error {
  isInvalid = false
  isStale = false
  byField: Record<string, string> = {}
  current: unknown = undefined
  etag: string | undefined = undefined
  constructor(over: Partial<Refused>) {
    super('Sem resposta do servidor.')
    Object.assign(this, over)
  }
}

function Screen({ mayBeLeft = false, isReadOnly = false }: { mayBeLeft?: boolean; isReadOnly?: boolean }) {
  const [isOpen, setOpen] = useState(true)
  const [isSaved, setSaved] = useState(false)
  const form = useRecordForm<Values>({
    initialValues: { nome: 'Lajes', serie: '1' },
    version: '"1"',
    fields: { nome: { label: 'Nome' }, serie: { label: 'Série' } },
  })
  return (
    <>
      {isSaved && <p>salvo</p>}
      <FormDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Editar"
        subtitle="Lajes Ltda"
        form={form}
        saveLabel="Salvar"
        errorTitle="Erro ao salvar"
        errorText={(message) => `Não deu: ${message}`}
        maySave={maySave}
        save={save}
        onSaved={() => setSaved(true)}
        toValues={(current) => current as Values}
        mayBeLeft={mayBeLeft}
        isReadOnly={isReadOnly}
      >
        <TextInput {...form.textField('nome')} />
        <IntegerInput {...form.field('serie')} maxLength={3} />
      </FormDialog>
    </>
  )
}

const dialog = () => within(screen.getByRole('dialog', { name: 'Editar' }))
const name = () => dialog().getByRole('textbox', { name: 'Nome' })

beforeEach(() => {
  save.mockReset().mockResolvedValue()
  maySave.mockReset().mockResolvedValue(true)
})

it('begins at its first field', async () => {
  renderPages({ '/': <Screen /> })
  await waitFor(() => expect(name()).toHaveFocus())
})

it.each(['{Enter}', '{Control>}{Enter}{/Control}'])('saves by %s', async (keys) => {
  renderPages({ '/': <Screen /> })
  await userEvent.type(name(), ' B')
  await userEvent.keyboard(keys)
  expect(await screen.findByText('salvo')).toBeInTheDocument()
  expect(save).toHaveBeenCalledExactlyOnceWith({ nome: 'Lajes B', serie: '1' }, '"1"')
})

it('saves nothing when it is thought better of, and nothing that cannot be read', async () => {
  maySave.mockResolvedValue(false)
  renderPages({ '/': <Screen /> })
  await userEvent.click(dialog().getByRole('button', { name: /Salvar/ }))
  await waitFor(() => expect(maySave).toHaveBeenCalledOnce())
  await userEvent.type(dialog().getByRole('textbox', { name: 'Série' }), 'x')
  await userEvent.click(dialog().getByRole('button', { name: /Salvar/ }))
  await waitFor(() => expect(dialog().getByRole('textbox', { name: 'Série' })).toHaveFocus())
  expect(maySave).toHaveBeenCalledOnce()
  expect(save).not.toHaveBeenCalled()
})

it('puts refused fields in focus, and tells what belongs to none of them', async () => {
  save.mockRejectedValue(new Refused({ isInvalid: true, byField: { papel: 'Falta o papel.', nome: 'Falta o nome.' } }))
  renderPages({ '/': <Screen /> })
  await userEvent.click(dialog().getByRole('button', { name: /Salvar/ }))
  await waitFor(() => expect(name()).toHaveFocus())
  expect(name()).toHaveAccessibleDescription('Falta o nome.')
  expect(screen.getByText('Falta o papel.')).toBeVisible()
})

it('tells any other failure, with what the server said', async () => {
  save.mockRejectedValue(new Refused({}))
  renderPages({ '/': <Screen /> })
  await userEvent.click(dialog().getByRole('button', { name: /Salvar/ }))
  expect(await screen.findByText('Não deu: Sem resposta do servidor.')).toBeVisible()
})

it('goes on from what somebody else saved', async () => {
  save.mockRejectedValueOnce(new Refused({ isStale: true, current: { nome: 'Lajes', serie: '2' }, etag: '"2"' }))
  renderPages({ '/': <Screen /> })
  await userEvent.type(name(), ' B{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Comparar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Usar as escolhas' }))
  await userEvent.click(dialog().getByRole('button', { name: /Salvar/ }))
  await waitFor(() => expect(save).toHaveBeenLastCalledWith({ nome: 'Lajes B', serie: '2' }, '"2"'))
})

it('asks before it is left with something typed', async () => {
  renderPages({ '/': <Screen /> })
  await userEvent.type(name(), ' B')
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('dialog', { name: 'Sair sem salvar?' })).toHaveTextContent('Lajes Ltda')
  await userEvent.click(screen.getByRole('button', { name: 'Sair sem salvar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it('does not ask where nothing is worth it', async () => {
  renderPages({ '/': <Screen mayBeLeft /> })
  await userEvent.type(name(), ' B')
  await userEvent.click(dialog().getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it('only closes where nothing may be changed', async () => {
  renderPages({ '/': <Screen isReadOnly /> })
  expect(dialog().queryByRole('button', { name: /Salvar/ })).not.toBeInTheDocument()
  await userEvent.click(name())
  await userEvent.keyboard('{Enter}')
  expect(save).not.toHaveBeenCalled()
  await userEvent.click(dialog().getAllByRole('button', { name: 'Fechar' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})
