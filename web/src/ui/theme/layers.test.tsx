import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { expect, it } from 'vitest'
import { confirm } from '../dialog/confirm-store'
import { Dialog } from '../dialog/dialog'
import { Drawer } from '../dialog/drawer'
import { Palette } from '../palette/palette'
import { UiProvider } from './ui-provider'

type Window = { opened: boolean; onClose: () => void; children?: ReactNode }

const nothing = { groups: () => [], onNavigate: () => undefined, nothingFound: () => '' }
const WINDOWS: Record<string, (props: Window) => ReactNode> = {
  Dialog: (props) => <Dialog {...props} title="Dialog" />,
  Drawer: ({ children, ...props }) => (
    <Drawer {...props} label="Drawer">
      {children}
    </Drawer>
  ),
  Palette: ({ opened, onClose }) => <Palette isOpen={opened} onClose={onClose} {...nothing} />,
}
const NAMES: Record<string, string> = { Palette: 'Buscar ou ir para' }

const openers = new Map<string, () => void>()
const open = (name: string) => act(() => openers.get(name)?.())

/** A window that is there from the start and opened later, as that of the password is. */
function Place({ name, of, children }: { name: string; of: string; children?: ReactNode }) {
  const [opened, setOpened] = useState(false)
  useEffect(() => void openers.set(name, () => setOpened(true)), [name])
  // At once, as a browser draws between two listeners of one key.
  return WINDOWS[of]?.({ opened, onClose: () => flushSync(() => setOpened(false)), children })
}

const windowNamed = (of: string) => screen.getAllByRole('dialog', { name: NAMES[of] ?? of })
const levelOf = (element: Element | undefined) =>
  Number(element?.closest<HTMLElement>('[style*="z-index"]')?.style.zIndex)

const kinds = Object.keys(WINDOWS)
const pairs = kinds.flatMap((below) => kinds.map((above) => [below, above] as const))

it.each(pairs.flatMap(([below, above]) => [true, false].map((isFirst) => [above, below, isFirst] as const)))(
  'opens %s over %s, drawn before it: %s; Escape closes the upper one alone',
  async (above, below, isFirst) => {
    const both = [<Place key="above" name="above" of={above} />, <Place key="below" name="below" of={below} />]
    render(<UiProvider>{isFirst ? both : both.toReversed()}</UiProvider>)
    open('below')
    const [lower] = windowNamed(below)
    open('above')
    const upper = windowNamed(above).find((one) => one !== lower)
    expect(levelOf(upper)).toBeGreaterThan(levelOf(lower))
    await userEvent.keyboard('{Escape}')
    expect(upper).not.toBeInTheDocument()
    expect(lower).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    expect(lower).not.toBeInTheDocument()
  },
)

it.each(kinds)('asks a question over %s, and Escape answers it alone', async (below) => {
  render(
    <UiProvider>
      <Place name="below" of={below} />
    </UiProvider>,
  )
  open('below')
  const [lower] = windowNamed(below)
  let answer: Promise<boolean> | undefined
  act(() => void (answer = confirm({ title: 'Sair?', text: 'Mesmo?', confirmLabel: 'Sair' })))
  expect(levelOf(await screen.findByRole('dialog', { name: 'Sair?' }))).toBeGreaterThan(levelOf(lower))
  await userEvent.keyboard('{Escape}')
  await expect(answer).resolves.toBe(false)
  expect(lower).toBeInTheDocument()
})
