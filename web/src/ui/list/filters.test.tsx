import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderPages } from '../test-page'
import { DataTable } from './data-table'
import { FilterPeriod, FilterSelect } from './filters'
import { useListState } from './use-list-state'

type Row = { id: string; total: string }

function List() {
  const list = useListState({
    defaultSort: 'data',
    sortable: ['data'],
    filters: { tipo: ['Orçamento', 'Pedido'], de: 'date', ate: 'date', vendedor: 'text' },
  })
  return (
    <>
      <output aria-label="filtros">{JSON.stringify(list.filters)}</output>
      <DataTable<Row>
        name="filtros"
        label="Orçamentos"
        list={list}
        page={{ items: [{ id: '1', total: '1.234,00' }], page: 1, page_size: 10, total: 1, total_exact: true }}
        isStale={false}
        columns={[
          { id: 'id', title: 'Número', isName: true, cell: ({ id }) => id },
          { id: 'total', title: 'Total', align: 'right', cell: ({ total }) => total },
        ]}
        rowId={({ id }) => id}
        rowName={({ id }) => id}
        rowTo={({ id }) => `/budgets/${id}`}
        phoneRow={({ id }) => ({ title: id, detail: '' })}
        actions={() => []}
        searchLabel="Buscar"
        filters={
          <>
            <FilterSelect
              list={list}
              name="tipo"
              label="Tipo"
              all="Todos os tipos"
              choices={[
                { value: 'Orçamento', label: 'Orçamentos' },
                { value: 'Pedido', label: 'Pedidos' },
              ]}
            />
            <FilterPeriod list={list} from="de" to="ate" label="Data" />
          </>
        }
        totals="132 orçamentos · R$ 1.234,00"
        empty={<p>Nada</p>}
      />
    </>
  )
}

function show(at = '/budgets') {
  const router = renderPages({ '/budgets': <List /> }, at)
  return () => decodeURIComponent(router.state.location.search)
}

const filters = () => JSON.parse(screen.getByLabelText('filtros').textContent) as Record<string, string>

it('keeps what is chosen and typed in the address, from page 1', async () => {
  const address = show('/budgets?page=3')
  await userEvent.click(screen.getByRole('combobox', { name: 'Tipo' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Pedidos' }))
  expect(address()).toBe('?tipo=Pedido')
  await userEvent.type(screen.getByLabelText('Data: de'), '5/3/2026')
  await waitFor(() => expect(address()).toBe('?tipo=Pedido&de=2026-03-05'))
  await userEvent.tab()
  expect(screen.getByLabelText('Data: de')).toHaveValue('05/03/2026')
})

it('takes no day that is none', async () => {
  const address = show('/budgets?ate=2026-11-20')
  const field = screen.getByLabelText('Data: até')
  expect(field).toHaveValue('20/11/2026')
  await userEvent.clear(field)
  await waitFor(() => expect(address()).toBe(''))
  await userEvent.type(field, '31/02/2026')
  await userEvent.tab()
  expect(field).toBeInvalid()
  await userEvent.type(field, '{Backspace}')
  expect(address()).toBe('')
})

it('takes nonsense in the address for nothing, and any text where it may be one', () => {
  show('/budgets?tipo=Outro&de=31/02/2026&ate=2026-02-31&vendedor=u1')
  expect(filters()).toEqual({ tipo: '', de: '', ate: '', vendedor: 'u1' })
})

it('says what everything found adds up to, and aligns numbers at their end', () => {
  show()
  expect(screen.getByText('132 orçamentos · R$ 1.234,00')).toBeVisible()
  expect(screen.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('data-align', 'right')
  expect(screen.getByRole('cell', { name: '1.234,00' })).toHaveAttribute('data-align', 'right')
})
