import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConfirmHost } from '../dialog/confirm'
import { HotkeysHelp } from '../hotkeys/hotkeys-help'
import { ToastHost } from '../toast/toast-host'
import { cssVariablesResolver, theme } from './theme'

/** The same key the script in index.html reads before the first paint. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'balcao-tema' })

/** What every component of ui needs around it, and the places where toasts and confirmations appear. Once per page. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      // jsdom lays nothing out: there the library must neither wait for transitions nor hide what has no size.
      env={import.meta.env.MODE === 'test' ? 'test' : 'default'}
    >
      {children}
      <ConfirmHost />
      <HotkeysHelp />
      <ToastHost />
    </MantineProvider>
  )
}
