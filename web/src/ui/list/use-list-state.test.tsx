import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { describe, expect, it } from 'vitest'
import { useListState } from './use-list-state'

function atList(start = '/lista') {
  let inside: () => ReactNode = () => null
  const Page = () => inside()
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], {
    initialEntries: ['/', start],
    initialIndex: 1,
  })
  const { result } = renderHook(
    () => ({
      list: useListState({ defaultSort: 'nome', sortable: ['nome'], filters: { de: 'date', ate: 'date' } }),
      address: useLocation().search,
    }),
    {
      wrapper: ({ children }) => {
        inside = () => children
        return <RouterProvider router={router} />
      },
    },
  )
  return { result, router }
}

/** What is done, and the page drawn with it. */
const settled = (run: () => unknown) => act(() => Promise.resolve(run()))

describe('changes that come before the page shows the one before', () => {
  it('add up', async () => {
    const { result } = atList()
    await settled(() => {
      const { list } = result.current
      list.setFilter('de', '2026-10-05')
      list.setFilter('ate', '2026-10-31')
      list.setSearch('ana')
    })
    expect(result.current.address).toBe('?de=2026-10-05&ate=2026-10-31&search=ana')
  })

  it('so does the search that waited for the end of typing', async () => {
    const { result } = atList()
    const early = result.current.list
    await settled(() => early.setFilter('de', '2026-10-05'))
    await settled(() => early.setSearch('ana'))
    expect(result.current.address).toBe('?de=2026-10-05&search=ana')
  })

  it('are forgotten by going back', async () => {
    const { result, router } = atList('/lista?search=ana')
    await settled(() => result.current.list.setFilter('de', '2026-10-05'))
    await settled(() => router.navigate(-1))
    await settled(() => result.current.list.setFilter('ate', '2026-10-31'))
    expect(result.current.address).toBe('?search=ana&ate=2026-10-31')
  })
})
