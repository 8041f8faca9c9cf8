import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderPages } from '../test-page'
import { CnpjInput, CpfCnpjInput, InscricaoEstadualInput } from './masked-input'

const onChange = vi.fn()

function Field({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start)
  return (
    <CnpjInput
      label="CNPJ"
      value={value}
      onChange={(plain) => {
        onChange(plain)
        setValue(plain)
      }}
    />
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('CNPJ')

it('punctuates while typing and gives the plain value', async () => {
  renderPages({ '/': <Field /> })
  await userEvent.type(field(), '12abc34501de35')
  expect(field()).toHaveValue('12.ABC.345/01DE-35')
  expect(onChange).toHaveBeenLastCalledWith('12ABC34501DE35')
})

it('takes a pasted number with any punctuation', async () => {
  renderPages({ '/': <Field /> })
  await userEvent.click(field())
  await userEvent.paste('CNPJ: 11.222.333/0001-81')
  expect(field()).toHaveValue('11.222.333/0001-81')
})

it('keeps the caret where one corrects in the middle', async () => {
  renderPages({ '/': <Field start="11222333000181" /> })
  await userEvent.click(field())
  field().setSelectionRange(4, 4) // 11.2|22
  await userEvent.keyboard('{Backspace}')
  expect(field()).toHaveValue('11.223.330/0018-1')
  expect(field().selectionStart).toBe(2) // before the point: the next Backspace takes a digit
  await userEvent.keyboard('9')
  expect(field()).toHaveValue('11.922.333/0001-81')
})

it('takes digits or ISENTO as inscrição estadual', async () => {
  function Inscricao() {
    const [value, setValue] = useState('')
    return <InscricaoEstadualInput label="Inscrição Estadual" value={value} onChange={setValue} />
  }
  renderPages({ '/': <Inscricao /> })
  const input = screen.getByLabelText('Inscrição Estadual')
  await userEvent.type(input, 'isento')
  expect(input).toHaveValue('ISENTO')
  await userEvent.clear(input)
  await userEvent.type(input, '123.456')
  expect(input).toHaveValue('123456')
})

it.each([
  ['11222333000180', 'CNPJ inválido. Confira os números digitados.'],
  ['52998224724', 'CPF inválido. Confira os números digitados.'],
  ['11222333000181', null],
  ['112223330001', null],
  ['', null],
])('says when it is left that %j cannot exist: %j', async (typed, problem) => {
  function Document() {
    const [value, setValue] = useState('')
    return <CpfCnpjInput label="Documento" value={value} onChange={setValue} />
  }
  renderPages({ '/': <Document /> })
  const input = screen.getByLabelText('Documento')
  await userEvent.click(input)
  if (typed !== '') await userEvent.keyboard(typed)
  expect(input).toBeValid()
  await userEvent.tab()
  if (problem === null) expect(input).toBeValid()
  else expect(input).toHaveAccessibleDescription(problem)
  await userEvent.type(input, '{Backspace}')
  expect(input).toBeValid()
})
