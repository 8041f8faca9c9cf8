import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TextInput } from '../inputs/text-inputs'
import { renderPages } from '../test-page'
import { RecordForm } from './record-form'
import type { Live } from './use-live'
import { useRecordForm } from './use-record-form'

type Values = { cnpj: string; nome: string; bairro: string }

const START: Values = { cnpj: '1', nome: 'Lajes', bairro: 'Centro' }
const save = vi.fn<(values: Values, version: string | undefined) => Promise<void>>()

class Refused extends Error {
  isInvalid = false
  isStale = false
  byField: Record<string, string> = {}
  current: unknown = undefined
  etag: string | undefined = undefined
  changedBy: string | undefined = undefined
  changedAt: string | undefined = undefined
  constructor(over: Partial<Refused>) {
    super('Sem resposta do servidor.')
    Object.assign(this, over)
  }
}

function todayAt(hour: number, minute: number): string {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, minute).toISOString()
}

function Form({ live }: { live?: Live<Values> }) {
  const [isSaved, setSaved] = useState(false)
  const form = useRecordForm<Values>({
    initialValues: START,
    version: '"1"',
    fields: {
      cnpj: { label: 'CNPJ', required: true },
      nome: { label: 'Nome' },
      bairro: { label: 'Bairro', required: true },
    },
  })
  return (
    <>
      <Link to="/other">Outra página</Link>
      {isSaved && <p>salvo</p>}
      <RecordForm
        form={form}
        isNew={false}
        sections={[
          {
            id: 'data',
            title: 'Dados',
            fields: ['cnpj', 'nome'],
            content: (
              <>
                <TextInput {...form.textField('cnpj')} />
                <TextInput {...form.textField('nome')} />
              </>
            ),
          },
          {
            id: 'address',
            title: 'Endereço',
            summary: `Bairro ${form.values.bairro}`,
            fields: ['bairro'],
            content: <TextInput {...form.textField('bairro')} />,
          },
        ]}
        recordName="Lajes Boa Vista"
        saveLabel="Salvar Empresa"
        errorTitle="Erro ao salvar"
        cancelTo="/other"
        save={save}
        onSaved={() => setSaved(true)}
        toValues={(current) => current as Values}
        live={live}
      />
    </>
  )
}

const show = () => renderPages({ '/form': <Form />, '/other': <h1>Outra</h1> })
const nome = () => screen.getByLabelText('Nome')
const saveButton = () => screen.getByRole('button', { name: /^Salvar Empresa/ })

beforeEach(() => {
  save.mockReset()
  save.mockResolvedValue()
})

describe('saving', () => {
  it('is done by Ctrl+Enter from inside a field, never by Enter alone', async () => {
    show()
    await userEvent.type(nome(), ' Boa Vista{Enter}')
    expect(save).not.toHaveBeenCalled()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(save).toHaveBeenCalledExactlyOnceWith({ ...START, nome: 'Lajes Boa Vista' }, '"1"')
    expect(await screen.findByText('salvo')).toBeVisible()
  })

  it('is not started twice by a double click', async () => {
    save.mockReturnValue(new Promise(() => {}))
    show()
    await userEvent.dblClick(saveButton())
    expect(save).toHaveBeenCalledOnce()
    expect(saveButton()).toBeDisabled()
  })
})

describe('what the server refused', () => {
  it('stands at the fields and on top, opens the section and takes the focus there; no toast', async () => {
    save.mockRejectedValueOnce(new Refused({ isInvalid: true, byField: { bairro: 'Preencha este campo.' } }))
    show()
    expect(screen.getByRole('button', { name: /^Endereço/, expanded: false })).toHaveTextContent('Bairro Centro')
    await userEvent.click(saveButton())
    const field = await screen.findByLabelText(/^Bairro/)
    await waitFor(() => expect(field).toHaveFocus())
    expect(field).toHaveAccessibleDescription('Preencha este campo.')
    expect(screen.getByText('1 campo precisa de atenção.')).toBeVisible()
    expect(screen.getByText('1 erro')).toBeVisible()
    expect(screen.queryByText('Erro ao salvar')).not.toBeInTheDocument()
  })

  it('is listed in the order of the fields; each entry leads to its field, and typing clears it', async () => {
    save.mockRejectedValueOnce(
      new Refused({ isInvalid: true, byField: { bairro: 'Muito curto.', cnpj: 'CNPJ inválido.' } }),
    )
    show()
    await userEvent.click(saveButton())
    await waitFor(() => expect(screen.getByLabelText(/^CNPJ/)).toHaveFocus())
    await userEvent.click(screen.getByRole('button', { name: 'Bairro: Muito curto.' }))
    await waitFor(() => expect(screen.getByLabelText(/^Bairro/)).toHaveFocus())
    await userEvent.type(screen.getByLabelText(/^Bairro/), 'x')
    expect(screen.queryByRole('button', { name: 'Bairro: Muito curto.' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'CNPJ inválido.' })).toBeVisible()
  })

  it('is a toast when no field is to blame', async () => {
    save.mockRejectedValueOnce(new Refused({}))
    show()
    await userEvent.click(saveButton())
    expect(await screen.findByText('Erro ao salvar')).toBeVisible()
    expect(screen.getByText('Sem resposta do servidor.')).toBeVisible()
    expect(nome()).toHaveValue('Lajes')
  })
})

describe('two editors', () => {
  const theirs = { ...START, nome: 'Lajes do Vale', bairro: 'Jardim' }

  it('compares both versions and saves the choice on top of the newer one', async () => {
    save.mockRejectedValueOnce(new Refused({ isStale: true, current: theirs, etag: '"2"' }))
    show()
    await userEvent.type(nome(), ' Boa Vista')
    await userEvent.click(saveButton())
    await userEvent.click(await screen.findByRole('button', { name: 'Comparar' }))
    const mine = await screen.findByRole('radio', { name: /digitou.*Lajes Boa Vista/ })
    expect(mine).toBeChecked()
    expect(screen.getByRole('radio', { name: /salvo.*Jardim/ })).toBeChecked()
    await userEvent.click(screen.getByRole('button', { name: 'Usar as escolhas' }))
    await userEvent.click(saveButton())
    expect(save).toHaveBeenLastCalledWith({ ...START, nome: 'Lajes Boa Vista', bairro: 'Jardim' }, '"2"')
  })

  it.each([
    [{}, 'Outra pessoa salvou este cadastro enquanto você editava'],
    [{ changedBy: 'Maria' }, 'Maria salvou este cadastro enquanto você editava'],
    [
      { changedBy: 'Maria', changedAt: new Date(2026, 10, 20, 14, 3).toISOString() },
      'Maria salvou em 20/11/2026 às 14:03, enquanto você editava',
    ],
    [{ changedBy: 'Maria', changedAt: todayAt(14, 3) }, 'Maria salvou às 14:03, enquanto você editava'],
  ])('tells who saved and when, of %j', async (known, sentence) => {
    save.mockRejectedValueOnce(new Refused({ isStale: true, current: theirs, etag: '"2"', ...known }))
    show()
    await userEvent.click(saveButton())
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  it('takes all of theirs at once', async () => {
    save.mockRejectedValueOnce(new Refused({ isStale: true, current: theirs, etag: '"2"' }))
    show()
    await userEvent.type(nome(), ' Boa Vista')
    await userEvent.click(saveButton())
    await userEvent.click(await screen.findByRole('button', { name: 'Usar o que está salvo' }))
    expect(nome()).toHaveValue('Lajes do Vale')
    expect(screen.queryByText('Alterações não salvas')).not.toBeInTheDocument()
  })
})

describe('unsaved changes', () => {
  const leave = () => userEvent.click(screen.getByRole('link', { name: 'Outra página' }))

  it('are told, and no longer when typed back', async () => {
    show()
    await userEvent.type(nome(), 'x')
    expect(screen.getByText('Alterações não salvas')).toBeVisible()
    await userEvent.keyboard('{Backspace}')
    expect(screen.queryByText('Alterações não salvas')).not.toBeInTheDocument()
  })

  it('are asked about on the way out, and kept on wish', async () => {
    const router = show()
    await userEvent.type(nome(), 'x')
    await leave()
    const dialog = await screen.findByRole('dialog', { name: 'Sair sem salvar?' })
    expect(dialog).toHaveTextContent('O que você mudou em Lajes Boa Vista será perdido.')
    await userEvent.click(screen.getByRole('button', { name: 'Continuar editando' }))
    expect(router.state.location.pathname).toBe('/form')
    expect(nome()).toHaveValue('Lajesx')
    await leave()
    await userEvent.click(await screen.findByRole('button', { name: 'Sair sem salvar' }))
    expect(await screen.findByRole('heading', { name: 'Outra' })).toBeVisible()
  })

  it('stop the tab from closing', async () => {
    show()
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(closing()).toBe(false)
    await userEvent.type(nome(), 'x')
    expect(closing()).toBe(true)
  })

  it('are not asked about without changes, nor after saving', async () => {
    show()
    await userEvent.type(nome(), 'x')
    await userEvent.click(saveButton())
    await screen.findByText('salvo')
    await leave()
    expect(await screen.findByRole('heading', { name: 'Outra' })).toBeVisible()
  })
})

describe('what others save meanwhile', () => {
  const onTaken = vi.fn()
  function Page() {
    const [live, setLive] = useState<Live<Values>>({ values: START, version: '"1"' })
    const saved = (nome: string, version: string) => setLive({ values: { ...START, nome }, version })
    return (
      <>
        <button onClick={() => saved('Lajes Novas', '"2"')}>Outra pessoa salva</button>
        <button onClick={() => saved('Velha', '"1"')}>Uma resposta velha chega</button>
        <button
          onClick={() => setLive({ values: { ...START, nome: 'Convertida' }, version: '"3"', isOwn: true, onTaken })}
        >
          Uma ação desta página salva
        </button>
        <Form live={live} />
      </>
    )
  }
  const open = () => renderPages({ '/form': <Page />, '/other': <h1>Outra</h1> })
  const saveElsewhere = () => userEvent.click(screen.getByRole('button', { name: 'Outra pessoa salva' }))

  it('is taken over where nothing is typed, and said', async () => {
    open()
    await saveElsewhere()
    expect(await screen.findByText('Alguém salvou agora: Nome Lajes Novas.')).toBeVisible()
    expect(nome()).toHaveValue('Lajes Novas')
    expect(screen.queryByText('Alterações não salvas')).not.toBeInTheDocument()
    await userEvent.type(nome(), '!')
    await userEvent.click(saveButton())
    expect(save).toHaveBeenLastCalledWith({ ...START, nome: 'Lajes Novas!' }, '"2"')
  })

  it('waits for Atualizar where something else is typed, which stays', async () => {
    open()
    await userEvent.type(screen.getByLabelText(/^CNPJ/), '2')
    await saveElsewhere()
    expect(await screen.findByText('Alguém salvou agora: Nome Lajes Novas.')).toBeVisible()
    expect(nome()).toHaveValue('Lajes')
    await userEvent.click(screen.getByRole('button', { name: 'Atualizar' }))
    expect(nome()).toHaveValue('Lajes Novas')
    expect(screen.queryByRole('button', { name: 'Atualizar' })).not.toBeInTheDocument()
    await userEvent.click(saveButton())
    expect(save).toHaveBeenLastCalledWith({ ...START, cnpj: '12', nome: 'Lajes Novas' }, '"2"')
  })

  it('is a conflict at once where the same is typed', async () => {
    open()
    await userEvent.type(nome(), ' minhas')
    await saveElsewhere()
    await userEvent.click(await screen.findByRole('button', { name: 'Comparar' }))
    expect(screen.getByRole('radio', { name: 'O que você digitou: Lajes minhas' })).toBeChecked()
    expect(screen.getByRole('radio', { name: 'O que está salvo: Lajes Novas' })).not.toBeChecked()
  })

  it('is not told when an action of this tab did it', async () => {
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Uma ação desta página salva' }))
    await waitFor(() => expect(nome()).toHaveValue('Convertida'))
    expect(onTaken).toHaveBeenCalledOnce()
    expect(screen.queryByText(/Alguém salvou agora/)).not.toBeInTheDocument()
  })

  it('is nothing when it is older than what is here', async () => {
    open()
    await saveElsewhere()
    await waitFor(() => expect(nome()).toHaveValue('Lajes Novas'))
    await userEvent.click(screen.getByRole('button', { name: 'Uma resposta velha chega' }))
    expect(nome()).toHaveValue('Lajes Novas')
  })
})
