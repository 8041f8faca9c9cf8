import { QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { createQueryClient } from '@/api'
import type { Version } from '@/api'
import { formatDateTime } from '@/ui'
import { renderPages } from '@/ui/test-page'
import { pageOf, startServer } from '@/testing'
import VersionsPage from './versions-page'

const first: Version = {
  id: 'v1',
  version: '1.0.0',
  created_at: '2026-11-20T15:42:00Z',
  commit_hash: '0123456789abcdef0123456789abcdef01234567',
  description: null,
}
const second: Version = { ...first, id: 'v2', version: '1.1.0', commit_hash: null, description: 'Usuários e logs.' }

const { server } = startServer(http.get('*/api/versions', () => pageOf([second, first])))

const show = () =>
  renderPages({
    '/app/versions': (
      <QueryClientProvider client={createQueryClient()}>
        <VersionsPage />
      </QueryClientProvider>
    ),
  })

it('shows version, date with time, and hash', async () => {
  show()
  const row = await screen.findByRole('row', { name: /1\.0\.0/ })
  expect(row).toHaveTextContent(formatDateTime(first.created_at))
  expect(formatDateTime(first.created_at)).toMatch(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/)
  expect(within(row).getByText('0123456789')).toBeVisible()
  expect(screen.getByText('Exibindo 1-2 de 2 registros')).toBeVisible()
})

it('tells in a dialog what a version brought, or that nobody wrote it down', async () => {
  const user = userEvent.setup()
  show()
  await user.click(await screen.findByRole('button', { name: 'Ver detalhes da versão 1.1.0' }))
  expect(await screen.findByRole('dialog', { name: 'Versão 1.1.0' })).toHaveTextContent('Usuários e logs.')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Ver detalhes da versão 1.0.0' }))
  const dialog = await screen.findByRole('dialog', { name: 'Versão 1.0.0' })
  expect(dialog).toHaveTextContent('Nenhuma descrição fornecida.')
  expect(dialog).toHaveTextContent(first.commit_hash ?? '')
})

it('says when they cannot be loaded', async () => {
  server.use(
    http.get('*/api/versions', () =>
      HttpResponse.json({ title: 'Título', status: 500, code: 'internal', detail: 'Não deu certo.' }, { status: 500 }),
    ),
  )
  show()
  expect(await screen.findByRole('heading', { name: 'Erro ao carregar versões' })).toBeVisible()
})
