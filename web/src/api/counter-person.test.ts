import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { problem, startServer } from '@/testing'
import { api, onCounterPersonNeeded } from './client'
import { putAtCounter } from './counter-person'

const bianca = { id: 'p1', user_id: 'u2', nome: 'Bianca Reis', company: 'a', station: 'e1' }
const named: (string | null)[] = []
/** Who is at the counter as the server sees it. */
let current = 'p1'

const answer = ({ request }: { request: Request }) => {
  const header = request.headers.get('Balcao-Operador')
  named.push(header)
  if (header !== null && header !== current) return problem(403, 'operador_encerrado', 'Na venda, tecle F7.')
  return HttpResponse.json({ items: [] })
}
startServer(
  http.get('*/api/companies/:id/sales', answer),
  http.post('*/api/companies/:id/sales', answer),
  http.get('*/api/companies', answer),
)

beforeEach(() => {
  named.length = 0
  current = 'p1'
  putAtCounter(bianca)
})
afterEach(() => {
  onCounterPersonNeeded(null)
  putAtCounter(null)
})

const parked = (id: string) => api.get('/api/companies/{id}/sales', { path: { id }, query: { em_espera: 1 } })
const sell = () => api.post('/api/companies/{id}/sales', { path: { id: 'a' }, body: {} as never })

it('is named to the own company, and to nothing else', async () => {
  await parked('a')
  await parked('b')
  await api.get('/api/companies')
  putAtCounter(null)
  await parked('a')
  expect(named).toEqual(['p1', null, null, null])
})

it('who has ended reads on as the signed-in person, and sells only after the PIN', async () => {
  current = 'p2'
  await parked('a')
  await parked('a')
  expect(named).toEqual(['p1', null, null])
  await expect(sell()).rejects.toMatchObject({ code: 'operador_encerrado' })
  const ask = vi.fn(() => {
    putAtCounter({ ...bianca, id: 'p2' })
    return Promise.resolve(true)
  })
  onCounterPersonNeeded(ask)
  await sell()
  expect(ask).toHaveBeenCalledOnce()
  expect(named.slice(3)).toEqual(['p1', 'p1', 'p2'])
})
