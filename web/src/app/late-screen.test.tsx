import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { UiProvider } from '@/ui'
import { LateScreen } from './late-screen'

const load = vi.fn<() => Promise<{ default: () => React.JSX.Element }>>()
const reload = vi.fn()

function show() {
  const element = (
    <UiProvider>
      <LateScreen load={load} reload={reload} />
    </UiProvider>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/app/products'] })
  render(<RouterProvider router={router} />)
}

it('says that there is no connection, under the title of the screen, and shows the screen when it comes', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  load.mockResolvedValue({ default: () => <p>Aqui estão os produtos</p> })
  show()
  expect(await screen.findByRole('heading', { name: 'Esta tela ainda não abriu' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Produtos' })).toBeVisible()
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('Aqui estão os produtos')).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
})

it('reloads the page once when the server is there and the file is gone', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('ok')))
  load.mockReset().mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  show()
  expect(await screen.findByRole('heading', { name: 'O Balcão foi atualizado' })).toBeVisible()
  expect(reload).toHaveBeenCalledOnce()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  expect(reload).toHaveBeenCalledOnce()
})
