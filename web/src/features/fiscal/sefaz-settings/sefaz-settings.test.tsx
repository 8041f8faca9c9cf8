import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { expectSummaryInFormOrder, problem, tagged } from '@/testing'
import { connectionTest, MASK, settings, showSettings, startTestServer } from './testing'

const { server, calls, sent } = startTestServer()
const field = (name: RegExp | string) => screen.getByRole('textbox', { name })
const csc = () => field(/^CSC/)
const card = (name: string) => screen.getByRole('radio', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: /^Salvar Configurações/ }))
const ready = () => screen.findByRole('textbox', { name: /^Série/ })

async function retype(name: RegExp, text: string) {
  await userEvent.clear(field(name))
  await userEvent.type(field(name), text)
}

describe('the settings', () => {
  it('need a company', () => {
    showSettings('page without company')
    expect(screen.getByRole('heading', { name: 'Nenhuma Empresa Selecionada' })).toBeVisible()
  })

  it('show what is in use, with the CSC masked', async () => {
    showSettings()
    await ready()
    expect(screen.getByText('Configurado')).toBeVisible()
    expect(card('Homologação')).toBeChecked()
    expect(field(/^Série/)).toHaveValue('1')
    expect(field(/^Próximo número/)).toHaveValue('37')
    expect(field(/^Próximo número/)).toHaveAccessibleDescription('Último número usado: 36.')
    expect(field(/^ID do CSC/)).toHaveValue('000001')
    expect(csc()).toHaveValue(MASK)
  })

  it('are Pendente until they are set', async () => {
    server.use(http.get('*/sefaz-settings', () => tagged({ ...settings, configured: false }, '"0"')))
    showSettings()
    expect(await screen.findByText('Pendente')).toBeVisible()
  })

  it('say when they cannot be read', async () => {
    server.use(http.get('*/sefaz-settings', () => problem(500, 'internal', 'Quebrou.')))
    showSettings()
    expect(await screen.findByRole('heading', { name: 'Erro ao buscar dados' })).toBeVisible()
    expect(screen.getAllByText('Não foi possível carregar as configurações da SEFAZ.')).toHaveLength(1)
  })

  it('tell all that is missing in the order of the form, the CSC before its id', async () => {
    const errors = ['csc_id', 'csc', 'numero_inicial', 'serie'].map((name) => ({ field: name, message: 'Preencha.' }))
    server.use(http.put('*/sefaz-settings', () => problem(422, 'invalid', 'Confira os campos.', { errors })))
    showSettings()
    await ready()
    await save()
    await expectSummaryInFormOrder(['Série', 'Próximo número', 'CSC', 'ID do CSC'])
  })

  it('are saved with the number that was seen and without a CSC that was not touched', async () => {
    showSettings()
    await ready()
    await retype(/^Próximo número/, '40')
    await save()
    expect(await screen.findByText('Configurações Salvas!')).toBeVisible()
    expect(calls[0]?.headers.get('If-Match')).toBe('"7"')
    expect(sent(0)).toEqual({
      ambiente: 'homologacao',
      destino: 'sefaz',
      serie: 1,
      numero_inicial: 40,
      proximo_lido: 37,
      csc: null,
      csc_id: '000001',
    })
    // The form goes on from what was saved.
    expect(field(/^Próximo número/)).toHaveValue('37')
    await retype(/^ID do CSC/, '2')
    await save()
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls[1]?.headers.get('If-Match')).toBe('"8"')
  })

  it('show the number of another series, and 1 for a new one', async () => {
    showSettings()
    await ready()
    await retype(/^Série/, '2')
    expect(field(/^Próximo número/)).toHaveValue('500')
    await save()
    await waitFor(() => expect(sent(0)).toMatchObject({ serie: 2, numero_inicial: 500, proximo_lido: 500 }))
    await retype(/^Série/, '9')
    expect(field(/^Próximo número/)).toHaveValue('1')
    await save()
    await waitFor(() => expect(sent(1)).toMatchObject({ serie: 9, numero_inicial: 1, proximo_lido: null }))
  })

  it('tell who has a series that receipts must not have to change it', async () => {
    const old = { ...settings, homologacao: { ...settings.homologacao, serie: 950 } }
    server.use(http.get('*/sefaz-settings', () => tagged(old, '"7"')))
    showSettings()
    await ready()
    expect(screen.getByText(/A série 950 não vale para NFC-e/)).toBeVisible()
    await retype(/^Série/, '889')
    expect(screen.queryByText(/não vale para NFC-e/)).toBeNull()
  })

  it('take a new CSC in place of the mask, and the mask back when it is emptied', async () => {
    showSettings()
    await ready()
    await userEvent.type(csc(), '0123456789ABCDEF')
    expect(csc()).toHaveValue('0123456789ABCDEF')
    await userEvent.clear(csc())
    await userEvent.tab()
    expect(csc()).toHaveValue(MASK)
    await userEvent.type(csc(), '0123456789ABCDEF')
    await save()
    await waitFor(() => expect(sent(0)?.csc).toBe('0123456789ABCDEF'))
    expect(JSON.stringify(sessionStorage)).not.toContain('0123456789ABCDEF')
  })

  it('send the test notes to the simulator when asked to', async () => {
    showSettings()
    await ready()
    await userEvent.click(screen.getByRole('radio', { name: 'Simulador' }))
    await save()
    await waitFor(() => expect(sent(0)?.destino).toBe('simulador'))
  })

  it('offer no simulator where there is none', async () => {
    server.use(http.get('*/sefaz-settings', () => tagged({ ...settings, simulador_disponivel: false }, '"7"')))
    showSettings()
    await ready()
    expect(screen.queryByRole('radio', { name: 'Simulador' })).not.toBeInTheDocument()
  })

  it('show at its field what the server refused, and next time send the number as it is by now', async () => {
    const message = 'O próximo número agora é 41. Confira e salve de novo.'
    server.use(
      http.put('*/sefaz-settings', () =>
        problem(422, 'invalid', 'Confira os campos.', { errors: [{ field: 'numero_inicial', message }] }),
      ),
    )
    showSettings()
    await ready()
    const { homologacao } = settings
    const moved = { ...homologacao, series: [{ modelo: 65, serie: 1, numero_inicial: 41, ultimo_usado: 40 }] }
    server.use(http.get('*/sefaz-settings', () => tagged({ ...settings, homologacao: moved }, '"7"')))
    await retype(/^Próximo número/, '50')
    await save()
    await waitFor(() => expect(field(/^Próximo número/)).toHaveAccessibleDescription(message))
    expect(field(/^Próximo número/)).toHaveValue('50')
    await save()
    await waitFor(() => expect(sent(1)).toMatchObject({ numero_inicial: 50, proximo_lido: 41 }))
  })

  it('tell with the specified words when saving fails otherwise', async () => {
    server.use(http.put('*/sefaz-settings', () => problem(503, 'unavailable', 'Tente de novo.')))
    showSettings()
    await ready()
    await save()
    expect(await screen.findByText('Erro ao salvar')).toBeVisible()
    expect(screen.getByText('Não foi possível salvar as configurações: Tente de novo.')).toBeVisible()
  })

  it('meet what somebody else saved', async () => {
    const current = { ...settings, homologacao: { ...settings.homologacao, csc_id: '000009' } }
    server.use(
      http.put('*/sefaz-settings', ({ request }) =>
        request.headers.get('If-Match') === '"7"'
          ? problem(412, 'stale', 'Outra pessoa salvou.', { current }, { ETag: '"9"' })
          : tagged(current, '"10"'),
      ),
    )
    showSettings()
    await ready()
    await retype(/^Próximo número/, '40')
    await save()
    await userEvent.click(await screen.findByRole('button', { name: 'Comparar' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Usar as escolhas' }))
    await save()
    await waitFor(() => expect(sent(1)).toMatchObject({ numero_inicial: 40, csc_id: '000009' }))
    expect(calls[1]?.headers.get('If-Match')).toBe('"9"')
  })
})

describe('produção', () => {
  it('is turned on by an admin who was shown company, CNPJ, series and number', async () => {
    server.use(http.put('*/sefaz-settings', () => tagged({ ...settings, ambiente: 'producao' }, '"8"')))
    showSettings()
    await ready()
    await retype(/^Próximo número/, '45')
    await userEvent.click(card('Produção'))
    expect(field(/^Próximo número/)).toHaveValue('1')
    expect(csc()).toHaveValue('')
    await retype(/^Próximo número/, '1200')
    await userEvent.type(field(/^ID do CSC/), '1')
    await userEvent.type(csc(), '0123456789ABCDEF')
    await save()
    const question = within(await screen.findByRole('dialog', { name: 'Ligar produção' }))
    for (const fact of ['Lajes Boa Vista Ltda', '11.222.333/0001-81', '1', '1.200'])
      expect(question.getByText(fact)).toBeVisible()
    await userEvent.click(question.getByRole('button', { name: 'Continuar em homologação' }))
    expect(calls).toEqual([])
    // What was typed for homologação is still there, and what was typed for produção too.
    await userEvent.click(card('Homologação'))
    expect(field(/^Próximo número/)).toHaveValue('45')
    await userEvent.click(card('Produção'))
    expect(field(/^Próximo número/)).toHaveValue('1200')
    await save()
    await userEvent.click(await screen.findByRole('button', { name: 'Ligar produção' }))
    expect(await screen.findByText('Em uso: produção, com valor fiscal.')).toBeVisible()
    expect(sent(0)).toEqual({
      ambiente: 'producao',
      destino: null,
      serie: 1,
      numero_inicial: 1200,
      proximo_lido: null,
      csc: '0123456789ABCDEF',
      csc_id: '1',
    })
  })

  it('is not for others, and they are told', async () => {
    showSettings('page', 'user')
    await ready()
    expect(card('Produção')).toBeDisabled()
    expect(card('Produção')).toHaveAccessibleDescription('Valor fiscal. Só um administrador liga a produção.')
    expect(screen.queryByRole('button', { name: 'Revelar CSC' })).not.toBeInTheDocument()
    await save()
    expect(await screen.findByText('Configurações Salvas!')).toBeVisible()
  })

  it('once on is an admin’s alone', async () => {
    server.use(http.get('*/sefaz-settings', () => tagged({ ...settings, ambiente: 'producao' }, '"7"')))
    showSettings('page', 'user')
    await ready()
    expect(screen.getByText('Esta empresa está em produção')).toBeVisible()
    expect(field(/^Série/)).toBeDisabled()
    expect(screen.queryByRole('button', { name: /^Salvar Configurações/ })).not.toBeInTheDocument()
  })
})

describe('the CSC', () => {
  const open = async () => {
    showSettings()
    await ready()
    await userEvent.click(screen.getByRole('button', { name: 'Revelar CSC' }))
    return within(await screen.findByRole('dialog', { name: 'Revelar CSC' }))
  }

  it('is revealed to who gives the password', async () => {
    server.use(http.post('*/sefaz-settings/reveal', () => HttpResponse.json({ csc: '0123456789ABCDEF7F2A' })))
    const dialog = await open()
    await userEvent.type(dialog.getByLabelText(/Sua senha/, { selector: 'input' }), 'minha senha{Enter}')
    expect(await dialog.findByRole('textbox', { name: 'CSC de homologação' })).toHaveValue('0123456789ABCDEF7F2A')
    expect(sent(0)).toEqual({ ambiente: 'homologacao', password: 'minha senha' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(csc()).toHaveValue(MASK)
  })

  it('stays hidden from a wrong password', async () => {
    const errors = [{ field: 'password', message: 'Senha incorreta.' }]
    server.use(http.post('*/sefaz-settings/reveal', () => problem(422, 'invalid', 'Confira.', { errors })))
    const dialog = await open()
    const password = dialog.getByLabelText(/Sua senha/, { selector: 'input' })
    await userEvent.type(password, 'outra{Enter}')
    await waitFor(() => expect(password).toHaveAccessibleDescription('Senha incorreta.'))
  })
})

describe('the connection test', () => {
  const panel = () => within(screen.getByRole('region', { name: 'Status dos Serviços' }))
  const test = async () => {
    showSettings()
    await ready()
    await userEvent.click(screen.getByRole('button', { name: 'Testar Conexão' }))
  }

  it('shows Testando... and then what each service answered', async () => {
    let go: (() => void) | undefined
    const held = new Promise<void>((resolve) => (go = resolve))
    server.use(
      http.post('*/sefaz-settings/test', async () => {
        await held
        return HttpResponse.json(connectionTest())
      }),
    )
    await test()
    expect(panel().getAllByText('Testando...')).toHaveLength(3)
    go?.()
    expect(await screen.findByText('Conexão Bem-Sucedida!')).toBeVisible()
    expect(panel().getAllByText('Serviço Online')).toHaveLength(3)
    expect(panel().getAllByText('código 107 · 214 ms')).toHaveLength(3)
    for (const name of ['Status do serviço', 'Autorização NFC-e', 'Consulta cadastro'])
      expect(panel().getByText(name)).toBeVisible()
  })

  it('says in plain words which service refuses', async () => {
    const mensagem = 'A SEFAZ não aceitou o certificado. Confira se ele é desta empresa.'
    server.use(
      http.post('*/sefaz-settings/test', () =>
        HttpResponse.json(connectionTest({}, { situacao: 'recusado', codigo: 280, mensagem })),
      ),
    )
    await test()
    expect(await screen.findByText('A conexão falhou')).toBeVisible()
    expect(panel().getByText('Recusado')).toBeVisible()
    expect(panel().getByText(mensagem)).toBeVisible()
    expect(panel().getAllByText('Serviço Online')).toHaveLength(2)
  })

  it('says when it was simulated, and why', async () => {
    server.use(
      http.post('*/sefaz-settings/test', () =>
        HttpResponse.json(connectionTest({ simulado: true, motivo: 'A empresa ainda não tem certificado.' })),
      ),
    )
    await test()
    const started = performance.now()
    expect(panel().getAllByText('Testando...')).toHaveLength(3)
    expect(await screen.findByText('Conexão Bem-Sucedida!')).toBeVisible()
    // The 2 seconds of the specification, and what the machine adds.
    expect(performance.now() - started).toBeGreaterThan(1_800)
    expect(performance.now() - started).toBeLessThan(4_000)
    expect(panel().getByText('Teste simulado.')).toBeVisible()
    expect(panel().getByText(/A empresa ainda não tem certificado\./)).toBeVisible()
  })

  it('says when it could not be done at all, and keeps what was answered before', async () => {
    await test()
    await screen.findByText('Conexão Bem-Sucedida!')
    server.use(http.post('*/sefaz-settings/test', () => problem(429, 'limited', 'Espere 5 segundos.')))
    await userEvent.click(screen.getByRole('button', { name: 'Testar Conexão' }))
    expect(await screen.findByText('Espere 5 segundos.')).toBeVisible()
    expect(panel().getAllByText('Serviço Online')).toHaveLength(3)
  })
})

it('is the same in the dialog of a company, which stays to be tested', async () => {
  showSettings('dialog')
  await ready()
  const dialog = within(screen.getByRole('dialog', { name: 'Configurações da SEFAZ' }))
  expect(dialog.getByText('Lajes Boa Vista Ltda · 11.222.333/0001-81')).toBeVisible()
  await retype(/^Próximo número/, '40')
  expect(dialog.getByText(/O teste usa o que está salvo/)).toBeVisible()
  await save()
  expect(await screen.findByText('Configurações Salvas!')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Testar Conexão' }))
  expect(await screen.findByText('Conexão Bem-Sucedida!')).toBeVisible()
})

describe('a stopped series', () => {
  const stopped = {
    ambiente: 'homologacao',
    modelo: 65,
    serie: 1,
    proximo: 37,
    parada_em: '2026-11-20T12:00:00Z',
    motivo: 'O banco de dados foi restaurado.',
    proposta: 41,
  }
  it('goes on once an administrator has confirmed its next number', async () => {
    let items = [stopped]
    const bodies: unknown[] = []
    server.use(
      http.get('*/numbers/stopped', () => HttpResponse.json({ items })),
      http.post('*/numbers/confirm', async ({ request }) => {
        bodies.push(await request.json())
        items = []
        return HttpResponse.json({ items })
      }),
    )
    showSettings()
    expect(await screen.findByText(/O banco de dados foi restaurado/)).toBeVisible()
    const next = field(/^Próximo número \(Série 1/)
    expect(next).toHaveValue('41')
    await userEvent.clear(next)
    await userEvent.type(next, '45')
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar próximo número' }))
    expect(bodies).toEqual([])
    const dialog = await screen.findByRole('dialog', { name: 'Continuar a partir do número 45?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirmar próximo número' }))
    await waitFor(() => expect(screen.queryByText(/O banco de dados foi restaurado/)).not.toBeInTheDocument())
    expect(bodies).toEqual([{ ambiente: 'homologacao', modelo: 65, serie: 1, proximo: 45 }])
  })

  it('stays, with the reason at the field, when the number is used already', async () => {
    server.use(
      http.get('*/numbers/stopped', () => HttpResponse.json({ items: [stopped] })),
      http.post('*/numbers/confirm', () =>
        problem(422, 'invalid', 'Corrija.', { errors: [{ field: 'proximo', message: 'O menor possível é 42.' }] }),
      ),
    )
    showSettings()
    await userEvent.click(await screen.findByRole('button', { name: 'Confirmar próximo número' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirmar próximo número' }))
    expect(await screen.findByText('O menor possível é 42.')).toBeVisible()
  })
})
