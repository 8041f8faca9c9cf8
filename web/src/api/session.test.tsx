import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createQueryClient } from './query-client'
import { FALLBACK_SESSION, leaveSession, sessionKey, useSessionState } from './session'
import { pinTabCompany } from './tab-company'
import type { Session } from './types'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const marina: Session = {
  user: { id: 'u1', email: 'marina@example.com', full_name: 'Marina' },
  role: 'admin',
  active_company: null,
  default_company_id: null,
  second_factor_needed: false,
  recusado: { operador: [], gerente: [] },
}

function sessionState(queryClient = createQueryClient()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  return { queryClient, ...renderHook(useSessionState, { wrapper }) }
}

const broken = () => HttpResponse.json({ title: 'Erro', status: 500, code: 'internal' }, { status: 500 })

describe('the session', () => {
  it('is loading, then the signed-in person', async () => {
    server.use(http.get('*/api/session', () => HttpResponse.json(marina)))
    const { result } = sessionState()
    expect(result.current).toEqual({ status: 'loading' })
    await waitFor(() => expect(result.current).toEqual({ status: 'signed-in', session: marina }))
  })

  it('is signed out on 401', async () => {
    server.use(http.get('*/api/session', () => HttpResponse.json({ title: 'x' }, { status: 401 })))
    const { result } = sessionState()
    await waitFor(() => expect(result.current).toEqual({ status: 'signed-out' }))
  })

  it('falls back to role user without company when it cannot be loaded, also while it is asked for again', async () => {
    server.use(http.get('*/api/session', broken))
    const { result, queryClient } = sessionState()
    const fallback = { status: 'signed-in', session: FALLBACK_SESSION }
    await waitFor(() => expect(result.current).toEqual(fallback))
    void queryClient.refetchQueries({ queryKey: sessionKey })
    await waitFor(() => expect(queryClient.isFetching()).toBe(1))
    expect(result.current).toEqual(fallback)
    expect(FALLBACK_SESSION).toMatchObject({ role: 'user', active_company: null })
  })

  it('stays what it was when a later refresh fails', async () => {
    server.use(http.get('*/api/session', () => HttpResponse.json(marina)))
    const { result, queryClient } = sessionState()
    await waitFor(() => expect(result.current.status).toBe('signed-in'))
    server.use(http.get('*/api/session', broken))
    await queryClient.refetchQueries({ queryKey: sessionKey })
    expect(result.current).toEqual({ status: 'signed-in', session: marina })
  })

  it('leaves nothing behind on sign-out', () => {
    const queryClient = createQueryClient()
    queryClient.setQueryData(sessionKey, marina)
    queryClient.setQueryData(['companies', 'list'], [])
    pinTabCompany('c1')
    leaveSession(queryClient)
    expect(queryClient.getQueryData(sessionKey)).toBeNull()
    expect(queryClient.getQueryData(['companies', 'list'])).toBeUndefined()
    expect(sessionStorage.getItem('balcao.empresa')).toBeNull()
  })
})
