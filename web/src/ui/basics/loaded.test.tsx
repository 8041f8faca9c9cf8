import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderPages } from '../test-page'
import { Loaded } from './loaded'

const refetch = vi.fn()
const missing = { title: 'Pessoa não encontrada', text: 'Ela foi excluída.', back: 'Voltar', backTo: '/people' }

function show(query: { data?: string; error?: Error }) {
  const loaded = (
    <Loaded
      query={{ data: query.data, error: query.error ?? null, refetch }}
      loading="Carregando a pessoa…"
      failed="Erro ao abrir"
      missing={missing}
    >
      {(name) => <p>{name}</p>}
    </Loaded>
  )
  renderPages({ '/': loaded, '/people': <p>a lista</p> })
}

it('waits, then shows what came', () => {
  show({})
  expect(screen.getByText('Carregando a pessoa…')).toBeInTheDocument()
  show({ data: 'Ana' })
  expect(screen.getByText('Ana')).toBeVisible()
})

it('tells why it failed, and tries again', async () => {
  show({ error: new Error('Sem resposta.') })
  expect(screen.getByRole('heading', { name: 'Erro ao abrir' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('keeps what it has when only the refreshing failed, and tells of it', () => {
  show({ data: 'Ana', error: new Error('Sem resposta.') })
  expect(screen.getByText('Ana')).toBeVisible()
  expect(screen.getByText('Sem resposta.')).toBeVisible()
})

it('leads back to the list from what does not exist', async () => {
  show({ error: Object.assign(new Error('Registro não encontrado.'), { isMissing: true }) })
  expect(screen.getByRole('heading', { name: missing.title })).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Voltar' }))
  expect(screen.getByText('a lista')).toBeVisible()
})
