import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import type { ComponentType } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderPages } from '../test-page'
import { DateInput } from './date-input'
import { DecimalInput, IntegerInput, MoneyInput } from './number-inputs'
import type { ParsedFieldProps } from './parsed-input'

const onChange = vi.fn<(value: string) => void>()

/** A field with the label Campo; beside it a place to go to and what the value is. */
function show<P extends object>(Field: ComponentType<P & ParsedFieldProps>, props: P, start = '') {
  function Holder() {
    const [value, setValue] = useState(start)
    return (
      <>
        <Field
          {...props}
          label="Campo"
          value={value}
          onChange={(next) => {
            onChange(next)
            setValue(next)
          }}
        />
        <output aria-label="valor">{value}</output>
        <button type="button" onClick={() => setValue(start)}>
          Desfazer
        </button>
      </>
    )
  }
  onChange.mockClear()
  renderPages({ '/': <Holder /> })
  return screen.getByLabelText<HTMLInputElement>('Campo')
}

const value = () => screen.getByLabelText('valor').textContent

describe('a decimal', () => {
  it('stays as typed until one leaves, then it is formatted', async () => {
    const field = show(DecimalInput, { places: 4 })
    await userEvent.type(field, '1234,5')
    expect(field).toHaveValue('1234,5')
    expect(value()).toBe('1234.5000')
    await userEvent.tab()
    expect(field).toHaveValue('1.234,50')
    expect(value()).toBe('1234.5000')
  })

  it('can be corrected in the middle without jumping', async () => {
    const field = show(DecimalInput, { places: 4 }, '1234.5600')
    expect(field).toHaveValue('1.234,56')
    await userEvent.type(field, '9', { initialSelectionStart: 3, initialSelectionEnd: 3 })
    expect(field).toHaveValue('1.2934,56')
    expect(field.selectionStart).toBe(4)
  })

  it('keeps a wrong text, says what to do, and is well again once it is corrected', async () => {
    const field = show(DecimalInput, { places: 4 }, '7.0000')
    await userEvent.clear(field)
    await userEvent.type(field, '12,34567')
    expect(field).not.toBeInvalid()
    await userEvent.tab()
    expect(field).toHaveValue('12,34567')
    expect(field).toHaveAccessibleDescription('Digite um número com até 4 casas. Exemplo: 12,5000')
    expect(field).toBeInvalid()
    expect(value()).toBe('12,34567')
    await userEvent.type(field, '{Backspace}')
    expect(field).not.toBeInvalid()
    await userEvent.tab()
    expect(field).toHaveValue('12,3456')
    expect(value()).toBe('12.3456')
  })

  it.each(['abc', '12.34.56', '1,2,3'])('does not guess at %j', async (text) => {
    const field = show(DecimalInput, { places: 2 })
    await userEvent.type(field, text)
    await userEvent.tab()
    expect(field).toHaveValue(text)
    expect(field).toBeInvalid()
  })

  it.each([
    ['R$ 1.234,50', '1234.50'],
    ['1234.5', '1234.50'],
    ['1,234.56', '1234.56'],
    [' 12,5 \n', '12.50'],
  ])('takes the pasted %j', async (text, plain) => {
    const field = show(DecimalInput, { places: 2 })
    await userEvent.click(field)
    await userEvent.paste(text)
    expect(value()).toBe(plain)
  })

  it('is at least zero unless told otherwise', async () => {
    const field = show(DecimalInput, { places: 2 })
    await userEvent.type(field, '-5')
    await userEvent.tab()
    expect(field).toHaveAccessibleDescription('Digite zero ou um número maior que zero.')
  })

  it('may be below zero when told so', async () => {
    const field = show(DecimalInput, { places: 2, allowNegative: true })
    await userEvent.type(field, '-5')
    await userEvent.tab()
    expect(field).toHaveValue('-5,00')
    expect(value()).toBe('-5.00')
  })

  it('can be emptied', async () => {
    const field = show(DecimalInput, { places: 2 }, '5.00')
    await userEvent.clear(field)
    await userEvent.type(field, '  ')
    await userEvent.tab()
    expect(field).toHaveValue('')
    expect(value()).toBe('')
    expect(field).not.toBeInvalid()
  })

  it('shows what replaces it from outside', async () => {
    const field = show(DecimalInput, { places: 2 }, '5.00')
    await userEvent.type(field, '0x')
    fireEvent.click(screen.getByRole('button', { name: 'Desfazer' })) // without leaving the field
    expect(field).toHaveValue('5,00')
    expect(field).not.toBeInvalid()
  })

  it('shows as many places as asked for', () => {
    expect(show(DecimalInput, { places: 4, minPlaces: 4 }, '1.0000')).toHaveValue('1,0000')
  })

  it('has its unit in sight', () => {
    show(DecimalInput, { places: 2, suffix: '%' })
    expect(screen.getByText('%')).toBeVisible()
  })
})

it('an amount has two places and the sign of the currency', async () => {
  const field = show(MoneyInput, {})
  expect(screen.getByText('R$')).toBeVisible()
  await userEvent.type(field, '1234,5')
  await userEvent.tab()
  expect(field).toHaveValue('1.234,50')
  await userEvent.type(field, '9')
  await userEvent.tab()
  expect(field).toHaveAccessibleDescription('Digite um número com até 2 casas. Exemplo: 12,50')
})

describe('digits', () => {
  it.each([
    ['1.234', '1234'],
    ['007', '007'],
    [' 12 ', '12'],
  ])('takes %j as %j', async (text, digits) => {
    const field = show(IntegerInput, { maxLength: 5 })
    await userEvent.type(field, text)
    await userEvent.tab()
    expect(field).toHaveValue(digits)
    expect(value()).toBe(digits)
  })

  it.each(['12,5', '12.5', '-5', '12a', '123456'])('does not make another number of %j', async (text) => {
    const field = show(IntegerInput, { maxLength: 5 })
    await userEvent.type(field, text)
    await userEvent.tab()
    expect(field).toHaveValue(text)
    expect(field).toHaveAccessibleDescription('Digite só números, até 5 dígitos.')
  })

  it('of a code may be punctuated, and says how many are missing', async () => {
    const field = show(IntegerInput, { minLength: 8, maxLength: 8 })
    await userEvent.type(field, '6810.91')
    await userEvent.tab()
    expect(field).toHaveAccessibleDescription('Faltam 2 dígitos.')
    await userEvent.type(field, '.00')
    await userEvent.tab()
    expect(field).toHaveValue('68109100')
  })
})

describe('a day', () => {
  it.each([
    ['20/11/2026', '2026-11-20', '20/11/2026'],
    ['5/3/2026', '2026-03-05', '05/03/2026'],
    ['05032026', '2026-03-05', '05/03/2026'],
    ['05/03/26', '2026-03-05', '05/03/2026'],
  ])('typed as %j is %j', async (text, iso, shown) => {
    const field = show(DateInput, {})
    await userEvent.type(field, text)
    expect(field).toHaveValue(text)
    await userEvent.tab()
    expect(value()).toBe(iso)
    expect(field).toHaveValue(shown)
  })

  it.each(['31/02/2026', '11/20/2026', '20/11', 'amanhã'])('that is none, %j, stays in sight', async (text) => {
    const field = show(DateInput, {}, '2026-11-20')
    await userEvent.clear(field)
    await userEvent.type(field, text)
    await userEvent.tab()
    expect(field).toHaveValue(text)
    expect(value()).toBe(text)
    expect(field).toHaveAccessibleDescription('Digite uma data que existe. Exemplo: 20/11/2026')
  })

  it('is not changed by the arrows', async () => {
    const field = show(DateInput, {}, '2026-11-20')
    await userEvent.type(field, '{ArrowUp}{ArrowDown}{ArrowLeft}')
    expect(field).toHaveValue('20/11/2026')
    expect(onChange).not.toHaveBeenCalled()
  })

  it('can be taken from a calendar that opens at the day', async () => {
    const showPicker = vi.fn(function (this: HTMLInputElement) {
      expect(this).toHaveValue('2026-11-20')
      fireEvent.change(this, { target: { value: '2026-12-05' } })
    })
    HTMLInputElement.prototype.showPicker = showPicker
    const field = show(DateInput, {}, '2026-11-20')
    await userEvent.click(screen.getByRole('button', { name: 'Abrir o calendário de Campo' }))
    expect(showPicker).toHaveBeenCalledOnce()
    expect(field).toHaveValue('05/12/2026')
    expect(value()).toBe('2026-12-05')
  })

  it('has no calendar where it cannot be changed', () => {
    show(DateInput, { disabled: true })
    expect(screen.queryByRole('button', { name: /calendário/ })).not.toBeInTheDocument()
  })
})
