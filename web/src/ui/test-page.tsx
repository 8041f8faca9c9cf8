import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { UiProvider } from './theme/ui-provider'

/** Renders screens by path inside what ui needs around it. Gives the router, whose state tells the address. */
export function renderPages(pages: Record<string, ReactNode>, at = Object.keys(pages)[0] ?? '/') {
  const root = (
    <UiProvider>
      <Outlet />
    </UiProvider>
  )
  const children = Object.entries(pages).map(([path, element]) => ({ path, element }))
  const router = createMemoryRouter([{ element: root, children }], { initialEntries: [at] })
  render(<RouterProvider router={router} />)
  return router
}
