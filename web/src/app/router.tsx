import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate } from 'react-router'
import type { RouteObject } from 'react-router'
import { ErrorPage } from './error-page'
import { paths } from './paths'
import { PLACES } from './places'
import type { Screen } from './places'
import { FullPageLoading } from './session/full-page-loading'

function routeOf(screen: Screen): RouteObject {
  return {
    ...(screen.path === paths.dashboard ? { index: true } : { path: screen.path }),
    // A screen that breaks leaves the menu around it in place.
    errorElement: <ErrorPage />,
    lazy: async () => ({ Component: await componentOf(screen) }),
  }
}

/** The screen; when its file does not come, what says so and goes on trying. That one is there with the shell. */
async function componentOf({ load }: Screen): Promise<ComponentType> {
  try {
    return (await load()).default
  } catch {
    const { LateScreen } = await import('./shell/shell')
    return () => <LateScreen load={load} />
  }
}

export const routes: RouteObject[] = [
  {
    path: paths.landing,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <></>,
    lazy: () => import('./landing-route'),
  },
  {
    path: paths.dashboard,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <FullPageLoading />,
    lazy: () => import('./area'),
    children: [
      {
        path: paths.login,
        lazy: async () => ({ Component: (await import('./session/login-route')).LoginRoute }),
      },
      {
        path: paths.newPassword,
        lazy: async () => ({ Component: (await import('@/features/accounts/auth/new-password-page')).default }),
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
  { path: '*', element: <Navigate to={paths.landing} replace /> },
]

export function createRouter() {
  return createBrowserRouter(routes)
}
