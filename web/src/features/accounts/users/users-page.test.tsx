import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { pageOf, problem } from '@/testing'
import { rafael, showUsers, startTestServer } from './testing'

const { server, calls, asked } = startTestServer()
const row = (name: RegExp) => screen.findByRole('row', { name })
const dialog = (name: string) => screen.findByRole('dialog', { name })
const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

async function choose(action: string, name = rafael.full_name) {
  await row(new RegExp(name))
  await userEvent.click(screen.getByRole('button', { name: `Mais ações: ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

describe('the list', () => {
  it('shows name, e-mail, the role in its colour and the state', async () => {
    showUsers()
    for (const [name, role, tone] of [
      [/Marina Duarte/, 'admin', 'green'],
      [/Rafael Nogueira/, 'user', 'blue'],
      [/Otávio Lima/, 'contador', 'grey'],
    ] as const) {
      const cells = within(await row(name))
      expect(cells.getByText(role)).toHaveAttribute('data-tone', tone)
      expect(cells.getByText('Ativo')).toBeVisible()
    }
    expect(screen.getByText('rafael@example.com')).toBeVisible()
  })

  it('asks for what is searched and filtered', async () => {
    const asked: string[] = []
    server.use(
      http.get('*/api/users', ({ request }) => {
        asked.push(new URL(request.url).search)
        return pageOf([rafael])
      }),
    )
    showUsers('/app/users?search=rafa&funcao=user&status=inativos&sort=-email&page=2')
    await row(/Rafael/)
    expect(asked).toContain('?search=rafa&role=user&sort=-email&page=2&situacao=inativos')
  })

  it('offers for oneself neither role nor state nor deletion', async () => {
    showUsers()
    const own = within(await row(/Marina/))
    const offered = [...own.getAllByRole('link'), ...own.getAllByRole('button')].map((each) =>
      each.getAttribute('aria-label'),
    )
    expect(offered.filter(Boolean)).toEqual([
      'Ver: Marina Duarte',
      'Gerenciar Empresas: Marina Duarte',
      'Editar: Marina Duarte',
    ])
  })

  it('says when it cannot be loaded', async () => {
    server.use(http.get('*/api/users', () => problem(500, 'internal', 'Algo falhou.')))
    showUsers()
    expect(await screen.findByRole('heading', { name: 'Erro ao carregar usuários' })).toBeVisible()
  })
})

describe('Novo Usuário', () => {
  const open = async () => {
    showUsers()
    await row(/Rafael/)
    await click(/Novo Usuário/)
    return within(await dialog('Novo Usuário'))
  }

  it('creates with the role user unless another is chosen, and goes on to the companies', async () => {
    const form = await open()
    expect(form.getByRole('combobox', { name: /Função/ })).toHaveValue('user')
    await userEvent.type(form.getByRole('textbox', { name: /Nome/ }), 'Rafael Nogueira')
    await userEvent.type(form.getByRole('textbox', { name: /E-mail/ }), 'rafael@example.com')
    await userEvent.type(form.getByLabelText(/Senha/, { selector: 'input' }), 'uma senha boa{Enter}')
    expect(await screen.findByText('Usuário Criado!')).toBeVisible()
    expect(calls[0]?.path).toBe('/api/users')
    expect(calls[0]?.headers.get('Idempotency-Key')).toBeTruthy()
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      full_name: 'Rafael Nogueira',
      email: 'rafael@example.com',
      password: 'uma senha boa',
      role_name: 'user',
    })
    expect(await dialog('Gerenciar Empresas')).toHaveTextContent('Rafael Nogueira')
  })

  it('shows at its field what the server refused', async () => {
    const errors = [{ field: 'email', message: 'Já existe uma conta com este e-mail.' }]
    server.use(http.post('*/api/users', () => problem(422, 'invalid', 'Confira os campos.', { errors })))
    const form = await open()
    await userEvent.type(form.getByRole('textbox', { name: /Nome/ }), 'Rafael')
    await userEvent.click(form.getByRole('button', { name: /Criar Usuário/ }))
    const email = form.getByRole('textbox', { name: /E-mail/ })
    await waitFor(() => expect(email).toHaveFocus())
    expect(email).toHaveAccessibleDescription('Já existe uma conta com este e-mail.')
    expect(form.getByRole('textbox', { name: /Nome/ })).toHaveValue('Rafael')
  })

  it('says with the specified title when it fails otherwise', async () => {
    server.use(http.post('*/api/users', () => problem(503, 'unavailable', 'Tente de novo em instantes.')))
    const form = await open()
    await userEvent.click(form.getByRole('button', { name: /Criar Usuário/ }))
    expect(await screen.findByText('Erro ao criar usuário')).toBeVisible()
    expect(screen.getByText('Tente de novo em instantes.')).toBeVisible()
  })

  it('asks before it is left with something typed', async () => {
    const form = await open()
    await userEvent.type(form.getByRole('textbox', { name: /Nome/ }), 'Ra')
    await userEvent.click(form.getByRole('button', { name: 'Cancelar' }))
    expect(await dialog('Sair sem salvar?')).toBeVisible()
    await click('Continuar editando')
    expect(form.getByRole('textbox', { name: /Nome/ })).toHaveValue('Ra')
  })
})

describe('one user', () => {
  it('is shown under an address of its own', async () => {
    const { search } = showUsers()
    await userEvent.click(await screen.findByRole('link', { name: 'Rafael Nogueira' }))
    expect(await dialog('Usuário')).toHaveTextContent('Lajes Boa Vista Ltda')
    expect(search()).toBe('?usuario=u2')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(search()).toBe(''))
  })

  it('is edited from the version that was read, and the rest of it stays', async () => {
    showUsers()
    await choose('Editar')
    const form = within(await dialog('Editar'))
    const name = await form.findByRole('textbox', { name: /Nome/ })
    await userEvent.type(name, ' Filho')
    await userEvent.click(form.getByRole('button', { name: /Salvar/ }))
    expect(await screen.findByText('Sucesso!')).toBeVisible()
    expect(calls[0]?.headers.get('If-Match')).toBe('"7"')
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      full_name: 'Rafael Nogueira Filho',
      email: 'rafael@example.com',
      role: 'user',
      active: 'S',
    })
  })

  it('edited by two keeps both, and sends the role that the other gave', async () => {
    const current = { ...rafael, full_name: 'Rafael N.', role: 'contador' }
    server.use(
      http.put('*/api/users/:id', ({ request }) =>
        request.headers.get('If-Match') === '"7"'
          ? problem(412, 'stale', 'Outra pessoa salvou.', { current }, { ETag: '"8"' })
          : HttpResponse.json(rafael),
      ),
    )
    showUsers()
    await choose('Editar')
    const form = within(await dialog('Editar'))
    await userEvent.type(await form.findByRole('textbox', { name: /E-mail/ }), '.br')
    await userEvent.click(form.getByRole('button', { name: /Salvar/ }))
    await userEvent.click(await form.findByRole('button', { name: 'Comparar' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Usar as escolhas' }))
    await userEvent.click(form.getByRole('button', { name: /Salvar/ }))
    expect(await screen.findByText('Sucesso!')).toBeVisible()
    expect(calls[1]?.headers.get('If-Match')).toBe('"8"')
    expect(JSON.parse(calls[1]?.body ?? '')).toEqual({
      full_name: 'Rafael N.',
      email: 'rafael@example.com.br',
      role: 'contador',
      active: 'S',
    })
  })

  it('gets another role', async () => {
    showUsers()
    await choose('Editar Permissões')
    const form = within(await dialog('Editar Permissões'))
    await userEvent.click(await form.findByRole('combobox', { name: /Função/ }))
    await userEvent.click(await form.findByRole('option', { name: 'admin' }))
    await userEvent.click(form.getByRole('button', { name: /Salvar/ }))
    expect(await screen.findByText('Permissões atualizadas com sucesso.')).toBeVisible()
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ role: 'admin', full_name: 'Rafael Nogueira' })
  })

  it('gets a new password', async () => {
    showUsers()
    await choose('Redefinir senha')
    const form = within(await dialog('Redefinir senha'))
    await userEvent.type(form.getByLabelText(/Nova senha/, { selector: 'input' }), 'outra senha boa')
    await userEvent.click(form.getByRole('button', { name: /Redefinir senha/ }))
    expect(await screen.findByText('Senha redefinida.')).toBeVisible()
    expect(calls.map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
      'PUT /api/users/u2/password {"password":"outra senha boa"}',
    ])
  })

  it('is deactivated after asking, and reactivated by the way back', async () => {
    let active = 'S'
    server.use(
      http.get('*/api/users/:id', () => HttpResponse.json({ ...rafael, active }, { headers: { ETag: '"7"' } })),
      http.put('*/api/users/:id', async ({ request }) => {
        active = ((await request.json()) as { active: string }).active
        return HttpResponse.json(rafael)
      }),
    )
    showUsers()
    await choose('Desativar')
    await click('Desativar usuário')
    expect(await screen.findByText('Usuário desativado.')).toBeVisible()
    expect(active).toBe('N')
    await click('Desfazer')
    expect(await screen.findByText('Usuário reativado.')).toBeVisible()
    expect(active).toBe('S')
  })

  it('is deleted after the word is typed, and why not is told', async () => {
    server.use(http.delete('*/api/users/:id', () => problem(422, 'invalid', 'É o último administrador ativo.')))
    showUsers()
    await row(/Rafael/)
    await click('Excluir: Rafael Nogueira')
    await userEvent.type(await screen.findByLabelText(/digite EXCLUIR/), 'EXCLUIR{Enter}')
    expect(await screen.findByText('Erro ao excluir')).toBeVisible()
    expect(screen.getByText('É o último administrador ativo.')).toBeVisible()
    server.resetHandlers()
    await click('Excluir: Rafael Nogueira')
    await userEvent.type(await screen.findByLabelText(/digite EXCLUIR/), 'EXCLUIR{Enter}')
    expect(await screen.findByText('Usuário excluído.')).toBeVisible()
    expect(calls.at(-1)?.headers.get('If-Match')).toBe('"7"')
  })
})

describe('the audit log', () => {
  const purposes = () => asked.filter(({ path }) => path === '/api/users/u2').map(({ query }) => query.purpose)
  const open = async () => {
    await userEvent.click(await screen.findByRole('link', { name: 'Ver: Rafael Nogueira' }))
    return within(await dialog('Usuário')).findByText('rafael@example.com')
  }

  it('notes each opening of a user, and no reading again while it is open', async () => {
    const { client } = showUsers()
    await open()
    expect(purposes()).toEqual(['view'])
    await client.invalidateQueries({ queryKey: ['users'] })
    expect(purposes()).toEqual(['view', 'refresh'])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await open()
    expect(purposes()).toEqual(['view', 'refresh', 'view'])
  })

  it('is spared the reading before a change', async () => {
    showUsers()
    await choose('Desativar')
    await click('Desativar usuário')
    expect(await screen.findByText('Usuário desativado.')).toBeVisible()
    expect(purposes()).toEqual(['refresh'])
  })
})
