import { IconPencil, IconTrash } from '@tabler/icons-react'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useParams } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { PageHeader } from '../basics/page'
import { renderPages } from '../test-page'
import { DataTable } from './data-table'
import type { ListPage } from './list-words'
import { useListState } from './use-list-state'
import { useNeighbours } from './use-neighbours'

type Row = { id: string; name: string }

const ROWS: Row[] = Array.from({ length: 25 }, (_, at) => ({ id: String(at + 1), name: `Laje ${at + 1}` }))
const remove = vi.fn<(id: string) => void>()

function pageOf(search: string, page: number): ListPage<Row> {
  const found = ROWS.filter(({ name }) => name.includes(search))
  return { items: found.slice((page - 1) * 10, page * 10), page, page_size: 10, total: found.length, total_exact: true }
}

function List() {
  const list = useListState({ defaultSort: 'name', sortable: ['name'] })
  return (
    <DataTable
      name="teclas"
      label="Lajes"
      list={list}
      page={pageOf(list.search, list.page)}
      readPage={(page) => Promise.resolve(pageOf(list.search, page))}
      isStale={false}
      columns={[{ id: 'name', title: 'Nome', isName: true, cell: ({ name }) => name }]}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      rowTo={({ id }) => `/lajes/${id}`}
      phoneRow={({ name }) => ({ title: name, detail: '' })}
      actions={(row) => [
        { id: 'edit', label: 'Editar', icon: IconPencil, to: `/lajes/${row.id}` },
        { id: 'delete', label: 'Excluir', icon: IconTrash, run: () => remove(row.id) },
      ]}
      bulkActions={() => []}
      searchLabel="Buscar"
      empty={<p>Nada</p>}
    />
  )
}

function Laje() {
  const { id = '' } = useParams()
  return <PageHeader title={`Editar ${id}`} neighbours={useNeighbours('/lajes', `/lajes/${id}`)} />
}

function show(at = '/lajes') {
  const router = renderPages({ '/lajes': <List />, '/lajes/:id': <Laje /> }, at)
  return { address: () => router.state.location.pathname + router.state.location.search, router }
}

const link = (name: string) => screen.getByRole('link', { name })

beforeEach(() => remove.mockClear())

it('goes from the search to the first row, and selects, edits and deletes the row one is on', async () => {
  const { address } = show()
  await userEvent.click(screen.getByRole('searchbox'))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(link('Laje 2')).toHaveFocus()
  await userEvent.keyboard(' ')
  expect(screen.getByRole('checkbox', { name: 'Selecionar Laje 2' })).toBeChecked()
  await userEvent.keyboard('{Delete}')
  expect(remove).toHaveBeenCalledExactlyOnceWith('2')
  await userEvent.keyboard('e')
  expect(address()).toBe('/lajes/2')
})

it('leaves keys alone that mean something where the focus is', async () => {
  const { address } = show()
  ;(document.activeElement as HTMLElement).blur() // the row one came back to
  await userEvent.keyboard('e{Delete} ')
  expect([address(), remove.mock.calls.length]).toEqual(['/lajes', 0])
  screen.getByRole('checkbox', { name: 'Selecionar Laje 3' }).focus()
  await userEvent.keyboard(' ')
  expect(screen.getByRole('checkbox', { name: 'Selecionar Laje 3' })).toBeChecked()
})

it('opens the only hit by Enter from the search', async () => {
  const { address } = show()
  await userEvent.type(screen.getByRole('searchbox'), 'Laje 17')
  await screen.findByText('Exibindo 1-1 de 1 registro')
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/lajes/17')
})

it('does not open one of several by Enter', async () => {
  const { address } = show()
  await userEvent.type(screen.getByRole('searchbox'), '2')
  await screen.findByText('Exibindo 1-8 de 8 registros')
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/lajes?search=2')
})

it('turns pages, with the focus on the first row', async () => {
  const { address } = show()
  await userEvent.keyboard('{PageDown}')
  await waitFor(() => expect(link('Laje 11')).toHaveFocus())
  await userEvent.keyboard('{PageDown}{PageDown}')
  expect(address()).toBe('/lajes?page=3')
  await userEvent.keyboard('{PageUp}')
  await waitFor(() => expect(link('Laje 11')).toHaveFocus())
})

it('has a way to the first and to the last page', async () => {
  const { address } = show('/lajes?page=2')
  await userEvent.click(screen.getByRole('button', { name: 'Última página' }))
  expect(address()).toBe('/lajes?page=3')
  expect(screen.getByRole('button', { name: 'Última página' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Primeira página' }))
  expect(address()).toBe('/lajes')
})

it('puts the focus on the row one comes back to', async () => {
  const { router } = show()
  await userEvent.click(link('Laje 4'))
  await router.navigate(-1)
  await waitFor(() => expect(link('Laje 4')).toHaveFocus())
})

it('goes from record to record in the list one came from, over its pages, and back to where one ended', async () => {
  const { address, router } = show()
  await userEvent.click(link('Laje 9'))
  expect(screen.getByText('9 de 25')).toBeVisible()
  await userEvent.keyboard('jj')
  await waitFor(() => expect(address()).toBe('/lajes/11'))
  expect(screen.getByText('11 de 25')).toBeVisible()
  await userEvent.keyboard('k')
  await waitFor(() => expect(address()).toBe('/lajes/10'))
  await router.navigate(-1)
  await waitFor(() => expect(link('Laje 10')).toHaveFocus())
})

it('has no neighbours without a list behind', async () => {
  const { address } = show('/lajes/99')
  expect(screen.queryByText(/ de /)).not.toBeInTheDocument()
  await userEvent.keyboard('j')
  expect(address()).toBe('/lajes/99')
})
