import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { Certificate } from '@/api'
import { done, problem, showScreens, startServer, tagged } from '@/testing'
import { CertificateBadge, EndingCertificateBadge } from './certificate-badge'
import { CertificateDialog } from './certificate-dialog'

const company = { id: 'a', razao_social: 'Lajes Boa Vista Ltda', cnpj: '11222333000181' }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString()

const none: Certificate = {
  configured: false,
  file_name: null,
  subject: null,
  cnpj: null,
  issuer: null,
  serial: null,
  valid_from: null,
  valid_to: null,
  situacao: null,
  dias_restantes: null,
  aviso: null,
  created_at: null,
  updated_at: null,
}
const owner = { subject: 'LAJES BOA VISTA LTDA:11222333000181', issuer: 'AC Exemplo RFB v5' }
const stored: Certificate = {
  ...none,
  configured: true,
  file_name: 'boavista.pfx',
  ...owner,
  cnpj: '11222333000181',
  serial: '0A1B',
  valid_from: inDays(-300),
  valid_to: inDays(200),
  situacao: 'valido',
  dias_restantes: 200,
}

const { server, calls } = startServer()

const serve = (certificate: Certificate, etag = '"3"') =>
  server.use(http.get('*/api/companies/a/certificate', () => tagged(certificate, etag)))
const refuse = (field: string, message: string, title = 'Erro no Upload') =>
  server.use(
    http.put('*/api/companies/a/certificate', () =>
      problem(422, 'invalid', message, { title, errors: [{ field, message }] }),
    ),
  )

function Screen() {
  const [open, setOpen] = useState(true)
  return <CertificateDialog company={open ? company : null} onClose={() => setOpen(false)} />
}

async function show() {
  showScreens('/', [{ path: '*', element: <Screen /> }])
  const dialog = within(await screen.findByRole('dialog', { name: 'Certificado Digital A1' }))
  await dialog.findByLabelText(/Senha do certificado/, { selector: 'input' })
  return dialog
}

type Dialog = Awaited<ReturnType<typeof show>>
const pfx = new File(['abc'], 'Boa Vista.PFX')
const chooseFile = (dialog: Dialog) => userEvent.upload(dialog.getByLabelText(/: arquivo$/), pfx)
const password = (dialog: Dialog) => dialog.getByLabelText(/Senha do certificado/, { selector: 'input' })
const save = (dialog: Dialog) => dialog.getByRole('button', { name: 'Salvar Certificado' })

describe('without a certificate', () => {
  it('is Não Configurado until a file is chosen, and cannot be saved before there is a password', async () => {
    serve(none, '"0"')
    const dialog = await show()
    expect(dialog.getByText('Lajes Boa Vista Ltda · 11.222.333/0001-81')).toBeVisible()
    expect(dialog.getByText('Não Configurado')).toBeVisible()
    await userEvent.type(password(dialog), 'x')
    expect(save(dialog)).toBeDisabled()
    await userEvent.clear(password(dialog))
    await chooseFile(dialog)
    expect(dialog.getByText('Configurado')).toBeVisible()
    expect(save(dialog)).toBeDisabled()
    await userEvent.type(password(dialog), 'teste1234')
    expect(save(dialog)).toBeEnabled()
  })

  it('says what is missing to who presses Enter', async () => {
    serve(none, '"0"')
    const dialog = await show()
    await userEvent.type(password(dialog), 'x{Enter}')
    expect(await screen.findByText('Campos obrigatórios')).toBeVisible()
    expect(screen.getByText('É necessário um arquivo e uma senha.')).toBeVisible()
    expect(calls).toEqual([])
  })

  it('takes .pfx only', async () => {
    serve(none, '"0"')
    const dialog = await show()
    fireEvent.drop(dialog.getByRole('group', { name: 'Arquivo do certificado' }), {
      dataTransfer: { files: [new File(['x'], 'certificado.pem')] },
    })
    expect(await screen.findByText('Formato de arquivo inválido!')).toBeVisible()
    expect(screen.getAllByText('Por favor, selecione um arquivo com a extensão .pfx.')).toHaveLength(2)
    expect(dialog.getByText('Não Configurado')).toBeVisible()
  })

  it('sends file and password, and then shows whose it is', async () => {
    serve(none, '"0"')
    const aviso = 'É de outra filial da mesma empresa.'
    server.use(http.put('*/api/companies/a/certificate', () => tagged({ ...stored, aviso }, '"1"')))
    const dialog = await show()
    await chooseFile(dialog)
    await userEvent.type(password(dialog), 'teste1234')
    serve({ ...stored, aviso }, '"1"')
    await userEvent.click(save(dialog))
    expect(await screen.findByText('Certificado Salvo!')).toBeVisible()
    expect(screen.getByText('As configurações foram salvas com sucesso.')).toBeVisible()
    expect(calls[0]?.headers.get('If-Match')).toBe('"0"')
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      file_name: 'Boa Vista.PFX',
      file_base64: btoa('abc'),
      password: 'teste1234',
    })
    expect(dialog.getByText(owner.subject)).toBeVisible()
    expect(dialog.getByText('11.222.333/0001-81')).toBeVisible()
    expect(dialog.getByText(owner.issuer)).toBeVisible()
    expect(dialog.getByText(aviso)).toBeVisible()
    expect(password(dialog)).toHaveValue('')
    expect(save(dialog)).toBeDisabled()
  })

  it('shows a wrong password at its field, with the file still chosen', async () => {
    serve(none, '"0"')
    refuse('password', 'A senha não abre este arquivo.')
    const dialog = await show()
    await chooseFile(dialog)
    await userEvent.type(password(dialog), 'errada{Enter}')
    await waitFor(() => expect(password(dialog)).toHaveAccessibleDescription('A senha não abre este arquivo.'))
    expect(password(dialog)).toHaveFocus()
    expect(dialog.getByText('Boa Vista.PFX')).toBeVisible()
  })

  it('says what is wrong with the file', async () => {
    serve(none, '"0"')
    refuse('file_base64', 'Este certificado venceu em 01/01/2020.')
    const dialog = await show()
    await chooseFile(dialog)
    await userEvent.type(password(dialog), 'teste1234{Enter}')
    expect(await screen.findByText('Erro no Upload')).toBeVisible()
    expect(dialog.getByRole('group', { name: 'Arquivo do certificado' })).toHaveAccessibleDescription(
      'Este certificado venceu em 01/01/2020.',
    )
    expect(dialog.getByText('Não Configurado')).toBeVisible()
    expect(save(dialog)).toBeDisabled()
    await chooseFile(dialog)
    expect(dialog.getByText('Configurado')).toBeVisible()
  })

  it('lets a file that is refused take the place of the one before', async () => {
    serve(none, '"0"')
    const dialog = await show()
    await chooseFile(dialog)
    await userEvent.upload(dialog.getByLabelText(/: arquivo$/), new File(['x'.repeat(70_000)], 'grande.pfx'))
    expect(dialog.queryByText('Boa Vista.PFX')).not.toBeInTheDocument()
    expect(dialog.getByRole('group', { name: 'Arquivo do certificado' })).toHaveAccessibleDescription(
      '“grande.pfx” tem 70 KB. O limite é 64 KB.',
    )
    expect(dialog.getByText('Não Configurado')).toBeVisible()
    await userEvent.type(password(dialog), 'teste1234{Enter}')
    expect(await screen.findByText('Campos obrigatórios')).toBeVisible()
    expect(calls).toEqual([])
  })

  it('tells when its company is gone', async () => {
    serve(none, '"0"')
    server.use(http.put('*/api/companies/a/certificate', () => problem(404, 'not_found', 'Registro não encontrado.')))
    const dialog = await show()
    await chooseFile(dialog)
    await userEvent.type(password(dialog), 'teste1234{Enter}')
    expect(await screen.findByText('Erro ao Salvar')).toBeVisible()
    expect(screen.getByText('Nenhuma empresa selecionada para salvar o certificado.')).toBeVisible()
  })

  it('tells with the specified title when saving fails otherwise', async () => {
    serve(none, '"0"')
    server.use(http.put('*/api/companies/a/certificate', () => problem(503, 'unavailable', 'Tente de novo.')))
    const dialog = await show()
    await chooseFile(dialog)
    await userEvent.type(password(dialog), 'teste1234{Enter}')
    expect(await screen.findByText('Erro ao Salvar')).toBeVisible()
  })
})

describe('with a certificate', () => {
  it('is Configurado, and a new password alone is tried on the stored file', async () => {
    serve(stored)
    server.use(http.put('*/api/companies/a/certificate', () => tagged(stored, '"4"')))
    const dialog = await show()
    expect(dialog.getByText('Configurado')).toBeVisible()
    expect(dialog.getByRole('meter')).toHaveAccessibleName('Quanto da validade já passou')
    await userEvent.type(password(dialog), 'outra{Enter}')
    expect(await screen.findByText('Certificado Salvo!')).toBeVisible()
    expect(calls[0]?.headers.get('If-Match')).toBe('"3"')
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ file_name: 'boavista.pfx', password: 'outra' })
  })

  it.each([
    [12, 'Vence em 12 dias. Renove antes para não parar de vender.'],
    [1, 'Vence em 1 dia. Renove antes para não parar de vender.'],
    [0, 'Vence hoje. Renove agora para não parar de vender.'],
  ])('warns %d days before its end', async (days, sentence) => {
    serve({ ...stored, valid_to: inDays(days) })
    const dialog = await show()
    expect(dialog.getByText(sentence)).toBeVisible()
  })

  it('says that it has ended', async () => {
    serve({ ...stored, valid_to: inDays(-2) })
    expect((await show()).getByText(/^Venceu em .*Envie um certificado novo/)).toBeVisible()
  })

  it('whose file went meanwhile asks for one', async () => {
    serve(stored)
    const sentence = 'É necessário fazer o upload de um certificado antes de salvar.'
    refuse('file_base64', sentence, 'Arquivo não encontrado')
    const dialog = await show()
    await userEvent.type(password(dialog), 'outra{Enter}')
    expect(await screen.findByText('Arquivo não encontrado')).toBeVisible()
    expect(dialog.getByRole('group', { name: 'Certificado novo' })).toHaveAccessibleDescription(sentence)
  })

  it('is removed after asking', async () => {
    serve(stored)
    server.use(http.delete('*/api/companies/a/certificate', done))
    const dialog = await show()
    await userEvent.click(dialog.getByRole('button', { name: 'Remover certificado' }))
    const question = within(await screen.findByRole('dialog', { name: 'Remover certificado' }))
    expect(question.getByText('boavista.pfx')).toBeVisible()
    serve(none, '"0"')
    await userEvent.click(question.getByRole('button', { name: 'Remover certificado' }))
    expect(await screen.findByText('Certificado removido.')).toBeVisible()
    expect(calls[0]?.headers.get('If-Match')).toBe('"3"')
    expect(await dialog.findByText('Não Configurado')).toBeVisible()
  })

  it('shows what somebody else saved meanwhile, and saves only when asked again', async () => {
    serve(stored)
    const theirs = { ...stored, file_name: 'deles.pfx' }
    server.use(
      http.put('*/api/companies/a/certificate', () =>
        problem(412, 'stale', 'Outra pessoa salvou.', { current: theirs }, { ETag: '"9"' }),
      ),
    )
    const dialog = await show()
    serve(theirs, '"9"')
    await chooseFile(dialog)
    await userEvent.type(password(dialog), 'teste1234{Enter}')
    expect(await screen.findByText('Outra pessoa salvou.')).toBeVisible()
    expect(await dialog.findByText('deles.pfx')).toBeVisible()
    await userEvent.click(save(dialog))
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls[1]?.headers.get('If-Match')).toBe('"9"')
  })
})

it('says when it cannot be read, and looks again before saving', async () => {
  server.use(http.get('*/api/companies/a/certificate', () => problem(500, 'internal', 'Quebrou.')))
  const dialog = await show()
  expect(await screen.findByText('Erro ao buscar certificado')).toBeVisible()
  expect(screen.getAllByText('Não foi possível carregar os dados do certificado digital.').length).toBeGreaterThan(0)
  await chooseFile(dialog)
  await userEvent.type(password(dialog), 'teste1234{Enter}')
  expect(await screen.findByText('Erro ao verificar dados existentes')).toBeVisible()
  expect(calls).toEqual([])
})

it.each([
  [null, 'Não Configurado', ''],
  [inDays(200), 'Configurado', ''],
  [inDays(20), 'Certificado vence em 20 dias', 'Certificado vence em 20 dias'],
  [inDays(0), 'Certificado vence hoje', 'Certificado vence hoje'],
  [inDays(-1), 'Certificado vencido', 'Certificado vencido'],
])('is shown in the list of companies: %s', (validTo, always, ending) => {
  const { container } = render(<CertificateBadge validTo={validTo} />)
  expect(container).toHaveTextContent(always)
  const { container: warning } = render(<EndingCertificateBadge validTo={validTo} />)
  expect(warning.textContent).toBe(ending)
})
