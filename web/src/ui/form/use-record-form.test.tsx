import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useRecordForm } from './use-record-form'

const fields = { nome: { label: 'Nome' }, itens: { label: 'Itens', item: { label: 'Item', fields: {} } } }
const start = () =>
  renderHook(() => useRecordForm({ initialValues: { nome: '', itens: [{ valor: '1' }] }, fields })).result

test('what a control is given stays the same while its value does, so that it is not rendered anew', () => {
  const form = start()
  const before = { nome: form.current.field('nome'), item: form.current.itemField('itens', 0, 'valor') }
  act(() => form.current.field('itens').onChange([{ valor: '2' }]))
  expect(form.current.values.itens).toEqual([{ valor: '2' }])
  expect(Object.entries(form.current.field('nome'))).toEqual(Object.entries(before.nome))
  expect(form.current.field('nome').onChange).toBe(before.nome.onChange)
  expect(form.current.textField('nome').onChange).toBe(form.current.textField('nome').onChange)
  expect(form.current.itemField('itens', 0, 'valor').onChange).toBe(before.item.onChange)
})

test('a setter of an early rendering knows what came later', () => {
  const form = start()
  const { onChange } = form.current.field('nome')
  act(() => form.current.setErrors({ nome: 'Preencha o nome.' }))
  expect(form.current.field('nome').error).toBe('Preencha o nome.')
  act(() => onChange('Ana'))
  expect(form.current.field('nome')).toMatchObject({ value: 'Ana', error: undefined })
})

test('of a list only the item that is typed into is another one', () => {
  const form = start()
  act(() => form.current.insertItem('itens', { valor: '2' }))
  const [, second] = form.current.values.itens
  act(() => form.current.itemField('itens', 0, 'valor').onChange('3'))
  expect(form.current.values.itens).toEqual([{ valor: '3' }, { valor: '2' }])
  expect(form.current.values.itens[1]).toBe(second)
})

test('typing something back is no change, and what is done twice before the next rendering is done twice', () => {
  const form = start()
  act(() => {
    form.current.itemField('itens', 0, 'valor').onChange('2')
    form.current.field('nome').onChange('Ana')
  })
  expect(form.current.values).toEqual({ nome: 'Ana', itens: [{ valor: '2' }] })
  expect(form.current.isDirty).toBe(true)
  act(() => {
    form.current.itemField('itens', 0, 'valor').onChange('1')
    form.current.field('nome').onChange('')
  })
  expect(form.current.isDirty).toBe(false)
})

test('errors go along with their items, and away with an item that goes', () => {
  const form = start()
  act(() => form.current.setValues({ itens: [{ valor: '1' }, { valor: '2' }, { valor: '3' }] }))
  act(() => form.current.setErrors({ nome: 'a', 'itens.0.valor': 'b', 'itens.1.valor': 'c', 'itens.2.valor': 'd' }))
  act(() => form.current.removeItem('itens', 1))
  expect(form.current.errors).toEqual({ nome: 'a', 'itens.0.valor': 'b', 'itens.1.valor': 'd' })
  act(() => form.current.insertItem('itens', { valor: '0' }, 0))
  expect(form.current.errors).toEqual({ nome: 'a', 'itens.1.valor': 'b', 'itens.2.valor': 'd' })
  act(() => form.current.itemField('itens', 1, 'valor').onChange('4'))
  expect(form.current.errors).toEqual({ nome: 'a', 'itens.2.valor': 'd' })
})
