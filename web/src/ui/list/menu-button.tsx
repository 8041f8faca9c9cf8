import type { Icon } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../basics/button'
import type { ButtonKind } from '../basics/button'
import type { Action } from '../actions/types'
import { useLateMenu, useLoadLateMenu } from './late-menu'

type Props = {
  label: string
  icon?: Icon
  /** The icon alone; the label is its name. */
  isIconOnly?: boolean
  kind?: ButtonKind
  disabled?: boolean
  actions: readonly Action[]
}

/** A button that asks how: it opens a menu under itself. */
export function MenuButton({ label, actions, icon: Icon, isIconOnly, ...look }: Props) {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null)
  useLoadLateMenu()
  const parts = useLateMenu()
  return (
    <>
      <Button
        kind="secondary"
        {...look}
        {...(!isIconOnly && Icon && { icon: Icon })}
        {...(isIconOnly && { 'aria-label': label, title: label })}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect()
          setAt({ x: left, y: bottom })
        }}
      >
        {isIconOnly && Icon ? <Icon size={18} stroke={1.75} aria-hidden="true" /> : label}
      </Button>
      {at && parts && (
        <parts.RowMenu key={`${at.x}-${at.y}`} at={at} label={label} actions={actions} onClose={() => setAt(null)} />
      )}
    </>
  )
}
