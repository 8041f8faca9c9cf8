import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DateInput } from '../inputs/date-input'
import { DecimalInput, MoneyInput } from '../inputs/number-inputs'
import { renderPages } from '../test-page'
import { RecordForm } from './record-form'
import { useRecordForm } from './use-record-form'

type Values = { preco: string; vencimento: string; itens: { quantidade: string }[] }

const save = vi.fn<(values: Values) => Promise<void>>()

function Form() {
  const form = useRecordForm<Values>({
    initialValues: { preco: '10.0000', vencimento: '', itens: [{ quantidade: '1.0000' }, { quantidade: '2.0000' }] },
    fields: {
      preco: { label: 'Preço' },
      vencimento: { label: 'Vencimento' },
      itens: { label: 'Itens', item: { label: 'Item', fields: { quantidade: { label: 'Quantidade' } } } },
    },
  })
  return (
    <RecordForm
      form={form}
      isNew={false}
      sections={[
        {
          id: 'data',
          title: 'Dados',
          fields: ['preco', 'vencimento'],
          content: (
            <>
              <DecimalInput {...form.field('preco')} places={4} />
              <DateInput {...form.field('vencimento')} />
              <MoneyInput label="Calculadora" value="x" onChange={() => undefined} />
            </>
          ),
        },
        {
          id: 'items',
          title: 'Itens',
          fields: ['itens'],
          content: (
            <>
              {form.values.itens.map((_, index) => (
                <div key={index} role="group" aria-label={`Item ${index + 1}`}>
                  <DecimalInput {...form.itemField('itens', index, 'quantidade')} places={4} />
                  <button type="button" onClick={() => form.removeItem('itens', index)}>
                    Remover {index + 1}
                  </button>
                </div>
              ))}
              <button type="button" onClick={() => form.insertItem('itens', { quantidade: '' })}>
                Adicionar
              </button>
            </>
          ),
        },
      ]}
      recordName="Orçamento"
      saveLabel="Salvar"
      errorTitle="Erro ao salvar"
      cancelTo="/"
      save={save}
      onSaved={() => undefined}
      toValues={(current) => current as Values}
    />
  )
}

const saveKeys = '{Control>}{Enter}{/Control}'
const preco = () => screen.getByLabelText('Preço')
const toggleItems = (expanded: boolean) =>
  userEvent.click(screen.getByRole('button', { name: /^Itens/, expanded: !expanded }))
const clickSave = () => userEvent.click(screen.getByRole('button', { name: /^Salvar/ }))

beforeEach(() => {
  save.mockReset().mockResolvedValue()
  renderPages({ '/form': <Form />, '/': <p>Início</p> }, '/form')
})

describe('what cannot be read', () => {
  it('is not sent, nor the value from before; the form leads to it', async () => {
    await userEvent.type(screen.getByLabelText('Vencimento'), '5/12/26')
    await userEvent.clear(preco())
    await userEvent.type(preco(), `12,5x${saveKeys}`)
    expect(save).not.toHaveBeenCalled()
    const sentence = 'Digite um número com até 4 casas. Exemplo: 12,5000'
    expect(screen.getByRole('button', { name: `Preço: ${sentence}` })).toBeVisible()
    expect(preco()).toHaveAccessibleDescription(sentence)
    expect(preco()).toHaveValue('12,5x')
    await waitFor(() => expect(preco()).toHaveFocus())
    await userEvent.type(preco(), `{Backspace}${saveKeys}`)
    expect(save).toHaveBeenCalledExactlyOnceWith(
      { preco: '12.5000', vencimento: '2026-12-05', itens: [{ quantidade: '1.0000' }, { quantidade: '2.0000' }] },
      undefined,
    )
  })

  it('is found in a folded section, by the name of its item', async () => {
    await toggleItems(true)
    const second = () => screen.getAllByLabelText('Quantidade')[1] as HTMLElement
    await userEvent.type(second(), 'x')
    await toggleItems(false)
    await clickSave()
    expect(save).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: /^Item 2, Quantidade: Digite um número/ })).toBeVisible()
    await waitFor(() => expect(second()).toHaveFocus())
    expect(screen.getByText('1 erro')).toBeVisible()
  })

  it('is forgotten with the item it was in', async () => {
    await toggleItems(true)
    await userEvent.type(screen.getAllByLabelText('Quantidade')[0] as HTMLElement, 'x')
    await userEvent.click(screen.getByRole('button', { name: 'Remover 1' }))
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar' }))
    await userEvent.type(screen.getAllByLabelText('Quantidade')[1] as HTMLElement, '3,5')
    await clickSave()
    expect(save.mock.calls[0]?.[0].itens).toEqual([{ quantidade: '2.0000' }, { quantidade: '3.5000' }])
  })
})

it('formatting is no change', async () => {
  await userEvent.clear(preco())
  await userEvent.type(preco(), '10')
  await userEvent.tab()
  expect(preco()).toHaveValue('10,00')
  expect(screen.queryByText('Alterações não salvas')).not.toBeInTheDocument()
})
