import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Import, ImportRow } from '@/api'
import { boaVista, problem, startServer } from '@/testing'
import { showImport } from './testing'

const BASE = `*/api/companies/${boaVista.id}/imports`
// For as long as the file runs: a page that closes may still ask for its list.
const { server } = startServer(http.get(BASE, () => HttpResponse.json({ items: [] })))
const ID = '01990000-0000-7000-8000-000000000001'

const ready: Import = {
  id: ID,
  tipo: 'produtos',
  file_name: 'produtos.csv',
  state: 'pronta',
  done: 200,
  total: 200,
  rows_new: 150,
  rows_changed: 47,
  rows_same: 0,
  rows_bad: 3,
  written_new: 0,
  written_changed: 0,
  undone: 0,
  kept: 0,
  columns: [
    { title: 'Código', field: 'prod_cProd' },
    { title: 'Prateleira', field: null },
  ],
  error: null,
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:01Z',
}
const badRow: ImportRow = {
  line: 17,
  situacao: 'ruim',
  values: ['LJ-1', 'A3'],
  problems: [{ field: 'prod_NCM', message: 'Faltam 2 dígitos. Exemplo: 6810.91.00' }],
  kept_because: null,
}
const csv = () => new File(['codigo\nLJ-1\n'], 'produtos.csv', { type: 'application/vnd.ms-excel' })

/** The import as it goes through the given states, one for each time it is asked for. */
function serve(...states: Partial<Import>[]) {
  let asked = 0
  server.use(
    http.get(BASE, () => HttpResponse.json({ items: [] })),
    http.get(`${BASE}/:iid`, () => {
      const state = states[Math.min(asked, states.length - 1)]
      asked += 1
      return HttpResponse.json({ ...ready, ...state })
    }),
    http.get(`${BASE}/:iid/rows`, () =>
      HttpResponse.json({ items: [badRow], page: 1, page_size: 20, total: 1, total_exact: true }),
    ),
  )
}

const choose = async () => userEvent.upload(await screen.findByLabelText('Planilha de produtos: arquivo'), csv())

describe('Importar produtos', () => {
  it('sends the file as what its ending says, with its name, and follows the reading', async () => {
    serve({ state: 'lendo', done: 20 }, {})
    const sent: Request[] = []
    server.use(
      http.post(BASE, ({ request }) => {
        sent.push(request)
        return HttpResponse.json({ ...ready, state: 'lendo', done: 0 }, { status: 202 })
      }),
    )
    showImport()
    await choose()
    expect(await screen.findByRole('progressbar', { name: 'Lendo a planilha' })).toHaveAttribute('aria-valuenow', '20')
    expect(await screen.findByRole('button', { name: 'Importar 197 produtos' })).toBeVisible()
    expect(sent[0]?.headers.get('Content-Type')).toBe('text/csv')
    expect(sent[0]?.headers.get('X-File-Name')).toBe('produtos.csv')
  })

  it('shows how far the file is, and lets one give up', async () => {
    serve(ready)
    server.use(
      http.post(BASE, async () => {
        await delay('infinite')
      }),
    )
    showImport()
    await choose()
    expect(await screen.findByRole('progressbar', { name: 'Enviando a planilha' })).toHaveAttribute(
      'aria-valuemax',
      String(csv().size),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar envio' }))
    expect(await screen.findByText('Arraste o arquivo para cá')).toBeVisible()
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
    expect(screen.queryByText('Erro ao enviar a planilha')).not.toBeInTheDocument()
  })

  it('says at the file why the server did not take it', async () => {
    serve(ready)
    server.use(http.post(BASE, () => problem(422, 'invalid', 'A planilha está vazia.')))
    showImport()
    await choose()
    await waitFor(() =>
      expect(screen.getByRole('group', { name: 'Planilha de produtos' })).toHaveAccessibleDescription(
        'A planilha está vazia.',
      ),
    )
  })

  it('marks bad rows with line and reason, and names the columns it ignores', async () => {
    serve(ready)
    showImport(`?importacao=${ID}`)
    expect(await screen.findByText('17')).toBeVisible()
    expect(screen.getByText(/Faltam 2 dígitos/)).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'Prateleira (ignorada)' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Baixar 3 linhas com problema' })).toBeVisible()
  })

  it('imports what is good and says how it went', async () => {
    serve(ready, { state: 'aplicando', done: 100, total: 197 }, { state: 'aplicada' })
    let applied = 0
    server.use(
      http.post(`${BASE}/:iid/apply`, () => {
        applied += 1
        return HttpResponse.json({ ...ready, state: 'aplicando', done: 0 }, { status: 202 })
      }),
    )
    showImport(`?importacao=${ID}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Importar 197 produtos' }))
    expect(await screen.findByText('Importação concluída')).toBeVisible()
    expect(screen.getByText(/197 produtos importados/)).toBeVisible()
    expect(applied).toBe(1)
  })

  it('asks before it cancels', async () => {
    serve(ready)
    let cancelled = 0
    server.use(
      http.delete(`${BASE}/:iid`, () => {
        cancelled += 1
        return new HttpResponse(null, { status: 204 })
      }),
    )
    showImport(`?importacao=${ID}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar importação' }))
    expect(cancelled).toBe(0)
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar importação' }))
    expect(await screen.findByText('Nada desta planilha foi gravado.')).toBeVisible()
    expect(cancelled).toBe(1)
    await waitFor(() => expect(screen.getByText('Arraste o arquivo para cá')).toBeVisible())
  })

  it('stopped half way, says what went in and offers to undo it', async () => {
    serve(
      { state: 'cancelada', written_new: 500, written_changed: 1 },
      { state: 'desfazendo', total: 501 },
      {
        state: 'desfeita',
        undone: 500,
        kept: 1,
      },
    )
    let undone = 0
    server.use(
      http.post(`${BASE}/:iid/undo`, () => {
        undone += 1
        return HttpResponse.json({ ...ready, state: 'desfazendo' }, { status: 202 })
      }),
    )
    showImport(`?importacao=${ID}`)
    expect(await screen.findByText(/Já estavam gravados: 500 cadastros novos e 1 alterado/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Desfazer importação' }))
    expect(undone).toBe(0)
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Desfazer importação' }),
    )
    expect(await screen.findByText('Importação desfeita')).toBeVisible()
    expect(screen.getByText(/500 cadastros voltaram ao que era antes. 1 ficou como está/)).toBeVisible()
    expect(screen.getByRole('button', { name: /Mantidas/ })).toHaveAttribute('aria-pressed', 'true')
    expect(undone).toBe(1)
    expect(await screen.findByText('17')).toBeVisible() // the row that stayed
  })

  it('explains a file that cannot be read and offers another one', async () => {
    serve({ state: 'falhou', error: 'Falta a coluna Código.' })
    showImport(`?importacao=${ID}`)
    expect(await screen.findByText('Falta a coluna Código.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Importar outra planilha' }))
    expect(await screen.findByText('Arraste o arquivo para cá')).toBeVisible()
  })
})
