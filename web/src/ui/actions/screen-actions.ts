import { useEffect, useInsertionEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useHotkeys } from '../hotkeys/hotkeys'
import type { ScreenAction, ScreenActions } from './types'

type Registration = { readonly current: readonly ScreenAction[] }

const registrations: Registration[] = []

export function applying(actions: ScreenActions): ScreenAction[] {
  return actions.filter((action) => Boolean(action)) as ScreenAction[]
}

/** Has Ctrl+K offer these, and their keys do them, for as long as the component is there. */
export function useScreenActions(actions: ScreenActions): void {
  const navigate = useNavigate()
  const shown = applying(actions)
  const registration = useRef(shown)
  useInsertionEffect(() => {
    registration.current = shown
  })
  useEffect(() => {
    registrations.push(registration)
    return () => void registrations.splice(registrations.indexOf(registration), 1)
  }, [])
  useHotkeys(
    shown
      .filter(({ shortcut, isDisabled, isLoading }) => shortcut && !isDisabled && !isLoading)
      .map(({ shortcut = '', label, to, run }) => ({
        key: shortcut.replace(' ', '+'),
        label,
        run: () => (to ? void navigate(to) : run?.()),
      })),
  )
}

/** What can be done on the open screen now, in the order its parts are drawn; of several ways each by itself. */
export function screenActions(): ScreenAction[] {
  return registrations
    .flatMap(({ current }) => current)
    .filter(({ isDisabled, isLoading }) => !isDisabled && !isLoading)
    .flatMap((action) => (action.ways ? action.ways.map((way) => oneWay(action, way)) : [action]))
}

function oneWay(action: ScreenAction, way: NonNullable<ScreenAction['ways']>[number]): ScreenAction {
  return { ...way, id: `${action.id}-${way.id}`, label: `${action.label}: ${way.label}` }
}
