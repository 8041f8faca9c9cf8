import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountSession, User } from '@/api'
import { done, problem, showScreens, startServer, tagged } from '@/testing'
import AccountPage from './account-page'

const marina: User = {
  id: 'u1',
  full_name: 'Marina Duarte',
  email: 'marina@example.com',
  role: 'user',
  active: 'S',
  created_at: '2026-11-01T12:00:00Z',
  last_sign_in_at: '2026-11-21T12:00:00Z',
  is_self: true,
  default_company: { id: 'a', razao_social: 'Lajes Boa Vista Ltda' },
}
const here: AccountSession = {
  id: 's1',
  device: 'Chrome no Windows',
  created_at: '2026-11-20T12:00:00Z',
  last_used_at: new Date().toISOString(),
  current: true,
}
const phone: AccountSession = {
  ...here,
  id: 's2',
  device: 'Safari no iPhone',
  last_used_at: new Date(Date.now() - 150_000).toISOString(),
  current: false,
}

let factor = { on_since: null as string | null, recovery_codes_left: 0, required: false }
beforeEach(() => {
  factor = { on_since: null, recovery_codes_left: 0, required: false }
})

const { server, calls } = startServer(
  http.get('*/api/account', () => tagged(marina, '"3"')),
  http.put('*/api/account', () => tagged({ ...marina, full_name: 'Marina D.' }, '"4"')),
  http.put('*/api/account/password', done),
  http.get('*/api/account/second-factor', () => HttpResponse.json(factor)),
  http.get('*/api/account/sessions', () => HttpResponse.json({ items: [here, phone] })),
  http.delete('*/api/account/sessions', done),
  http.delete('*/api/account/sessions/:sid', done),
)
const lines = () => calls.map(({ method, path, body }) => `${method} ${path}${body && ` ${body}`}`)

async function show() {
  showScreens('/app/account', [{ path: '*', element: <AccountPage /> }])
  await screen.findByRole('textbox', { name: /^Nome/ })
}

const name = () => screen.getByRole('textbox', { name: /^Nome/ })
const click = (label: string) => userEvent.click(screen.getByRole('button', { name: label }))

describe('the name', () => {
  it('is one’s own to change', async () => {
    await show()
    expect(screen.getByText('Lajes Boa Vista Ltda')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Salvar nome' })).toBeDisabled()
    await userEvent.clear(name())
    await userEvent.type(name(), 'Marina D.{Enter}')
    expect(await screen.findByText('Nome atualizado com sucesso.')).toBeVisible()
    expect(lines()).toEqual(['PUT /api/account {"full_name":"Marina D."}'])
    expect(calls[0]?.headers.get('If-Match')).toBe('"3"')
  })

  it('changed by an admin meanwhile is told, and saving again is a choice', async () => {
    const current = { ...marina, full_name: 'Marina Duarte Lima' }
    server.use(http.put('*/api/account', () => problem(412, 'stale', 'Mudou.', { current }, { ETag: '"9"' })))
    await show()
    await userEvent.type(name(), ' X{Enter}')
    expect(await screen.findByText(/mudar seu nome para Marina Duarte Lima/)).toBeVisible()
    expect(name()).toHaveValue('Marina Duarte X')
    await click('Salvar nome')
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls[1]?.headers.get('If-Match')).toBe('"9"')
  })
})

describe('the password', () => {
  const current = () => screen.getByLabelText(/Senha atual/, { selector: 'input' })
  const next = () => screen.getByLabelText(/Nova senha/, { selector: 'input' })

  it('is changed by who knows the old one', async () => {
    await show()
    await userEvent.type(current(), 'a de antes')
    await userEvent.type(next(), 'uma senha nova{Enter}')
    expect(await screen.findByText('Senha trocada.')).toBeVisible()
    expect(lines()[0]).toBe('PUT /api/account/password {"current_password":"a de antes","password":"uma senha nova"}')
    expect(current()).toHaveValue('')
    expect(next()).toHaveValue('')
  })

  it('stays when the old one is wrong', async () => {
    const errors = [{ field: 'current_password', message: 'A senha atual não confere.' }]
    server.use(http.put('*/api/account/password', () => problem(422, 'invalid', 'Confira.', { errors })))
    await show()
    await userEvent.type(current(), 'outra')
    await userEvent.type(next(), 'uma senha nova{Enter}')
    await waitFor(() => expect(current()).toHaveAccessibleDescription('A senha atual não confere.'))
    expect(current()).toHaveFocus()
    expect(next()).toHaveValue('uma senha nova')
  })
})

describe('the second factor', () => {
  const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const [first, second] = ['K7QF-M2XD-9PLH-W3TC', 'AAAA-BBBB-CCCC-DDDD'] as const
  const codes = [first, second]
  const on = () => {
    factor = { on_since: '2026-11-24T12:00:00Z', recovery_codes_left: 1, required: false }
  }

  it('is set up with a QR code or the typed key, proved by a first code, and shows the recovery codes once', async () => {
    server.use(
      http.post('*/api/account/second-factor', () => HttpResponse.json({ secret: SECRET })),
      http.put('*/api/account/second-factor', async ({ request }) => {
        const { code } = (await request.json()) as { code: string }
        const errors = [{ field: 'code', message: 'O código não confere.' }]
        if (code !== '111222') return problem(422, 'invalid', 'Confira.', { errors })
        on()
        return HttpResponse.json({ recovery_codes: codes })
      }),
    )
    await show()
    expect(await screen.findByText(/^Desligada\./)).toBeVisible()
    await click('Ligar')
    expect(await screen.findByRole('img', { name: 'Código para o aplicativo autenticador' })).toBeVisible()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
    const code = screen.getByRole('textbox', { name: /Código que o aplicativo mostra/ })
    expect(code).toHaveFocus()
    await userEvent.keyboard('999999{Enter}')
    expect(await screen.findByText('O código não confere.')).toBeVisible()
    expect(code).toHaveFocus()
    await userEvent.clear(code)
    await userEvent.keyboard('111222{Enter}')
    const list = await screen.findByRole('list', { name: 'Códigos de recuperação' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(codes)
    await click('Já guardei')
    expect(await screen.findByText(/^Ligada desde .* Resta 1 código de recuperação\.$/)).toBeVisible()
    expect(screen.queryByText(first)).not.toBeInTheDocument()
  })

  it('is left as it was when the password was not given again', async () => {
    server.use(http.post('*/api/account/second-factor', () => problem(403, 'senha_necessaria', 'Digite a senha.')))
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Ligar' }))
    expect(await screen.findByText('Digite a senha.')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Ligar' })).toBeVisible()
  })

  it('gets new recovery codes and is turned off after asking', async () => {
    on()
    server.use(
      http.post('*/api/account/second-factor/recovery-codes', () => HttpResponse.json({ recovery_codes: codes })),
      http.delete('*/api/account/second-factor', () => {
        factor = { ...factor, on_since: null }
        return done()
      }),
    )
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Novos códigos de recuperação' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Fazer novos' }))
    expect(await screen.findByText(second)).toBeVisible()
    await click('Já guardei')
    await userEvent.click(await screen.findByRole('button', { name: 'Desligar' }))
    const question = within(await screen.findByRole('dialog', { name: 'Desligar a verificação em duas etapas' }))
    await userEvent.click(question.getByRole('button', { name: 'Desligar' }))
    expect(await screen.findByText('A verificação em duas etapas foi desligada.')).toBeVisible()
    expect(await screen.findByText(/^Desligada\./)).toBeVisible()
  })
})

describe('the sessions', () => {
  it('are shown with device and last use, this one marked', async () => {
    await show()
    const row = async (device: string) => {
      const found = (await screen.findByText(device)).closest('li')
      if (!found) throw new Error(`${device} is in no row`)
      return within(found)
    }
    expect((await row('Chrome no Windows')).getByText('Este aparelho')).toBeVisible()
    expect((await row('Safari no iPhone')).getByText(/Último uso há 2 minutos/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Sair: Chrome no Windows' })).not.toBeInTheDocument()
  })

  it('end one by one', async () => {
    await show()
    await screen.findByText('Safari no iPhone')
    server.use(http.get('*/api/account/sessions', () => HttpResponse.json({ items: [here] })))
    await click('Sair: Safari no iPhone')
    expect(await screen.findByText('Sessão encerrada.')).toBeVisible()
    expect(lines()[0]).toBe('DELETE /api/account/sessions/s2')
    expect(await screen.findByText('Sua conta só está aberta aqui.')).toBeVisible()
  })

  it('end all but this one after asking', async () => {
    await show()
    await screen.findByText('Safari no iPhone')
    await click('Sair dos outros aparelhos')
    const question = within(await screen.findByRole('dialog', { name: 'Sair dos outros aparelhos' }))
    await userEvent.click(question.getByRole('button', { name: 'Sair dos outros aparelhos' }))
    expect(await screen.findByText('Os outros aparelhos saíram.')).toBeVisible()
    expect(lines()[0]).toBe('DELETE /api/account/sessions')
  })
})

it('says when it cannot be read', async () => {
  server.use(http.get('*/api/account', () => problem(500, 'internal', 'Quebrou.')))
  showScreens('/app/account', [{ path: '*', element: <AccountPage /> }])
  expect(await screen.findByRole('heading', { name: 'Erro ao carregar dados' })).toBeVisible()
  expect(screen.getByRole('radiogroup', { name: 'Tema' })).toBeVisible()
})
