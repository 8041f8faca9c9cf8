import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { TextInput } from '../inputs/text-inputs'
import { renderPages } from '../test-page'
import { FormGroup } from './form-group'
import { RecordForm } from './record-form'
import { useRecordForm } from './use-record-form'

type Values = { cst: string; mva: string; ipi: string }

const save = vi.fn<() => Promise<void>>()

function Form() {
  const form = useRecordForm<Values>({
    initialValues: { cst: '', mva: '', ipi: '' },
    fields: { cst: { label: 'CST' }, mva: { label: 'MVA' }, ipi: { label: 'CST do IPI', required: true } },
  })
  return (
    <RecordForm
      form={form}
      isNew
      sections={[
        {
          id: 'icms',
          title: 'ICMS',
          fields: ['cst', 'mva'],
          content: (
            <>
              <TextInput {...form.textField('cst')} />
              <FormGroup form={form} title="Substituição" fields={['mva']} notApplicable="Só para CST 10">
                <TextInput {...form.textField('mva')} />
              </FormGroup>
            </>
          ),
        },
        {
          id: 'ipi',
          title: 'IPI',
          fields: ['ipi'],
          notApplicable: 'Não se aplica ao Simples Nacional',
          content: <TextInput {...form.textField('ipi')} />,
        },
      ]}
      recordName="Produto"
      saveLabel="Salvar"
      errorTitle="Erro"
      cancelTo="/"
      save={save}
      onSaved={() => undefined}
      toValues={(current) => current as Values}
    />
  )
}

const show = () => renderPages({ '/form': <Form />, '/': <p>Lista</p> }, '/form')
const section = () =>
  screen.getAllByRole('button', { name: /^IPI/ }).find((button) => button.hasAttribute('aria-expanded')) as HTMLElement
const refuse = (byField: Record<string, string>) =>
  save.mockRejectedValueOnce(
    Object.assign(new Error('Confira.'), {
      isInvalid: true,
      isStale: false,
      byField,
      current: undefined,
      etag: undefined,
    }),
  )

it('what does not apply is folded with its reason, and can be unfolded', async () => {
  show()
  expect(section()).toHaveAttribute('aria-expanded', 'false')
  expect(section()).toHaveTextContent('Não se aplica ao Simples Nacional')
  expect(section()).not.toHaveTextContent('Falta 1 campo')
  expect(screen.getByLabelText('CST do IPI *')).not.toBeVisible()
  await userEvent.click(section())
  expect(screen.getByLabelText('CST do IPI *')).toBeVisible()
  const group = screen.getByRole('button', { name: /^Substituição/ })
  expect(group).toHaveTextContent('Só para CST 10')
  expect(screen.getByLabelText('MVA')).not.toBeVisible()
  await userEvent.click(group)
  expect(screen.getByLabelText('MVA')).toBeVisible()
  await userEvent.click(group)
  expect(screen.getByLabelText('MVA')).not.toBeVisible()
})

it('an error inside unfolds it and takes the focus there', async () => {
  refuse({ mva: 'Preencha a MVA.' })
  show()
  await userEvent.click(screen.getByRole('button', { name: /^Salvar/ }))
  await waitFor(() => expect(screen.getByLabelText('MVA')).toHaveFocus())
  expect(screen.getByLabelText('MVA')).toBeVisible()

  refuse({ ipi: 'Escolha o CST.' })
  await userEvent.click(screen.getByRole('button', { name: /^Salvar/ }))
  await waitFor(() => expect(screen.getByLabelText('CST do IPI *')).toHaveFocus())
  expect(section()).toHaveTextContent('1 erro')
})
