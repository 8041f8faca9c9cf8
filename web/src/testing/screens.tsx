import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import type { RouteObject } from 'react-router'
import { ActiveCompanyProvider, createQueryClient, SessionProvider } from '@/api'
import type { ActiveCompany, Session } from '@/api'
import { UiProvider } from '@/ui'
import { marina, recusado } from './people'

type Who = { role?: Session['role']; company?: ActiveCompany | null; user?: Session['user'] }

/** Screens at an address, for Marina in this role and company. Gives the cache too, to make what it holds old. */
export function showScreens(
  at: string,
  children: RouteObject[],
  { role = 'user', company = null, user = marina.user }: Who = {},
) {
  const client = createQueryClient()
  const root = (
    <QueryClientProvider client={client}>
      <SessionProvider
        value={{
          ...{ ...marina, user, role, active_company: company, default_company_id: null },
          ...(role !== 'admin' && { recusado }),
        }}
      >
        <UiProvider>
          <Outlet />
        </UiProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
  const router = createMemoryRouter([{ element: root, children }], { initialEntries: [at] })
  const inCompany = (active: ActiveCompany | null) => (
    <ActiveCompanyProvider value={active}>
      <RouterProvider router={router} />
    </ActiveCompanyProvider>
  )
  const { rerender } = render(inCompany(company))
  return {
    client,
    /** Makes another company the active one, as the switcher does: the screen stays. */
    switchTo: (active: ActiveCompany | null) => rerender(inCompany(active)),
    path: () => router.state.location.pathname,
    search: () => router.state.location.search,
    hash: () => router.state.location.hash,
    address: () => router.state.location.pathname + router.state.location.search,
  }
}
