import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { pageOf, problem, tagged } from '@/testing'
import { laje, showProducts, startTestServer } from './testing'

const { server, calls } = startTestServer()
const vigota = { ...laje, id: 'p2', prod_cProd: 'VG', prod_xProd: 'Vigota TR8', prod_vUnCOM: '38.5000' }

const put = () => calls.filter(({ method }) => method === 'PUT')
const sent = () => put().map(({ body }) => JSON.parse(body) as unknown)
const field = (name = laje.prod_xProd) => screen.findByRole('textbox', { name: `Preço de ${name}` })
const open = async () => {
  server.use(http.get('*/api/companies/:id/products', () => pageOf([laje, vigota])))
  showProducts('/app/products')
  await userEvent.click(await screen.findByRole('button', { name: /^Preço de Laje treliçada/ }))
  return field()
}

describe('the price in the list', () => {
  it('is changed by P on the marked row; Enter saves the whole product and goes down', async () => {
    server.use(
      http.get('*/api/companies/:id/products', () => pageOf([laje, vigota])),
      http.put('*/api/companies/:id/products/:pid', () => tagged({ ...laje, prod_vUnCOM: '79.9000' }, '"8"')),
    )
    showProducts('/app/products')
    ;(await screen.findByRole('link', { name: laje.prod_xProd })).focus()
    await userEvent.keyboard('p')
    expect(await field()).toHaveValue('74,50')
    await userEvent.keyboard('79,9{Enter}')
    expect(await field(vigota.prod_xProd)).toHaveFocus()
    expect(await screen.findByText('Preço alterado.')).toBeVisible()
    expect(put()).toHaveLength(1)
    expect(sent()[0]).toMatchObject({ prod_vUnCOM: '79.9000', prod_NCM: '68109100', icms_CST: '102' })
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('link', { name: vigota.prod_xProd })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }))
    expect(await screen.findByText('O preço voltou ao que era.')).toBeVisible()
    expect(sent()[1]).toMatchObject({ prod_vUnCOM: '74.5000' })
  })

  it('of the last row is saved once, and the focus goes back to its name', async () => {
    server.use(http.put('*/api/companies/:id/products/:pid', () => tagged({ ...laje, prod_vUnCOM: '79.9000' }, '"8"')))
    showProducts('/app/products')
    ;(await screen.findByRole('link', { name: laje.prod_xProd })).focus()
    await userEvent.keyboard('p')
    const input = await field()
    await userEvent.keyboard('79,9{Enter}')
    expect(screen.getByRole('link', { name: laje.prod_xProd })).toHaveFocus()
    expect(await screen.findByText('Preço alterado.')).toBeVisible()
    await waitFor(() => expect(input).not.toBeInTheDocument())
    expect(put()).toHaveLength(1)
  })

  it('goes down into a field that is open already', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: /^Preço de Vigota TR8/ }))
    const refused = await field(vigota.prod_xProd)
    await userEvent.clear(refused)
    await userEvent.type(refused, '62,0,0{Enter}')
    await userEvent.click(screen.getByRole('button', { name: /^Preço de Laje treliçada/ }))
    await userEvent.keyboard('{Enter}')
    expect(refused).toHaveFocus()
    expect(refused).toHaveValue('62,0,0')
  })

  it('stays as it was after Esc, and when nothing was typed', async () => {
    await userEvent.type(await open(), '9{Escape}')
    expect(screen.getByRole('link', { name: laje.prod_xProd })).toHaveFocus()
    await userEvent.keyboard('p{Enter}')
    expect(await field(vigota.prod_xProd)).toHaveFocus()
    expect(put()).toEqual([])
  })

  it.each([
    ['62,0,0', /Digite um preço com até 4 casas/],
    ['-3', /maior que zero/],
  ])('typed as %s says so under its row and sends nothing', async (text, said) => {
    const input = await open()
    await userEvent.clear(input)
    await userEvent.type(input, `${text}{Enter}`)
    expect(await screen.findByText(said)).toBeVisible()
    expect(input).toHaveValue(text)
    expect(input).toHaveFocus()
    expect(put()).toEqual([])
  })

  it('keeps what was typed when the server refuses it', async () => {
    const errors = [{ field: 'prod_vUnCOM', message: 'Valor alto demais.' }]
    server.use(
      http.put('*/api/companies/:id/products/:pid', () =>
        HttpResponse.json({ title: 'Inválido', status: 422, code: 'invalid', errors }, { status: 422 }),
      ),
    )
    const input = await open()
    await userEvent.clear(input)
    await userEvent.type(input, '80{Enter}')
    expect(await screen.findByText('Valor alto demais.')).toBeVisible()
    expect(await field()).toHaveValue('80')
  })

  it('keeps what was typed when there is no line to the server', async () => {
    server.use(http.put('*/api/companies/:id/products/:pid', () => problem(503, 'unavailable', 'Tente de novo.')))
    const input = await open()
    await userEvent.clear(input)
    await userEvent.type(input, '80{Enter}')
    expect(await screen.findByText('Tente de novo.')).toBeVisible()
    expect(await field()).toHaveValue('80')
  })

  it('that somebody else changed meanwhile is told, and the next Enter saves over theirs', async () => {
    const current = { ...laje, prod_vUnCOM: '64.9000', prod_xProd: 'Laje H12 nova' }
    const stale = { title: 'Mudou', status: 412, code: 'stale', current, changed_by: 'Rafael' }
    server.use(
      http.put(
        '*/api/companies/:id/products/:pid',
        () => HttpResponse.json(stale, { status: 412, headers: { ETag: '"9"' } }),
        { once: true },
      ),
    )
    const input = await open()
    await userEvent.clear(input)
    await userEvent.type(input, '80{Enter}')
    expect(await screen.findByText(/Rafael mudou este preço agora: R\$\s64,90/)).toBeVisible()
    await userEvent.type(await field(), '{Enter}')
    await waitFor(() => expect(put()).toHaveLength(2))
    expect(sent()[1]).toMatchObject({ prod_vUnCOM: '80.0000', prod_xProd: 'Laje H12 nova' })
  })

  it('is saved when one goes elsewhere', async () => {
    const input = await open()
    await userEvent.clear(input)
    await userEvent.type(input, '80')
    await userEvent.click(screen.getByRole('searchbox'))
    await waitFor(() => expect(put()).toHaveLength(1))
  })
})

describe('readiness', () => {
  it('is told in the list, with what is lacking', async () => {
    const fiscal_pendencies = [
      { campo: 'prod_NCM', mensagem: 'Escolha o NCM.' },
      { campo: 'prod_CFOP', mensagem: 'Escolha o CFOP.' },
    ]
    const rows = [laje, { ...vigota, prod_NCM: null, fiscal_pendencies }]
    server.use(http.get('*/api/companies/:id/products', () => pageOf(rows)))
    showProducts('/app/products')
    expect(await screen.findByText('Pronto para nota')).toBeVisible()
    expect(screen.getByText('Falta NCM e mais 1')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Com pendência/ })).toBeVisible()
  })
})
