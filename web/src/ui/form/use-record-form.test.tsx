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
