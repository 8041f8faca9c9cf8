import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { ActiveCompanyProvider, createQueryClient } from '@/api'
import type { ActiveCompany } from '@/api'
import { toast, UiProvider } from '@/ui'
import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import ProductsImportPage from './products-import-page'

export const boaVista: ActiveCompany = {
  id: 'a',
  razao_social: 'Lajes Boa Vista Ltda',
  nome_fantasia: 'Lajes Boa Vista',
  cnpj: '11222333000181',
  ambiente: 'producao',
  cor: 'barro',
  logo_sistema_url: null,
  certificado_valido_ate: null,
}

export function problem(status: number, code: string, detail: string) {
  return HttpResponse.json({ type: 'about:blank', title: 'Título', status, code, detail, request_id: 'r1' }, { status })
}

/** Answers nothing of its own: each test says what the server has. */
export function startTestServer() {
  const server = setupServer()
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => {
    server.resetHandlers()
    toast.close()
  })
  afterAll(() => server.close())
  return server
}

/** The screen of a company's products at an address. */
export function showImport(query = '') {
  const root = (
    <QueryClientProvider client={createQueryClient()}>
      <ActiveCompanyProvider value={boaVista}>
        <UiProvider>
          <Outlet />
        </UiProvider>
      </ActiveCompanyProvider>
    </QueryClientProvider>
  )
  const path = '/app/products/import'
  const router = createMemoryRouter([{ element: root, children: [{ path, element: <ProductsImportPage /> }] }], {
    initialEntries: [path + query],
  })
  render(<RouterProvider router={router} />)
}
