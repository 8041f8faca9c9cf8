import { expect, it } from 'vitest'
import { formatDateTime } from '@/ui'
import { readDetails } from './changes'

it('reads before and after as people write them', () => {
  const { changes } = readDetails({
    faturado: [false, true],
    prod_ativo: ['S', 'N'],
    nome_fantasia: [null, 'Boa Vista'],
    total_fatura: ['4150.00', '0.00'],
    data_orcamento: ['2026-11-20', null],
    valid_to: [null, '2027-11-20T12:00:00Z'],
    numero_parcelas: [1, 1200],
    itens: [[{ id: 'a' }], [{ id: 'a' }, { id: 'b' }]],
    campo_novo: ['a', 'b'],
  })
  expect(changes).toEqual([
    { field: 'Faturado', before: 'Não', after: 'Sim' },
    { field: 'Ativo', before: 'Sim', after: 'Não' },
    { field: 'Nome Fantasia', before: '(vazio)', after: 'Boa Vista' },
    { field: 'Total da fatura', before: '4.150,00', after: '0,00' },
    { field: 'Data do orçamento', before: '20/11/2026', after: '(vazio)' },
    { field: 'Válido até', before: '(vazio)', after: formatDateTime('2027-11-20T12:00:00Z') },
    { field: 'Número de parcelas', before: '1', after: '1.200' },
    { field: 'Itens', before: '1 registro', after: '2 registros' },
    { field: 'campo_novo', before: 'a', after: 'b' },
  ])
})

it('tells only of a secret that it changed', () => {
  expect(readDetails({ csc: 'alterado' })).toEqual({
    changes: [{ field: 'CSC', before: '', after: 'alterado' }],
    facts: [],
  })
})

it('keeps what is no change, such as the records of a bulk change, apart', () => {
  expect(readDetails({ ids: ['a', 'b'], arquivo: 'produtos.xlsx', novas: 3 })).toEqual({
    changes: [],
    facts: [
      { name: 'Registros', value: '2 registros' },
      { name: 'Arquivo', value: 'produtos.xlsx' },
      { name: 'Linhas novas', value: '3' },
    ],
  })
  expect(readDetails(null)).toEqual({ changes: [], facts: [] })
})
