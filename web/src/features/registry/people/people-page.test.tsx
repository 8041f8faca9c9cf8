import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { pageOf, problem } from '@/testing'
import { counted, ipe, jose, showPeople, startTestServer } from './testing'

const { server, calls, asked } = startTestServer()
const row = () => screen.findByRole('link', { name: jose.razao_social })
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

describe('the list', () => {
  it('shows type, name, document and city', async () => {
    server.use(
      http.get('*/api/people', () => pageOf([jose, ipe, { ...jose, id: 'p3', pessoa_tipo: 9, razao_social: 'Outro' }])),
    )
    showPeople('/app/people')
    await row()
    const table = within(screen.getByRole('table', { name: 'Pessoas' }))
    for (const text of ['Pessoa Física', 'Pessoa Jurídica', 'Desconhecido', '12.345.678/0001-95'])
      expect(table.getByText(text)).toBeVisible()
    expect(screen.getAllByText('São José do Rio Preto/SP')).toHaveLength(3)
    expect(await screen.findByRole('button', { name: 'Exportar 2 pessoas' })).toBeVisible()
  })

  it.each(['', '/new', '/p1/edit'])(
    '%s asks nothing of the server for somebody without a company, and says why',
    (at) => {
      showPeople(`/app/people${at}`, undefined, null)
      expect(screen.getByRole('heading', { name: 'Nenhuma Empresa Ativa' })).toBeVisible()
      expect(screen.getByText(/você precisa de acesso a uma empresa/)).toBeVisible()
      expect(asked).toEqual([])
    },
  )

  it('says when it cannot be loaded', async () => {
    server.use(http.get('*/api/people', () => problem(500, 'internal', 'Algo falhou.')))
    showPeople('/app/people')
    expect(await screen.findByRole('heading', { name: 'Erro ao carregar pessoas' })).toBeVisible()
  })

  it('invites to the first person and to a spreadsheet', async () => {
    server.use(
      http.get('*/api/people', () => pageOf([])),
      http.get('*/api/people/count', () => counted(0)),
    )
    showPeople('/app/people')
    expect(await screen.findByRole('link', { name: /Cadastrar a primeira/ })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Importar planilha' })).toHaveAttribute('href', '/app/people/import')
  })
})

describe('deleting', () => {
  const startDeleting = async () => {
    showPeople('/app/people')
    await row()
    await press(`Excluir: ${jose.razao_social}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Excluir pessoa' }))
  }

  it('can be undone', async () => {
    await startDeleting()
    expect(await screen.findByText('Pessoa excluída!')).toBeVisible()
    await press('Desfazer')
    expect(await screen.findByText('Pessoa restaurada.')).toBeVisible()
    expect(calls.map(({ path }) => path)).toEqual(['/api/people/p1', '/api/people/p1/restore'])
  })

  it('explains why somebody with budgets stays, and deactivates instead', async () => {
    server.use(http.delete('*/api/people/:pid', () => problem(422, 'invalid', 'Esta pessoa tem orçamentos (2).')))
    await startDeleting()
    expect(await screen.findByRole('dialog', { name: /não pode ser excluída/ })).toHaveTextContent('tem orçamentos (2)')
    await press('Desativar pessoa')
    expect(await screen.findByText('Pessoa desativada.')).toBeVisible()
    expect(JSON.parse(calls.at(-1)?.body ?? '')).toEqual({ action: 'deactivate', ids: ['p1'] })
  })
})
