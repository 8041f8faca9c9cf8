import { expect, it } from 'vitest'
import { differences, merged } from './conflict'

const fields = {
  nome: { label: 'Nome' },
  telefone: { label: 'Telefone' },
  bairro: { label: 'Bairro', show: (value: unknown) => `Bairro ${String(value)}` },
}
const base = { nome: 'Antigo', telefone: '1', bairro: 'Centro' }
const mine = { nome: 'Meu', telefone: '1', bairro: 'Centro' }
const theirs = { nome: 'Deles', telefone: '', bairro: 'Jardim' }

it('proposes mine where I changed a field and theirs where only they did', () => {
  expect(differences(fields, { base, mine, theirs })).toEqual([
    { field: 'nome', label: 'Nome', mine: 'Meu', theirs: 'Deles', proposed: 'mine' },
    { field: 'telefone', label: 'Telefone', mine: '1', theirs: '(vazio)', proposed: 'theirs' },
    { field: 'bairro', label: 'Bairro', mine: 'Bairro Centro', theirs: 'Bairro Jardim', proposed: 'theirs' },
  ])
})

it('shows no field that is the same', () => {
  expect(differences(fields, { base, mine, theirs: mine })).toEqual([])
})

it('takes theirs only where chosen', () => {
  expect(merged(mine, theirs, { nome: 'mine', bairro: 'theirs' })).toEqual({
    nome: 'Meu',
    telefone: '1',
    bairro: 'Jardim',
  })
})
