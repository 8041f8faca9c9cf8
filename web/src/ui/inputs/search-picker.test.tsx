import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from '../dialog/dialog'
import { fold } from '../format/text'
import { renderPages } from '../test-page'
import { SearchPicker } from './search-picker'
import type { PickerItem } from './use-picker'

const NCM: PickerItem[] = [
  { id: '68109100', label: '6810.91.00', detail: 'Elementos pré-fabricados para construção' },
  { id: '68109900', label: '6810.99.00', detail: 'Outras obras de cimento' },
  { id: '25232910', label: '2523.29.10', detail: 'Cimento comum' },
]

const plain = (text: string) => fold(text).replace(/\W/g, '')
const find = (text: string) =>
  NCM.filter(({ label, detail = '' }) => plain(label).includes(plain(text)) || fold(detail).includes(fold(text)))

/** The server; each test says how it answers. */
const answer = vi.fn<(text: string) => Promise<PickerItem[]>>()
const create = vi.fn<(text: string) => void>()
const onChange = vi.fn<(value: string, item: PickerItem | null) => void>()

type Over = { start?: string; startLabel?: string; allowText?: boolean }

function Field({ start = '', startLabel, ...rest }: Over) {
  const [value, setValue] = useState(start)
  return (
    <>
      <SearchPicker
        label="NCM"
        value={value}
        valueLabel={value === start ? startLabel : undefined}
        search={(text) => ({ queryKey: ['ncm', text], queryFn: () => answer(text), retry: false })}
        create={{ label: 'Cadastrar novo', run: create }}
        onChange={(next, item) => {
          onChange(next, item)
          setValue(next)
        }}
        {...rest}
      />
      <button type="button">Adiante</button>
    </>
  )
}

function show(over: Over = {}) {
  renderPages({
    '/': (
      <QueryClientProvider client={new QueryClient()}>
        <Field {...over} />
      </QueryClientProvider>
    ),
  })
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'NCM' })
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const pointed = () => screen.queryByRole('option', { selected: true })?.textContent

/** An answer that the test gives when it wants to. */
function slow() {
  let give: (items: PickerItem[]) => void = () => undefined
  const promise = new Promise<PickerItem[]>((resolve) => (give = resolve))
  return { promise, give }
}

beforeEach(() => {
  answer.mockReset().mockImplementation((text) => Promise.resolve(find(text)))
  create.mockReset()
  onChange.mockReset()
})

describe('by keys', () => {
  it('searches what is typed, and chooses with arrows and Enter', async () => {
    const field = show()
    await userEvent.type(field, 'cimento')
    await waitFor(() => expect(options()).toHaveLength(2))
    expect(pointed()).toContain('6810.99.00')
    await userEvent.keyboard('{ArrowDown}')
    expect(pointed()).toContain('2523.29.10')
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
    await userEvent.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('25232910', NCM[2])
    expect(field).toHaveValue('2523.29.10')
    expect(field).toHaveAttribute('aria-expanded', 'false')
  })

  it('starts at the one that is named in full, wherever it stands', async () => {
    const people = [2, 3, 30].map((number) => ({ id: `p${number}`, label: `José da Silva ${number}` }))
    answer.mockResolvedValue(people) // the 3 may also be in somebody's CPF
    await userEvent.type(show(), 'jose da silva 3')
    await waitFor(() => expect(options()).toHaveLength(3))
    expect(pointed()).toBe('José da Silva 3')
    await userEvent.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('p3', people[1])
  })

  it('opens by the arrow, and goes around and to both ends', async () => {
    const field = show()
    await userEvent.tab()
    expect(field).toHaveFocus()
    expect(options()).toEqual([])
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(options()).toHaveLength(3))
    await userEvent.keyboard('{ArrowUp}')
    expect(pointed()).toContain('2523.29.10')
    await userEvent.keyboard('{Home}')
    expect(pointed()).toContain('6810.91.00')
    await userEvent.keyboard('{End}')
    expect(pointed()).toContain('2523.29.10')
    await userEvent.keyboard('{ArrowDown}')
    expect(pointed()).toContain('6810.91.00')
  })

  it('Escape closes the list, and then takes back what was typed', async () => {
    const field = show({ start: '68109100', startLabel: '6810.91.00' })
    await userEvent.type(field, 'x')
    await userEvent.keyboard('{Escape}')
    expect(field).toHaveAttribute('aria-expanded', 'false')
    expect(field).toHaveValue('x')
    await userEvent.keyboard('{Escape}')
    expect(field).toHaveValue('6810.91.00')
    expect(onChange).not.toHaveBeenCalled()
  })

  it('Escape about the list does not close the dialog around it', async () => {
    const onClose = vi.fn()
    renderPages({
      '/': (
        <QueryClientProvider client={new QueryClient()}>
          <Dialog opened onClose={onClose} title="Item">
            <Field />
          </Dialog>
        </QueryClientProvider>
      ),
    })
    await userEvent.type(screen.getByRole('combobox'), 'x{Escape}{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('Enter before the answer chooses as soon as it is there', async () => {
    const late = slow()
    answer.mockReturnValue(late.promise)
    const field = show()
    await userEvent.type(field, '2523{Enter}')
    await waitFor(() => expect(answer).toHaveBeenCalledWith('2523'))
    expect(onChange).not.toHaveBeenCalled()
    late.give([NCM[2] as PickerItem])
    await waitFor(() => expect(field).toHaveValue('2523.29.10'))
  })
})

describe('leaving', () => {
  it('takes the only code that begins with six digits, where that names it', async () => {
    answer.mockImplementation((text) =>
      Promise.resolve(find(text).map((item) => ({ ...item, isNamedBySix: true, code: item.id }))),
    )
    const field = show()
    await userEvent.type(field, '6810.91')
    await userEvent.tab()
    await waitFor(() => expect(field).toHaveValue('6810.91.00'))
  })

  it('keeps six digits of a code that are not its name', async () => {
    answer.mockImplementation((text) => Promise.resolve(find(text).map((item) => ({ ...item, code: item.id }))))
    const field = show()
    await userEvent.type(field, '6810.91')
    await userEvent.tab()
    expect(await screen.findByText('Escolha um da lista, ou apague o que digitou.')).toBeVisible()
    expect(field).toHaveValue('6810.91')
  })

  it('chooses the code that was typed in full, with or without its punctuation', async () => {
    const field = show()
    await userEvent.type(field, '68109900')
    await userEvent.tab()
    await waitFor(() => expect(field).toHaveValue('6810.99.00'))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('68109900', NCM[1])
    expect(screen.getByRole('button', { name: 'Limpar NCM' })).toBeVisible()
  })

  it('keeps what is no record in sight and says what to do', async () => {
    const field = show({ start: '68109100', startLabel: '6810.91.00' })
    await userEvent.type(field, '6810')
    await userEvent.tab()
    await waitFor(() => expect(field).toBeInvalid())
    expect(field).toHaveValue('6810')
    expect(field).toHaveAccessibleDescription('Escolha um da lista, ou apague o que digitou.')
    expect(onChange).not.toHaveBeenCalled()
    await userEvent.clear(field)
    await userEvent.tab()
    await userEvent.tab()
    expect(onChange).toHaveBeenCalledExactlyOnceWith('', null)
    expect(field).not.toBeInvalid()
  })

  it('takes the one that the arrows went to', async () => {
    const field = show()
    await userEvent.type(field, '6810')
    await waitFor(() => expect(options()).toHaveLength(2))
    await userEvent.keyboard('{ArrowDown}')
    await userEvent.tab()
    expect(field).toHaveValue('6810.99.00')
  })
})

describe('slow answers', () => {
  it('lose nothing of what is typed, and an older one does not replace a newer', async () => {
    const older = slow()
    answer.mockImplementation((text) => (text === '6810' ? older.promise : Promise.resolve(find(text))))
    const field = show()
    await userEvent.type(field, '6810')
    await waitFor(() => expect(answer).toHaveBeenCalledWith('6810'))
    expect(screen.getByText('Buscando…')).toBeVisible()
    await userEvent.type(field, '99', { initialSelectionStart: 4 })
    expect(field).toHaveValue('681099')
    await waitFor(() => expect(options()).toHaveLength(1))
    older.give(find('6810'))
    await older.promise
    expect(options()).toEqual(['6810.99.00Outras obras de cimento'])
    expect(field).toHaveValue('681099')
  })
})

describe('states', () => {
  it('offers to create what is not found', async () => {
    const field = show()
    await userEvent.type(field, 'areia')
    expect(await screen.findByText('Nada encontrado com “areia”')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(create).toHaveBeenCalledExactlyOnceWith('areia')
  })

  it('tells a failure and tries again', async () => {
    const field = show()
    await userEvent.click(field)
    await waitFor(() => expect(options()).toHaveLength(3))
    answer.mockRejectedValueOnce(new Error('Sem resposta do servidor.'))
    await userEvent.type(field, '2523')
    expect(await screen.findByText('Sem resposta do servidor.')).toBeVisible()
    await userEvent.click(screen.getByRole('option', { name: 'Tentar de novo' }))
    expect(await screen.findByRole('option', { name: /2523/ })).toBeVisible()
    expect(field).toHaveValue('2523')
  })

  it('is emptied by its button', async () => {
    const field = show({ start: '68109100', startLabel: '6810.91.00' })
    await userEvent.click(screen.getByRole('button', { name: 'Limpar NCM' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('', null)
    expect(field).toHaveValue('')
    expect(field).toHaveFocus()
  })
})

describe('free text', () => {
  it('counts as it is, and Enter does not exchange it', async () => {
    const field = show({ allowText: true })
    await userEvent.type(field, 'cimento')
    await waitFor(() => expect(options()).toHaveLength(2))
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    expect(field).toHaveValue('cimento')
    expect(field).not.toBeInvalid()
    expect(onChange).toHaveBeenLastCalledWith('cimento', null)
  })

  it('becomes the item it names', async () => {
    const field = show({ allowText: true })
    await userEvent.type(field, '2523.29.10')
    await userEvent.tab()
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('25232910', NCM[2]))
    expect(field).toHaveValue('2523.29.10')
  })
})
