import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { done, problem, showScreens, startServer } from '@/testing'
import { useListState } from '@/ui'
import { SavedFilters } from './saved-filters'

const kept = {
  id: 'f1',
  lista: 'produtos',
  nome: 'Lajes caras',
  valores: { search: 'laje', sort: '-preco', status: 'inativos', cor: 'azul' },
  created_at: '2026-11-20T12:00:00Z',
}
const { server, calls } = startServer(
  http.get('*/api/saved-filters', () => HttpResponse.json({ items: [kept] })),
  http.post('*/api/saved-filters', () => HttpResponse.json(kept, { status: 201 })),
  http.delete('*/api/saved-filters/f1', done),
)

function List() {
  const list = useListState({
    defaultSort: 'nome',
    sortable: ['nome', 'preco'],
    tabs: ['ativos', 'inativos'],
    filters: { unidade: 'text' },
  })
  return <SavedFilters name="produtos" list={list} />
}
const show = async (at: string) => {
  const shown = showScreens(at, [{ path: '/lajes', element: <List /> }])
  await userEvent.click(screen.getByRole('button', { name: 'Meus filtros' }))
  return shown
}

it('takes one, without the column that is gone, and says so', async () => {
  const { search } = await show('/lajes?page=3&unidade=M2')
  await userEvent.click(await screen.findByRole('button', { name: 'Usar: Lajes caras' }))
  expect(search()).toBe('?search=laje&sort=-preco&status=inativos')
  expect(await screen.findByText('A lista não tem mais: cor. O resto foi aplicado.')).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('keeps what the list shows under a name, and says at it what is wrong', async () => {
  await show('/lajes?search=laje&unidade=M2&page=2&sort=cor')
  await userEvent.click(await screen.findByRole('button', { name: 'Guardar filtro' }))
  expect(screen.getByLabelText('Nome do filtro')).toHaveAccessibleDescription('Digite um nome para o filtro.')
  await userEvent.type(screen.getByLabelText('Nome do filtro'), 'Por metro{Enter}')
  expect(await screen.findByText('Filtro guardado.')).toBeVisible()
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
    lista: 'produtos',
    nome: 'Por metro',
    valores: { search: 'laje', unidade: 'M2' },
  })
  const errors = [{ field: 'nome', message: 'Você já tem um filtro com este nome. Digite outro.' }]
  server.use(http.post('*/api/saved-filters', () => problem(422, 'invalid', 'Confira.', { errors })))
  await userEvent.type(screen.getByLabelText('Nome do filtro'), 'Por metro{Enter}')
  await waitFor(() =>
    expect(screen.getByLabelText('Nome do filtro')).toHaveAccessibleDescription(/já tem um filtro com este nome/),
  )
})

it('forgets one, and says when there is nothing to keep', async () => {
  await show('/lajes')
  expect(await screen.findByText('Busque, ordene ou filtre a lista, e guarde aqui.')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir: Lajes caras' }))
  expect(await screen.findByText('Filtro excluído.')).toBeVisible()
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /api/saved-filters/f1'])
})
