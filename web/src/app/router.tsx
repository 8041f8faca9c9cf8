import { createBrowserRouter, Navigate } from 'react-router'
import type { RouteObject } from 'react-router'
import { ErrorPage } from './error-page'
import { PLACES } from './places'
import type { Screen } from './places'
import { FullPageLoading } from './session/full-page-loading'

const AREA = '/app'

function routeOf(screen: Screen): RouteObject {
  return {
    ...(screen.path === AREA ? { index: true } : { path: screen.path }),
    // A screen that breaks leaves the menu around it in place.
    errorElement: <ErrorPage />,
    lazy: async () => ({ Component: (await screen.load()).default }),
  }
}

export const routes: RouteObject[] = [
  {
    path: '/',
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <></>,
    lazy: () => import('./landing-route'),
  },
  {
    path: AREA,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <FullPageLoading />,
    lazy: () => import('./area'),
    children: [
      {
        path: '/app/login',
        lazy: async () => ({ Component: (await import('./session/login-route')).LoginRoute }),
      },
      {
        lazy: async () => ({ Component: (await import('./session/session-guard')).SessionGuard }),
        children: [
          {
            lazy: async () => ({ Component: (await import('./shell/shell')).Shell }),
            children: PLACES.flatMap((place) => [place, ...(place.inner ?? [])]).map(routeOf),
          },
        ],
      },
    ],
  },
  { path: '*', element: <Navigate to="/" replace /> },
]

export function createRouter() {
  return createBrowserRouter(routes)
}
