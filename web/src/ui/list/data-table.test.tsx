import { IconPencil, IconTrash } from '@tabler/icons-react'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPages } from '../test-page'
import { DataTable } from './data-table'
import { listAddress } from './list-address'
import type { ListPage } from './list-words'
import type { Column } from './types'
import { useListState } from './use-list-state'

type Row = { id: string; name: string; city: string; phone: string }

const ROWS: Row[] = Array.from({ length: 25 }, (_, index) => ({
  id: String(index + 1),
  name: `Empresa ${String(index + 1).padStart(2, '0')}`,
  city: index % 2 ? 'Santos' : 'Bauru',
  phone: '17 3222-1234',
}))

const COLUMNS: Column<Row>[] = [
  { id: 'name', title: 'Razão Social', sort: 'name', isName: true, cell: ({ name }) => name },
  { id: 'city', title: 'Cidade', sort: 'city', cell: ({ city }) => city },
  { id: 'phone', title: 'Telefone', isOptional: true, cell: ({ phone }) => phone },
]

const remove = vi.fn<(id: string) => void>()
const removeMany = vi.fn<(count: number) => Promise<boolean>>()
const retry = vi.fn()

/** Stands in for the server: searches and cuts the page. */
function pageOf(search: string, page: number): ListPage<Row> {
  const found = ROWS.filter(({ name }) => name.includes(search))
  return { items: found.slice((page - 1) * 10, page * 10), page, page_size: 10, total: found.length, total_exact: true }
}

type Over = Partial<{
  page: ListPage<Row> | undefined
  problem: { title: string; message: string; onRetry: () => void }
  isStale: boolean
}>

function List(over: Over) {
  const list = useListState({ defaultSort: 'name', sortable: ['name', 'city'], tabs: ['ativas', 'todas'] as const })
  return (
    <DataTable
      name="teste"
      label="Empresas"
      list={list}
      page={pageOf(list.search, list.page)}
      isStale={false}
      columns={COLUMNS}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      rowTo={({ id }) => `/companies/${id}`}
      phoneRow={({ name, city }) => ({ title: name, detail: city })}
      actions={(row) => [
        { id: 'edit', label: 'Editar', icon: IconPencil, isInRow: true, to: `/companies/${row.id}` },
        { id: 'delete', label: 'Excluir', icon: IconTrash, run: () => remove(row.id) },
      ]}
      bulkActions={(rows) => [
        { id: 'delete', label: `Excluir ${rows.length}`, icon: IconTrash, run: () => removeMany(rows.length) },
      ]}
      tabs={[
        { id: 'ativas', label: 'Ativas', count: 25 },
        { id: 'todas', label: 'Todas', count: 30 },
      ]}
      searchLabel="Buscar empresa"
      empty={<p>Nenhuma empresa cadastrada</p>}
      {...over}
    />
  )
}

function show(at = '/companies', over: Over = {}) {
  const router = renderPages({ '/companies': <List {...over} />, '/companies/:id': <h1>Formulário</h1> }, at)
  return { address: () => router.state.location.pathname + router.state.location.search, router }
}

const search = () => screen.getByRole('searchbox', { name: 'Buscar empresa' })
const firstRow = () => within(screen.getByRole('table')).getAllByRole('row')[1] as HTMLElement

beforeEach(() => {
  remove.mockClear()
  removeMany.mockReset().mockResolvedValue(true)
  retry.mockClear()
})

describe('the address of a list', () => {
  it('keeps search, order, page and tab, and leaves the defaults out', async () => {
    const { address } = show('/companies?page=2')
    expect(screen.getByText('Exibindo 11-20 de 25 registros')).toBeVisible()
    expect(screen.getByText('Página 2 de 3')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cidade' }))
    expect(address()).toBe('/companies?sort=city')
    await userEvent.click(screen.getByRole('button', { name: 'Cidade' }))
    expect(address()).toBe('/companies?sort=-city')
    await userEvent.click(screen.getByRole('button', { name: /^Todas/ }))
    expect(address()).toBe('/companies?sort=-city&status=todas')
    await userEvent.click(screen.getByRole('button', { name: 'Próxima' }))
    expect(address()).toBe('/companies?sort=-city&status=todas&page=2')
    await userEvent.click(screen.getByRole('button', { name: /^Ativas/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Razão Social' }))
    expect(address()).toBe('/companies')
  })

  it('goes back to page 1 with a search, and takes the search from the address', async () => {
    const { address, router } = show('/companies?page=3')
    await userEvent.type(search(), 'Empresa 2')
    await waitFor(() => expect(address()).toBe('/companies?search=Empresa+2'))
    expect(await screen.findByText('Exibindo 1-6 de 6 registros')).toBeVisible()
    await router.navigate('/companies?search=Empresa+1')
    await waitFor(() => expect(search()).toHaveValue('Empresa 1'))
  })

  it('is repaired when its page is too high', async () => {
    const { address } = show('/companies?page=99')
    await waitFor(() => expect(address()).toBe('/companies?page=3'))
    expect(screen.getByText('Exibindo 21-25 de 25 registros')).toBeVisible()
  })

  it('takes nonsense for the defaults', () => {
    show('/companies?page=abc&sort=hacked&status=x')
    expect(screen.getByText('Página 1 de 3')).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'Razão Social' })).toHaveAttribute('aria-sort', 'ascending')
  })

  it('is what one returns to, by Back and after saving', async () => {
    const { address, router } = show('/companies?page=2')
    await userEvent.click(screen.getByRole('link', { name: 'Empresa 12' }))
    expect(screen.getByRole('heading', { name: 'Formulário' })).toBeVisible()
    expect(listAddress('/companies')).toBe('/companies?page=2')
    await router.navigate(-1)
    await waitFor(() => expect(address()).toBe('/companies?page=2'))
  })
})

describe('rows', () => {
  it('open as a whole, but not by the controls in them', async () => {
    const { address } = show()
    await userEvent.click(within(firstRow()).getByRole('checkbox'))
    expect(address()).toBe('/companies')
    await userEvent.click(within(firstRow()).getByText('Bauru'))
    expect(address()).toBe('/companies/1')
  })

  it('give the same actions by button and by right click', async () => {
    show()
    fireEvent.contextMenu(within(firstRow()).getByText('Bauru'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excluir' }))
    expect(remove).toHaveBeenCalledWith('1')
    await userEvent.click(within(firstRow()).getByRole('button', { name: 'Mais ações: Empresa 01' }))
    expect(await screen.findAllByRole('menuitem')).toHaveLength(2)
  })

  it('are walked by the arrows and opened by Enter', async () => {
    const { address } = show()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(screen.getByRole('link', { name: 'Empresa 02' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(address()).toBe('/companies/2')
  })
})

describe('selection', () => {
  it('goes over pages, tells its number, and ends with another search', async () => {
    show()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Empresa 01' }))
    await userEvent.click(screen.getByRole('button', { name: 'Próxima' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar todos desta página' }))
    expect(screen.getByText('11 selecionados')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Excluir 11' }))
    expect(removeMany).toHaveBeenCalledWith(11)
    expect(screen.queryByText('11 selecionados')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar todos desta página' }))
    expect(screen.getByText('10 selecionados')).toBeVisible()
    await userEvent.type(search(), 'Empresa 2')
    await waitFor(() => expect(screen.queryByText('10 selecionados')).not.toBeInTheDocument())
  })

  it('takes no row of the former tab while the rows of another come', async () => {
    show('/companies', { isStale: true })
    expect(screen.getByRole('checkbox', { name: 'Selecionar todos desta página' })).toBeDisabled()
    expect(screen.getByRole('checkbox', { name: 'Selecionar Empresa 01' })).toBeDisabled()
    screen.getByRole('link', { name: 'Empresa 01' }).focus()
    await userEvent.keyboard(' ')
    expect(screen.queryByText('1 selecionado')).not.toBeInTheDocument()
  })
})

describe('keys', () => {
  it('/ goes to the search, Escape empties it and lets go', async () => {
    const { address } = show('/companies?search=Empresa')
    await userEvent.keyboard('/')
    expect(search()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(search()).toHaveValue('')
    await waitFor(() => expect(address()).toBe('/companies'))
    await userEvent.keyboard('{Escape}')
    expect(search()).not.toHaveFocus()
  })
})

describe('columns', () => {
  it('are chosen and remembered', async () => {
    show()
    expect(screen.queryByRole('columnheader', { name: 'Telefone' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Colunas' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Telefone' }))
    expect(screen.getByRole('columnheader', { name: 'Telefone' })).toBeInTheDocument()
    expect(localStorage.getItem('balcao-colunas-teste')).toBe('["name","city","phone"]')
  })

  it('are the remembered ones the next time', () => {
    localStorage.setItem('balcao-colunas-teste', '["phone"]')
    show()
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      '',
      'Razão Social',
      'Telefone',
      'Ações',
    ])
  })
})

describe('states', () => {
  it('says what was searched where, and clears it', async () => {
    const { address } = show('/companies?search=xyz')
    expect(screen.getByRole('heading', { name: 'Nada com “xyz” em Ativas' })).toBeVisible()
    await userEvent.click(screen.getAllByRole('button', { name: 'Limpar busca' }).at(-1) as HTMLElement)
    await waitFor(() => expect(address()).toBe('/companies'))
  })

  it('marks the table as loading until the first page is there', () => {
    show('/companies', { page: undefined })
    expect(screen.getByRole('table', { name: 'Empresas' })).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByText('Carregando…')).toBeInTheDocument()
  })

  it('offers to try again when the first page cannot be read', async () => {
    show('/companies', {
      page: undefined,
      problem: { title: 'Erro ao carregar empresas', message: 'Sem resposta.', onRetry: retry },
    })
    expect(screen.getByRole('heading', { name: 'Erro ao carregar empresas' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(retry).toHaveBeenCalledOnce()
  })
})
