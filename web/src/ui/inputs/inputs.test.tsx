import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { initialsOf } from '../basics/company-tile'
import { renderPages } from '../test-page'
import { ImageInput } from './image-input'
import { Select } from './select'
import { TextInput } from './text-inputs'

const CITIES = [
  { value: '1', label: 'Ourinhos' },
  { value: '2', label: 'São José do Rio Preto' },
  { value: '3', label: 'Rio Claro' },
]

function City() {
  const [value, setValue] = useState<string | null>(null)
  return <Select label="Município" searchable choices={CITIES} value={value} onChange={setValue} />
}

it('finds a choice without accents, the beginning of names first', async () => {
  renderPages({ '/': <City /> })
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Município' })
  await userEvent.type(field, 'rio')
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual(['Rio Claro', 'São José do Rio Preto'])
  await userEvent.clear(field)
  await userEvent.type(field, 'sao jose')
  await userEvent.click(await screen.findByRole('option', { name: 'São José do Rio Preto' }))
  expect(field).toHaveValue('São José do Rio Preto')
})

it('takes the first choice that a text finds by Enter', async () => {
  renderPages({ '/': <City /> })
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Município' })
  await userEvent.type(field, 'rio{Enter}')
  expect(field).toHaveValue('Rio Claro')
})

it('shows the help until there is an error', () => {
  renderPages({
    '/': (
      <>
        <TextInput label="Com ajuda" help="Só números" />
        <TextInput label="Com erro" help="Só números" error="Faltam 2 dígitos." />
      </>
    ),
  })
  expect(screen.getByLabelText('Com ajuda')).toHaveAccessibleDescription('Só números')
  expect(screen.getByLabelText('Com erro')).toHaveAccessibleDescription('Faltam 2 dígitos.')
  expect(screen.getByLabelText('Com erro')).toBeInvalid()
})

it('takes an image chosen or dropped, and takes none while busy', () => {
  const onChoose = vi.fn()
  const image = new File(['x'], 'logo.png', { type: 'image/png' })
  const common = { accept: ['image/png'], value: null, onChoose, onRemove: vi.fn() }
  renderPages({
    '/': (
      <>
        <ImageInput label="Logo" {...common} />
        <ImageInput label="Ocupado" busy {...common} />
      </>
    ),
  })
  fireEvent.change(screen.getByLabelText('Logo: arquivo'), { target: { files: [image] } })
  const drop = (label: string) =>
    fireEvent.drop(screen.getByRole('group', { name: label }).firstElementChild as Element, {
      dataTransfer: { files: [image] },
    })
  drop('Logo')
  drop('Ocupado')
  expect(onChoose.mock.calls).toEqual([[image], [image]])
})

it.each([
  ['Lajes Boa Vista', 'LB'],
  ['Casa da Laje', 'CL'],
  ['Olaria', 'OL'],
  ['Á & B Ltda', 'ÁB'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials))
