import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PasswordInput, TextInput } from '../inputs/text-inputs'
import { renderPages } from '../test-page'
import { DraftOwner, forgetDrafts } from './drafts'
import { RecordForm } from './record-form'
import { useRecordForm } from './use-record-form'

type Values = { nome: string; bairro: string; senha: string }

const save = vi.fn<(values: Values, version: string | undefined) => Promise<void>>()

function Form({ loaded, version }: { loaded: Values; version: string }) {
  const form = useRecordForm<Values>({
    initialValues: loaded,
    version,
    fields: { nome: { label: 'Nome' }, bairro: { label: 'Bairro' }, senha: { label: 'Senha', isSecret: true } },
  })
  return (
    <RecordForm
      form={form}
      isNew={false}
      sections={[
        {
          id: 'data',
          title: 'Dados',
          fields: ['nome', 'bairro', 'senha'],
          content: (
            <>
              <TextInput {...form.textField('nome')} />
              <TextInput {...form.textField('bairro')} />
              <PasswordInput {...form.textField('senha')} />
            </>
          ),
        },
      ]}
      recordName="Lajes"
      saveLabel="Salvar"
      errorTitle="Erro"
      cancelTo="/"
      save={save}
      onSaved={() => undefined}
      toValues={(current) => current as Values}
    />
  )
}

const START = { nome: 'Lajes', bairro: 'Centro', senha: '' }

type Over = { at?: string; owner?: string | null; loaded?: Values; version?: string }

/** Opens the form as a fresh page does: all that is left of an earlier one is what the browser keeps. */
function open({ at = '/form/1?empresa=a', owner = 'marina', loaded = START, version = '"1"' }: Over = {}) {
  cleanup()
  const form = (
    <DraftOwner value={owner}>
      <Form loaded={loaded} version={version} />
    </DraftOwner>
  )
  return renderPages({ '/form/:id': form, '/': <h1>Lista</h1> }, at)
}

const nome = () => screen.getByLabelText('Nome')
const offer = () => screen.queryByText('Recuperar o que você tinha digitado?')
const click = (name: RegExp | string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  save.mockReset().mockResolvedValue()
})

describe('what was typed before the page went away', () => {
  it('is offered and comes back', async () => {
    open()
    await userEvent.type(nome(), ' Boa Vista')
    open()
    expect(offer()).toBeVisible()
    expect(nome()).toHaveValue('Lajes')
    await click('Recuperar')
    expect(nome()).toHaveValue('Lajes Boa Vista')
    expect(offer()).not.toBeInTheDocument()
    expect(screen.getByText('Alterações não salvas')).toBeVisible()
  })

  it('is kept at once when the page goes away', async () => {
    open()
    await userEvent.type(nome(), ' Boa Vista')
    window.dispatchEvent(new Event('pagehide'))
    expect(JSON.stringify(Object.entries(sessionStorage))).toContain('Lajes Boa Vista')
  })

  it('is gone once it is discarded', async () => {
    open()
    await userEvent.type(nome(), 'x')
    open()
    await click('Descartar')
    expect(offer()).not.toBeInTheDocument()
    open()
    expect(offer()).not.toBeInTheDocument()
  })

  it('stays on offer as long as nobody has answered', async () => {
    open()
    await userEvent.type(nome(), 'x')
    open()
    open()
    expect(offer()).toBeVisible()
  })

  it('is saved over the version it was typed into, so that others are not overwritten', async () => {
    open()
    await userEvent.type(nome(), ' Boa Vista')
    open({ loaded: { ...START, bairro: 'Jardim' }, version: '"2"' })
    await click('Recuperar')
    await click(/^Salvar/)
    expect(save).toHaveBeenCalledExactlyOnceWith({ ...START, nome: 'Lajes Boa Vista' }, '"1"')
  })

  it('holds no password', async () => {
    open()
    await userEvent.type(screen.getByLabelText('Senha'), 'segredo-123')
    await userEvent.type(nome(), 'x')
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('segredo-123')
    open()
    await click('Recuperar')
    expect(nome()).toHaveValue('Lajesx')
    expect(screen.getByLabelText('Senha')).toHaveValue('')
  })
})

describe('nothing is offered', () => {
  it.each<[string, Over]>([
    ['in another record', { at: '/form/2?empresa=a' }],
    ['in another company', { at: '/form/1?empresa=b' }],
    ['to somebody else', { owner: 'rafael' }],
    ['to nobody', { owner: null }],
  ])('%s', async (_, over) => {
    open()
    await userEvent.type(nome(), 'x')
    open(over)
    expect(offer()).not.toBeInTheDocument()
  })

  it('when it was typed back', async () => {
    open()
    await userEvent.type(nome(), 'x{Backspace}')
    open()
    expect(offer()).not.toBeInTheDocument()
  })

  it('after saving', async () => {
    open()
    await userEvent.type(nome(), 'x')
    await click(/^Salvar/)
    await waitFor(() => expect(save).toHaveBeenCalled())
    open()
    expect(offer()).not.toBeInTheDocument()
  })

  it('after leaving without saving', async () => {
    open()
    await userEvent.type(nome(), 'x')
    await userEvent.click(screen.getByRole('link', { name: 'Cancelar' }))
    await click('Sair sem salvar')
    expect(await screen.findByRole('heading', { name: 'Lista' })).toBeVisible()
    open()
    expect(offer()).not.toBeInTheDocument()
  })

  it('after signing out', async () => {
    open()
    await userEvent.type(nome(), 'x')
    forgetDrafts()
    open()
    expect(offer()).not.toBeInTheDocument()
  })

  it.each(['{', '{"values":{"nome":"x"},"base":{},"version":null,"at":"2026-11-20T12:00:00Z"}', '[]', '"x"'])(
    'of %j, which is no draft of this form',
    (stored) => {
      sessionStorage.setItem('balcao-rascunho:marina:/form/1?empresa=a', stored)
      open()
      expect(offer()).not.toBeInTheDocument()
    },
  )
})
